"""Generated boards of robots: as chosen, of the optimum asked for, reproducible."""

from __future__ import annotations

import pytest

import budge
from budge.puzzles import BadInput, Robots
from budge.puzzles.robots import CLOSED, OPEN


@pytest.mark.parametrize(
    "parameters",
    [
        {"min_optimum": 5, "max_optimum": 5},
        {"min_optimum": 8, "max_optimum": 10, "width": 10, "height": 12, "robots": 3},
        {"min_optimum": 6, "max_optimum": 6, "targets": 2, "width": 8, "height": 8},
        {"min_optimum": 4, "max_optimum": 4, "style": "lockout"},
        {"min_optimum": 5, "max_optimum": 7, "style": "lockout", "width": 7, "height": 7, "robots": 6, "walls": 2},
        {},
    ],
)
def test_optima_are_in_the_range_and_proven(parameters):
    made, again = (list(budge.generate("robots", seed=4, count=2, **parameters)) for _ in range(2))
    assert made == again
    assert made[0].puzzle != made[1].puzzle
    for each in made:
        assert parameters.get("min_optimum", 1) <= each.optima["slides"] <= parameters.get("max_optimum", 999)
        assert budge.solve(each.puzzle, engine="ida").cost == each.optima["slides"]


def test_boards_have_the_requested_size_robots_walls_and_targets():
    for made in budge.generate("robots", seed=2, count=4, width=9, height=7, robots=3, targets=2, walls=3):
        board = made.puzzle
        assert isinstance(board, Robots)
        assert (board.size, len(board.robots), len(board.goals), board.edges) == ("9×7", 3, 2, CLOSED)
        assert len(board.walls) == 6  # two a corner; so small a board has none at its edges


def test_no_robot_starts_in_the_closed_middle_of_a_large_board():
    [made] = budge.generate("robots", seed=1)
    board = made.puzzle
    assert isinstance(board, Robots)
    middle = {7 * 16 + 7, 7 * 16 + 8, 8 * 16 + 7, 8 * 16 + 8}
    assert not middle & {*board.initial, *(goal.cell for goal in board.goals)}
    assert not middle & set(board.distances(board.initial[0]))


def test_lockout_boards_are_open():
    [made] = budge.generate("robots", style="lockout")
    assert isinstance(made.puzzle, Robots)
    assert (made.puzzle.edges, made.puzzle.walls, made.puzzle.size) == (OPEN, (), "5×5")


def test_the_hardest_position_is_as_far_as_any_that_can_be_reached():
    [made] = budge.generate("robots", style="lockout", robots=4, seed=5, hardest=True, min_optimum=2)
    assert made.optima["slides"] == budge.explore(made.puzzle).depth


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"style": "chess"}, "style 'chess'; expected one of ricochet, lockout"),
        ({"width": 2}, "a board of 2×16; expected 3×3 to 32×32"),
        ({"robots": 0}, "0 robots on 16×16; expected 1 to 26"),
        ({"robots": 27}, "27 robots"),
        ({"targets": 5}, "5 targets for 4 robots on 16×16; expected 1 to 4"),
        ({"width": 3, "height": 3, "robots": 2, "targets": 9}, "9 targets for 2 robots on 3×3; expected 1 to 2"),
        ({"width": 3, "height": 3, "robots": 4, "targets": 2}, "2 targets for 4 robots on 3×3; expected 1 to 1"),
        ({"width": 3, "height": 3, "robots": 5}, "5 robots on 3×3; expected 1 to 4"),
        ({"walls": 99}, "99 walls on 16×16; expected 0 to 64"),
    ],
)
def test_invalid_parameters_are_refused(parameters, message):
    with pytest.raises(BadInput, match=message):
        next(budge.generate("robots", **parameters))
