"""Runs of a suite: killed, interrupted, resumed, out of disk space; no written result is ever lost."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from interrupts import hear_ctrl_c
from process_tree import children, descendants
from running import BUDGE, Ran
from small_suite import record_for

from budge.cli.commands.bench import check_not_suite
from budge.execution.worker import measure
from budge.lab.jobs import BenchJob, plan
from budge.lab.results import ResultsFile, read_results
from budge.lab.suite import parse_suite, read_suite
from budge.model import Observer
from budge.processes.child import _ForkServer
from budge.puzzles import BadInput
from budge.spec import SolveSpec

SUITE = """
seconds = 20
[[instances]]
puzzles = ["eight/12", "eight/20", "eight/26", "fifteen/20"]
[[configurations]]
engine = ["astar", "ida", "bidirectional"]
"""
TASKS = 12
SLOW = """
[[instances]]
puzzles = ["fifteen/46", "eight/one"]
[[configurations]]
engine = "dijkstra"
"""


@pytest.fixture
def suite(tmp_path: Path) -> str:
    (tmp_path / "tiny.toml").write_text(SUITE)
    return "tiny.toml"


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def results(path: Path) -> dict[tuple[str, str], dict]:
    """The results by instance and configuration, which are unique."""
    found = [line for line in lines(path) if line["type"] == "result"]
    keyed = {(line["instance"], line["configuration"]): line for line in found}
    assert len(keyed) == len(found)
    return keyed


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(
        [*BUDGE, "bench", *arguments],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_results(path: Path, count: int) -> None:
    while not path.exists() or path.read_bytes().count(b'"type":"result"') < count:
        time.sleep(0.02)


def test_a_dry_run_says_how_long_suites_take_and_what_is_done(budge: Callable[..., Ran], suite: str, tmp_path: Path):
    (tmp_path / "two.toml").write_text('[[instances]]\npuzzles = "eight/12"\n[[configurations]]\nengine = "ida"\n')
    both = budge("bench", suite, "two.toml", "--dry-run", "--jobs", 2)
    assert both.out.splitlines() == [
        "tiny: 12 tasks, at most 2:00 min",
        "two: 1 task, at most 30.0 s",
        "together: 13 tasks, at most 2:30 min",
    ]
    assert not (tmp_path / "two.jsonl").exists()
    assert budge("bench", "two.toml").code == 0
    assert budge("bench", "two.toml", "--dry-run").out == "two: 1 task, done\n"


def test_every_task_has_one_complete_result(budge: Callable[..., Ran], suite: str, tmp_path: Path):
    ran = budge("bench", suite, "--jobs", 2)
    assert ran.code == 0, ran.err
    found = results(tmp_path / "tiny.jsonl")
    assert len(found) == TASKS
    one = found["eight/20", "astar"]
    assert (one["status"], one["cost"], one["optimum"]) == ("optimal", 20, 20)
    assert one["expanded"] > 0
    assert one["cpu_seconds"] > 0
    assert one["process_bytes"] > 1_000_000
    assert one["limit_seconds"] == 20
    assert SolveSpec.from_json(one["settings"]).limits.seconds == 20
    assert (one["settings"]["engine"], one["settings"]["device"]) == ("astar", "auto")
    assert one["machine"]["cores"] >= 1
    assert {"python", "budge"} <= one["versions"].keys()
    before = (tmp_path / "tiny.jsonl").read_bytes()
    again = budge("bench", suite)
    assert f"{TASKS} of them before" in again.err
    assert (tmp_path / "tiny.jsonl").read_bytes() == before


def test_a_killed_run_continues_and_loses_nothing(budge: Callable[..., Ran], suite: str, tmp_path: Path):
    path = tmp_path / "tiny.jsonl"
    with running(tmp_path, suite) as process:
        wait_for_results(path, 3)
        process.send_signal(signal.SIGKILL)
    before = path.read_bytes()
    assert budge("bench", suite).code == 0
    assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert len(results(path)) == TASKS


def test_a_torn_last_line_is_done_again(budge: Callable[..., Ran], suite: str, tmp_path: Path):
    path = tmp_path / "tiny.jsonl"
    budge("bench", suite)
    whole = results(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert len(read_results([path]).records) == TASKS - 1
    assert read_results([path]).torn == [str(path)]
    budge("bench", suite)
    again = results(path)
    assert {key: line["expanded"] for key, line in again.items()} == {
        key: line["expanded"] for key, line in whole.items()
    }


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_a_run_cleanly(tmp_path: Path, number: int):
    (tmp_path / "slow.toml").write_text(SLOW)
    with running(tmp_path, "slow.toml", "--jobs", "2") as process:
        wait_for_results(tmp_path / "slow.jsonl", 1)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command continues" in said
    assert "Traceback" not in said
    assert len(results(tmp_path / "slow.jsonl")) == 1


def test_after_a_full_disk_the_results_so_far_are_readable(budge: Callable[..., Ran], suite: str, tmp_path: Path):
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    done = subprocess.run(
        [*BUDGE, "bench", suite], cwd=tmp_path, preexec_fn=small_disk, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 33
    assert done.stderr.count("\n") == 1
    assert "tiny.jsonl: File too large" in done.stderr
    some = len(results(tmp_path / "tiny.jsonl"))
    assert 0 < some < TASKS
    assert budge("bench", suite).code == 0
    assert len(results(tmp_path / "tiny.jsonl")) == TASKS


def test_two_runs_do_not_write_into_one_file(tmp_path: Path):
    path = tmp_path / "x.jsonl"
    with ResultsFile(path), pytest.raises(BadInput, match="another run"), ResultsFile(path):
        pass


def test_results_are_not_written_over_the_suite(suite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="is the suite itself"):
        check_not_suite(suite, [suite])


def test_a_short_run_takes_fewer_instances_and_less_time(budge: Callable[..., Ran], tmp_path: Path):
    short = SUITE.replace("puzzles", "short = 2\npuzzles").replace("seconds = 20", "seconds = 20\nshort.seconds = 3")
    (tmp_path / "tiny.toml").write_text(short)
    assert budge("bench", "tiny.toml", "--short").code == 0
    found = results(tmp_path / "tiny.jsonl")
    assert {instance for instance, _ in found} == {"eight/12", "eight/20"}
    assert {line["limit_seconds"] for line in found.values()} == {3}


def test_a_terminal_shows_a_progress_bar(on_terminal: Callable[..., Ran], suite: str):
    ran = on_terminal("bench", suite)
    assert ran.code == 0
    assert f"{TASKS}/{TASKS}" in ran.out
    assert "left" in ran.out


def test_an_invalid_suite_is_reported_in_one_line(budge: Callable[..., Ran], tmp_path: Path):
    (tmp_path / "bad.toml").write_bytes(b"\0\1")
    ran = budge("bench", "bad.toml")
    assert ran.code == 33
    assert ran.err == "budge: bad.toml: a binary file; expected text\n"
    for number, content in enumerate(["", "title = 3", "[[instances]]\npuzzles = []"]):
        path = tmp_path / f"{number}.toml"
        path.write_text(content)
        with pytest.raises(BadInput, match=r"\.toml, line 1|\.toml, line 2"):
            read_suite(str(path))


def job(text: str) -> BenchJob:
    return plan(parse_suite(text, "x", "x")).jobs[0]


def test_a_killed_worker_is_a_result() -> None:
    """The system kills processes when it runs out of memory."""
    hard = job(SLOW)
    server = _ForkServer.mine()._process.pid
    found = []
    thread = threading.Thread(target=lambda: found.append(record_for(hard)))
    thread.start()
    while not (workers := [child for supervisor in children(server) for child in children(supervisor)]):
        time.sleep(0.02)
    time.sleep(0.2)
    os.kill(workers[0], signal.SIGKILL)
    thread.join()
    assert (found[0].status, found[0].stopped_by) == ("stopped", "crash")
    assert "SIGKILL" in found[0].reason


def test_a_cancelled_task_leaves_no_process() -> None:
    """Logic engines have children of their own, in sessions of their own."""
    pytest.importorskip("pysat")
    observer, hard = Observer(), job(SLOW.replace("dijkstra", "sat"))
    thread = threading.Thread(target=measure, args=(0, hard.solve_job(), 4 << 30, observer))
    server = _ForkServer.mine()._process.pid
    thread.start()
    while len(family := descendants(server)) < 5:  # supervisor and worker; its own fork server, supervisor and worker
        time.sleep(0.02)
    observer.cancel()
    thread.join()
    while any(Path(f"/proc/{process}").exists() for process in family):
        time.sleep(0.02)


def test_a_task_that_exceeds_a_limit_is_stopped_with_its_bound() -> None:
    record = record_for(job("memory = '16M'\n" + SLOW))
    assert (record.status, record.stopped_by) == ("stopped", "memory")
    assert record.lower_bound > 0
    timed = record_for(job("seconds = 0.3\n" + SLOW))
    assert (timed.status, timed.stopped_by) == ("stopped", "seconds")
    assert timed.limit_seconds == 0.3


def test_a_limit_is_positive(budge: Callable[..., Ran], suite: str) -> None:
    ran = budge("bench", suite, "--seconds", "-1")
    assert ran.code == 33
    assert "expected a positive number" in ran.err
