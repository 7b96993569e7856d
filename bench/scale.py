"""Measures the claims of docs/scale.md about many puzzles at once, and extrapolates to a thousand workers.

    .venv/bin/python bench/scale.py many          2,000 8-puzzles: one process, two jobs, two workers of a cluster
    .venv/bin/python bench/scale.py overhead      jobs that sleep: wall-clock time against time slept
    .venv/bin/python bench/scale.py memory        100,000 short jobs: memory of client and scheduler
    .venv/bin/python bench/scale.py scheduler     trivial tasks: cost per task at the scheduler, by tasks in flight
    .venv/bin/python bench/scale.py storm         2,000 jobs on three workers, one killed every two seconds
    .venv/bin/python bench/scale.py one           a 24-puzzle by one worker and by two: speed-up and idle time
    .venv/bin/python bench/scale.py simulate      how many workers stay busy, by batch and job duration

Wall-clock and processor time are printed, because machines are shared. Jobs that sleep need no processor, but wake up
late on a busy machine; their actual duration counts. Of repeated measurements the minimum counts. The fork server and
the connection to a cluster are made once per program, before the clock starts.
"""

from __future__ import annotations

import argparse
import heapq
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import psutil
from distributed import Client

import budge
from budge import Engine, Objective, Option, Outcome, Puzzle, Task, Tiles
from budge.api import prepare, run
from budge.execution import tuning
from budge.execution.dask_cluster import LocalCluster
from budge.execution.dask_pool import DaskPool
from budge.processes.child import Emit
from budge.processes.pool import Call
from budge.puzzles.tiles import blank_last
from budge.spec import SolveSpec

HERE = str(Path(__file__).parent)


ANY = Objective(quality="any")  # no search for a quick plan runs in the background


class Nap(Engine):
    """Sleeps, and reports that it was stopped."""

    name: ClassVar[str] = "nap"
    summary: ClassVar[str] = "sleeps"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    options: ClassVar[tuple[Option, ...]] = (Option("milliseconds", "1", "how long"),)

    def solve(self, task: Task) -> Outcome:
        time.sleep(float(task.options["milliseconds"]) / 1000)
        return Outcome("stopped", stopped_by="nodes", reason="a nap")


def nap() -> Engine:
    """The engine as workers import it; they cannot import `__main__`."""
    import scale

    engine: Engine = scale.Nap()
    return engine


def boards(count: int) -> list[Puzzle]:
    """Random solvable 8-puzzles with distinct names."""
    start = Tiles(width=3, height=3, start=blank_last(9))
    return [replace(start.random(seed), name=str(seed)) for seed in range(count)]


@contextmanager
def cluster(workers: int) -> Iterator[LocalCluster]:
    os.environ["PYTHONPATH"] = HERE
    with LocalCluster(0) as made:
        for _ in range(workers):
            made.add_worker("--no-nanny")
        with Client(scheduler_file=made.file, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=120)
        yield made


def timed(what: str, work: Callable[[], Any]) -> tuple[float, Any]:
    began, own = time.perf_counter(), time.process_time()
    result = work()
    seconds = time.perf_counter() - began
    print(f"{what:45} {seconds:8.2f} s   {time.process_time() - own:6.2f} s of processor here", flush=True)
    return seconds, result


ROUNDS = 5


def many(count: int) -> None:
    puzzles = boards(count)
    with cluster(2) as made, Client(scheduler_file=made.file, set_as_default=False) as client:
        ways: dict[str, Callable[[list[Puzzle]], list[Outcome]]] = {
            "one process": lambda puzzles: [budge.solve(each) for each in puzzles],
            "solve_many, 2 jobs": lambda puzzles: list(budge.solve_many(puzzles, jobs=2)),
            "solve_many, cluster of 2": lambda puzzles: list(budge.solve_many(puzzles, cluster=client)),
        }
        minimum: dict[str, float] = {}
        costs = set()
        for solve in ways.values():
            solve(puzzles[:50])
        for _ in range(ROUNDS):
            for name, solve in ways.items():
                seconds, found = timed(f"{count:,} 8-puzzles, {name}", lambda solve=solve: solve(puzzles))  # type: ignore[misc]
                minimum[name] = min(seconds, minimum.get(name, seconds))
                costs.add(tuple(outcome.cost for outcome in found))
    assert len(costs) == 1
    alone, two, there = minimum.values()
    print(f"2 jobs take {two / alone:.2f} of one process, a cluster of 2 {there / alone:.2f}")


def overhead(count: int) -> None:
    puzzles = boards(1) * count
    with cluster(2) as made, Client(scheduler_file=made.file, set_as_default=False) as client:
        for milliseconds in (1, 5, 20, 100):
            jobs = puzzles[: max(100, count // milliseconds)]
            for where, place in (("2 jobs", {"jobs": 2}), ("cluster of 2", {"cluster": client})):
                options: dict[str, Any] = {
                    "engine": nap(),
                    "objective": ANY,
                    "milliseconds": str(milliseconds),
                    **place,
                }
                list(budge.solve_many(jobs[:20], **options))
                took, outcomes = timed(
                    f"{len(jobs):,} of {milliseconds} ms, {where}",
                    lambda jobs=jobs, options=options: list(budge.solve_many(jobs, **options)),  # type: ignore[misc]
                )
                slept = sum(outcome.stats.seconds for outcome in outcomes)
                print(f"{'':45} {took / (slept / 2) - 1:8.1%} more than they took", flush=True)


def memory(count: int) -> None:
    [puzzle] = boards(1)
    with cluster(2) as made:
        processes = {"client": psutil.Process(), "scheduler": psutil.Process(made.processes[0].pid)}
        jobs = (puzzle for _ in range(count))
        outcomes = budge.solve_many(jobs, engine=nap(), objective=ANY, milliseconds="1", cluster=made.file)
        for number, _ in enumerate(outcomes, 1):
            if number in (1, count) or number % (count // 5) == 0:
                sizes = (f"{name} {each.memory_info().rss / 1e6:,.0f} MB" for name, each in processes.items())
                print(f"{number:8,} of {count:,} done: {', '.join(sizes)}", flush=True)


def scheduler(count: int) -> None:
    """The cost of a task at the scheduler and the client, by tasks in flight."""
    with cluster(2) as made, Client(scheduler_file=made.file, set_as_default=False) as client:
        process = psutil.Process(made.processes[0].pid)
        for flight in (4, 100, 10_000):
            before, own = sum(process.cpu_times()[:2]), time.process_time()
            began = time.perf_counter()
            for first in range(0, count, flight):
                keys = range(first, min(count, first + flight))
                client.gather([client.submit(abs, key, pure=False) for key in keys])
            used, here = sum(process.cpu_times()[:2]) - before, time.process_time() - own
            rate = count / (time.perf_counter() - began)
            print(
                f"{count:,} tasks, {flight:6,} in flight: {rate:7,.0f} a second of wall-clock time; "
                f"scheduler {used / count * 1e3:.2f} ms a task, client {here / count * 1e3:.2f} ms; "
                f"scheduler {process.memory_info().rss / 1e6:,.0f} MB, client "
                f"{psutil.Process().memory_info().rss / 1e6:,.0f} MB",
                flush=True,
            )


def storm(count: int) -> None:
    """Kills random workers every two seconds and checks that no outcome is lost or repeated."""
    puzzles, random, over, killed = boards(count), Random(2), threading.Event(), 0
    with cluster(3) as made:

        def kill_workers() -> None:
            nonlocal killed
            while not over.wait(2.0):
                alive = [process for process in made.processes[1:] if process.poll() is None]
                random.choice(alive).kill()
                made.add_worker("--no-nanny")
                killed += 1

        thread = threading.Thread(target=kill_workers)
        thread.start()
        try:
            options = {"engine": "dijkstra", "ordered": False}
            _, found = timed(
                f"{count:,} jobs in a storm", lambda: list(budge.solve_many(puzzles, cluster=made.file, **options))
            )
        finally:
            over.set()
            thread.join()
    here = {each.name: budge.solve(each, engine="dijkstra") for each in puzzles}
    assert len(found) == len(here) == len({outcome.puzzle.name for outcome in found})
    for outcome in found:
        there = here[outcome.puzzle.name]
        assert (outcome.cost, outcome.plan, outcome.stats.expanded) == (there.cost, there.plan, there.stats.expanded)
    print(f"{killed} workers killed; {len(found):,} outcomes, each once and equal to the local one")


# The fifth of Korf's fifty 24-puzzles (Korf and Felner, 2002): by 6-6-6-6 nearly two minutes of one core.
HARD = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11"


@dataclass(frozen=True)
class BatchTiming:
    """When a worker searched a batch of subtrees."""

    worker: int
    bound: int
    nodes: int
    began: float
    ended: float
    cpu_seconds: float


def timed_call(call: Call, emit: Emit) -> None:
    """Runs a call on a worker, then emits its timing."""
    began, own = time.time(), time.thread_time()
    replies: list[Any] = []
    call.job(call.argument, replies.append)  # type: ignore[operator]
    nodes = sum(generated for part in replies[0].parts if part for generated, _ in part.counts)
    emit(replies[0])
    emit(BatchTiming(os.getpid(), call.argument.bound, nodes, began, time.time(), time.thread_time() - own))


class TimedPool(DaskPool):
    """Records which worker ran what, and when."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.timings: list[BatchTiming] = []

    def submit(self, number: int, task: Any) -> None:
        import scale  # under the name by which workers find it

        super().submit(number, Call(scale.timed_call, task))

    def next(self, seconds: float) -> tuple[int, Any] | None:
        import scale  # the class that workers pickle is not that of `__main__`

        found = super().next(seconds)
        if found is not None and isinstance(found[1], scale.BatchTiming):
            self.timings.append(found[1])
            return None
        return found


def one(count: int) -> None:
    """One puzzle by one worker and by several.

    On a shared machine neither wall-clock time nor the time per node is stable. The nodes per worker and their idle
    time are.
    """
    [puzzle] = budge.load(HARD, goal="blank-first")
    task = prepare(puzzle, SolveSpec("ida", "pdb:6-6-6-6"))
    run(replace(task, limits=replace(task.limits, nodes=1)))  # builds the databases
    found, runs, clock = set(), {}, []
    for workers in (1, count):
        own = time.process_time()
        with cluster(workers) as made, TimedPool(made.file) as team:
            seconds, outcome = timed(f"workers: {workers}", lambda team=team: run(replace(task, team=team)))  # type: ignore[misc]
        clock.append(seconds)
        found.add((outcome.plan, outcome.stats.generated, outcome.stats.expanded))
        runs[workers] = Shared(workers, time.process_time() - own, team.timings)
        print(f"{'':45} {outcome.cost} moves, {outcome.stats.generated:,} nodes; {runs[workers]}", flush=True)
    assert len(found) == 1, "plan and counts differ"
    node = sum(each.cpu_seconds for each in runs.values()) / sum(each.nodes for each in runs.values())
    whole, shared = (runs[workers].seconds(node) for workers in (1, count))
    print(
        f"speed-up of {count} workers over one: {clock[0] / clock[1]:.2f} in wall-clock time; "
        f"{whole / shared:.2f} where nobody else is, each node taking {node * 1e9:.0f} ns"
    )


class Shared:
    """The work of all workers for one puzzle."""

    def __init__(self, workers: int, leader: float, timings: list[BatchTiming]) -> None:
        self._workers, self._leader = workers, leader  # processor time of the leader, which shares no short iteration
        self._batches = len(timings)
        self.nodes = sum(timing.nodes for timing in timings)
        self.cpu_seconds = sum(timing.cpu_seconds for timing in timings)
        span = idle = tail = 0.0
        for bound in {timing.bound for timing in timings}:
            batches = sorted((each for each in timings if each.bound == bound), key=lambda each: each.ended)
            began, ended = min(each.began for each in batches), batches[-1].ended
            last = {each.worker: each.ended for each in batches}
            span += workers * (ended - began)
            idle += workers * (ended - began) - sum(each.ended - each.began for each in batches)
            tail += sum(ended - each for each in last.values())
        self._idle, self._tail = idle / span, tail / span

    def seconds(self, node: float) -> float:
        """The duration on an idle machine, given the seconds per node."""
        return self._leader + node * self.nodes / self._workers / (1 - self._idle)

    def __str__(self) -> str:
        return (
            f"{self._batches:,} batches of {self.nodes:,} nodes, {self.cpu_seconds:.1f} s of processor; "
            f"idle {self._idle:.1%}, {self._tail:.1%} at the ends of iterations"
        )


TASK_SCHEDULER = 1.4e-3  # seconds of the scheduler for a task, as `scale.py scheduler` measures
TASK_CLIENT = 1.2e-3  # seconds of the client for a batch, from the same measurement
PUZZLE_CLIENT = 100e-6  # seconds of the client for a puzzle and its outcome, as `scale.py many` measures


def simulate() -> None:
    print(f"{'a job takes':>12} {'a batch takes':>14} {'workers that stay 90 % busy':>29}   the bottleneck then")
    for job in (0.001, 0.01, 0.1, 1.0, 10.0):
        for batch in (tuning.BATCH_SECONDS, 2.0, 10.0):
            puzzles = max(1, round(batch / job))
            workers = max((each for each in COUNTS if busy(each, job, puzzles) >= 0.9), default=0)
            client = TASK_CLIENT + puzzles * PUZZLE_CLIENT
            limit = "" if workers == COUNTS[-1] else "the client" if client > TASK_SCHEDULER else "the scheduler"
            more = "≥ " if workers == COUNTS[-1] else ""
            print(f"{job * 1e3:9,.0f} ms {puzzles * job:12,.1f} s {more + format(workers, ','):>29}   {limit}")


COUNTS = (1, 2, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000)


def busy(workers: int, job: float, puzzles: int) -> float:
    """The share of time in which workers are busy, if each batch passes through client and scheduler first.

    Two batches a worker are under way, as in `budge.execution.dispatcher`: while one runs, the next is fetched.
    """
    random = Random(1)
    client = server = 0.0  # when each is next free
    free = [0.0] * workers  # when each worker finishes its batches
    waiting: list[tuple[float, int]] = [(0.0, worker) for worker in range(workers) for _ in range(2)]
    worked, batches = 0.0, workers * 12
    for _ in range(batches):
        now, worker = heapq.heappop(waiting)
        client = max(client, now) + TASK_CLIENT + puzzles * PUZZLE_CLIENT
        server = max(server, client) + TASK_SCHEDULER
        takes = sum(random.expovariate(1 / job) for _ in range(min(puzzles, 20))) * puzzles / min(puzzles, 20)
        free[worker] = max(free[worker], server) + takes
        worked += takes
        heapq.heappush(waiting, (free[worker], worker))
    return worked / (workers * (sum(free) / workers))


COUNT = {"many": 2000, "overhead": 10_000, "memory": 100_000, "scheduler": 20_000, "storm": 2000, "one": 2}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*COUNT, "simulate"])
    parser.add_argument("--count", type=int, help="number of jobs")
    arguments = parser.parse_args()
    if arguments.what == "simulate":
        simulate()
    else:
        chosen: Callable[[int], None] = globals()[arguments.what]
        chosen(arguments.count or COUNT[arguments.what])


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    main()
