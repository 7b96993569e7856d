"""Where puzzles come from: files, standard input, the library, text; and what happens to bad ones."""

import contextlib
import io
import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budge.formats import read_source
from budge.formats.parts import MAX_BYTES
from budge.puzzles import BadInput


@pytest.fixture
def file(tmp_path):
    def make(content, name="puzzle.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return make


def complaint(source, **how):
    with pytest.raises(BadInput) as caught:
        read_source(source, **how)
    return str(caught.value)


def test_a_file_with_byte_order_mark_and_windows_line_ends(file):
    [puzzle] = read_source(file(b"\xef\xbb\xbf1 2\r\n3 0\r\n"))
    assert puzzle.start == (1, 2, 3, 0)


def test_content_decides_before_the_suffix(file):
    assert read_source(file('{"kind": "tiles", "start": [[1, 0]]}', "board.tiles"))[0].size == "2×1"


def test_the_suffix_decides_where_content_does_not(file):
    assert "'x' is not a tile" in complaint(file("x 1/2 3", "board.tiles"))


@pytest.mark.parametrize(("text", "name"), [("# nothing\n", "a.blocks"), ("name: nothing\n", "a.klotski")])
def test_a_file_of_comments_or_names_contains_no_puzzle(file, text, name):
    assert complaint(file(text, name)).endswith(f"{name}: it contains no puzzle")


def test_a_path_object_is_always_a_file(tmp_path):
    assert "No such file" in complaint(tmp_path / "eight")


def test_puzzles_of_a_file_have_only_names_of_their_own(file):
    assert [puzzle.name for puzzle in read_source(file("1 0/\n\nname: easy\n1 0/"))] == [None, "easy"]


def test_a_file_comes_before_the_library(file, monkeypatch):
    monkeypatch.chdir(Path(file("1 2/3 0", "eight")).parent)
    assert read_source("eight")[0].size == "2×2"


def test_a_folder_hides_no_name_of_the_library(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("klotski", "eight"):
        (tmp_path / name).mkdir()
    assert [puzzle.name for puzzle in read_source("klotski")] == ["classic/klotski"]
    assert len(read_source("eight")) > 2


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("kloski", "klotski or klotski.txt"),
        ("hardst-2", "hardest-2"),
        ("puzzel.txt", "puzzle.txt"),
        ("rooms/puzzel.txt", "rooms/puzzle.txt"),
    ],
)
def test_a_misspelt_source_gets_a_suggestion(tmp_path, monkeypatch, source, meant):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rooms").mkdir()
    for name in ("puzzle.txt", "rooms/puzzle.txt", "klotski.txt"):
        (tmp_path / name).write_text("1 2/3 0")
    assert complaint(source) == f"no such file or library puzzle: {source}; did you mean {meant}?"


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2/3 0")))
    assert read_source("-")[0].size == "2×2"


def test_a_suite_gives_all_of_its_puzzles():
    names = [puzzle.name for puzzle in read_source("eight")]
    assert len(names) > 2
    assert "eight/hardest-1" in names


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("eight/hardst-1", "no such file or library puzzle: eight/hardst-1; did you mean eight/hardest-1?"),
        ("puzzel.txt", "no such file or library puzzle: puzzel.txt; `budge list library` shows the names"),
        ("../eight", "no such file or library puzzle: ../eight"),
        ("a" * 5000, "no such file or library puzzle: aaaa"),
        ("hello world", "'hello world' is not a file, a library puzzle or a puzzle as text"),
        ("", "an empty source; expected a file, -, a name from the library, or a puzzle as text"),
        ("1 2 3/4 5", "puzzle text, line 1: row 2 has 2 numbers, but row 1 has 3"),
        ("1\0 2", "puzzle text, line 1: '1\\x00' is not a tile"),
        ("{", "puzzle text, line 1, column 2"),
    ],
)
def test_an_unknown_source_gets_a_specific_error(source, message):
    assert complaint(source).startswith(message)


@pytest.mark.parametrize(
    ("goal", "cells"),
    [
        ("blank-first", (0, 1, 2, 3, 4, 5)),
        ("blank-last", (1, 2, 3, 4, 5, 0)),
        ("5 4 3/2 1 0", (5, 4, 3, 2, 1, 0)),
        ("5 4 3\n2 1 _\n", (5, 4, 3, 2, 1, 0)),
        ("5 4 3 2 1 0", (5, 4, 3, 2, 1, 0)),
    ],
)
def test_a_goal_given_on_the_side_replaces_the_one_in_the_text(goal, cells):
    [puzzle] = read_source("goal: blank-first\n1 2 3/4 5 0", goal=goal)
    assert puzzle.goal == cells


def test_a_goal_for_tokens_is_in_the_order_of_the_vertices():
    [puzzle] = read_source("a: b; start: 1 _", goal="_ 1")
    assert puzzle.goal == ("_", "1")


@pytest.mark.parametrize(
    ("source", "goal", "message"),
    [
        ("1 2/3 0", "1 2 3/4 5 0", "the goal is 3×2 but the board is 2×2"),
        ("1 2 3/4 5 0", "1 2/3 4/5 0", "the goal is 2×3 but the board is 3×2"),
        ("1 2/3 0", "1 2/3 3", "the goal has no blank; expected exactly one"),
        ("1 2/3 0", "middle", "goal 'middle'; expected blank-first, blank-last or a board"),
        ("a: b; start: 1 _", "1 2 _", "goal: 3 tokens for 2 vertices"),
        (
            "a: b; start: 1 _",
            "junk",
            "goal: 1 token for 2 vertices; expected one per vertex, _ for the blank, or blank-first or",
        ),
        (
            "A./.. ../A.",
            "blank-last",
            "goal 'blank-last'; expected 2 rows of 2 cells separated by slashes, as ../A. is for",
        ),
        ("A./.. ../A.", "", "goal ''; expected 2 rows of 2 cells separated by slashes"),
        ("A./.. ../A.", "../.A .A", "goal '../.A .A'; expected 2 rows of 2 cells separated by slashes"),
        ("#####|#@$.#|#####", "blank-last", "a goal cannot be given for sokoban: it is part of the board"),
        ("+-+-+-+/|A B a|/+-+-+-+", "blank-last", "goal 'blank-last'; expected a robot (* for any), row and column"),
        ("a: b; start: 1 _", "2 _", "goal: token 1 occurs only in the start"),
    ],
)
def test_a_goal_that_does_not_fit_is_refused(source, goal, message):
    assert complaint(source, goal=goal).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty; expected a puzzle"),
        (b" \n\t\n", "empty; expected a puzzle"),
        (b"# to come\n", "only comments; expected a puzzle"),
        (b"1 2/3 0\0", "a binary file; expected text"),
        (b"1 2\n\xff 0", "line 2: not text in UTF-8"),
        (random.Random(1).randbytes(10_000), "a binary file"),
        (b"hello", "'hello' is not the beginning of a puzzle in a known format (tiles-list, json, "),
        (b"[]", "it contains no puzzle"),
    ],
)
def test_bad_files_are_refused_in_one_line(file, content, message):
    path = file(content)
    assert complaint(path).removeprefix(path).lstrip(":, ").startswith(message)


PIECES = [
    "goal:",
    "name:",
    "start:",
    "blank-first",
    "---",
    '{"kind":"tiles","start":',
    "[[",
    "]]",
    "}",
    "a:",
    "b=",
    "99999",
    "#####\n",
    "#@$.#\n",
    "9(#|",
    "Assigned: 1",
    "WPBTXW\n",
    "init(field(1..9,(1;2))).",
    "init(at(0,1,1)).",
]
NOISE = st.lists(st.sampled_from([*PIECES, *'0123456789 /_.,:;#=-ab{}[]"\n\n\t']), max_size=40).map("".join)


@given(st.text() | NOISE, st.none() | NOISE)
@settings(max_examples=400)
def test_any_text_is_a_puzzle_or_bad_input(text, goal):
    source = "x " + text if text == "-" else text
    with contextlib.suppress(BadInput):
        assert read_source(source, goal)


def test_a_folder_is_not_a_file(tmp_path):
    assert complaint(str(tmp_path)) == f"{tmp_path}: Is a directory"


def test_a_file_above_the_limit_is_not_even_read(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as out:
        os.truncate(out.fileno(), 50 * MAX_BYTES)
    assert complaint(str(path)) == f"{path}: 6,250,000,000 bytes, above the limit of 125 MB"


def test_an_endless_file_is_read_only_to_its_first_part():
    assert complaint("/dev/zero") == "/dev/zero: a binary file; expected text"


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        *((b"", rest) for rest in (b"x", b"1 ", b"1 1\n", b"\n", b"#\n", b"a: b\n", b"[", b"0/", b"1 2/3 4\n")),
        (b"", b"#@$.#\n"),
        (b"#####\n#@$.#\n#####\n", b"; no more\n"),
        (b"", b"init(field(1..900,1..900)).\n"),
        (b"5#|#@$.#|", b"9("),
    ],
)
def test_megabytes_of_garbage_fail_within_seconds_and_in_modest_memory(tmp_path, first, rest):
    """25 MB, and 125 MB of what takes longest to read."""
    size = MAX_BYTES if rest in (b"a: b\n", b"9(") else MAX_BYTES // 5
    path = tmp_path / "garbage.txt"
    with path.open("wb") as out:
        out.write(first)
        for _ in range(99):
            out.write(rest * (size // 100 // len(rest)))
    script = "import sys, budge.formats as f\ntry: f.read_source(sys.argv[1])\nexcept ValueError as e: print(e)"
    run = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        timeout=20,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (600 << 20, 600 << 20)),
    )
    assert run.stdout.startswith(str(path))
    assert run.stdout.count("\n") == 1
    assert run.stderr == ""
