"""A lane of worker processes: so many jobs at a time, the others wait in order, and beyond a length none is taken.

Each job is followed by a thread that does nothing but hand events of its process to the event loop; the processes are
those of `budge.engines.child`, with hard limits on time and memory: a new one for each job, or, where `Kept` does the
work, one of those that are kept.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from budge.engines.child import Emit, Ended, work
from budge.engines.model import Limits, Observer
from budge.web.problems import Problem

Work = Callable[[Callable[[Any, Emit], None], Any, Limits, Observer], Iterator[Any]]  # as `child.work`

TELL = 0.25  # seconds between two reports of positions in the queue


@dataclass(eq=False)
class Job:
    """Something to be done by a worker. `heard` is called in the event loop with whatever it emits, an `Ended` last."""

    job: Callable[[Any, Emit], None]
    argument: Any
    limits: Limits
    heard: Callable[[Any], None]
    observer: Observer = field(default_factory=Observer)


class Lane:
    """Runs jobs, `width` at a time; lives in one event loop."""

    def __init__(
        self, width: int, room: int, moved: Callable[[Job, int], None] | None = None, work: Work = work
    ) -> None:
        self.width = width
        self.room = room
        self.running: set[Job] = set()
        self.waiting: deque[Job] = deque()
        self._moved = moved  # told of the new position of a job that waits, counted from 1
        self._telling = False
        self._work = work
        self._threads = ThreadPoolExecutor(width, thread_name_prefix="worker")
        self._closed = False

    def submit(self, job: Job) -> int:
        """Take a job in: its position in the queue, 0 if it runs at once. Raises `Problem` if there is no room."""
        if self._closed:
            raise Problem(503, "the server is ending")
        if len(self.running) < self.width:
            self._start(job)
            return 0
        if len(self.waiting) >= self.room:
            raise Problem(503, f"{self.room:,} are waiting already; come again in a while", {"Retry-After": "10"})
        self.waiting.append(job)
        return len(self.waiting)

    def cancel(self, job: Job) -> None:
        """End a job; one that is still waiting hears of it at once, one that runs when its process is gone."""
        job.observer.cancel()
        if job in self.waiting:
            self.waiting.remove(job)
            job.heard(Ended("cancel"))
            self._tell_positions()

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
        """In a thread: pass on what the process says."""

        def say(told: Callable[..., None], *what: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed: the server has ended
                loop.call_soon_threadsafe(told, *what)

        end = Ended("crash", reason="the worker could not be started")
        try:
            for event in self._work(job.job, job.argument, job.limits, job.observer):
                if isinstance(event, Ended):
                    end = event
                else:
                    say(job.heard, event)
        except OSError as problem:  # the process that forks the workers died under our hands; the next job starts anew
            end = Ended("crash", reason=f"the worker was lost: {problem}")
        finally:
            say(self._finished, job, end)

    def _finished(self, job: Job, end: Ended) -> None:
        self.running.discard(job)
        job.heard(end)
        while self.waiting and len(self.running) < self.width:
            self._start(self.waiting.popleft())
        self._tell_positions()

    def _tell_positions(self) -> None:
        """Soon, and once for all that changes until then: a long queue that moves fast is much to tell."""
        if self._moved is not None and not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_later(TELL, self._tell)

    def _tell(self) -> None:
        self._telling = False
        assert self._moved is not None
        for position, job in enumerate(self.waiting, 1):
            self._moved(job, position)


async def result(lane: Lane, job: Callable[[Any, Emit], None], argument: Any, limits: Limits) -> Any:
    """The one thing that a job emits. Raises `Problem` if it ends without; the job ends if nobody waits for it."""
    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def heard(event: Any) -> None:
        if done.done():
            return
        if isinstance(event, Ended):
            done.set_exception(why(event, limits))
        else:
            done.set_result(event)

    order = Job(job, argument, limits, heard)
    lane.submit(order)
    try:
        return await done
    except asyncio.CancelledError:
        lane.cancel(order)
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
