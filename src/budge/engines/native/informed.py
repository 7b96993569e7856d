"""What the searches that follow a heuristic have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from budge.engines.domains import DOMAINS
from budge.engines.native.options import DUAL, ORDER, REFLECT
from budge.engines.native.search import SearchEngine
from budge.engines.options import Option
from budge.patterns import Pattern
from budge.puzzles import Puzzle


class InformedEngine(SearchEngine):
    options: ClassVar[tuple[Option, ...]] = (ORDER, REFLECT, DUAL)

    def default_heuristic(self, puzzle: Puzzle) -> str:
        return DOMAINS[puzzle.kind].default_heuristic(puzzle)

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]) -> list[Pattern]:
        return DOMAINS[puzzle.kind].databases(puzzle, heuristic or self.default_heuristic(puzzle), options)
