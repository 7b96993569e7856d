"""budge generate, as a person runs it: what it writes is read and solved, and what ends it leaves the rest in place."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest
from running import BUDGE

from budge.formats import read_source


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


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["tiles", "--moves", 9, "--min-moves", 3], 2, "--moves says it exactly"),
        (["tiles", "--size", "3x3", "--moves", 99], 33, "no position is 99 moves from the goal; the farthest is 31"),
        (["tiles", "--size", "9x9", "--walk", 900, "--seconds", 0.2], 23, "the time was over after 0 puzzles"),
        (["sokoban", "--hardest"], 2, "--hardest"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_line(budge, arguments, code, complaint):
    ran = budge("generate", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert complaint in ran.err
    assert code == 2 or ran.err.count("\n") == 1


def test_ctrl_c_leaves_the_puzzles_that_were_found(tmp_path):
    arguments = ["generate", "tiles", "--size", "3x3", "--count", "10000", "-o", "many.tiles"]
    process = subprocess.Popen([*BUDGE, *arguments], cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    while not (tmp_path / "many.tiles").exists() or not (tmp_path / "many.tiles").stat().st_size:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert len(read_source(tmp_path / "many.tiles")) >= 1
