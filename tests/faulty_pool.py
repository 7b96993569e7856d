"""A local pool as a team for one puzzle, some of whose calls are lost."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from budge.execution.local_pool import LocalPool
from budge.processes.child import Ended
from budge.processes.pool import WorkersLost


class FaultyPool(LocalPool):
    """Loses the calls that `loses` contains, the first being 1; loses all workers after `dies` calls."""

    def __init__(self, workers: int, loses: Container[int] = (), dies: int | None = None) -> None:
        super().__init__(workers)
        self._loses, self._dies = loses, dies
        self.calls = self.dropped = 0

    def submit(self, number: int, task: Any, observer: Any = None) -> None:
        self.calls += 1
        if self.calls in self._loses:
            self._ready.put((number, Ended("crash", reason="the test lost it")))
        else:
            super().submit(number, task, observer)

    def next(self, seconds: float) -> tuple[int, Any] | None:
        if self._dies is not None and self.calls >= self._dies:
            raise WorkersLost("all workers are gone")
        return super().next(seconds)

    def drop(self, numbers: Iterable[int]) -> None:
        numbers = list(numbers)
        self.dropped += len(numbers)
        super().drop(numbers)
