"""One worker: runs tasks one at a time in a child process with hard limits.

A batch should take half a second, so that the cost of sending it and of waiting for it does not matter. How long a
puzzle takes is not known beforehand. So when the time is up, the worker gives back the jobs that have not started, and
other workers take them. The batch ends with the current job, however long that takes. The child then runs the next one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from budge.execution import tuning
from budge.execution.batch_job import BatchJob, BuildingDatabases, DatabasesBuilt, run_batch
from budge.execution.jobs import Batch, Bundle, GivenBack, JobResult, SolveJob
from budge.model import REASONS, Limits, Observer, Stats
from budge.processes import tuning as process_tuning
from budge.processes.child import Child, Emit, Ended, work
from budge.processes.limits import hard_limits
from budge.processes.pool import Call


class Worker:
    """Runs one task at a time. Tasks with the same limits reuse the child process as long as it is healthy."""

    def __init__(self, max_idle_seconds: float | None = None) -> None:
        self._max_idle_seconds = tuning.IDLE_SECONDS if max_idle_seconds is None else max_idle_seconds
        self._child = Child(None)
        self._purpose: tuple[object, ...] = ()  # the limit and the modules that the child was started for

    def close(self) -> None:
        self._child.close()

    def run(self, task: Batch | Call, memory: int, observer: Observer, emit: Emit) -> Ended:
        """Run a task, emit its events, and return how it ended. `memory` is for tasks without a memory limit."""
        if isinstance(task, Call):
            return self._run_call(task, memory, observer, emit)
        if task.jobs[0][1].measured:
            for number, job in task.jobs:
                if (result := measure(number, job, memory, observer)) is not None:
                    emit(Bundle.of([result]))
        else:
            self._run_batch(task, memory, observer, emit)
        return Ended()

    def _run_call(self, call: Call, memory: int, observer: Observer, emit: Emit) -> Ended:
        limits = replace(call.limits, memory=call.limits.memory or hard_limits(Limits(), memory).memory)
        reused, emitted, ended = False, False, Ended("crash")
        if call.own_process:
            events = work(call.job, call.argument, limits, observer)
        else:
            child = self._child_for(call.limits.memory, limits, ())
            reused = child.is_idle
            events = child.work(call.job, call.argument, observer, seconds=limits.seconds)
        for event in started(events):
            if isinstance(event, Ended):
                ended = event
            else:
                emitted = True
                emit(event)
        if reused and not emitted and ended.stopped_by == "crash":  # the idle child may have died before
            return self._run_call(call, memory, observer, emit)
        return ended

    def _run_batch(self, batch: Batch, memory: int, observer: Observer, emit: Emit) -> None:
        """Run a batch and emit the results. A job without a result was given back or has not started."""
        remaining = deque(batch.jobs)
        until, crashes, has_results = time.monotonic() + tuning.BATCH_SECONDS, 0, False
        while remaining and not observer.cancelled and (not has_results or crashes or time.monotonic() < until):
            job = remaining[0][1]
            limits = hard_limits(job.spec.limits, memory)
            child = self._child_for(job.spec.limits.memory, limits, job.imports)
            watch = JobObserver(observer, limits.seconds)
            ended = Ended("crash")
            solve_memory = (child.memory or 0) - process_tuning.SPARE_BYTES
            bundled = len(remaining) > 1 and not crashes
            sent = BatchJob(list(remaining), max(0.0, until - time.monotonic()), solve_memory, bundled)
            for event in watch.follow(started(child.work(run_batch, sent, watch, tick=tuning.TICK_SECONDS))):
                if isinstance(event, Bundle):
                    emit(event)
                    has_results, crashes = True, 0
                    done = set(event.numbers)
                    remaining = deque(numbered for numbered in remaining if numbered[0] not in done)
                    watch.begin(hard_limits(remaining[0][1].spec.limits, memory).seconds if remaining else None)
                elif isinstance(event, Ended):
                    ended = event
                if len(remaining) > 1 and time.monotonic() >= until:
                    current = remaining.popleft()
                    emit(GivenBack([number for number, _ in remaining]))
                    remaining = deque([current])
            if not remaining or observer.cancelled or ended.stopped_by is None:  # type: ignore[redundant-expr]
                continue
            if ended.stopped_by == "crash" and (crashes := crashes + 1) < tuning.MAX_TRIES:
                continue
            number, job = remaining.popleft()
            emit(Bundle.of([stopped(number, job, ended, watch.seconds, tries=tuning.MAX_TRIES)]))
            has_results, crashes = True, 0

    def _child_for(self, memory: int | None, limits: Limits, imports: Sequence[str]) -> Child:
        """The current child if it was started for the same limit (None: a share of free memory) and modules."""
        purpose = (memory, *imports)
        if not self._child.is_idle or self._purpose != purpose:
            self._child.close()
            self._child = Child(limits.memory, imports=imports, max_idle_seconds=self._max_idle_seconds)
            self._purpose = purpose
        return self._child


def started(events: Iterator[Any]) -> Iterator[Any]:
    """The events of a child. If its fork server dies before the child starts, the only event is a crash; the next use
    starts another server."""
    try:
        yield from events
    except OSError as problem:
        yield Ended("crash", reason=f"the worker process could not be started: {problem}")


def measure(number: int, job: SolveJob, memory: int, observer: Observer) -> JobResult | None:
    """Run a job in a process of its own and record the resources it used. None if it was cancelled."""
    from budge.execution.usage import Usage  # slow to import, and only suites need it

    limits = hard_limits(job.spec.limits, memory)
    solve_memory = job.spec.limits.memory or memory
    while not observer.cancelled:
        began = time.time()
        watch, result, ended = JobObserver(observer, limits.seconds), None, Ended("crash")
        sent = BatchJob([(number, job)], 0.0, solve_memory, bundled=False)
        events = work(run_batch, sent, Limits(memory=limits.memory), watch, imports=job.imports)
        for event in started(watch.follow(events)):
            if isinstance(event, Bundle):
                [result] = event.unpacked()
            elif isinstance(event, Ended):
                ended = event
        if observer.cancelled:
            break  # type: ignore[unreachable]
        if watch.built and result is None and ended.stopped_by is None:
            continue  # this process has built databases; the next one, which is measured, loads them
        seconds = watch.seconds if result is None else result.seconds
        result = result or stopped(number, job, ended, seconds)
        return replace(result, usage=Usage.of(began, seconds, ended.cpu_seconds, ended.peak_bytes, solve_memory))
    return None


def stopped(number: int, job: SolveJob, ended: Ended, seconds: float, *, tries: int = 1) -> JobResult:
    """The result of a job whose process was killed, or crashed in every one of its `tries`."""
    stopped_by = "seconds" if ended.stopped_by == "cancel" else ended.stopped_by or "crash"
    crashed = ended.reason or "the process ended without an outcome"
    outcome = job.stopped(
        stopped_by, REASONS.get(stopped_by) or (f"{crashed}, {tries} times" if tries > 1 else crashed)
    )
    max_cpu_seconds = seconds * job.spec.threads  # the child may have used the rest for earlier jobs
    cpu_seconds = min(ended.cpu_seconds, max_cpu_seconds) if tries > 1 else ended.cpu_seconds
    stats = Stats(seconds=seconds, cpu_seconds=cpu_seconds, peak_bytes=ended.peak_bytes)
    return JobResult(number, replace(outcome, stats=stats), seconds)


class JobObserver(Observer):
    """Ends a child when its batch is cancelled, or when the current job has reached its hard time limit."""

    def __init__(self, batch: Observer, seconds: float | None) -> None:
        super().__init__()
        self._batch = batch
        self.built = False  # whether the child has built databases
        self.begin(seconds)

    def begin(self, seconds: float | None) -> None:
        """Start the clock of a job that may take `seconds`."""
        self._limit, self._began = seconds, time.monotonic()
        self._deadline = None if seconds is None else self._began + seconds

    def follow(self, events: Iterator[Any]) -> Iterator[Any]:
        """The events except those about databases, which stop the clock and start it again."""
        for event in events:
            if isinstance(event, BuildingDatabases):
                self._deadline = None
            elif isinstance(event, DatabasesBuilt):
                self.built = True
                self.begin(self._limit)
            else:
                yield event

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def cancelled(self) -> bool:
        return self._batch.cancelled or (self._deadline is not None and time.monotonic() >= self._deadline)
