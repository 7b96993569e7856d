"""A bounded queue of calls for worker processes: a fixed number runs at a time, and others wait in order.

A `LocalPool` runs the calls in child processes with hard limits on time and memory. Its threads pass the events of a
call to the event loop.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from budge.execution.local_pool import LocalPool
from budge.execution.worker import Worker
from budge.model import Limits, Observer
from budge.processes.child import Ended
from budge.processes.pool import Call
from budge.web.problems import Problem

REPORT_SECONDS = 0.25  # between two reports of positions in the queue


@dataclass(eq=False)
class QueuedCall:
    """A call for a worker. The event loop calls `on_event` with each event, an `Ended` last."""

    call: Call
    on_event: Callable[[Any], None]
    observer: Observer = field(default_factory=Observer)


class JobQueue:
    """Runs `workers` calls at a time and lets `max_waiting` wait; belongs to one event loop."""

    def __init__(
        self, workers: int, max_waiting: int, on_position: Callable[[QueuedCall, int], None] | None = None
    ) -> None:
        self.workers = workers
        self.max_waiting = max_waiting
        self.running: dict[int, QueuedCall] = {}
        self.waiting: deque[QueuedCall] = deque()
        self._numbers = count()
        self._on_position = on_position  # called with the new position of a waiting call, counted from 1
        self._report_due = False
        self._pool = LocalPool(workers, self._deliver, lambda: Worker(max_idle_seconds=math.inf))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def submit(self, queued: QueuedCall) -> int:
        """Accept a call: its position in the queue, 0 if it runs at once. Raises `Problem` if the queue is full."""
        if self._closed:
            raise Problem(503, "the server is ending")
        self._loop = asyncio.get_running_loop()
        if len(self.running) < self.workers:
            self._start(queued)
            return 0
        if len(self.waiting) >= self.max_waiting:
            detail = f"the queue is full: {self.max_waiting:,} are waiting; try again later"
            raise Problem(503, detail, {"Retry-After": "10"})
        self.waiting.append(queued)
        return len(self.waiting)

    def cancel(self, queued: QueuedCall) -> None:
        """End a call. A waiting call gets its `Ended` at once, a running one when its process has ended."""
        queued.observer.cancel()
        if queued in self.waiting:
            self.waiting.remove(queued)
            queued.on_event(Ended("cancel"))
            self._report_soon()

    def close(self) -> None:
        """End all calls and accept no more."""
        self._closed = True
        for queued in [*self.waiting, *self.running.values()]:
            self.cancel(queued)
        self._pool.close(wait=False)

    def _start(self, queued: QueuedCall) -> None:
        number = next(self._numbers)
        self.running[number] = queued
        self._pool.submit(number, queued.call, queued.observer)

    def _deliver(self, number: int, event: Any) -> None:
        """Called in a thread of the pool."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed: the server has ended
            self._loop.call_soon_threadsafe(self._on_event, number, event)

    def _on_event(self, number: int, event: Any) -> None:
        if isinstance(event, BaseException):
            event = Ended("crash", reason=f"{type(event).__name__}: {event}")
        if not isinstance(event, Ended):
            self.running[number].on_event(event)
            return
        self.running.pop(number).on_event(event)
        while self.waiting and len(self.running) < self.workers:
            self._start(self.waiting.popleft())
        self._report_soon()

    def _report_soon(self) -> None:
        """Report the new positions after `REPORT_SECONDS`, all changes until then in one report: there may be many."""
        if self._on_position is not None and not self._report_due:
            self._report_due = True
            asyncio.get_running_loop().call_later(REPORT_SECONDS, self._report)

    def _report(self) -> None:
        self._report_due = False
        assert self._on_position is not None
        for position, queued in enumerate(self.waiting, 1):
            self._on_position(queued, position)


async def result(queue: JobQueue, call: Call) -> Any:
    """The one event that a call emits. Raises `Problem` if there is none. Cancelling the caller cancels the call."""
    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def on_event(event: Any) -> None:
        if done.done():
            return
        if isinstance(event, Ended):
            done.set_exception(why(event, call.limits))
        else:
            done.set_result(event)

    queued = QueuedCall(call, on_event)
    queue.submit(queued)
    try:
        return await done
    except asyncio.CancelledError:
        queue.cancel(queued)
        raise


def why(ended: Ended, limits: Limits) -> Problem:
    """The problem of a call that ended without an answer."""
    match ended.stopped_by:
        case "seconds":
            return Problem(422, f"this takes more than {limits.seconds:g} seconds, which is the limit here")
        case "memory":
            return Problem(422, f"this takes more than {(limits.memory or 0) >> 20:,} MB, which is the limit here")
        case "cancel" | "interrupt":
            return Problem(409, "it was stopped before there was an answer")
    return Problem(500, f"the worker process failed: {ended.reason or 'it sent no answer'}")
