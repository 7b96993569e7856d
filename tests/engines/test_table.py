"""The engine `table`: the true distance of every position, one look-up a step."""

from __future__ import annotations

import random

import pytest

import budge
from budge import Limits, Objective, Refusal, Tiles
from budge.engines.native.table import oracle
from budge.puzzles.tiles import blank_first, blank_last


@pytest.mark.parametrize("goal", [blank_first(9), blank_last(9), (1, 2, 3, 8, 0, 4, 7, 6, 5)], ids=str)
def test_plans_are_shortest_on_random_8_puzzles(goal: tuple[int, ...]) -> None:
    numbers = random.Random(1)
    for _ in range(100):
        puzzle = Tiles(width=3, height=3, start=tuple(numbers.sample(range(9), 9)), goal=goal)
        found, other = (budge.solve(puzzle, engine=engine) for engine in ("table", "astar"))
        assert (found.status, found.cost) == (other.status, other.cost)


def test_the_hardest_8_puzzle_takes_31_moves_and_as_many_expansions() -> None:
    outcome = budge.solve("8 6 7/2 5 4/3 0 1", engine="table")
    assert (outcome.status, outcome.cost, outcome.lower_bound, outcome.stats.expanded) == ("optimal", 31, 31, 31)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 4), (5, 2), (4, 2)])
def test_every_state_of_a_board_has_its_distance(width: int, height: int) -> None:
    numbers = random.Random(2)
    goal = tuple(numbers.sample(range(width * height), width * height))
    puzzle = Tiles(width=width, height=height, start=goal, goal=goal)
    distance = oracle(puzzle)
    frontier, seen, depth = [goal], {goal}, 0
    while frontier:
        assert all(distance(state) == depth for state in frontier)
        following = {puzzle.apply(state, move) for state in frontier for move in puzzle.moves(state)} - seen
        seen |= following
        frontier, depth = sorted(following)[:2_000], depth + 1
        if len(following) > 2_000:
            break


@pytest.mark.parametrize("board", ["1 2 3 0", "1 0 2 3", "0/1/2"])
def test_a_single_line_is_served_too(board: str) -> None:
    assert budge.solve(board, engine="table").cost == budge.solve(board, engine="astar").cost


def test_larger_boards_are_refused_in_words() -> None:
    with pytest.raises(Refusal, match=r"table serves boards of up to 12 cells; engines that can: .*ida"):
        budge.solve(Tiles(width=4, height=4, start=blank_last(16)), engine="table")


def test_a_limit_ends_the_build_of_the_table() -> None:
    puzzle = Tiles(width=4, height=3, start=blank_last(12)).random(1)
    outcome = budge.solve(puzzle, engine="table", limits=Limits(seconds=0.1))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")
    assert "pattern database" in (outcome.reason or "")
    assert budge.solve("1 2 3/4 0 6/7 5 8", engine="table", objective=Objective("1.5")).cost == 2
