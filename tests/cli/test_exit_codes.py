"""Every exit code of docs/exit-codes.md, and the one line that goes with bad input."""

import os
import re
import signal
import subprocess
import time
from functools import partial
from json import loads
from pathlib import Path

import click
import pytest
from interrupts import hear_ctrl_c
from running import BUDGE, HARD

from budge.cli import budge as program
from budge.cli.exits import Exit

DOCS = Path(__file__).parents[2] / "docs"
EASY = "1 2 3/4 5 6/7 0 8"
LARGE = "/".join(" ".join(str((6 * row + column + 1) % 36) for column in range(6)) for row in range(6))


EXAMPLES = re.findall(r"^\| (\d+) \|.*\| `(.*)` \|$", (DOCS / "exit-codes.md").read_text(), re.MULTILINE)


@pytest.mark.parametrize(("code", "command"), EXAMPLES)
def test_every_example_of_the_documentation_ends_with_its_code(tmp_path, code, command):
    """Where there is a pipe, it is budge's own code that counts."""
    program = tmp_path / "budge"
    program.write_text(f'#!/bin/sh\nexec {" ".join(BUDGE)} "$@"\n')
    program.chmod(0o755)
    script = command.replace("\\|", "|") + "\nexit ${PIPESTATUS[0]}"
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=path, cwd=tmp_path, timeout=60)
    assert done.returncode == int(code), done


def test_every_code_but_13_has_an_example():
    documented = {int(code) for code, _ in EXAMPLES}
    assert documented | {13} == {*Exit, 1}


def commands(command, name="budge"):
    """Every command that does something, by its whole name."""
    if not isinstance(command, click.Group):
        return {name: command}
    within = click.Context(command)
    below = [(each, command.get_command(within, each)) for each in command.list_commands(within)]
    return {found: leaf for each, child in below for found, leaf in commands(child, f"{name} {each}").items()}


@pytest.mark.parametrize("name", [name for name in commands(program) if not name.startswith("budge generate")])
def test_every_command_returns_the_code_that_it_ends_with(name):
    """Nothing else is taken for one; those of `budge generate` all end in the same function, which does."""
    assert commands(program)[name].callback.__annotations__["return"] == "int"


def test_0_solved(budge):
    ran = budge("solve", EASY)
    assert (ran.code, ran.err) == (0, "")


def test_2_usage(budge):
    for arguments in (
        ["solve"],
        ["solve", EASY, "--nonsense"],
        ["slove"],
        ["solve", EASY, "--memory", "lots"],
        ["solve", EASY, "--level", "0"],
        ["solve", EASY, "--option", "x"],
        ["solve", EASY, "--option", "threads=2"],
        ["solve", EASY, "--show", "--json"],
    ):
        ran = budge(*arguments)
        assert (ran.code, ran.out) == (2, ""), arguments
        assert "Error:" in ran.err


def test_11_unsolvable_with_the_reason(budge):
    ran = budge("solve", "1 2 3/4 5 6/8 7 0")
    assert ran.code == 11
    assert "odd permutation" in ran.out


INTERVAL = r"the\s+best\s+plan\s+has\s+between\s+\d+\s+and\s+\d+\s+moves"  # a plan is held, and a bound is proven


def test_12_out_of_nodes(budge):
    ran = budge("solve", HARD, "--nodes", 1000)
    assert ran.code == 12
    assert re.search(INTERVAL, ran.out)


def test_22_out_of_memory(budge):
    ran = budge("solve", HARD, "--engine", "astar", "--memory", "20M")
    assert ran.code == 22
    assert re.search(INTERVAL, ran.out)


def test_23_out_of_time(budge):
    ran = budge("solve", HARD, "--seconds", 0.3)
    assert ran.code == 23
    assert re.search(INTERVAL, ran.out)


def test_130_interrupted_with_the_bound_so_far(tmp_path):
    process = subprocess.Popen(
        [*BUDGE, "solve", HARD, "eight/one", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        preexec_fn=hear_ctrl_c,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, b"")
    [line] = out.splitlines()  # the second puzzle was not begun
    outcome = loads(line)
    assert (outcome["status"], outcome["stopped_by"]) == ("stopped", "interrupt")
    assert outcome["lower_bound"] >= 50


def test_the_largest_code_wins_and_a_mistake_does_not_stop_the_rest(budge):
    ran = budge("solve", "eight/swapped", "nonsense.txt", EASY)
    assert ran.code == 33
    assert ran.err == "budge: no such file or library puzzle: nonsense.txt; `budge list library` shows the names\n"
    assert ran.out.count("unsolvable") == ran.out.count("optimal") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["1 2 3/4 5 5/7 0 8"], "tile 5 occurs twice in the start, and tile 6 is missing"),
        (["1 2 3/4 0 6/7 0 8"], "the start has 2 blanks"),
        (["1 2 3/4 5/7 0 8"], "row 2 has 2 numbers, but row 1 has 3"),
        ([EASY, "--goal", "1 2/3 0"], "the goal is 2×2 but the board is 3×3"),
        ([EASY, "--engine", "astra"], "unknown engine 'astra'; did you mean astar?"),
        ([EASY, "--heuristic", "manhatan"], "unknown heuristic 'manhatan'; did you mean manhattan?"),
        ([EASY, "--engine", "astar", "--option", "colour=red"], "has no option 'colour'"),
        ([EASY, "--metric", "pushes"], "tiles has no metric 'pushes'; it has moves"),
        ([EASY, "--quality", "good"], "quality 'good'; expected optimal, any, or a number such as 1.5"),
        ([EASY, "--seconds", "-1"], "a limit of -1.0 seconds; expected a positive number"),
        ([EASY, "--threads", "0"], "0 threads; expected a whole number, at least 1"),
        ([EASY, "--level", "2"], "has no level 2; it holds 1 puzzle"),
        (["eight/hardest"], "did you mean eight/hardest-"),
        (["graphs/cube", "--heuristic", "xy"], "heuristic xy is for tiles, not tokens"),
        ([LARGE, "--engine", "ida", "--heuristic", "xy"], "linear-conflict has no such limit"),
    ],
)
def test_33_bad_input_in_one_clear_line(budge, arguments, complaint):
    assert complaint in budge("solve", *arguments).complaint


@pytest.mark.parametrize("content", [b"", b"\x7fELF\0\0\0", b"\xff\xfe1\0", b"hello\n", b"x" * 100_000_000])
@pytest.mark.parametrize("command", ["solve", "info"])
def test_33_bad_files(budge, tmp_path, content, command):
    (tmp_path / "bad.txt").write_bytes(content)
    assert budge(command, "bad.txt").complaint.startswith("bad.txt")


def test_33_a_refusal_names_those_that_can(budge):
    ran = budge("solve", EASY, "--engine", "construct")
    assert ran.code == 33
    assert "; engines that can: dijkstra, astar, ida, sma, bidirectional" in ran.err


def test_33_a_board_too_large(budge):
    board = "/".join(" ".join(str(65 * row + column) for column in range(65)) for row in range(65))
    ran = budge("solve", "-", stdin=board)
    assert (ran.code, ran.err) == (33, "budge: standard input, line 1: a board of 65 rows; the largest is 64×64\n")


@pytest.mark.parametrize(
    "command",
    [
        ["solve", EASY, "--trace"],
        ["convert", EASY, "--to", "json", "-o"],
        ["show", EASY, "--svg"],
        ["generate", "tiles", "--size", "3x3", "-o"],
    ],
)
def test_33_a_file_that_cannot_be_written_and_the_line_names_it(budge, command):
    for path, reason in (("/no/such/folder/x", "No such file or directory"), ("/dev/full", "No space left on device")):
        ran = budge(*command, path)
        assert (ran.code, ran.err) == (33, f"budge: {path}: {reason}\n")


def test_33_a_graph_for_which_the_disk_has_no_room(budge, tmp_path):
    (tmp_path / "all.json.part").symlink_to("/dev/full")
    ran = budge("explore", "1 2/3 0", "--graph", "all.json")
    assert (ran.code, ran.err) == (33, "budge: all.json: No space left on device\n")
    assert not (tmp_path / "all.json").exists()


def test_33_standard_output_that_cannot_be_written(tmp_path):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*BUDGE, "list"], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path)
    assert done.returncode == 33
    assert done.stderr == b"budge: cannot write: No space left on device\n"


def test_closed_streams_are_no_reason_for_a_traceback(tmp_path):
    for arguments, code, stream in ((["list"], 33, 1), (["solve", "-"], 33, 0)):
        done = subprocess.run(
            [*BUDGE, *arguments], stderr=subprocess.PIPE, cwd=tmp_path, preexec_fn=partial(os.close, stream)
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_complaint(tmp_path):
    process = subprocess.Popen(
        [*BUDGE, "solve", *["eight/hardest-1"] * 200, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 1


def test_the_puzzle_itself_is_never_written_over(budge, tmp_path):
    (tmp_path / "mine.txt").write_text("1 2/3 0")
    os.symlink("mine.txt", tmp_path / "alias.txt")
    for command in (
        ["convert", "mine.txt", "--to", "json", "-o", "alias.txt"],
        ["show", "mine.txt", "--svg", "mine.txt"],
        ["solve", "mine.txt", "--trace", "alias.txt"],
    ):
        ran = budge(*command)
        assert ran.code == 33
        assert "would be overwritten" in ran.err
    assert (tmp_path / "mine.txt").read_text() == "1 2/3 0"


def test_an_unwritable_cache_hinders_only_those_who_need_it(budge, tmp_path):
    (tmp_path / "file").write_text("")
    ran = budge("solve", EASY, "--heuristic", "xy", BUDGE_CACHE=str(tmp_path / "file"))
    assert (ran.code, ran.err) == (0, "")
    ran = budge("doctor", BUDGE_CACHE=str(tmp_path / "file"))
    assert ran.code == 0
    assert "not writable" in " ".join(ran.out.split())
    for asked in (["--engine", "table"], ["--heuristic", "pdb:4-4"]):
        complaint = budge("solve", EASY, *asked, BUDGE_CACHE="/proc/new").complaint
        assert complaint == "no database can be kept in /proc/new/patterns: No such file or directory"
