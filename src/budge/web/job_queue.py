"""A queue of jobs for worker processes: so many run at a time, others wait in order, and a full queue takes no more.

Each running job is followed by a thread that does nothing but hand the events of its process to the event loop. The
processes are those of `budge.processes.child`, with hard limits on time and memory: a new one for each job, or, where a
`WorkerPool` runs it, one that is reused.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from budge.model import Limits, Observer
from budge.processes.child import Emit, Ended, work
from budge.web.problems import Problem

Run = Callable[[Callable[[Any, Emit], None], Any, Limits, Observer], Iterator[Any]]  # as `child.work`

REPORT_SECONDS = 0.25  # between two reports of positions in the queue


@dataclass(eq=False)
class Job:
    """A function for a worker. `on_event` is called in the event loop with whatever it emits, an `Ended` last."""

    function: Callable[[Any, Emit], None]
    argument: Any
    limits: Limits
    on_event: Callable[[Any], None]
    observer: Observer = field(default_factory=Observer)


class JobQueue:
    """Runs `workers` jobs at a time and lets `most_waiting` wait; lives in one event loop."""

    def __init__(
        self,
        workers: int,
        most_waiting: int,
        on_position: Callable[[Job, int], None] | None = None,
        run: Run = work,
    ) -> None:
        self.workers = workers
        self.most_waiting = most_waiting
        self.running: set[Job] = set()
        self.waiting: deque[Job] = deque()
        self._on_position = on_position  # called with the new position of a job that waits, counted from 1
        self._report_due = False
        self._run = run
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._closed = False

    def submit(self, job: Job) -> int:
        """Take a job: its position in the queue, 0 if it runs at once. Raises `Problem` if the queue is full."""
        if self._closed:
            raise Problem(503, "the server is ending")
        if len(self.running) < self.workers:
            self._start(job)
            return 0
        if len(self.waiting) >= self.most_waiting:
            waiting = f"{self.most_waiting:,} are waiting already; come again in a while"
            raise Problem(503, waiting, {"Retry-After": "10"})
        self.waiting.append(job)
        return len(self.waiting)

    def cancel(self, job: Job) -> None:
        """End a job; one that is still waiting hears of it at once, one that runs when its process is gone."""
        job.observer.cancel()
        if job in self.waiting:
            self.waiting.remove(job)
            job.on_event(Ended("cancel"))
            self._report_soon()

    def close(self) -> None:
        """End all jobs, and take no more."""
        self._closed = True
        for job in [*self.waiting, *self.running]:
            self.cancel(job)
        self._threads.shutdown(wait=False)

    def _start(self, job: Job) -> None:
        self.running.add(job)
        self._threads.submit(self._follow, job, asyncio.get_running_loop())

    def _follow(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: pass on what the process emits."""

        def call(function: Callable[..., None], *given: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed: the server has ended
                loop.call_soon_threadsafe(function, *given)

        end = Ended("crash", reason="the worker could not be started")
        try:
            for event in self._run(job.function, job.argument, job.limits, job.observer):
                if isinstance(event, Ended):
                    end = event
                else:
                    call(job.on_event, event)
        except OSError as problem:  # the process that forks the workers died under our hands; the next job starts anew
            end = Ended("crash", reason=f"the worker was lost: {problem}")
        finally:
            call(self._finished, job, end)

    def _finished(self, job: Job, end: Ended) -> None:
        self.running.discard(job)
        job.on_event(end)
        while self.waiting and len(self.running) < self.workers:
            self._start(self.waiting.popleft())
        self._report_soon()

    def _report_soon(self) -> None:
        """One report for all that changes until then: a long queue that moves fast is much to tell."""
        if self._on_position is not None and not self._report_due:
            self._report_due = True
            asyncio.get_running_loop().call_later(REPORT_SECONDS, self._report)

    def _report(self) -> None:
        self._report_due = False
        assert self._on_position is not None
        for position, job in enumerate(self.waiting, 1):
            self._on_position(job, position)


async def result(queue: JobQueue, function: Callable[[Any, Emit], None], argument: Any, limits: Limits) -> Any:
    """The one thing that a job emits. Raises `Problem` if it ends without; the job ends if nobody waits for it."""
    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def on_event(event: Any) -> None:
        if done.done():
            return
        if isinstance(event, Ended):
            done.set_exception(why(event, limits))
        else:
            done.set_result(event)

    job = Job(function, argument, limits, on_event)
    queue.submit(job)
    try:
        return await done
    except asyncio.CancelledError:
        queue.cancel(job)
        raise


def why(end: Ended, limits: Limits) -> Problem:
    """What to say of a job that gave no answer."""
    match end.stopped_by:
        case "seconds":
            return Problem(422, f"this takes more than {limits.seconds:g} seconds, which is the limit here")
        case "memory":
            return Problem(422, f"this takes more than {(limits.memory or 0) >> 20:,} MB, which is the limit here")
        case "cancel" | "interrupt":
            return Problem(409, "it was stopped before there was an answer")
    return Problem(500, f"the worker process failed: {end.reason or 'no answer came'}")
