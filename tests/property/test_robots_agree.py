"""All engines that slide robots agree with exhaustive search in plain Python."""

from __future__ import annotations

from dataclasses import replace

import pytest
from exhaustive import by_distance, shortest
from hypothesis import given, settings
from hypothesis import strategies as st
from robots_reference import robots

import budge
from budge.engines.domains import DOMAINS
from budge.explore import explore
from budge.puzzles import Robots
from budge.puzzles.robots import CLOSED, LETTERS, Goal, Robot

SEARCHES = ("astar", "ida", "sma", "dijkstra", "bidirectional")


def solved(puzzle: Robots, engine: str, **given: object) -> budge.Outcome:
    return budge.solve(puzzle, engine=engine, **given)


@settings(max_examples=150, deadline=None)
@given(robots())
def test_every_search_finds_the_optimum_of_exhaustive_search(puzzle):
    expected = shortest(puzzle)
    for engine in SEARCHES:
        outcome = solved(puzzle, engine)
        assert outcome.status == ("unsolvable" if expected is None else "optimal"), engine
        assert outcome.cost == expected, engine


@settings(max_examples=60, deadline=None)
@given(robots())
def test_every_heuristic_leads_to_the_optimum(puzzle):
    expected = shortest(puzzle)
    for heuristic in ("zero", "distance", "stoppers"):
        for engine in ("astar", "ida"):
            assert solved(puzzle, engine, heuristic=heuristic).cost == expected, (engine, heuristic)


@settings(max_examples=60, deadline=None)
@given(robots())
def test_no_heuristic_overestimates_and_each_is_at_least_the_one_before(puzzle):
    left = shortest(puzzle)
    values = [DOMAINS["robots"].evaluate(puzzle, name, "slides") for name in ("zero", "distance", "stoppers")]
    assert values == sorted(values)
    assert left is None or values[-1] <= left


@settings(max_examples=60, deadline=None)
@given(robots())
def test_stoppers_is_consistent(puzzle):
    """No slide takes more than one from it."""
    before = DOMAINS["robots"].evaluate(puzzle, "stoppers", "slides")
    for move in puzzle.moves(puzzle.initial):
        after = puzzle.starting_at(puzzle.apply(puzzle.initial, move))
        assert DOMAINS["robots"].evaluate(after, "stoppers", "slides") >= before - 1


@settings(max_examples=40, deadline=None)
@given(robots())
def test_a_plan_within_a_weight_costs_no_more_than_it_says(puzzle):
    expected = shortest(puzzle)
    outcome = solved(puzzle, "astar", objective=budge.Objective("1.5"))
    assert (outcome.cost is None) == (expected is None)
    assert expected is None or expected <= outcome.cost <= 1.5 * expected


@settings(max_examples=60, deadline=None)
@given(robots(most=4, count=3))
def test_exploring_from_the_start_counts_what_exhaustive_search_counts(puzzle):
    found = explore(puzzle, source="start")
    named = [puzzle.names.index(goal.robot) for goal in puzzle.goals if goal.robot in puzzle.names]

    def alike(state):  # robots without a target of their own stand for each other
        return (*(state[robot] for robot in named), tuple(sorted(set(state) - {state[robot] for robot in named})))

    least: dict[object, int] = {}
    for state, depth in by_distance(puzzle):
        least[alike(state)] = min(depth, least.get(alike(state), depth))
    depths = list(least.values())
    assert found.by_depth == [depths.count(depth) for depth in range(max(depths) + 1)]
    assert found.optimum == shortest(puzzle)


@settings(max_examples=40, deadline=None)
@given(robots(most=4, count=3))
def test_exploring_from_the_goal_finds_positions_that_are_as_far_from_it_as_it_says(puzzle):
    found = explore(puzzle)
    reached = dict(by_distance(puzzle))
    far = [left for state in reached if (left := shortest(puzzle.starting_at(state))) is not None]
    assert found.depth == max(far, default=-1)
    for state in found.hardest:
        assert shortest(puzzle.starting_at(state)) == found.depth


def embedded(puzzle: Robots, side: int, more: int) -> Robots:
    """The same puzzle in a corner of a larger board, walled off; `more` robots are walled in elsewhere."""

    def moved(cell: int) -> int:
        return cell // puzzle.width * side + cell % puzzle.width

    cells = {moved(cell) for cell in range(puzzle.width * puzzle.height)}
    cages = [row * side + side - 1 for row in range(side) if row * side + side - 1 not in cells][:more]
    walls = {(moved(one), moved(other)) for one, other in puzzle.walls}
    for room in (cells, *({cage} for cage in cages)):
        for cell in room:
            beside = {cell - side, cell + side}
            beside |= {near for near in (cell - 1, cell + 1) if near // side == cell // side}
            walls |= {(min(cell, it), max(cell, it)) for it in beside - room if 0 <= it < side * side}
    free = [name for name in LETTERS if name not in puzzle.names]
    return Robots(
        width=side,
        height=side,
        walls=tuple(walls),
        robots=(*(Robot(r.name, moved(r.cell)) for r in puzzle.robots), *map(Robot, free, cages)),
        goals=tuple(Goal(goal.robot, moved(goal.cell)) for goal in puzzle.goals),
    )


@settings(max_examples=25, deadline=None)
@given(robots(most=4, count=3), st.sampled_from([(32, 4), (32, 23), (16, 5), (9, 8)]))
def test_more_cells_and_robots_than_a_word_holds_change_nothing(puzzle, larger):
    closed = replace(puzzle, edges=CLOSED)
    expected = shortest(closed)
    for engine in ("astar", "ida"):
        assert solved(embedded(closed, *larger), engine).cost == expected, engine


def test_bidirectional_says_why_it_refuses_where_robots_may_be_anywhere():
    [puzzle] = budge.generate("robots", seed=1)
    with pytest.raises(budge.Refusal, match="robots without a target may be anywhere: there are more than 1,000,000"):
        solved(puzzle.puzzle, "bidirectional")
