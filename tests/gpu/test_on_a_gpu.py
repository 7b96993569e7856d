"""Results of a real GPU compared with known optima and the CPU; skipped without a GPU. Run by `make test-gpu`."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import shared_data
from exhaustive import by_distance

import budge
from budge.engines.gpu import packed_walks
from budge.gpu.device import missing
from budge.gpu.partitions import views
from budge.gpu.solver import Solver
from budge.puzzles import Tiles

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


def puzzles(path: str, side: int) -> list[tuple[Tiles, int]]:
    return [
        (
            Tiles(width=side, height=side, start=tuple(map(int, row["tiles"].split())), goal=tuple(range(side * side))),
            int(row["optimal"]),
        )
        for row in shared_data.rows(path)
    ]


def test_every_board_of_the_eight_puzzle() -> None:
    distances = dict(by_distance(Tiles(width=3, height=3, start=tuple(range(9)), goal=tuple(range(9)))))
    solved = Solver(views(3, 3, 0, strong=True), packed_walks(12)).solve_many(np.array(list(distances), np.uint8))
    assert [len(one.moves or ()) for one in solved] == list(distances.values())


@pytest.mark.parametrize(("width", "height"), [(3, 4), (4, 3), (3, 5)])
def test_oblong_boards_agree_with_the_cpu(width: int, height: int) -> None:
    board = list(range(width * height))
    board[1], board[-1], board[2], board[-2] = board[-1], board[1], board[-2], board[2]
    puzzle = Tiles(width=width, height=height, start=tuple(board), goal=tuple(range(width * height)))
    assert budge.solve(puzzle, device="gpu").cost == budge.solve(puzzle, device="cpu").cost


@pytest.mark.parametrize(("width", "height"), [(4, 7), (6, 5), (4, 8)])
def test_boards_of_up_to_32_cells_agree_with_the_cpu(width: int, height: int) -> None:
    goal = Tiles(width=width, height=height, start=tuple(range(width * height)), goal=tuple(range(width * height)))
    state, random = goal.start, Random(width)
    for _ in range(60):
        state = goal.apply(state, random.choice(goal.moves(state)))
    puzzle = goal.starting_at(state)
    found = budge.solve(puzzle)
    assert (found.engine, found.cost) == ("gpu", budge.solve(puzzle, device="cpu").cost)


def test_korfs_hundred_at_once() -> None:
    hundred = puzzles("tiles/korf100.csv", 4)
    found = list(budge.solve_many([puzzle for puzzle, _ in hundred], device="gpu"))
    assert [(outcome.engine, outcome.cost) for outcome in found] == [("gpu", optimal) for _, optimal in hundred]


def test_korfs_24_puzzles_one_at_a_time() -> None:
    for puzzle, optimal in puzzles("tiles/korf24_first25.csv", 5)[:5]:
        outcome = budge.solve(puzzle)
        assert (outcome.engine, outcome.cost, outcome.lower_bound) == ("gpu", optimal, optimal)


def test_a_goal_with_the_blank_in_the_middle() -> None:
    puzzle = Tiles(width=3, height=3, start=(8, 1, 3, 0, 2, 4, 7, 6, 5), goal=(1, 2, 3, 8, 0, 4, 7, 6, 5))
    assert budge.solve(puzzle, device="gpu").cost == budge.solve(puzzle, device="cpu").cost
