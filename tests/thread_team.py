"""A team of threads, as a cluster would be: what goes out and what comes back is pickled."""

from __future__ import annotations

import pickle
import queue
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from budge import Observer
from budge.engines.team import Call, LostCall, Team, WorkersLost


class ThreadTeam(Team):
    """The calls that `loses` counts are lost, the first being 1; after `dies` calls all workers are gone."""

    def __init__(self, workers: int, loses: Container[int] = (), dies: int | None = None) -> None:
        self._workers, self._loses, self._dies = workers, loses, dies
        self._executor = ThreadPoolExecutor(workers)
        self._ended: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._observers: dict[int, Observer] = {}
        self.calls = self.dropped = 0

    @property
    def slots(self) -> int:
        return self._workers

    def submit(self, number: int, call: Call, argument: Any) -> None:
        assert number not in self._observers
        self.calls += 1
        self._observers[number] = Observer()
        if self.calls in self._loses:
            self._ended.put((number, LostCall("it was to be lost")))
        else:
            self._executor.submit(self._work, number, pickle.dumps((call, argument)))

    def _work(self, number: int, packed: bytes) -> None:
        call, argument = pickle.loads(packed)
        try:
            self._ended.put((number, pickle.loads(pickle.dumps(call(argument, self._observers[number])))))
        except Exception as problem:
            self._ended.put((number, problem))

    def next(self, seconds: float) -> tuple[int, Any | LostCall] | None:
        if self._dies is not None and self.calls >= self._dies:
            raise WorkersLost("they are all gone")
        try:
            number, answer = self._ended.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(answer, Exception):
            raise answer
        return None if self._observers[number].cancelled else (number, answer)

    def drop(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.dropped += not self._observers[number].cancelled
            self._observers[number].cancel()

    def close(self) -> None:
        self.drop(self._observers)
        self._executor.shutdown()
