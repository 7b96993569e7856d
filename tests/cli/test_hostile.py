"""What unlucky users have: full disks, closed streams, odd terminals, odd values. One clear line each, no work lost."""

from __future__ import annotations

import os
import resource
import subprocess
from functools import partial
from json import loads
from pathlib import Path

import pytest
from running import BUDGE

EASY = "1 2 3/4 5 6/7 0 8"
HUGE = 1 << 64
SUITE = '[[instances]]\npuzzles = ["eight/one"]\n[[configurations]]\nengine = "astar"\n'
WRITERS = [
    ["convert", EASY, "--to", "json", "-o"],
    ["show", EASY, "--svg"],
    ["solve", EASY, "--trace"],
    ["solve", EASY, "--certify"],
    ["export", EASY, "--horizon", 1, "-o"],
    ["export", EASY, "--format", "pddl", "-o"],
    ["generate", "tiles", "--size", "3x3", "-o"],
    ["patterns", "plot", "4-4", "-o"],
    ["bench", "tiny.toml", "-o"],
    ["report", "tiny.jsonl", "--html"],
    ["report", "tiny.jsonl", "--markdown"],
]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a suite and its results."""
    folder = tmp_path_factory.mktemp("bench")
    (folder / "tiny.toml").write_text(SUITE)
    subprocess.run([*BUDGE, "bench", "tiny.toml"], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: " ".join(map(str, (command[0], command[-1]))))
def test_where_nothing_can_be_written_one_line_says_so(budge, bench, tmp_path, command):
    for name in ("tiny.toml", "tiny.jsonl"):
        (tmp_path / name).write_bytes((bench / name).read_bytes())
    (tmp_path / "file").write_text("")
    for path in ("/dev/full", "file/below", "/proc/new"):
        ran = budge(*command, path, BUDGE_CACHE=tmp_path / "cache")
        assert (ran.code, ran.err.count("\n")) == (33, 1), (path, ran)
        assert ran.err.startswith("budge: ")
    ran = budge(*command, "", BUDGE_CACHE=tmp_path / "cache")
    assert ran.code == 2
    assert "an empty name" in ran.err


def test_what_cannot_be_certified_for_lack_of_a_place_is_solved_all_the_same(budge):
    ran = budge("solve", EASY, "--json", "--certify", "/proc/new/proof")
    assert loads(ran.out)["status"] == "optimal"
    assert ran.err.startswith("budge: no certificate: /proc/new: ")


def test_results_are_neither_added_to_nor_read_from_a_device_without_end(budge, tmp_path):
    assert budge("report", "/dev/zero").err == "budge: /dev/zero: a device; expected a file of results\n"
    (tmp_path / "tiny.toml").write_text(SUITE)
    ran = budge("bench", "tiny.toml", "-o", "/dev/zero")
    assert (ran.code, ran.err) == (
        33,
        "budge: /dev/zero: not a file; results are appended to a regular file\n",
    )


@pytest.mark.parametrize("streams", [[2], [0, 2], [0]])
def test_the_result_is_printed_where_other_streams_are_closed(tmp_path, streams):
    def close():
        for stream in streams:
            os.close(stream)

    done = subprocess.run(
        [*BUDGE, "solve", "eight/12", "--json", "--trace", "trace"],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        preexec_fn=close,
    )
    assert done.returncode == 0
    assert loads(done.stdout)["cost"] == 12
    assert loads((tmp_path / "trace").read_text())["engine"] == "astar"


def test_a_certificate_that_does_not_fit_the_disk_is_bad_input(tmp_path):
    def small_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [*BUDGE, "solve", "eight/20", "--certify", "proof"], cwd=tmp_path, preexec_fn=small_disk, capture_output=True
    )
    assert (done.returncode, done.stderr) == (33, b"budge: no certificate: cannot write: File too large\n")
    assert b"20 moves; no plan is shorter" in done.stdout


def test_a_parquet_file_that_does_not_fit_the_disk_is_reported_without_json(tmp_path):
    pytest.importorskip("duckdb")

    def small_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = subprocess.run(
        [*BUDGE, "solve", EASY, "-o", "out.parquet"],
        cwd=tmp_path,
        preexec_fn=small_disk,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 33
    assert done.stderr.count("\n") == 1
    assert "{" not in done.stderr
    assert done.stderr.endswith("out.parquet.jsonl keeps what is done\n")


def test_a_pipe_without_a_writer_is_awaited_as_long_as_the_time_limit(budge, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert budge("solve", "pipe", "--seconds", "0.1").complaint == "pipe: a pipe without data for 0.1 s"
    assert budge("solve", "pipe", "--seconds", "0.1", "--jobs", 1).complaint == "pipe: a pipe without data for 0.1 s"


@pytest.mark.parametrize("options", [[], ["--seconds", "60"], ["--seconds", "60", "--jobs", "1"]])
def test_a_pipe_with_a_writer_is_read(tmp_path, options):
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen([*BUDGE, "solve", "pipe", "--json", *options], cwd=tmp_path, stdout=subprocess.PIPE)
    (tmp_path / "pipe").write_text(f"{EASY}\n1 2 3/4 0 6/7 5 8\n")
    assert [loads(line)["cost"] for line in process.communicate()[0].splitlines()] == [1, 2]


def test_where_stdout_is_closed_no_file_takes_its_place(tmp_path):
    done = subprocess.run(
        [*BUDGE, "solve", "eight/12", "--trace", "trace"],
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        preexec_fn=partial(os.close, 1),
    )
    assert (done.returncode, done.stderr) == (33, b"budge: standard output is closed\n")
    assert loads((tmp_path / "trace").read_text())["engine"] == "astar"


@pytest.mark.parametrize("arguments", [["solve", "nonsense.txt"], ["slove"], ["solve", EASY, "--threads", "x"]])
def test_a_full_stderr_changes_no_exit_code(tmp_path, arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*BUDGE, *arguments], stdout=subprocess.PIPE, stderr=full, cwd=tmp_path)
    assert done.returncode == (33 if "nonsense.txt" in arguments else 2)


@pytest.mark.parametrize("environment", [{"COLUMNS": "0"}, {"COLUMNS": "1"}, {"COLUMNS": "x"}, {"TERM": "dumb"}])
def test_odd_terminals_are_written_to(on_terminal, environment):
    ran = on_terminal("solve", EASY, "--show", **environment)
    assert ran.code == 0
    assert "no plan is shorter" in " ".join(ran.out.split())
    assert "TERM" not in environment or "\x1b" not in ran.out


def test_an_ascii_locale_shows_what_it_can(tmp_path):
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments in (["list"], ["show", "klotski"], ["solve", "graphs/theta0"], ["info", EASY]):
        done = subprocess.run([*BUDGE, *arguments], capture_output=True, cwd=tmp_path, env=plain)
        assert b"Traceback" not in done.stderr
        assert done.stdout


def test_without_arguments_the_commands_are_listed(budge):
    ran = budge()
    assert ran.code == 2
    assert "Commands:\n  solve " in ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", EASY, "--threads", HUGE], 0),
        (["explore", EASY, "--threads", HUGE], 0),
        (["explore", EASY, "--graph", ""], 2),
        (["patterns", "build", "4-4", "--threads", HUGE], 0),
        (["solve", EASY, "--memory", f"{HUGE}"], 2),
        (["web", "--max-memory", "0"], 2),
        (["web", "--max-seconds", "nan"], 2),
        (["solve", EASY, "--memory", "999999999T"], 0),
        (["solve", EASY, "--level", HUGE], 2),
        (["solve", EASY, "--seconds", "nan"], 33),
        (["solve", EASY, "--seconds", "inf"], 33),
        (["generate", "tiles", "--size", "3x3", "--seed", HUGE], 0),
        (["generate", "tiles", "--size", "3x3", "--seed", -1], 0),
        (["generate", "tiles", "--count", HUGE], 2),
        (["generate", "tiles", "--size", "9999x9999"], 33),
        (["show", EASY, "R", "--step", HUGE], 33),
        (["export", EASY, "--horizon", HUGE], 33),
        (["report", "tiny.jsonl", "--sql", ""], 33),
        (["report", "tiny.jsonl", "--sql", "-- nothing"], 33),
        (["report", "tiny.jsonl", "--sql", "SELECT"], 33),
        (["report", "tiny.jsonl", "--sql", "\udcff"], 33),
        (["solve", EASY, "--engine", "x" * 100_000], 33),
    ],
    ids=lambda value: " ".join(map(str, value))[:60] if isinstance(value, list) else "",
)
def test_odd_values_are_taken_or_refused_in_one_line(budge, bench, tmp_path, arguments, code):
    (tmp_path / "tiny.jsonl").write_bytes((bench / "tiny.jsonl").read_bytes())
    ran = budge(*arguments, BUDGE_CACHE=tmp_path / "cache")
    assert ran.code == code, ran
    if code == 33:
        assert ran.err.count("\n") == 1
        assert len(ran.err) < 1000
