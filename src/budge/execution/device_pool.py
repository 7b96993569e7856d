"""The GPUs of this machine as a pool. This process alone uses them and keeps their databases.

Small boards share every pass of a search and are sent in thousands. Each large board is solved alone on a device. A
puzzle that no GPU can solve is solved by another engine, in the same thread.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, islice
from typing import Any

from budge.api import prepare, run
from budge.device import choose_device, named_device
from budge.engines.base import Prepared, Refusal, Task
from budge.engines.domains.tiles import plans_hold
from budge.engines.gpu import Gpu
from budge.execution import tuning
from budge.execution.batch_job import outcome_of
from budge.execution.jobs import Batch, GivenBack, JobResult, NumberedJob, SolveJob
from budge.execution.local_pool import LocalPool
from budge.gpu.device import device_count, use_device
from budge.model import Observer, Outcome, PuzzleName, Stats
from budge.processes.child import Emit, Ended
from budge.processes.pool import Pool
from budge.puzzles import BadInput, Plan
from budge.spec import SolveSpec


class DevicePool(LocalPool):
    """Runs one batch at a time on each GPU."""

    batch_jobs = 10_000  # enough work for a GPU, and results several times a second

    def __init__(self, ready: queue.SimpleQueue[tuple[int, Any]] | None = None) -> None:
        self._large = set[int]()  # numbers of the jobs that are solved alone on a device
        numbers = count()
        deliver = None if ready is None else lambda number, event: ready.put((number, event))
        super().__init__(device_count(), deliver, lambda: DeviceRunner(next(numbers), self._large))

    def submit(self, number: int, task: Batch, observer: Observer | None = None) -> None:
        self._large.update(at for at, job in task.jobs if Gpu().pass_of(job.puzzle) is None)
        super().submit(number, task, observer)


class DeviceRunner:
    """Runs batches on one GPU, in a thread of this process."""

    def __init__(self, number: int, large: Collection[int]) -> None:
        self._number = number
        self._large = large  # numbers of all jobs submitted so far that are solved alone on a device

    def run(self, batch: Batch, memory: int, observer: Observer, emit: Emit) -> Ended:
        with use_device(self._number):
            run_on_device(batch.jobs, memory, observer, emit, len(self._large))
        return Ended()

    def close(self) -> None:
        """The databases stay on the device for the next pool."""


class AutoPool(Pool):
    """GPUs for the boards that they solve faster, processes of this machine for all others."""

    def __init__(self, slots: int | None = None) -> None:
        super().__init__()
        self._ready: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._local = LocalPool(slots, lambda number, event: self._ready.put((number, event)))
        self._device: DevicePool | None = None
        self._split: set[int] = set()  # batches of which both pools still run a part

    @property
    def slots(self) -> int:
        return self._local.slots + (self._device.slots if self._device else 0)

    def submit(self, number: int, task: Batch) -> None:
        local: list[NumberedJob] = []
        on_gpu: list[NumberedJob] = []
        for each in task.jobs:
            (on_gpu if choose_device(each[1].puzzle, each[1].spec) == "gpu" else local).append(each)
        if local and on_gpu:
            self._split.add(number)
        if local:
            self._local.submit(number, Batch(tuple(local)))
        if on_gpu:
            self._device = self._device or DevicePool(self._ready)
            self._device.submit(number, Batch(tuple(on_gpu)))

    def next(self, seconds: float) -> tuple[int, Any] | None:
        try:
            number, event = self._ready.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(event, BaseException):
            raise event
        if isinstance(event, Ended) and number in self._split:
            self._split.remove(number)
            return None
        return number, event

    def drop(self, numbers: Iterable[int]) -> None:
        for pool in filter(None, (self._local, self._device)):
            pool.drop(numbers)

    def close(self) -> None:
        self._local.close()
        if self._device:
            self._device.close()


def choose_bulk_device(jobs: Iterator[SolveJob], spec: SolveSpec) -> tuple[Iterator[SolveJob], SolveSpec]:
    """The jobs and their spec, with `device="gpu"` if there are thousands of boards that a GPU solves faster in bulk.

    Reads ahead only if the spec does not name a device and the first board is one of these.
    """
    if named_device(spec) is not None:
        return jobs, spec

    def on_gpu(job: SolveJob) -> bool:
        return choose_device(job.puzzle, spec, in_bulk=True) == "gpu"

    head = list(islice(jobs, 1))
    if head and on_gpu(head[0]):
        head += islice(jobs, tuning.MIN_BULK_JOBS - 1)
        if len(head) == tuning.MIN_BULK_JOBS and all(map(on_gpu, head)):
            gpu_spec = replace(spec, device="gpu")
            moved = (SolveJob(job.puzzle, gpu_spec) if on_gpu(job) else job for job in chain(head, jobs))
            return moved, gpu_spec
    return chain(head, jobs), spec


def run_on_device(jobs: Sequence[NumberedJob], memory: int, observer: Observer, emit: Emit, large: int = 0) -> None:
    """Solve the jobs of a batch. Emits lists of results, and the jobs given back when its time is up.

    `large` is the number of boards in the whole run so far that are solved alone on a device.
    """
    until = time.monotonic() + tuning.BATCH_SECONDS
    started = False
    alone: list[tuple[NumberedJob, Prepared]] = []
    for group in groups(jobs):
        first = group[0][1]
        shares = Gpu().pass_of(first.puzzle) is not None
        try:
            task = prepare(first.puzzle, first.spec.with_memory(memory), observer)  # valid for all boards of a pass
        except (BadInput, Refusal) as problem:
            emit([JobResult(number, job.stopped("refusal", str(problem)), 0.0) for number, job in group])
            started = True
            continue
        if shares and task.engine.name == Gpu.name:
            emit(solve_together(group, task))
            started = True
        else:
            if task.engine.name == Gpu.name:
                task = Gpu().for_several(task, large)
            alone += [(each, replace(task, puzzle=each[1].puzzle)) for each in group]
    for at, ((number, job), task) in enumerate(alone):
        if started and (observer.cancelled or time.monotonic() >= until):
            emit(GivenBack([number for (number, _), _ in alone[at:]]))
            return
        began = time.monotonic()
        outcome = outcome_of(job, partial(run, task))
        emit([JobResult(number, outcome, time.monotonic() - began)])
        started = True


def groups(jobs: Sequence[NumberedJob]) -> Iterator[list[NumberedJob]]:
    """Groups of jobs that share the passes of a search; every other job is a group of its own."""
    together: dict[Hashable, list[NumberedJob]] = {}
    for each in jobs:
        shared = Gpu().pass_of(each[1].puzzle)
        together.setdefault(each[0] if shared is None else (shared, id(each[1].spec)), []).append(each)
    yield from together.values()


def solve_together(jobs: Sequence[NumberedJob], task: Prepared) -> list[JobResult]:
    """Results of jobs that share passes. The core replays their plans. If a plan is missing, invalid or not proven
    optimal, `run` makes the outcome."""
    began = time.monotonic()
    puzzles = [job.puzzle for _, job in jobs]
    together = Gpu().solve_all(task, puzzles)
    plans, bounds = together.plans, together.bounds
    held = plans_hold(puzzles, [plan or "" for plan in plans])
    seconds = (time.monotonic() - began) / len(jobs)
    first, rest = (
        Stats(expanded, generated, seconds, seconds)
        for expanded, generated in ((together.run.expanded, together.run.generated), (0, 0))
    )
    results = []
    for at, (number, job) in enumerate(jobs):
        plan, puzzle = plans[at], job.puzzle
        if plan is not None and held[at] and len(plan) == bounds[at]:
            moves = Plan(tuple(plan))
            outcome = Outcome(
                "optimal",
                plan=moves,
                cost=len(plan),
                lower_bound=bounds[at],
                stats=rest if at else first,
                puzzle=PuzzleName(puzzle.kind, puzzle.name),
                engine=Gpu.name,
                heuristic=task.heuristic,
                metric=task.metric,
                quality=task.objective.quality,
                costs=puzzle.costs(moves),
            )
        else:
            solved = replace(task, puzzle=puzzle, engine=SolvedOnGpu(together.outcome(at)), holds_quick_plan=False)
            outcome = replace(outcome_of(job, partial(run, solved)), stats=rest if at else first)
        results.append(JobResult(number, outcome, seconds))
    return results


class SolvedOnGpu(Gpu):
    """Returns the outcome of a puzzle that the GPU has already solved together with others."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def solve(self, task: Task) -> Outcome:
        return self.outcome
