"""Large files are read a part at a time, and no further than somebody asks."""

import io
import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import blocks, sokoban, tiles, tokens

from budge.formats import drafts, format_named
from budge.formats.parts import Text, decoded
from budge.puzzles import BadInput, Tiles

PART = 1 << 12
BOARD = "#####\n#@$.#\n#####\n"
RUSH = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
LISTS = {
    "boards a line each": ("1 2 3/4 5 6/7 0 8\n", "1 2 3/4 5 6/7 8 8\n"),
    "square boards": ("1 2 3 4 5 6 7 0 8\n", "1 2 3 4 5 6 7 8 8\n"),
    "boards between blank lines": ("1 2 3/4 5 6/7 0 8\n\n", "1 2 3/4 5 6/7 8 8\n\n"),
    "boards of several rows": ("1 2 3\n4 5 6\n7 0 8\n\n", "1 2 3\n4 5 6\n7 8 8\n\n"),
    "boards with comments": ("# easy\n1 2 3/4 5 6/7 0 8\n\n", "1 2 3/4 5 6/7 8 8\n\n"),
    "levels": (f"; easy\n\n{BOARD}\n", "#####\n# $.#\n#####\n\n"),
    "levels in run lengths": ("5#|#@$.#|5#\n\n", "5#|# $.#|5#\n\n"),
    "cars": (f"60 {RUSH} 2332\n", f"{RUSH.replace('A', 'o')}\n"),
    "graphs": ("a: b\nstart: 1 _\n---\n", "a: b\nstart: 1 1\n---\n"),
    "maps": ("WWWWW\nWPBTW\nWWWWW\n\n", "WWWWW\nW BTW\nWWWWW\n\n".replace(" ", "X")),
    "facts": ("init(field(1..3,1)).\ninit(at(0,1,1)).\ninit(at(1,2,1)).\ninit(target(3,1)).\n% ---\n", "hello\n"),
}


def made(draft):
    return draft()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Parts so small that a file of a few kilobytes has many."""
    monkeypatch.setattr("budge.formats.parts.PART", PART)
    monkeypatch.setattr("budge.formats.tiles_text.LOOKAHEAD", 100)


def long_file(tmp_path, good, end, size=20 * PART):
    path = tmp_path / "long.txt"
    count = size // len(good)
    path.write_bytes((good * count).encode() + end)
    return path, count


@pytest.mark.parametrize("name", LISTS)
def test_only_requested_parts_are_read(tmp_path, name):
    path, _ = long_file(tmp_path, LISTS[name][0], b"\xff no text at all")
    first, second = itertools.islice(drafts(path), 2)
    assert first() == second()
    with pytest.raises(BadInput, match="not text in UTF-8"):
        list(drafts(path))


@pytest.mark.parametrize("name", LISTS)
def test_an_error_far_down_names_its_line(tmp_path, name):
    good, bad = LISTS[name]
    path, count = long_file(tmp_path, good, bad.encode())
    with pytest.raises(BadInput) as caught:
        list(map(made, itertools.islice(drafts(path), count, None)))
    first = count * good.count("\n") + 1
    lines = range(first, first + 1 + bad.rstrip("\n").count("\n"))
    assert any(str(caught.value).startswith(f"{path}, line {line}") for line in lines)


@pytest.mark.parametrize("name", LISTS)
def test_memory_does_not_grow_with_the_file(tmp_path, name):
    path, count = long_file(tmp_path, LISTS[name][0], b"", size=1 << 19)
    tracemalloc.start()
    try:
        assert sum(1 for _ in drafts(path)) >= count
        assert tracemalloc.get_traced_memory()[1] < 3 << 20  # puzzles that are kept take ten times as much as the file
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("name", "puzzles"), [("tiles", tiles()), ("tokens", tokens()), ("xsb", sokoban())])
@given(data=st.data())
def test_the_boundaries_of_parts_make_no_difference(name, puzzles, data):
    format = format_named(name)
    expected = data.draw(st.lists(puzzles, min_size=1, max_size=5))
    lines = format.separator.join(map(format.write, expected)).splitlines(keepends=True)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(lines)), max_size=4)) | {0, len(lines)})
    parts = ["".join(lines[one:other]) for one, other in itertools.pairwise(cuts)]
    assert [draft() for draft in format.drafts(Text(parts), "x")] == expected


@given(st.lists(blocks(), min_size=1, max_size=4))
def test_the_boundaries_of_parts_make_no_difference_for_blocks(expected):
    format = format_named("blocks")
    lines = format.separator.join(map(format.write, expected)).splitlines(keepends=True)
    assert [draft() for draft in format.drafts(Text(lines), "x")] == expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_one_wherever_a_part_ends(end, monkeypatch):
    monkeypatch.setattr("budge.formats.parts.PART", 4)
    data = f"1 2{end}3 0{end}{end}ä{end}".encode()
    assert "".join(decoded(io.BytesIO(data), "x")) == "1 2\n3 0\n\nä\n"


def test_a_goal_below_a_list_counts_unless_the_list_is_very_long():
    def goals(count):
        text = "1 2/3 0\n" * count + "goal: blank-first\n"
        return {puzzle.goal for puzzle in format_named("tiles").read(text, "x")}

    assert goals(100) == {(0, 1, 2, 3)}
    with pytest.raises(BadInput, match=r"x, line 201: a goal below more than 100 boards; put it above them"):
        goals(200)


def test_a_board_across_the_end_of_a_part_is_whole():
    rows = " ".join(map(str, range(9)))
    parts = [f"{rows}\n\n1 2 3\n4 5 6\n", "7 8 0\n\n1 2/3 0\n\n1 0/\n\n", "0 1/\n"]
    found = [draft() for draft in format_named("tiles").drafts(Text(parts), "x")]
    assert [puzzle.size for puzzle in found] == ["3×3", "3×3", "2×2", "2×1", "2×1"]
    assert found[1] == Tiles.of(["1 2 3", "4 5 6", "7 8 0"])


def test_a_line_above_the_second_level_belongs_to_it_wherever_a_part_ends():
    format = format_named("xsb")
    text = "#####\n#@$.#\n#####\n\nAssigned: 1\n######\n#@$. #\n######\n\n#####\n#@$.#\n#####\n"
    lines = text.splitlines(keepends=True)
    for cut in range(1, len(lines)):
        parts = Text(["".join(lines[:cut]), "".join(lines[cut:])])
        assert [draft().assigned for draft in format.drafts(parts, "x")] == [(), ((1,),), ()]
