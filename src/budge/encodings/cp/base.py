"""What CP-SAT is given of a kind: the constraint problem of the study, and for some a model of walks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.encodings.extras import Extras


class Walks(ABC):
    """A model in which one step is one push, and the walk to it a circuit."""

    metric: ClassVar[str]  # that it counts

    @abstractmethod
    def next_length(self, puzzle: Any, least: int) -> int:
        """The least length, from `least` on, that a plan can have."""

    @abstractmethod
    def model(self, puzzle: Any, least: int, most: int) -> Any:
        """The constraint problem for plans of `least` to `most` steps: `model`, `plan(solver)` and `length(solver)`."""


class Study(ABC):
    """What the study says of one kind. Its files need the extra `cp` only where a model is made."""

    metric: ClassVar[str]  # that it counts
    extras: ClassVar[tuple[str, ...]]
    walks: ClassVar[Walks | None] = None  # of a kind that has such a model, beside the study's

    def refuses(self, puzzle: Any) -> str | None:
        """None, or why the study's model does not fit a puzzle."""
        return None

    @abstractmethod
    def model(self, puzzle: Any, least: int, most: int, extras: Extras) -> Any:
        """For plans of `least` to `most` steps: `csp`, `steps`, `plan(solver)` and `length(solver)`."""
