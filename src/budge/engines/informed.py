"""What the searches that follow a heuristic have in common."""

from __future__ import annotations

from budge.engines.domains import DOMAINS
from budge.engines.search import SearchEngine
from budge.puzzles import Puzzle


class InformedEngine(SearchEngine):
    def default_heuristic(self, puzzle: Puzzle) -> str:
        return DOMAINS[puzzle.kind].default_heuristic(puzzle)
