"""Boards as people write them, and the mistakes they make."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budge.formats.parts import Text
from budge.formats.tiles_text import TilesText
from budge.puzzles import BadInput
from budge.puzzles.tiles import blank_first, blank_last

EIGHT = (1, 2, 3, 4, 5, 6, 7, 0, 8)


def read(text):
    return TilesText().read(text, "x")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3/4 5 6/7 0 8",
        "1 2 3/4 5 6/7 0 8/",
        "1,2,3 / 4,5,6 / 7,_,8",
        "1 2 3\n4 5 6\n7 . 8\n",
        "  1\t2 3\n4, 5, 6\n# the last row\n7 0 8  # nearly there",
        "1 2 3 4 5 6 7 0 8",
    ],
)
def test_one_board_in_many_notations(text):
    [puzzle] = read(text)
    assert (puzzle.width, puzzle.height, puzzle.start) == (3, 3, EIGHT)
    assert puzzle.goal == blank_last(9)


def test_one_board_a_line_and_boards_between_blank_lines():
    sizes = [puzzle.size for puzzle in read("1 2/3 0\n1 0/2 3\n\n1 2 3\n4 5 0\n\n\n0 1 2/3 4 5")]
    assert sizes == ["2×2", "2×2", "3×2", "3×2"]


def test_lines_that_are_whole_square_boards_are_many_boards():
    boards = ["14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"]
    assert [puzzle.start for puzzle in read("\n".join(boards))] == [tuple(map(int, line.split())) for line in boards]


def test_a_row_that_happens_to_be_a_whole_square_does_not_split_its_board():
    [puzzle] = read("0 1 2 3\n4 5 6 7")
    assert puzzle.size == "4×2"


def test_boards_one_cell_wide():
    assert [puzzle.size for puzzle in read("1/2/0\n1 2 0/")] == ["1×3", "3×1"]


def test_a_goal_belongs_to_its_paragraph():
    puzzles = read("1 2/3 0\ngoal: blank-first\n\n1 2/3 0\n\ngoal: 1 2/0 3\n1 0/2 3\n0 1/2 3")
    assert [puzzle.goal for puzzle in puzzles] == [blank_first(4), blank_last(4), (1, 2, 0, 3), (1, 2, 0, 3)]


def test_a_goal_in_its_own_paragraph_applies_to_later_boards():
    puzzles = read("1 2/3 0\n\ngoal blank-first\n\n1 2/3 0\n\n1 2 3\n4 5 0\n\n1 2/3 0\ngoal: blank-last")
    assert [puzzle.goal for puzzle in puzzles] == [blank_last(4), blank_first(4), blank_first(6), blank_last(4)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 2 3\n4 5\n6 7 0", "x, line 2: 2 numbers, but the first row, line 1, has 3"),
        ("1 2 3/4 5/6 7 0", "x, line 1: row 2 has 2 numbers, but row 1 has 3"),
        ("1 2 3/4 5 5/7 0 8", "x, line 1: tile 5 occurs twice in the start, and tile 6 is missing"),
        ("\n\n1 2 3/4 0 6/7 0 8", "x, line 3: the start has 2 blanks; expected exactly one"),
        ("1 2 3/4 5 6/7 9 8", "x, line 1: the start has no blank; expected exactly one"),
        ("1 2 3/4 5 6/7 0 9", "x, line 1: tile 9 in the start; the tiles of this board are 1 to 8"),
        ("1 2/3 0\n1 x/3 0", "x, line 2: 'x' is not a tile; expected a number, or 0, _ or . for the blank"),
        ("1 ٢/3 0", "x, line 1: '٢' is not a tile"),
        ("-1 2/3 0", "x, line 1: '-1' is not a tile"),
        (f"{'9' * 5000} 1/2 0", "x, line 1: '999999999999…' is too large for a tile; the largest board is 64×64"),
        ("1 2 3 4 5 0", "x, line 1: 6 numbers in one line are not a square board; put / between the rows"),
        ("0", "x, line 1: a board needs at least two cells"),
        ("1 2//3 0", "x, line 1: row 2 has 0 numbers, but row 1 has 2"),
        ("//", "x, line 1: an empty row"),
        ("1 2/3 0\ngoal: 1 2 3/4 5 0", "x, line 2: the goal is 3×2 but the board is 2×2"),
        ("1 2/3 0\ngoal: 1 1/2 0", "x, line 2: tile 1 occurs twice in the goal, and tile 3 is missing"),
        ("1 2/3 0\ngoal: sorted", "x, line 2: goal 'sorted'; expected blank-first, blank-last or a board"),
        ("1 2/3 0\ngoal:", "x, line 2: goal ''; expected blank-first, blank-last or a board"),
        ("1 2/3 0\n\ngoal: blank-first", "x, line 3: no puzzle follows this goal"),
        ("goal: blank-first\ngoal: blank-last\n1 0/", "x, line 2: a second goal for the same puzzle"),
        ("name: two\n1 2/3 0\n0 1/2 3", "x, line 1: a name for 2 puzzles; expected exactly one"),
        ('name: "open\n1 2/3 0', "x, line 1: the name begins with a quote but is not a JSON string"),
        ("name:\n1 2/3 0", "x, line 1: an empty name"),
        (
            "\n".join(" ".join(map(str, range(9))) for _ in range(8)) + "\n1 2",
            "x, line 9: 2 numbers in one line are not a square board",
        ),
        ("# nothing", "x: it contains no puzzle; expected rows of numbers"),
    ],
)
def test_an_error_names_its_line(text, complaint):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).startswith(complaint)


@pytest.mark.parametrize("between", ["\n", "/"])
def test_a_board_of_100_by_100_is_too_large(between):
    rows = (" ".join(str(100 * row + column) for column in range(100)) for row in range(100))
    with pytest.raises(BadInput, match=r"the largest.* is 64×64"):
        read(between.join(rows))


def test_a_board_of_64_by_64_is_not():
    rows = (" ".join(str(64 * row + column) for column in range(64)) for row in range(64))
    assert read("\n".join(rows))[0].size == "64×64"


PARAGRAPHS = {
    "1 2\n3 0": ["2×2"],
    "1 2 3\n4 5 6\n7 8 0": ["3×3"],
    "1 0 2\n3 4 5": ["3×2"],
    "10 1 2 3\n4 5 6 7\n8 9 11 12\n13 14 15 0": ["4×4"],
    "0 1 2 3 4 5 6 7 8": ["3×3"],
    "1 2/3 0": ["2×2"],
    "1 2/3 0\n1 2 3/4 5 0": ["2×2", "3×2"],
    "1 2 3 0\n3 2 1 0": ["2×2", "2×2"],
    "": [],
    "\n\n": [],
    "\n1 2\n3 0": ["2×2"],
}


@settings(max_examples=300)
@given(st.lists(st.sampled_from(list(PARAGRAPHS)), min_size=1, max_size=9))
def test_paragraphs_of_numbers_are_read_among_others_as_they_are_alone(paragraphs):
    """Many that are nothing but numbers are passed over together; the line of a mistake is the same as ever."""
    text = "\n\n".join([*paragraphs, "1 2\n3 3", "1 2\n0 3"])
    *drafts, wrong, last = TilesText().drafts(Text.of(text), "x")
    assert [draft().size for draft in drafts] == [size for each in paragraphs for size in PARAGRAPHS[each]]
    assert last().size == "2×2"
    with pytest.raises(BadInput, match=f"^x, line {len(text.splitlines()) - 4}: "):
        wrong()
