"""A file has one format: a puzzle in another is told, never taken for a title or a comment."""

import pytest

from budge.formats import format_named, read_source
from budge.puzzles import BadInput

BOARD = "#####\n#@$.#\n#####\n"
RUSH = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


@pytest.mark.parametrize(
    ("format", "puzzle"),
    [
        ("tiles", "1 2 3/4 5 6/7 0 8"),
        ("tiles", "1 2 3/4 5 6/7 8 8"),  # and has a mistake besides
        ("tiles", "8 1 3 4 0 2 7 6 5"),  # which looks like a count of moves, too
        ("tiles", "1 2 3\n4 5 6\n7 0 8"),
        ("tokens", "a: b c; b: c; start: 1 _ 2"),
        ("tokens", "a: b\nstart: 1 _"),
        ("blocks", "AB/.. ../.A"),
        ("blocks", "start\nA.\ngoal\n.A\nend"),
        ("rush-hour", RUSH),
        ("json", '{"kind": "tiles", "start": [[1, 0]]}'),
        ("bmc", "WWWWW\nWPBTW\nWWWWW"),
    ],
)
@pytest.mark.parametrize("text", ["{level}\n{puzzle}\n\n{level}", "{puzzle}\n\n{level}", "{level}\n{puzzle}\n"])
def test_a_puzzle_among_levels(tmp_path, format, puzzle, text):
    path = tmp_path / "mixed.xsb"
    path.write_text(text.format(level=BOARD, puzzle=puzzle))
    with pytest.raises(BadInput) as caught:
        read_source(path)
    found = [f"line {line}: a puzzle in {format} among levels" for line in (1, 5)]
    not_comments = "a row of a Sokoban level among"  # the file may as well be one of the other format
    assert any(message in str(caught.value) for message in [*found, not_comments, "unknown character '#'", "line 3"])


@pytest.mark.parametrize(
    "title",
    [
        "1",
        "Level 1",
        "12/03/2001",
        "by A. B.; 2003",
        "No. 7: the 8-puzzle",
        "a: b",
        "Author: me",
        "RRUULLDD",
        "3 4",
        "#3",
    ],
)
def test_a_title_is_no_puzzle(tmp_path, title):
    path = tmp_path / "titles.xsb"
    path.write_text(f"{title}\n{BOARD}\n{title}\n{BOARD}")
    assert len(read_source(path)) == 2


@pytest.mark.parametrize(
    "first",
    ["1 2 3/4 5 6/7 0 8\n", f"{RUSH}\n", "a: b\nstart: 1 _\n---\n", "start\nA.\ngoal\n.A\nend\n"],
)
def test_a_level_is_no_comment(tmp_path, first):
    path = tmp_path / "mixed.txt"
    count = 30_000 // len(first)  # so far down that the first lines look like one format only
    path.write_text(first * count + BOARD)
    with pytest.raises(BadInput, match=rf"line {count * first.count(chr(10)) + 2}: a row of a Sokoban level among"):
        read_source(path)


def test_comments_may_be_drawn_with_walls():
    text = "############\n# + easy + #\n# --+.+-- #\n############\n1 2/3 0  # really\n"
    assert format_named("tiles").read(text, "x")[0].size == "2×2"
