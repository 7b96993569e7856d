"""Generated Rush Hour boards and boards of Klotski's kind: as chosen, of the optimum asked for, reproducible."""

import pytest

import budge
from budge.puzzles import BadInput, Blocks


def lengths(puzzle):
    return sorted(len(piece.cells) for piece in puzzle.blocks if piece.name != "X")


def test_rush_hour_boards_have_the_requested_cars_trucks_and_walls():
    for made in budge.generate("blocks", seed=2, count=6, cars=6, trucks=2, walls=3):
        board = made.puzzle
        assert isinstance(board, Blocks)
        assert (board.size, len(board.walls), lengths(board)) == ("6×6", 3, [2] * 6 + [3] * 2)
        assert board.goals == ((("X", 16),),)
        for piece in board.blocks:
            along = piece.cells[1] - piece.cells[0] == 1
            assert piece.axis == ("horizontal" if along else "vertical")
            assert piece.name == "X" or not (along and piece.cells[0] // 6 == 2)  # nothing lies along X's own row


@pytest.mark.parametrize(
    "parameters",
    [
        {"min_optimum": 12, "max_optimum": 12},
        {"min_optimum": 14, "max_optimum": 18, "cars": 7, "trucks": 2},
        {"min_optimum": 10, "max_optimum": 10, "walls": 2},
        {"min_optimum": 6, "max_optimum": 8, "width": 7, "height": 5},
        {"min_optimum": 20, "max_optimum": 20, "style": "klotski"},
        {"min_optimum": 8, "max_optimum": 8, "style": "klotski", "width": 5, "height": 4, "empty": 3},
        {},
        {"style": "klotski"},
    ],
)
def test_optima_are_in_the_range_and_proven(parameters):
    made, again = (list(budge.generate("blocks", seed=4, count=2, **parameters)) for _ in range(2))
    assert made == again
    assert made[0].puzzle.rows() != made[1].puzzle.rows()
    for each in made:
        assert parameters.get("min_optimum", 1) <= each.optima["moves"] <= parameters.get("max_optimum", 999)
        assert set(each.optima) == {"moves", "slides", "steps"}
        for metric, optimum in each.optima.items():
            outcome = budge.solve(each.puzzle, objective=budge.Objective(metric=metric))
            assert (outcome.status, outcome.cost) == ("optimal", optimum)


def test_hard_boards_are_found_by_varying_easy_ones():
    [made] = budge.generate("blocks", seed=4, min_optimum=22)
    assert made.optima["moves"] >= 22


def test_boards_with_one_empty_cell_have_long_plans():
    [made] = budge.generate("blocks", seed=2, style="klotski", empty=1, width=4, height=5, hardest=True, min_optimum=30)
    cells = made.puzzle.width * made.puzzle.height
    assert sum(len(piece.cells) for piece in made.puzzle.blocks) == cells - 1
    assert made.optima["moves"] >= 30
    outcome = budge.solve(made.puzzle)
    assert (outcome.status, outcome.cost) == ("optimal", made.optima["moves"])


@pytest.mark.parametrize("style", ["rush-hour", "klotski"])
def test_the_hardest_of_a_cluster_is_as_far_as_exploring_finds(style):
    for made in budge.generate("blocks", seed=1, count=2, style=style, hardest=True):
        assert made.optima["moves"] == budge.explore(made.puzzle).depth


def test_klotski_boards_have_the_requested_empty_cells():
    for empty in (2, 4):
        for made in budge.generate("blocks", seed=1, count=3, style="klotski", empty=empty):
            rows = made.puzzle.rows()
            assert (len(rows[0]), len(rows)) == (4, 5)
            assert "".join(rows).count(".") == empty
            assert "".join(rows).count("S") == 4


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"style": "chess"}, "style 'chess'; expected one of rush-hour, klotski"),
        ({"width": 2}, "a board of 2×6; expected 3×3 to 32×32"),
        ({"cars": 20}, "20 cars and 0 trucks do not fit on 6×6"),
        ({"cars": -1}, "-1 cars and 0 trucks; expected up to 25 in all"),
        ({"walls": 99}, "99 walls on 6×6; expected 0 to 9"),
        ({"empty": 2}, "empty is not a parameter of the style rush-hour"),
        ({"style": "klotski", "cars": 2}, "cars is not a parameter of the style klotski"),
        ({"style": "klotski", "empty": 0}, "0 empty cells on 4×5; expected 1 to 15"),
        (
            {"width": 3, "height": 3, "cars": 1, "trucks": 0, "min_optimum": 50},
            "none of 3,000 candidates is in the range",
        ),
    ],
)
def test_invalid_parameters_are_refused(parameters, message):
    with pytest.raises(BadInput, match=message):
        list(budge.generate("blocks", **parameters))
