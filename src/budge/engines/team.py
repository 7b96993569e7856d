"""Workers elsewhere that an engine may let take part in one solve. `budge.cluster` has those of a Dask cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from budge.model import Observer

GRACE = 0.2  # seconds that answers may take to arrive after workers have stopped by themselves, their time being up
Call = Callable[[Any, Observer], Any]  # a function of a module; the observer is cancelled when nobody waits any more


class WorkersLost(Exception):
    """All workers are gone, and with them all that was under way."""


@dataclass(frozen=True)
class LostCall:
    """A call whose workers died, each time."""

    reason: str


class Team(ABC):
    """Workers for calls. They may come, go and die meanwhile: a call whose worker dies runs again on another."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many calls run at a time, as things stand."""

    @abstractmethod
    def submit(self, number: int, call: Call, argument: Any) -> None:
        """Ask for what `call(argument, observer)` returns; argument and answer are pickled. Numbers differ."""

    @abstractmethod
    def next(self, seconds: float) -> tuple[int, Any | LostCall] | None:
        """The number of a call that has ended and its answer, or None if none does in so many seconds.

        Raises what the call raised, and `WorkersLost`.
        """

    @abstractmethod
    def drop(self, numbers: Iterable[int]) -> None:
        """These calls are no longer wanted; their answers do not come."""

    @abstractmethod
    def close(self) -> None:
        """End what runs, within a second."""

    def __enter__(self) -> Team:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
