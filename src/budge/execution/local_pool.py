"""The processes of this machine as a pool."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

from budge.execution.worker import Worker
from budge.machine import cores, free_memory
from budge.model import Observer
from budge.processes.child import Emit, Ended
from budge.processes.limits import require_children
from budge.processes.pool import Pool


class Runner(Protocol):
    """Runs one task at a time, as `Worker` does."""

    def run(self, task: Any, memory: int, observer: Observer, emit: Emit) -> Ended: ...

    def close(self) -> None: ...


Deliver = Callable[[int, Any], None]


class LocalPool(Pool):
    """Runs one task at a time in each slot. A slot is a thread; it takes the idle worker that was used last."""

    def __init__(
        self,
        slots: int | None = None,
        deliver: Deliver | None = None,  # the slots' threads call it with each event; `next` then returns none
        make_runner: Callable[[], Runner] = Worker,
    ) -> None:
        super().__init__()
        if make_runner is Worker:
            require_children("solving many puzzles at once")
        self._slots = cores() if slots is None else slots
        self._memory = free_memory() // self._slots
        self._waiting: queue.SimpleQueue[tuple[int, Any, Observer] | None] = queue.SimpleQueue()
        self._ready: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._deliver = deliver or (lambda number, event: self._ready.put((number, event)))
        self._observers: dict[int, Observer] = {}  # of tasks that have not ended
        self._dropped: set[int] = set()
        self._make_runner = make_runner
        self._idle: list[Runner] = []
        self._threads: list[threading.Thread] = []

    @property
    def slots(self) -> int:
        return self._slots

    def submit(self, number: int, task: Any, observer: Observer | None = None) -> None:
        """`observer` may cancel the task, whose `Ended` still follows."""
        self._observers[number] = observer = observer or Observer()
        self._waiting.put((number, task, observer))
        if len(self._threads) < min(self._slots, len(self._observers)):
            thread = threading.Thread(target=self._serve, daemon=True)
            self._threads.append(thread)
            thread.start()

    def next(self, seconds: float) -> tuple[int, Any] | None:
        try:
            number, event = self._ready.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(event, BaseException):
            raise event
        if number not in self._dropped:
            return number, event
        if isinstance(event, Ended):
            self._dropped.discard(number)
        return None

    def drop(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._dropped.add(number)
            if (observer := self._observers.get(number)) is not None:
                observer.cancel()

    def close(self, *, wait: bool = True) -> None:
        for observer in list(self._observers.values()):
            observer.cancel()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads if wait else []:
            thread.join()

    def _serve(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            number, task, observer = waiting
            emit = partial(self._deliver, number)
            end: Ended | BaseException = Ended("cancel")
            try:
                if not observer.cancelled:
                    runner = self._idle_runner() or self._make_runner()
                    end = runner.run(task, self._memory, observer, emit)
                    self._idle.append(runner)  # before `end` is delivered, so that the next task finds it
            except BaseException as problem:  # `next` raises it
                end = problem
            self._observers.pop(number, None)
            emit(end)
        while (idle := self._idle_runner()) is not None:
            idle.close()

    def _idle_runner(self) -> Runner | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None
