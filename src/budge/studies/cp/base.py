"""Which kinds have a study as a constraint problem, and how `style=study` of the engine `cp` reaches it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.studies.extras import Extras


class CpStudy(ABC):
    """The constraint problem of a study for one kind."""

    metric: ClassVar[str]  # that the study counts
    extras: ClassVar[tuple[str, ...]]

    def refuses(self, puzzle: Any) -> str | None:
        """None, or the reason why the study's model does not fit a puzzle."""
        return None

    @abstractmethod
    def model(self, puzzle: Any, min_steps: int, max_steps: int, extras: Extras) -> Any:
        """For plans of `min_steps` to `max_steps`: `csp`, `steps`, `plan(value)` and `length(value)`."""
