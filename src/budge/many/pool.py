"""Where batches are carried out. One small interface, so that this machine and other machines serve alike."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import ClassVar

from budge.machine import cores, free_memory
from budge.many.batches import BatchRunner
from budge.many.worker import Answer, Numbered, unpacked
from budge.model import Observer


@dataclass(frozen=True)
class Batch:
    number: int
    orders: tuple[Numbered, ...]


@dataclass(frozen=True)
class Done:
    """A batch has ended; orders that were neither answered nor given back are to be sent again."""

    batch: int
    answers: list[Answer]


@dataclass(frozen=True)
class GivenBack:
    """Orders of a batch that others may take: it will not begin them."""

    batch: int
    numbers: list[int]


@dataclass(frozen=True)
class Lost:
    """A batch died with its workers, more than once."""

    batch: int
    reason: str


Event = Done | GivenBack | Lost
Events = queue.SimpleQueue[Event | BaseException]

# Orders, the memory for one that has no limit, who may cancel, what takes orders back: as `BatchRunner.run`.
Perform = Callable[[Sequence[Numbered], int, Observer, Callable[[list[int]], None]], list[Answer]]


class Pool(ABC):
    """Workers for batches. They may come, go and die meanwhile."""

    batch_orders: ClassVar[int | None] = None  # of a batch; None: as many as take half a second
    least_seconds: ClassVar[float] = 0.02  # that a batch should take: several times what it takes to send one

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many batches run at a time, as things stand."""

    @abstractmethod
    def submit(self, batch: Batch) -> None: ...

    @abstractmethod
    def next(self, seconds: float) -> Event | None:
        """What happens next, or None if nothing does in so many seconds."""

    @abstractmethod
    def close(self) -> None:
        """Stop what runs, within a second, and begin nothing more."""

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class LocalPool(Pool):
    """So many batches at a time, each in a process of this machine, or as `perform` does it."""

    def __init__(
        self,
        jobs: int | None = None,
        perform: Perform | None = None,
        events: Events | None = None,  # to tell them together with another pool's
    ) -> None:
        self._perform = perform
        self._jobs = cores() if jobs is None else jobs
        self._memory = free_memory() // self._jobs
        self._waiting: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._events: Events = queue.SimpleQueue() if events is None else events
        self._observer = Observer()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(self._jobs)]
        for thread in self._threads:
            thread.start()

    @property
    def slots(self) -> int:
        return self._jobs

    def submit(self, batch: Batch) -> None:
        self._waiting.put(batch)

    def next(self, seconds: float) -> Event | None:
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(event, BaseException):
            raise event
        return event

    def close(self) -> None:
        self._observer.cancel()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        try:
            with BatchRunner() as runner:
                perform = self._perform or (lambda *asked: unpacked(runner.run(*asked)))
                while (batch := self._waiting.get()) is not None and not self._observer.cancelled:
                    number = batch.number
                    answers = perform(
                        batch.orders,
                        self._memory,
                        self._observer,
                        lambda numbers, number=number: self._events.put(GivenBack(number, numbers)),  # type: ignore[misc]
                    )
                    self._events.put(Done(number, answers))
        except BaseException as problem:  # it belongs to whoever waits for events
            self._events.put(problem)
