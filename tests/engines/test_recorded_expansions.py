"""The record of expansions, from which the page replays small searches: it has every expansion of the engine, in order,
with positions of the puzzle."""

from __future__ import annotations

import pytest

import budge
from budge import Limits, Observer, load
from budge.trace import Trace

ENGINES = ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "bae")
BOTH_ENDS = ("bidirectional", "nbs", "bae")
PUZZLES = ("4 5 0/1 2 3", "graphs/polygon", "polyominoes/letters", "rushhour/10", "robots/two-in-a-hall")
CASES = [
    (source, engine)
    for source in PUZZLES
    for engine in ENGINES
    if not (source.startswith("robots") and engine in ("nbs", "bae"))  # refused
    and not (source in PUZZLES[2:] and engine == "ida")  # a depth-first search with a table, which is not recorded
]


def watched(source: str, engine: str, max_expansions: int = 100_000, **more: object) -> budge.Outcome:
    observer = Observer(trace=True, max_expansions=max_expansions)
    found = budge.solve(source, engine=engine, observer=observer, limits=Limits(seconds=60), **more)
    assert found.trace is not None
    return found


@pytest.mark.parametrize(("source", "engine"), CASES)
def test_every_expansion_is_recorded_with_a_position_of_the_puzzle(source, engine):
    puzzle, found = load(source)[0], watched(source, engine)
    assert found.status == "optimal"
    record = found.trace.expansions
    assert len(record) == found.stats.expanded > 0
    depths = [0] * len(found.trace.expansions_by_depth)
    for each in record:
        depths[each.g] += 1
    assert depths == found.trace.expansions_by_depth
    counts = [each.generated for each in record]
    assert counts == sorted(counts)
    assert counts[-1] <= found.stats.generated
    for each in record:
        assert puzzle.state_from_json(puzzle.state_to_json(each.state)) == each.state
    first = next(each for each in record if not each.backwards)
    assert (first.g, puzzle.state_key(first.state)) == (0, puzzle.state_key(puzzle.initial))
    assert any(each.backwards for each in record) == (engine in BOTH_ENDS)


@pytest.mark.parametrize("source", ["4 5 0/1 2 3", "polyominoes/letters", "robots/two-in-a-hall"])
def test_each_position_is_a_move_away_from_one_expanded_before(source):
    puzzle, found = load(source)[0], watched(source, "astar")
    moves = puzzle.moves
    known = {puzzle.state_key(puzzle.initial)}
    for each in found.trace.expansions:
        assert puzzle.state_key(each.state) in known
        known.update(puzzle.state_key(puzzle.apply(each.state, move)) for move in moves(each.state))


def test_a_star_expands_in_order_of_f_and_no_position_twice():
    record = watched("eight/hardest-1", "astar", heuristic="manhattan").trace.expansions
    costs = [each.g + each.h for each in record]
    assert costs == sorted(costs)
    assert len({each.state for each in record}) == len(record)
    assert record[0].h == 21  # the Manhattan distance of the start


def test_ida_restarts_with_each_bound_and_keeps_within_it():
    trace = watched("eight/12", "ida", heuristic="manhattan").trace
    assert len([each for each in trace.expansions if each.g == 0]) == len(trace.iterations)
    place = 0
    for iteration in trace.iterations:
        part = trace.expansions[place : place + iteration.expanded]
        assert max(each.g + each.h for each in part) <= iteration.bound
        place += iteration.expanded
    assert place == len(trace.expansions)


def test_only_as_many_expansions_are_recorded_as_requested():
    assert watched("eight/hardest-1", "astar", max_expansions=0).trace.expansions == []
    found = watched("eight/hardest-1", "dijkstra", max_expansions=100)
    assert len(found.trace.expansions) == 100 < found.stats.expanded


def test_a_trace_with_expansions_converts_to_json_and_back():
    from dataclasses import asdict

    trace = watched("eight/12", "astar").trace
    assert Trace.from_json(asdict(trace)) == trace
