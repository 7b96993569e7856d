"""budge patterns, and databases that `budge solve` builds on the way."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest
from interrupts import hear_ctrl_c
from running import BUDGE, PLAIN

EASY = "1 2 3/4 5 6/7 0 8"
FIFTEEN = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"


@pytest.fixture
def store(tmp_path, monkeypatch):
    """The folder of a fresh store that every command of the test uses."""
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "patterns"


def test_build_list_info_and_remove(budge, store):
    ran = budge("patterns", "build", "3-5", "--goal", "blank-first")
    assert ran.code == 0
    assert ran.out.count("3x3-additive-") == 2
    listed = budge("patterns", "list")
    assert listed.out == ran.out
    assert len(list(store.glob("*.pdb"))) == 2
    info = budge("patterns", "info", "3-5", "--verify")
    assert info.code == 0
    assert info.out.count("checksum     correct") == 2
    removed = budge("patterns", "remove", "3-5")
    assert (removed.code, removed.out) == (0, "removed 2 databases, 12.1 kB\n")
    assert list(store.iterdir()) == []
    assert "no databases" in budge("patterns", "list").out


def test_json_says_what_a_database_is(budge, store):
    built = [json.loads(line) for line in budge("patterns", "build", "4-4", "--json").out.splitlines()]
    listed = [json.loads(line) for line in budge("patterns", "list", "--json").out.splitlines()]
    assert sorted(each["key"] for each in built) == [each["key"] for each in listed]
    for each in listed:
        assert (each["kind"], each["width"], each["height"], each["entries"]) == ("additive", 3, 3, 5520)
        assert each["maximum"] > each["mean"] > 0
        [info] = [json.loads(line) for line in budge("patterns", "info", each["key"], "--json").out.splitlines()]
        assert info["key"] == each["key"]


def test_goals_with_the_blank_in_a_corner_share_their_files(budge, store):
    for goal in ("blank-first", "blank-last"):
        assert budge("patterns", "build", "5-5-5", "--goal", goal).code == 0
    assert len(list(store.glob("*.pdb"))) == 3


def test_the_board_comes_from_the_name_the_goal_or_the_option(budge, store):
    assert budge("patterns", "build", "1,2/3,4", "--board", "3x2").code == 0
    assert budge("patterns", "build", "auto", "--goal", "1,2/3,4/0,5").code == 0
    assert budge("patterns", "build", "table", "--board", "3x3").code == 0
    assert "3×3 distance table" in budge("patterns", "list").out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["build", "7-7-5-5"], "7-7-5-5 needs 4 databases to be built: 1.02 GB"),
        (["build", "fringe", "--board", "4x4"], "fringe needs a database to be built: 519 MB"),
        (["build", "fringe", "--board", "4x4"], "confirm with --yes"),
        (["build", "table", "--board", "4x3"], "table needs a database to be built"),
        (["build", "table", "--board", "4x4"], "a distance table is for boards of up to 12 cells, not 4×4"),
        (["build", "auto"], "auto: unknown board; add it, as --board 4x3"),
        (["build", "3-2"], "3-2: unknown board"),
        (["build", "3-2", "--board", "3x3"], "pdb:3-2 has 5 tiles, but 3×3 has 8"),
        (["build", "1,2", "--board", "big"], "--board 'big'; expected width and height, as 4x4"),
        (["build", "nonsense", "--board", "3x3"], "no partition or file 'nonsense'"),
        (["build", "12-12"], "no database of 12 tiles on 5×5: the pattern has too many placements"),
        (["build", "auto", "--board", "9x9"], "at most 64 cells"),
        (["build", "auto", "--goal", "1 2/2 0"], "tile 2 occurs twice"),
        (["info", "3-5"], "is not built"),
        (["remove", "3-5"], "is not in the store"),
        (["plot", "4-4", "-o", "picture.xyz"], "picture.xyz"),
    ],
)
def test_33_in_one_clear_line(budge, store, arguments, complaint):
    ran = budge("patterns", *arguments)
    assert (ran.code, ran.out) == (33, "")
    assert all(line.startswith("budge: ") for line in ran.err.splitlines())
    assert complaint in ran.err


def test_usage(budge, store):
    for arguments in (["build"], ["remove"], ["remove", "3-5", "--all"], ["nonsense"], ["info"]):
        assert budge("patterns", *arguments).code == 2


def test_solve_builds_small_databases_on_the_way_and_asks_for_large_ones(budge, store):
    ran = budge("solve", FIFTEEN, "--engine", "ida", "--heuristic", "pdb:5-5-5")
    assert (ran.code, ran.err) == (0, "")
    assert "engine       ida with pdb:5-5-5" in ran.out
    assert len(list(store.glob("*.pdb"))) == 3
    refused = budge("solve", FIFTEEN, "--engine", "ida", "--heuristic", "pdb:fringe")
    assert (refused.code, refused.out) == (33, "")
    assert "confirm with --yes" in refused.err
    assert refused.err.count("\n") == 1
    assert len(list(store.iterdir())) == 3


def test_an_unsolvable_puzzle_needs_no_database(budge, store):
    ran = budge("solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "--heuristic", "pdb:7-8")
    assert ran.code == 11


def test_the_question_on_a_terminal(tmp_path, store):
    for answer, code in ((b"n\n", 33), (b"y\n", 23)):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*BUDGE, "solve", "fifteen/46", "--heuristic", "pdb:fringe", "--seconds", "1"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **PLAIN, "TERM": "xterm"},
        )
        os.close(theirs)
        os.write(ours, answer)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            shown += piece
        os.close(ours)
        assert process.wait(timeout=60) == code
        assert b"519 MB" in shown
        assert b"Build now? [y/N]" in shown
    assert "building 4×4 plain" in shown.decode()
    assert list(store.iterdir()) == []


def test_a_damaged_file_is_reported_and_built_again(budge, store):
    assert budge("patterns", "build", "4-4").code == 0
    first, second = sorted(store.glob("*.pdb"))
    first.write_bytes(first.read_bytes()[:-1] + b"\xff")
    os.truncate(second, 5000)
    info = budge("patterns", "info", "4-4")
    assert info.code == 33
    assert info.err.count("is damaged") == 2
    assert budge("patterns", "list").err.count("is damaged") == 2
    ran = budge("solve", EASY, "--heuristic", "pdb:4-4")
    assert ran.code == 0
    assert ran.err.count("is damaged and will be built again") == 2
    again = budge("patterns", "info", "4-4", "--verify")
    assert (again.code, again.err) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_during_a_build_is_130_and_leaves_nothing(store, number):
    process = subprocess.Popen(
        [*BUDGE, "patterns", "build", "fringe", "--board", "4x4", "--yes"],
        stderr=subprocess.PIPE,
        preexec_fn=hear_ctrl_c,
    )
    while not list(store.glob("*.tmp")):
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)
    err = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert list(store.iterdir()) == []


def test_a_limit_on_a_build(budge, store):
    ran = budge("patterns", "build", "7-8", "--yes", "--seconds", "0.3")
    assert (ran.code, ran.out) == (23, "")
    assert ran.err == "budge: stopped by seconds; the unfinished database is removed\n"
    assert budge("patterns", "build", "7-8", "--yes", "--memory", "10M").code == 22


def test_a_full_disk_is_one_line(store):
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
        "from budge.cli import main; sys.argv = ['budge', 'patterns', 'build', '6-6-3', '--yes']; main()"
    )
    ran = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True)
    assert ran.returncode == 33
    assert ran.stderr.count("\n") == 1
    assert "not enough disk space for a database of 1.5 MB" in ran.stderr
    assert list(store.iterdir()) == []


def test_histograms_as_text_json_and_pictures(budge, store, tmp_path):
    ran = budge("patterns", "plot", "4-4")
    assert ran.code == 0
    assert ran.out.count("mean ") == 2
    assert "█" in ran.out
    placed = budge("patterns", "plot", "4-4", "--placements")
    assert "3,024 placements" in placed.out
    refused = budge("patterns", "plot", "plain:1,2", "--board", "3x3", "--placements")
    assert (refused.code, "additive" in refused.err) == (33, True)
    shapes = [json.loads(line) for line in budge("patterns", "plot", "4-4", "--json").out.splitlines()]
    assert [sum(each["counts"]) for each in shapes] == [5520, 5520]
    pytest.importorskip("matplotlib")
    for name, magic in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        assert budge("patterns", "plot", "4-4", "3-5", "-o", name).code == 0
        assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_missing_extra_is_one_line(budge, store, tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here')")
    ran = budge("patterns", "plot", "4-4", "-o", "a.png", PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.err) == (33, "budge: plots need matplotlib: pip install 'budge[plots]'\n")


def test_remove_all_asks(budge, store):
    budge("patterns", "build", "4-4")
    ran = budge("patterns", "remove", "--all")
    assert (ran.code, ran.out) == (33, "")
    assert budge("patterns", "remove", "--all", "--yes").code == 0
    assert list(store.iterdir()) == []


def test_help_teaches_by_example(budge):
    for name in ("build", "list", "info", "plot", "remove"):
        ran = budge("patterns", name, "--help")
        assert ran.code == 0
        assert f"budge patterns {name}" in ran.out
        assert "Examples:" in ran.out
