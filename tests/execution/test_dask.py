"""A Dask cluster gives the same outcomes even if workers or the scheduler die. Processes are real and really killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import child_jobs
import pytest
from distributed import Client
from interrupts import hear_ctrl_c
from many_engines import Napping, Told

import budge
from budge import BadInput, Limits, Observer, Outcome, Progress, Puzzle, Tiles
from budge.execution.dask_cluster import LocalCluster
from budge.execution.dask_pool import DaskPool
from budge.processes.pool import Call, WorkersLost
from budge.puzzles.tiles import blank_last
from budge.spec import own_version

TESTS = str(Path(__file__).parents[1])
BUDGE = [sys.executable, "-m", "budge"]
EASY = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])
ENOUGH = 60.0  # seconds after which a test counts as hanging
pytestmark = pytest.mark.filterwarnings("ignore:the cluster at .* has no workers yet")


class Cluster(LocalCluster):
    """A cluster whose workers can import the engines of these tests and are not restarted."""

    def add(self, **environment: str) -> subprocess.Popen[bytes]:
        return self.add_worker("--no-nanny", **{"PYTHONPATH": TESTS, **environment})


@contextmanager
def running(workers: int, **environment: str) -> Iterator[Cluster]:
    with Cluster(0) as cluster:
        for _ in range(workers):
            cluster.add(**environment)
        with Client(scheduler_file=cluster.file, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=ENOUGH)
        yield cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running(1) as cluster:
        yield cluster


def boards(count: int) -> list[Puzzle]:
    start = Tiles(width=3, height=3, start=blank_last(9))
    return [replace(start.random(seed), name=str(seed)) for seed in range(count)]


def called(*names: str) -> list[Puzzle]:
    return [replace(EASY, name=name) for name in names]


def findings(outcomes: list[Outcome]) -> list[tuple]:
    return [(each.puzzle, each.engine, each.status, each.plan, each.costs, each.stats.expanded) for each in outcomes]


def wait_until(happens: Callable[[], object]) -> None:
    until = time.monotonic() + ENOUGH
    while not happens():
        assert time.monotonic() < until, "it never happens"
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def test_outcomes_on_a_cluster_equal_local_outcomes(cluster: Cluster) -> None:
    puzzles = [*boards(50), *budge.load("graphs"), *budge.load("eight")]
    assert findings(list(budge.solve_many(puzzles, cluster=cluster.file))) == findings(
        [budge.solve(each) for each in puzzles]
    )


def test_a_puzzle_that_kills_its_process_is_a_crash_and_limits_are_hard(cluster: Cluster) -> None:
    puzzles = called("a", "die", "b", "hang", "c")
    found = list(budge.solve_many(puzzles, engine=Told(), cluster=cluster.file, limits=Limits(seconds=0.2)))
    assert [each.stopped_by for each in found] == ["nodes", "crash", "nodes", "seconds", "nodes"]


@pytest.mark.parametrize(
    ("job", "argument", "stopped_by", "reason"),
    [
        (child_jobs.die, signal.SIGKILL, "crash", "the solver died of SIGKILL"),
        (child_jobs.stumble, None, "crash", "RuntimeError: I stumbled"),
        (child_jobs.eat, 1 << 24, "memory", None),
        (child_jobs.pause, 600.0, "seconds", None),
        (child_jobs.echo, "well", None, None),
    ],
    ids=["killed", "raises", "memory", "seconds", "returns"],
)
def test_a_call_runs_in_a_child_process_and_ends_as_it_does_locally(
    cluster: Cluster, job: Any, argument: Any, stopped_by: str | None, reason: str | None
) -> None:
    with DaskPool(cluster.file) as pool:
        pool.submit(0, Call(job, argument, Limits(seconds=3, memory=200 << 20)))
        while (reply := pool.next_reply(1)) is None:
            pass
    number, (*_, ended) = reply
    assert (number, ended.stopped_by, ended.reason) == (0, stopped_by, reason)


def test_killing_random_workers_loses_and_repeats_no_outcome() -> None:
    """One of three workers is killed and replaced after every thirty outcomes. bench/scale.py has a longer storm."""
    puzzles, random, found = boards(120), Random(2), []
    with running(3) as cluster:
        for outcome in budge.solve_many(puzzles, engine=Napping(), cluster=cluster.file, ordered=False):
            found.append(outcome)
            if len(found) in (30, 60, 90):
                alive = [process for process in cluster.processes[1:] if process.poll() is None]
                random.choice(alive).kill()
                cluster.add()
    here = [budge.solve(each, engine=Napping()) for each in puzzles]
    assert sorted(findings(found), key=str) == sorted(findings(here), key=str)


def test_a_worker_that_joins_late_gets_work(cluster: Cluster, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    outcomes = budge.solve_many(boards(1) * 2000, engine=Napping(), cluster=cluster.file, notes=str(notes))
    next(outcomes)
    late = cluster.add(BUDGE_TEST_WORKER="late")
    try:
        wait_until(lambda: next(outcomes) and "late" in text(notes))
    finally:
        outcomes.close()
        late.kill()


def test_a_worker_with_another_version_is_refused_by_name(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "budge-9.9.9.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: budge\nVersion: 9.9.9\n")
    stranger = cluster.add_worker("--no-nanny", "--name", "stranger", PYTHONPATH=f"{tmp_path}{os.pathsep}{TESTS}")
    try:
        said = rf"worker stranger at tcp://\S+ has budge 9.9.9, and this is budge {own_version()}"
        with pytest.raises(BadInput, match=said):
            for _ in budge.solve_many(called(*map(str, range(5000))), engine=Napping(), cluster=cluster.file):
                pass
    finally:
        stranger.terminate()
        stranger.wait()


def test_ctrl_c_ends_the_tasks_of_workers(cluster: Cluster, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = (
        "import budge, sys; from dataclasses import replace; from many_engines import Told\n"
        "puzzle = replace(budge.load('eight/12')[0], name='hang and say who')\n"
        "list(budge.solve_many([puzzle], engine=Told(), cluster=sys.argv[1], notes=sys.argv[2]))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, cluster.file, str(notes)],
        env={**os.environ, "PYTHONPATH": TESTS},
        stderr=subprocess.DEVNULL,
        preexec_fn=hear_ctrl_c,
    )
    try:
        wait_until(lambda: "process" in text(notes))
        child = int(text(notes).split("process ")[1].split()[0])
        assert is_alive(child)
        process.send_signal(signal.SIGINT)
        wait_until(lambda: not is_alive(child))
        assert process.wait(ENOUGH) != 0
    finally:
        process.kill()


def test_a_scheduler_that_dies_ends_the_run_with_one_line_and_the_rerun_completes(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("\n".join("/".join(row_texts(each)) for each in boards(200)) + "\n")
    output = tmp_path / "out.jsonl"
    plugin = tmp_path / "napping-1.0.dist-info"
    plugin.mkdir()
    (plugin / "METADATA").write_text("Metadata-Version: 2.1\nName: napping\nVersion: 1.0\n")
    (plugin / "entry_points.txt").write_text("[budge.engines]\nnapping = many_engines:Napping\n")
    path = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{TESTS}"}
    command = [*BUDGE, "solve", "boards.txt", "--engine", "napping", "-o", "out.jsonl"]
    with running(2, **path) as cluster:
        process = subprocess.Popen(
            [*command, "--cluster", cluster.file],
            env={**os.environ, **path},
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: text(output).count("\n") > 3)
        cluster.processes[0].kill()
        assert process.stderr is not None
        said = process.stderr.read()
        assert process.wait(ENOUGH) == 12
    [line] = said.splitlines()
    assert "is gone; out.jsonl keeps what is done, and the same command continues from there" in line
    before = text(output)
    assert 3 < before.count("\n") < 200
    again = subprocess.run([*command, "--jobs", "2"], cwd=tmp_path, env={**os.environ, **path})
    assert again.returncode == 0
    after = text(output)
    assert after.startswith(before)
    levels = [json.loads(line)["puzzle"]["level"] for line in after.splitlines()]
    assert sorted(levels) == list(range(1, 201))


def test_a_local_cluster_without_living_workers_ends_the_run() -> None:
    with DaskPool("local", workers=2) as pool:
        assert pool._local is not None
        pool.submit(0, Call(child_jobs.pause, 600.0, Limits()))
        for process in pool._local.processes[1:]:
            process.kill()
        with pytest.raises(WorkersLost, match="all workers of the local cluster have died"):
            wait_until(lambda: pool.next(1))


def test_a_local_cluster_ends_with_its_program(tmp_path: Path) -> None:
    code = "from budge.execution.dask_cluster import LocalCluster\nimport time\n" + (
        "with LocalCluster(1) as cluster:\n"
        "    print(*[each.pid for each in cluster.processes], flush=True)\n"
        "    time.sleep(600)\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    processes = [int(number) for number in program.stdout.readline().split()]
    assert all(map(is_running, processes))
    program.kill()
    program.wait()
    wait_until(lambda: not any(map(is_running, processes)))


def is_running(process: int) -> bool:
    """False also for a process that has ended and waits for its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def row_texts(puzzle: Puzzle) -> list[str]:
    cells = puzzle.initial
    return [" ".join(map(str, cells[row : row + 3])) for row in (0, 3, 6)]


# Instance 1 of Korf's hundred, and the nodes that he counted with Manhattan distance (Korf, 1985).
KORF_1, MOVES, NODES = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", 57, 276_361_933


def test_all_workers_solve_one_puzzle_even_if_one_is_killed() -> None:
    [puzzle] = budge.load(KORF_1, goal="blank-first")
    reports: list[Progress] = []
    with running(2) as cluster:

        def watch(progress: Progress) -> None:
            reports.append(progress)
            if progress.generated > 30_000_000:  # the first 20 million are not worth sharing
                cluster.processes[1].kill()

        settings = {"engine": "ida", "heuristic": "manhattan"}
        outcome = budge.solve(puzzle, cluster=cluster.file, observer=Observer(watch), **settings)
        assert cluster.processes[1].poll() is not None
    assert (outcome.status, outcome.cost, outcome.stats.generated) == ("optimal", MOVES, NODES)
    assert reports[-1].lower_bound > 41  # the heuristic value of the start


def test_the_command_solves_one_puzzle_with_all_workers(cluster: Cluster, tmp_path: Path) -> None:
    command = [*BUDGE, "solve", KORF_1, "--goal", "blank-first", "--engine", "ida", "--heuristic", "manhattan"]
    ran = subprocess.run(
        [*command, "--cluster", cluster.file, "-o", "out.jsonl"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (0, 1), ran.stderr
    [line] = text(tmp_path / "out.jsonl").splitlines()
    found = json.loads(line)
    assert (found["status"], found["cost"], found["stats"]["generated"]) == ("optimal", MOVES, NODES)


SUITE = """
seconds = 20
[[instances]]
puzzles = ["eight/12", "fifteen/20"]
[[configurations]]
engine = ["astar", "ida", "sat"]
"""
SAME = ("suite", "key", "instance", "configuration", "engine", "heuristic", "status", "cost", "plan", "expanded")


def test_a_suite_has_the_same_records_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(SUITE)
    for name, place in (("here", ["--jobs", "2"]), ("there", ["--cluster", cluster.file])):
        ran = subprocess.run(
            [*BUDGE, "bench", "tiny.toml", "-o", f"{name}.jsonl", *place],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=ENOUGH,
        )
        assert (ran.returncode, ran.stderr.count("\n")) == (0, 1), ran.stderr
    here, there = (
        sorted(
            [each[name] for name in SAME]
            for each in map(json.loads, text(tmp_path / f"{which}.jsonl").splitlines())
            if each["type"] == "result"
        )
        for which in ("here", "there")
    )
    assert len(here) == 6
    assert here == there


@pytest.mark.parametrize(
    ("where", "said"),
    [("nonsense", "missing port number"), ("quack://1.2.3.4:5", "cluster quack"), ("no.json", "no such file")],
)
def test_an_invalid_cluster_is_bad_input(where: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        next(budge.solve_many("eight/12", cluster=where))


def test_the_command_reports_an_invalid_cluster_in_one_line() -> None:
    """A client with an invalid address would hang at exit."""
    command = [*BUDGE, "solve", "eight/12", "--cluster", "nonsense"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=ENOUGH)
    assert (ran.returncode, ran.stderr.count("\n")) == (33, 1), ran.stderr
