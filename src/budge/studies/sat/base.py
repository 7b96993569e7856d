"""Which kinds have a study in clauses, and how `style=study` of the engine `sat` reaches it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from budge.encodings.sat.base import Encoding, FormulaSpec
from budge.studies.extras import Extras


class SatStudy(ABC):
    """The clauses of a study for one kind."""

    extras: ClassVar[Mapping[str, tuple[str, ...]]]  # by metric

    @abstractmethod
    def encode(self, puzzle: Any, spec: FormulaSpec, extras: Extras) -> Encoding:
        """The clauses of a puzzle. The formulas of the studies do not forbid detours, so `spec.detours` is ignored."""

    def refuses(self, puzzle: Any, metric: str) -> str | None:
        """None, or the reason why the study's clauses do not fit a puzzle."""
        return None
