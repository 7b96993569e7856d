"""The constraint problems of the studies, by kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.encodings.extras import Extras


class Study(ABC):
    """What the study says of one kind. Its files need the extra `cp` only where a model is made."""

    metric: ClassVar[str]  # that it counts
    extras: ClassVar[tuple[str, ...]]

    def refuses(self, puzzle: Any) -> str | None:
        """None, or why the study's model does not fit a puzzle."""
        return None

    @abstractmethod
    def model(self, puzzle: Any, least: int, most: int, extras: Extras, dead_squares: frozenset[int]) -> Any:
        """The constraint problem for plans of `least` to `most` steps: `csp`, `steps` and `plan(solver)`."""
