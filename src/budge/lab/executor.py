"""Where jobs run. One small interface, so that processes of this machine and other machines serve alike.

`LocalProcesses` gives every job a process of its own (see `budge.processes.child`): its limits are hard, and if it is
killed or crashes, that is a result like any other.
"""

from __future__ import annotations

import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from budge.lab import worker
from budge.lab.jobs import Job
from budge.lab.record import Record, Used, record_of
from budge.machine import free_memory
from budge.model import REASONS, Limits, Observer, Outcome
from budge.processes.child import Emit, Ended, work

GRACE = 2.0  # seconds that an engine may take to notice that its time is up, before it is killed
SPARE = 256 << 20  # bytes of a process beside what its engine counts


class Executor(ABC):
    """Runs jobs, some at the same time, and hands back their records."""

    @abstractmethod
    def submit(self, job: Job) -> None: ...

    @abstractmethod
    def results(self) -> Iterator[Record]:
        """The record of every job submitted, as they come; ends with the last, or soon after `cancel`."""

    @abstractmethod
    def cancel(self) -> None:
        """Stop what runs, and begin nothing more. Jobs cut short have no record."""

    def close(self) -> None:  # noqa: B027  (most have nothing to give back)
        """Give back what it holds; called at the end, whatever it was."""


class LocalProcesses(Executor):
    """So many jobs at a time, each in a process of its own."""

    def __init__(self, jobs: int = 1) -> None:
        self._memory = free_memory() // jobs
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Record | BaseException | None] = queue.SimpleQueue()
        self._observer = Observer()
        self._submitted = 0
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs)]

    def submit(self, job: Job) -> None:
        self._submitted += 1
        self._waiting.put(job)

    def results(self) -> Iterator[Record]:
        for thread in self._threads:
            self._waiting.put(None)
            thread.start()
        running = len(self._threads)
        while running:
            found = self._done.get()
            if isinstance(found, BaseException):
                raise found
            if found is None:
                running -= 1
            else:
                yield found

    def cancel(self) -> None:
        self._observer.cancel()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _serve(self) -> None:
        try:
            while (job := self._waiting.get()) is not None and not self._observer.cancelled:
                record = in_child(job, self._memory, self._observer)
                if not self._observer.cancelled:
                    self._done.put(record)
            self._done.put(None)
        except BaseException as problem:  # it belongs to whoever waits for results
            self._done.put(problem)


def performer(job: Job) -> Callable[[tuple[Job, int], Emit], None]:
    """What the child is to call."""
    engine = job.spec.engine
    if isinstance(engine, str) or engine.jobs is None:  # `auto` picks a native one
        return worker.perform
    from budge.lab import logic_worker  # imports much, so only where it is needed

    return logic_worker.perform


def in_child(job: Job, memory: int, observer: Observer) -> Record:
    """Run a job in a child process and wait for it."""
    limits = job.spec.limits
    memory = limits.memory or memory
    hard = Limits(None if limits.seconds is None else limits.seconds + GRACE, memory=memory + SPARE)
    began, clock = time.time(), time.monotonic()
    outcome: Outcome | None = None
    ended = Ended("crash")
    for event in work(performer(job), (job, memory), hard, observer):
        if isinstance(event, Ended):
            ended = event
        else:
            outcome = event
    stopped_by = ended.stopped_by or "crash"
    reason = ended.reason or REASONS.get(stopped_by, "the process ended without an outcome")
    used = Used(time.monotonic() - clock, ended.cpu_seconds, ended.peak_bytes, stopped_by, reason)
    return record_of(job, memory, began, outcome, used)
