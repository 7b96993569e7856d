"""budge generate, as a person runs it: what it writes is read and solved, and what ends it leaves the rest in place."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest
from interrupts import hear_ctrl_c
from running import BUDGE, watched

from budge import Tiles, solve
from budge.formats import read_source
from budge.generators.likeness import Likeness


@pytest.mark.parametrize(
    ("arguments", "optimum"),
    [
        (["tiles", "--size", "3x3", "--moves", 25], 25),
        (["tokens", "--vertices", 6, "--moves", 9], 9),
        (["blocks", "--moves", 9], 9),
    ],
)
def test_what_is_generated_is_solved_in_as_many_moves_as_it_says(budge, arguments, optimum):
    made = budge("generate", *arguments, "--seed", 2, "--count", 2)
    assert (made.code, made.err) == (0, "")
    assert made.out.count(f"# {optimum} moves") == 2
    solved = [json.loads(line) for line in budge("solve", "-", "--json", stdin=made.out).out.splitlines()]
    assert [each["cost"] for each in solved] == [optimum, optimum]
    assert [each["puzzle"]["name"] for each in solved] == [f"{arguments[0]}-2-1", f"{arguments[0]}-2-2"]


def test_the_suffix_of_the_output_names_the_format(budge, tmp_path):
    assert budge("generate", "blocks", "--moves", 8, "--count", 2, "-o", "new.rush").code == 0
    assert [len(puzzle.blocks[0].cells) > 1 for puzzle in read_source(tmp_path / "new.rush")] == [True, True]
    assert budge("generate", "tiles", "--size", "3x3", "--count", 2, "-o", "new.json").code == 0
    assert [puzzle.size for puzzle in read_source(tmp_path / "new.json")] == ["3×3", "3×3"]


@pytest.mark.parametrize("output", ["new.lp", "new.map"])
def test_the_grade_is_a_comment_that_the_format_reads_over(budge, tmp_path, output):
    made = budge("generate", "sokoban", "--seed", 3, "--count", 2, "-o", output)
    assert (made.code, made.err) == (0, "")
    assert len(read_source(tmp_path / output)) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["tiles", "--moves", 9, "--min-moves", 3], 2, "--moves is exact"),
        (["tiles", "--size", "3x3", "--moves", 99], 33, "no position is 99 moves from the goal; the farthest is 31"),
        (["tiles", "--size", "9x9", "--walk", 900, "--seconds", 0.001], 23, "time limit was reached after 0 puzzles"),
        (["sokoban", "--size", "64x64", "--boxes", 99, "--seconds", 0.001], 23, "limit was reached after 0 puzzles"),
        (["tiles", "--min-effort", 5, "--max-effort", 3], 33, "effort from 5 to 3; expected minimum"),
        (["sokoban", "--hardest", "--zones"], 33, "hardest: sokoban with these parameters"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_line(budge, arguments, code, complaint):
    ran = budge("generate", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert complaint in ran.err
    assert code == 2 or ran.err.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_the_puzzles_that_were_found(tmp_path, number):
    arguments = ["generate", "tiles", "--size", "3x3", "--count", "10000", "-o", "many.tiles"]
    with subprocess.Popen([*BUDGE, *arguments], cwd=tmp_path, stderr=subprocess.PIPE, preexec_fn=hear_ctrl_c) as made:
        while not (tmp_path / "many.tiles").exists() or not (tmp_path / "many.tiles").stat().st_size:
            assert made.poll() is None
            time.sleep(0.02)
        made.send_signal(number)
        _, complaint = made.communicate(timeout=60)
    assert (made.returncode, complaint.strip()) == (130, b"")
    assert len(read_source(tmp_path / "many.tiles")) >= 1


def test_on_a_terminal_it_says_how_far_it_is(tmp_path):
    """Nothing is so far from the goal, which only trying will tell: the board is too large to know."""
    with watched(["generate", "tiles", "--size", "4x3", "--min-moves", "50", "--seconds", "3"], tmp_path) as made:
        made.wait_for("0 of 1 puzzles")


@pytest.mark.parametrize(
    ("kind", "suffix", "expected"),
    [
        ("tiles", "xsb", "format xsb holds sokoban, not tiles; expected tiles-list, json, asp, tiles"),
        ("sokoban", "tiles", "format tiles holds tiles, not sokoban"),
        ("tokens", "rush", "not tokens"),
    ],
)
def test_a_suffix_for_other_kinds_is_refused_before_anything_is_made(budge, tmp_path, kind, suffix, expected):
    ran = budge("generate", kind, "-o", f"new.{suffix}")
    assert (ran.code, ran.err.count("\n")) == (33, 1)
    assert expected in ran.err
    assert list(tmp_path.iterdir()) == []


def test_puzzles_like_published_counts_are_the_nearest_of_the_candidates(budge):
    args = ("generate", "tiles", "--size", "3x3", "--moves", "18", "--seed", "4", "--candidates", "30")
    like = ("--like", "astar linear-conflict=90", "--like", "ida linear-conflict=300")
    found = budge(*args, *like, "--count", "30", "--json").out.splitlines()
    puzzles = [Tiles.from_json(json.loads(line)["puzzle"]) for line in found]
    target = Likeness.of({"astar linear-conflict": 90, "ida linear-conflict": 300})
    away = [target.distance([expanded(puzzle, engine) for engine in ("astar", "ida")]) for puzzle in puzzles]
    assert away == sorted(away)
    assert away[0] < away[-1]
    best = budge(*args, *like, "--json").out
    assert Tiles.from_json(json.loads(best)["puzzle"]).start == puzzles[0].start


def expanded(puzzle, engine):
    return solve(puzzle, engine=engine, heuristic="linear-conflict").stats.expanded


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        (["--like", "ida"], 2, "expected expansions such as 'ida linear-conflict=515'"),
        (["--like", "idaa=5"], 33, "idaa"),
        (["--like", "ida nothing=5"], 33, "nothing"),
        (["--like", "ida=5", "--candidates", "1", "--count", "2"], 33, "1 candidates for 2 puzzles"),
    ],
)
def test_what_cannot_be_like_anything_is_one_line(budge, given, code, message):
    said = budge("generate", "tiles", "--size", "3x3", *given)
    assert (said.code, message in said.err) == (code, True)


def test_levels_take_the_style_of_a_collection_and_their_optimum_in_steps(budge):
    made = budge("generate", "sokoban", "--style", "sokoban/rooms-7", "--min-changes", "4", "--json")
    board = "".join(json.loads(made.out)["puzzle"]["board"])
    assert (made.code, board.count("$") + board.count("*")) == (0, 3)
    made = budge("generate", "sokoban", "--players", "2", "--boxes", "1", "--size", "6x6", "--min-steps", "5", "--json")
    assert json.loads(made.out)["optimum"]["makespan"] >= 5
    refused = budge("generate", "sokoban", "--style", "eight/12")
    assert (refused.code, refused.out) == (33, "")
    assert "eight/12 has no levels of Sokoban" in refused.err
