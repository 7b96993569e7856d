"""What the searches that follow a heuristic have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from budge.engines.base import Option
from budge.engines.domains import DOMAINS
from budge.engines.native.search import ORDER, SearchEngine
from budge.patterns import Pattern
from budge.puzzles import Puzzle

ON_OFF = ("on", "off")
REFLECT = Option(
    "reflect", "on", "pattern databases: also look up the position reflected, where the goal allows", ON_OFF
)
DUAL = Option("dual", "off", "pattern databases: also look up the inverse position", ON_OFF)


class InformedEngine(SearchEngine):
    options: ClassVar[tuple[Option, ...]] = (ORDER, REFLECT, DUAL)

    def default_heuristic(self, puzzle: Puzzle) -> str:
        return DOMAINS[puzzle.kind].default_heuristic(puzzle)

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, str]) -> list[Pattern]:
        return DOMAINS[puzzle.kind].databases(puzzle, heuristic or self.default_heuristic(puzzle), options)
