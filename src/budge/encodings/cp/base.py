"""Models in which one step is one push, and the walk to that push is a circuit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar


class WalkModels(ABC):
    """Builds such models for one kind. Only `model` needs the extra `cp`."""

    metric: ClassVar[str]  # a step costs one in it

    @abstractmethod
    def next_length(self, puzzle: Any, length: int) -> int:
        """The smallest length of at least `length` that a plan can have."""

    @abstractmethod
    def model(self, puzzle: Any, min_steps: int, max_steps: int) -> Any:
        """A model of plans of `min_steps` to `max_steps`: `model`, `plan(solver)` and `length(solver)`."""
