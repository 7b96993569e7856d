"""Distances of many positions: those of the table equal those that engines find."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy
import pytest
from own_puzzles import GuidedEight

import budge

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def boards(count: int, width: int = 3, height: int = 3) -> Any:
    chance = numpy.random.default_rng(5)
    return numpy.array([chance.permutation(width * height) for _ in range(count)])


def test_the_distances_of_all_eight_puzzles_are_those_of_the_exploration() -> None:
    found = budge.distances(numpy.array(list(permutations(range(9)))))
    counts = numpy.bincount(found[found >= 0])
    assert counts.tolist() == budge.explore(budge.Tiles.of([[1, 2, 3], [4, 5, 6], [7, 8, 0]])).by_depth
    assert (found == -1).sum() == 181_440


@pytest.mark.parametrize("goal", [GOAL, (0, 1, 2, 3, 4, 5, 6, 7, 8), (3, 1, 2, 4, 0, 5, 6, 8, 7)])
def test_any_goal(goal: tuple[int, ...]) -> None:
    puzzle = budge.Tiles.of([list(range(1, 4)), list(range(4, 7)), [7, 8, 0]], goal=goal)
    states = boards(12)
    expected = [budge.solve(puzzle.starting_at(tuple(state)), engine="astar").cost for state in states.tolist()]
    assert budge.distances(states, puzzle).tolist() == [-1 if cost is None else cost for cost in expected]


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 4), (4, 2)])
def test_boards_of_other_shapes(width: int, height: int) -> None:
    states = boards(8, width, height).reshape(8, height, width)
    expected = [budge.solve(budge.Tiles.of(state)).cost for state in states.tolist()]
    assert budge.distances(states).tolist() == [-1 if cost is None else cost for cost in expected]


def test_larger_boards_are_solved() -> None:
    [fifteen] = budge.load("fifteen/20")
    states = numpy.array([fifteen.initial, fifteen.state_after("D"), (2, 1, *fifteen.goal[2:])])  # type: ignore[attr-defined]
    assert budge.distances(states, jobs=1).tolist() == [20, 19, -1]


def test_puzzles_and_states_of_any_kind() -> None:
    puzzles = [budge.load(name)[0] for name in ("classic/klotski", "eight/12")]
    assert budge.distances(puzzles, metric=None, jobs=1).tolist() == [81, 12]
    own = GuidedEight(*GOAL)
    assert budge.distances([own.apply(GOAL, 5), GOAL], own, jobs=1).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("positions", "message"),
    [
        (numpy.zeros(9, dtype=int), "expected whole numbers, one board in each row"),
        (numpy.zeros((2, 9)), "an array of float64, 2×9; expected whole numbers"),
        (numpy.zeros((2, 9), dtype=int), "position 0 does not have each number of the board exactly once"),
        (numpy.array([GOAL, (*GOAL[:8], 9)]), "position 1 has a number that is no tile of 3×3"),
        (numpy.array([GOAL, (*GOAL[:8], -1)]), "position 1 has a number that is no tile of 3×3"),
        (numpy.zeros((2, 7), dtype=int), "7 numbers in each row are not a square board"),
        ([GOAL], "position 0 is a tuple; expected a puzzle, or give the puzzle of all positions"),
    ],
)
def test_mistakes_are_one_line(positions: Any, message: str) -> None:
    with pytest.raises(budge.BadInput, match=message):
        budge.distances(positions)


def test_a_limit_is_an_error() -> None:
    with pytest.raises(budge.BadInput, match="the distance of position 0 is not known: the node limit was reached"):
        budge.distances([budge.load("fifteen/42")[0]], engine="dijkstra", nodes=100, jobs=1)
