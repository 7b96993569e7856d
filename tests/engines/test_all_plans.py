"""`all` counts every optimal plan and lists the first: compared with counts by the rules alone."""

from __future__ import annotations

import heapq
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import blocks, solvable_boards
from robots_reference import robots

import budge
from budge.engines.base import Refusal
from budge.model import as_pair
from budge.puzzles import Blocks, Puzzle, Robots, Sokoban, Tiles, Tokens

Edge = tuple[Any, tuple[int, int]]  # a neighbour, and the cost of going there

LEVELS = (
    "#####|#@$.#|#####",
    "#######|#  .  #|# $$@ #|#  .  #|#######",  # its mirror image is the same level
    "########|#@     #|#  $ $ #|#   ####|#. .#|#####",
    "#########|#@  $   .#|####### #|#   $   .#|#########",  # a tunnel
    "######|#.@ .#|# $$ #|#    #|######",
)


def by_rules(start: Any, is_goal: Callable[[Any], bool], edges: Callable[[Any], Iterator[Edge]]) -> int | None:
    """The number of cheapest paths to any goal, as sequences of states; None if there is none."""
    far, ways = {start: (0, 0)}, defaultdict(int, {start: 1})
    queue, done, total, optimum = [((0, 0), 0, start)], set(), 0, None
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state in done:
            continue
        if optimum is not None and cost > optimum:
            break
        done.add(state)
        if is_goal(state):
            optimum = cost
            total += ways[state]
            continue
        for other, (first, second) in dict(edges(state)).items():
            there = (cost[0] + first, cost[1] + second)
            if there < far.get(other, (1 << 60, 0)):
                far[other], ways[other] = there, 0
                heapq.heappush(queue, (there, len(far) + len(queue), other))
            if there == far[other]:
                ways[other] += ways[state]
    return None if optimum is None else total


def plans_by_rules(puzzle: Puzzle, metric: str) -> int | None:
    counted = (metric,) if isinstance(puzzle, Blocks) else ()

    def edges(state: Any) -> Iterator[Edge]:
        return ((puzzle.apply(state, move), (1, 0)) for move in puzzle.moves(state, *counted))

    return by_rules(puzzle.initial, puzzle.is_goal, edges)


def sokoban_plans_by_rules(level: Sokoban, metric: str) -> int | None:
    costs = {"moves": (0, 1), "pushes-then-moves": (1, 1), "moves-then-pushes": (1, 1)}

    def steps(state: Any) -> Iterator[Edge]:
        for move in level.moves(state):
            push, step = int(move.isupper()), 1
            cost = {"moves": (step, 0), "pushes-then-moves": (push, step), "moves-then-pushes": (step, push)}[metric]
            yield level.apply(state, move), cost

    def first_of_region(state: Any) -> Any:
        return min(region(state))

    def region(state: Any) -> list[Any]:
        found = [state]
        for each in found:
            walks = (level.apply(each, move) for move in level.moves(each) if move.islower())
            found += [walk for walk in walks if walk not in found]
        return found

    def pushes(state: Any) -> Iterator[Edge]:
        for each in region(state):
            for move in level.moves(each):
                if move.isupper():
                    yield first_of_region(level.apply(each, move)), (1, 0)

    if metric in costs:
        return by_rules(level.initial, level.is_goal, steps)
    return by_rules(first_of_region(level.initial), level.is_goal, pushes)


def check(puzzle: Puzzle, metric: str, expected: int | None, listed: int = 4) -> None:
    outcome = budge.solve(puzzle, metric=metric, all=listed)
    assert outcome.status == ("unsolvable" if expected is None else "optimal")
    assert outcome.solutions == expected
    assert len(outcome.plans) == len(set(outcome.plans)) == min(listed, expected or 0)
    for plan in outcome.plans:
        assert puzzle.verify(plan).costs[metric] == outcome.cost


@settings(max_examples=60, deadline=None)
@given(robots())
def test_plans_of_robots_are_counted(puzzle: Robots) -> None:
    check(puzzle, "slides", plans_by_rules(puzzle, "slides"))


@settings(max_examples=40, deadline=None)
@given(blocks(most=4, pieces=4), st.sampled_from(Blocks.metrics))
def test_plans_of_blocks_are_counted_in_every_metric(puzzle: Blocks, metric: str) -> None:
    check(puzzle, metric, plans_by_rules(puzzle, metric))


@settings(max_examples=30, deadline=None)
@given(solvable_boards())
def test_plans_of_tiles_are_counted(puzzle: Tiles) -> None:
    check(puzzle, "moves", plans_by_rules(puzzle, "moves"))


@pytest.mark.parametrize("seed", range(8))
def test_plans_of_tokens_are_counted(seed: int) -> None:
    [puzzle] = budge.load("graphs/theta0")
    assert isinstance(puzzle, Tokens)
    check(puzzle.random(seed), "moves", plans_by_rules(puzzle.random(seed), "moves"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("metric", Sokoban.metrics[:-1])
def test_plans_of_sokoban_are_counted_in_every_metric(level: str, metric: str) -> None:
    [puzzle] = budge.parse(level)
    assert isinstance(puzzle, Sokoban)
    check(puzzle, metric, sokoban_plans_by_rules(puzzle, metric))


@pytest.mark.parametrize(("metric", "count"), [("moves", 256), ("slides", 4096), ("steps", 4_112_640_000)])
def test_klotski_has_this_many_optimal_plans(metric: str, count: int) -> None:
    assert budge.solve("klotski", metric=metric, all=0).solutions == count


def test_counts_beyond_64_bits_are_exact() -> None:
    """Twelve pieces, each in a cage of its own, take two steps each, in any order."""
    cages = ["ABCDEF", "GHIJKL"]
    start, goal = (["".join(cage.replace("A", name) for name in names) for names in cages] for cage in ("A..#", "..A#"))
    puzzle = Blocks.of([start[0], "#" * 24, start[1]], [[goal[0], "#" * 24, goal[1]]])
    outcome = budge.solve(puzzle, engine="astar", metric="steps", all=1)
    assert (outcome.cost, outcome.solutions) == (24, factorial(24) // 2**12)


def test_all_plans_are_listed_if_there_are_few() -> None:
    [puzzle] = budge.load("1 2 3/4 5 6/7 8 0", goal="1 2 3/4 5 6/7 8 0")
    outcome = budge.solve(puzzle, all=5)
    assert (outcome.solutions, [plan.text for plan in outcome.plans]) == (1, [""])


def test_the_outcome_survives_json() -> None:
    outcome = budge.solve("klotski", all=2)
    assert budge.Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome
    old = {key: value for key, value in outcome.to_json().items() if key not in ("solutions", "plans")}
    assert budge.Outcome.from_json(old) == replace(outcome, solutions=None, plans=())


@pytest.mark.parametrize(
    ("source", "count"),
    [("klotski", 256), ("eight/hardest-1", 40), ("fifteen/46", None), ("1 2 3/4 5 6/7 0 8", None)],
)
def test_info_counts_the_plans_of_a_known_optimum_if_that_is_quick(source: str, count: int | None) -> None:
    assert budge.info(source)["solutions"] == count


def test_a_limit_stops_the_count_but_keeps_the_proof() -> None:
    outcome = budge.solve("klotski", all=3, nodes=60_000)  # the search generates 37,000
    assert (outcome.status, outcome.solutions, outcome.plans) == ("optimal", None, ())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"puzzle": "klotski", "quality": "any"}, "all lists optimal plans, so it cannot be combined with quality any"),
        ({"puzzle": "#####|#@$.#|#@$.#|#####"}, "all counts the plans of one player, not of several"),
    ],
)
def test_what_cannot_be_counted_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(Refusal) as refused:
        budge.solve(all=1, **given)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("number", "error"), [(-1, budge.BadInput), (1_000_001, budge.BadInput), ("2", TypeError), (1.5, TypeError)]
)
def test_the_number_of_plans_to_list_is_checked(number: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="expected how many plans to list"):
        budge.solve("klotski", all=number)


def test_pairs_are_costs_of_plans() -> None:
    outcome = budge.solve(LEVELS[4], metric="pushes-then-moves", all=3)
    assert outcome.cost is not None
    assert as_pair(outcome.cost) == as_pair(outcome.lower_bound)
    assert len(outcome.plans) == min(3, outcome.solutions or 0)
