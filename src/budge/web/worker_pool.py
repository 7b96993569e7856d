"""Worker processes that are kept for the next job: reading a puzzle takes a millisecond, a process of its own thirty.

A kept worker takes one job after another from a pipe, and says what it has to say over its own line, as any worker of
`budge.engines.child`. The limits are as hard: whatever ends it, be it time, memory, a crash or that nobody waits any
more, ends the job at hand and no other, and the next job finds another worker or starts one.
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

from budge.engines.child import Emit, Ended, work
from budge.engines.model import Limits, Observer

MOST_JOBS = 1000  # of one worker, and
TIRED = 300 << 20  # bytes at its peak: then it makes way for a fresh one
LENGTH = struct.Struct("!Q")

Task = Callable[[Any, Emit], None]


@dataclass(frozen=True)
class Ready:
    """The worker hears."""


@dataclass(frozen=True)
class Done:
    """A job has returned."""

    fit: bool  # for another


class Kept:
    """Workers by turns busy and idle; called from the threads of a lane."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder  # for pipes
        self._numbers = count()
        self._idle: list[Worker] = []

    def work(self, job: Task, argument: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
        """What `child.work` yields, by a worker that is kept; begun again by a fresh one where that lies dead."""
        kept, said = self._taken(), False
        while True:
            worker = kept or Worker(self._folder / f"pipe-{next(self._numbers)}", limits.memory)
            for event in worker.work(job, argument, limits, observer):
                if isinstance(event, Ended) and event.stopped_by == "crash" and kept and not said:
                    kept = None  # it may have died before: only a fresh one shows whether the job is to blame
                    break
                said = True
                yield event
            else:
                if worker.fit:
                    self._idle.append(worker)
                return

    def close(self) -> None:
        while (worker := self._taken()) is not None:
            worker.close()

    def _taken(self) -> Worker | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None


class Watch(Observer):
    """Ends a worker when the job at hand is no longer wanted or has had its time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Observer | None = None
        self.deadline: float | None = None

    @property
    def cancelled(self) -> bool:
        late = self.deadline is not None and time.monotonic() >= self.deadline
        return late or (self.asked is not None and self.asked.cancelled)


class Worker:
    """The server's end of one kept worker."""

    def __init__(self, path: Path, memory: int | None) -> None:
        self.fit = False
        self._watch = Watch()
        self._path = path
        self._pipe: int | None = None
        os.mkfifo(path, 0o600)
        self._events = work(serve, str(path), Limits(memory=memory), self._watch)

    def work(self, job: Task, argument: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
        self.fit = False
        self._watch.asked = observer
        self._watch.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        if self._pipe is not None:
            self._order(job, argument)
        for event in self._events:
            if isinstance(event, Ready):
                self._pipe = os.open(self._path, os.O_WRONLY)
                self._path.unlink()
                self._order(job, argument)
            elif isinstance(event, Done):
                self._watch.asked = self._watch.deadline = None
                self.fit = event.fit
                if not self.fit:
                    self.close()
                yield Ended()
                return
            elif isinstance(event, Ended):
                self.close()
                late = event.stopped_by == "cancel" and not observer.cancelled
                yield replace(event, stopped_by="seconds") if late else event
            else:
                yield event

    def _order(self, job: Task, argument: Any) -> None:
        assert self._pipe is not None
        data = pickle.dumps((job.__module__, job.__qualname__, argument))
        left = memoryview(LENGTH.pack(len(data)) + data)
        with suppress(BrokenPipeError):  # the worker is dead, and its line will say so
            while left:
                left = left[os.write(self._pipe, left) :]

    def close(self) -> None:
        self._events.close()  # type: ignore[attr-defined]  # a generator: the line is cut, and its keeper ends the worker
        self._path.unlink(missing_ok=True)
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None


def serve(path: str, emit: Emit) -> None:
    """The job of a kept worker: others' jobs. The pipe is opened both ways, else it would end before it begins."""
    with open(os.open(path, os.O_RDWR), "rb") as pipe:
        emit(Ready())
        for number in count(1):
            module, name, argument = pickle.loads(pipe.read(LENGTH.unpack(pipe.read(LENGTH.size))[0]))
            getattr(importlib.import_module(module), name)(argument, emit)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
            emit(Done(fit=number < MOST_JOBS and peak < TIRED))
