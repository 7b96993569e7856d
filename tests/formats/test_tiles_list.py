"""Boards as programs and papers write them: lists, digits, and the numbered lines of Korf."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import budge
from budge.formats import format_named, format_of, read_source

HARD = (8, 6, 7, 2, 5, 4, 3, 0, 1)
FIFTEEN = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)


@pytest.mark.parametrize(
    "text",
    [
        "[8,6,7,2,5,4,3,0,1]",
        "[8, 6, 7, 2, 5, 4, 3, 0, 1]",
        "(8, 6, 7, 2, 5, 4, 3, 0, 1)",
        "[[8,6,7],[2,5,4],[3,0,1]]",
        "((8, 6, 7), (2, 5, 4), (3, 0, 1))",
        "867254301",
        "# pasted\n  867254301  ",
    ],
)
def test_a_pasted_board_is_read(text: str) -> None:
    [puzzle] = read_source(text)
    assert puzzle == budge.Tiles.of([[8, 6, 7], [2, 5, 4], [3, 0, 1]])


@pytest.mark.parametrize("text", ["ED F7BC956 02148A3".replace(" ", ""), str(list(FIFTEEN))])
def test_a_pasted_board_of_16_cells_is_read(text: str) -> None:
    [puzzle] = read_source(text)
    assert puzzle.initial == FIFTEEN


@pytest.mark.parametrize("line", ["1 {}", "1: {}", "  1   {}"])
def test_a_line_of_korf_has_its_number_and_goal(line: str) -> None:
    cells = " ".join(map(str, FIFTEEN))
    puzzles = read_source(f"{line.format(cells)}\n2 {cells}")
    assert [puzzle.name for puzzle in puzzles] == ["korf 1", "korf 2"]
    [first] = read_source("korf15/1")
    assert isinstance(first, budge.Tiles)
    assert isinstance(puzzles[0], budge.Tiles)
    assert (puzzles[0].start, puzzles[0].goal) == (first.start, first.goal)


def test_boards_of_any_width_as_rows() -> None:
    [puzzle] = read_source("[[1,2,3],[4,0,5]]")
    assert puzzle.size == "3×2"


@given(st.permutations(range(12)), st.sampled_from([2, 3, 4, 6]))
def test_what_is_written_is_read_back(cells: list[int], width: int) -> None:
    puzzle = budge.Tiles.of([cells[row : row + width] for row in range(0, 12, width)])
    form = format_named("tiles-list")
    text = form.write(puzzle)
    assert form.read(text, "x") == [puzzle]
    assert format_of(text) is form


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1,2,3]", "puzzle text, line 1: 3 numbers are not a square board; put the rows in lists of their own"),
        ("[1,1,2,0]", "puzzle text, line 1: tile 1 occurs twice in the start, and tile 3 is missing"),
        ("[[1,2],[0]]", "puzzle text, line 1: row 2 has 1 numbers, but row 1 has 2"),
        ("[[[1]]]", "puzzle text, line 1: expected a list of numbers, or a list of rows"),
        ("[1,2,0,3]\n[1,2", r"puzzle text, line 2: '\[1,2' is not a board as list, digits or numbered line"),
        ("[1,2,0,3]\n5 6", "puzzle text, line 2: '5 6' is not a board as list, digits or numbered line"),
        ("[[1,2],[0,3]],[", "puzzle text, line 1"),
    ],
)
def test_mistakes_are_one_line(text: str, message: str) -> None:
    with pytest.raises(budge.BadInput, match=message) as caught:
        read_source(text)
    assert "\n" not in str(caught.value)


def test_it_does_not_write_what_it_cannot_express() -> None:
    [first] = read_source("korf15/1")
    with pytest.raises(budge.BadInput, match="neither names nor other goals"):
        format_named("tiles-list").write(first)
