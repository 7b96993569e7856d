"""A pool of worker processes that are reused: reading a puzzle takes a millisecond, starting a process thirty.

A worker of the pool takes one job after another from a pipe, and emits events as any worker of `budge.processes.child`.
The limits are as hard: whatever ends it, be it time, memory, a crash or that nobody waits any more, ends the job at
hand and no other, and the next job finds another worker or starts one.
"""

from __future__ import annotations

import importlib
import os
import pickle
import resource
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from budge.model import Limits, Observer
from budge.processes.child import Emit, Ended, work

MOST_JOBS = 1000  # of one worker, and
MOST_BYTES = 300 << 20  # at its peak: then it makes way for a fresh one
LENGTH = struct.Struct("!Q")

Function = Callable[[Any, Emit], None]


@dataclass(frozen=True)
class Ready:
    """The worker waits for its first job."""


@dataclass(frozen=True)
class Done:
    """A job has returned."""

    reusable: bool  # whether the worker takes another


class WorkerPool:
    """Workers by turns busy and idle; called from the threads of a `JobQueue`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder  # for pipes
        self._numbers = count()
        self._idle: list[Worker] = []

    def run(self, function: Function, argument: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
        """What `child.work` yields, by an idle worker or a fresh one."""
        idle, emitted = self._pop_idle(), False
        while True:
            worker = idle or Worker(self._folder / f"pipe-{next(self._numbers)}", limits.memory)
            for event in worker.run(function, argument, limits, observer):
                if isinstance(event, Ended) and event.stopped_by == "crash" and idle and not emitted:
                    idle = None  # it may have died while idle: only a fresh one shows whether the job is to blame
                    break
                emitted = True
                yield event
            else:
                if worker.reusable:
                    self._idle.append(worker)
                return

    def close(self) -> None:
        while (worker := self._pop_idle()) is not None:
            worker.close()

    def _pop_idle(self) -> Worker | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None


class JobObserver(Observer):
    """Ends a worker when the job at hand is no longer wanted or has had its time."""

    def __init__(self) -> None:
        super().__init__()
        self.job: Observer | None = None
        self.deadline: float | None = None
        self.told = False  # the worker is being ended: what it still says it had said before

    @property
    def cancelled(self) -> bool:
        late = self.deadline is not None and time.monotonic() >= self.deadline
        self.told = self.told or late or (self.job is not None and self.job.cancelled)
        return self.told


class Worker:
    """The server's end of one worker."""

    def __init__(self, path: Path, memory: int | None) -> None:
        self.reusable = False
        self._observer = JobObserver()
        self._path = path
        self._pipe: int | None = None
        os.mkfifo(path, 0o600)
        self._events = work(serve, str(path), Limits(memory=memory), self._observer)

    def run(self, function: Function, argument: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
        self.reusable = False
        self._observer.job = observer
        self._observer.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        if self._pipe is not None:
            self._send(function, argument)
        for event in self._events:
            if isinstance(event, Ended):
                self.close()
                late = event.stopped_by == "cancel" and not observer.cancelled
                yield replace(event, stopped_by="seconds") if late else event
            elif isinstance(event, Ready | Done) and self._observer.told:
                continue  # it is dead: there is no end of a pipe to open, and nothing to reuse
            elif isinstance(event, Ready):
                with suppress(OSError):  # the worker has just died: its last event will say so
                    self._pipe = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)  # a dead one is not waited for
                    os.set_blocking(self._pipe, True)
                    self._send(function, argument)
                self._path.unlink()
            elif isinstance(event, Done):
                self._observer.job = self._observer.deadline = None
                self.reusable = event.reusable
                if not self.reusable:
                    self.close()
                yield Ended()
                return
            else:
                yield event

    def _send(self, function: Function, argument: Any) -> None:
        assert self._pipe is not None
        data = pickle.dumps((function.__module__, function.__qualname__, argument))
        left = memoryview(LENGTH.pack(len(data)) + data)
        with suppress(BrokenPipeError):  # the worker is dead, and its last event will say so
            while left:
                left = left[os.write(self._pipe, left) :]

    def close(self) -> None:
        self._events.close()  # type: ignore[attr-defined]  # a generator: closing it ends the process
        self._path.unlink(missing_ok=True)
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None


def serve(path: str, emit: Emit) -> None:
    """What a worker of the pool does. The pipe is opened both ways, else it would end before it begins."""
    with open(os.open(path, os.O_RDWR), "rb") as pipe:
        emit(Ready())
        for number in count(1):
            module, name, argument = pickle.loads(pipe.read(LENGTH.unpack(pipe.read(LENGTH.size))[0]))
            getattr(importlib.import_module(module), name)(argument, emit)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
            emit(Done(reusable=number < MOST_JOBS and peak < MOST_BYTES))
