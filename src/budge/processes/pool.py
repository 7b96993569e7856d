"""Workers that run tasks: one interface for the processes of this machine, its GPUs and the workers of a cluster.

A pool is to many workers what `child.work` is to one process: tasks go in, their events come out, and the last event of
each task is an `Ended`. `budge.execution` provides the pools. An engine uses one as its *team*: the workers that solve
a single puzzle together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, ClassVar

from budge.model import Limits
from budge.processes.child import Ended, Job


class WorkersLost(Exception):
    """The scheduler is gone; all tasks in progress are lost."""


@dataclass(frozen=True)
class Call:
    """A task: one call of `job(argument, emit)` in a child process with hard limits, as `child.work` makes it."""

    job: Job[Any]
    argument: Any
    limits: Limits = field(default_factory=Limits)  # hard; by default the worker's share of memory
    own_process: bool = False  # whether the process is used for this call only

    def within(self, memory: int) -> Call:
        """The call with its memory limit, if it has one, lowered to at most `memory`."""
        lower = self.limits.memory and min(self.limits.memory, memory)
        return replace(self, limits=replace(self.limits, memory=lower))


class Pool(ABC):
    """Runs tasks on workers. Workers may join, leave and die at any time; a task whose worker dies runs on another."""

    min_batch_seconds: ClassVar[float] = 0.02  # shortest batch of solve jobs: several times the cost of sending it
    batch_jobs: ClassVar[int | None] = None  # jobs of a batch; None: as many as take `BATCH_SECONDS`

    def __init__(self) -> None:
        self._events: dict[int, list[Any]] = {}  # of tasks in progress, for `next_reply`

    @property
    @abstractmethod
    def slots(self) -> int:
        """The number of tasks that currently run at a time."""

    @abstractmethod
    def submit(self, number: int, task: Any) -> None:
        """Start a task. `number` identifies it and must be unique."""

    @abstractmethod
    def next(self, seconds: float) -> tuple[int, Any] | None:
        """The number of a task and its next event, or None if there is none within `seconds`. The last event of a task
        is an `Ended`. Raises `WorkersLost`."""

    @abstractmethod
    def drop(self, numbers: Iterable[int]) -> None:
        """End these tasks. They have no more events."""

    @abstractmethod
    def close(self) -> None:
        """End all tasks, within a second."""

    def next_reply(self, seconds: float) -> tuple[int, list[Any]] | None:
        """The number of a task that has ended and all of its events, or None."""
        while (found := self.next(seconds)) is not None:
            number, event = found
            events = self._events.setdefault(number, [])
            events.append(event)
            if isinstance(event, Ended):
                return number, self._events.pop(number)
        return None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
