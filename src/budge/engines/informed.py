"""What the searches that follow a heuristic have in common."""

from __future__ import annotations

from budge.engines.heuristics import HEURISTICS
from budge.engines.search import SearchEngine
from budge.puzzles import Puzzle


class InformedEngine(SearchEngine):
    def default_heuristic(self, puzzle: Puzzle) -> str:
        """The one that costs the least time over Korf's hundred, where it applies: see docs/heuristics.md."""
        return "manhattan" if HEURISTICS["linear-conflict"].refuses(puzzle) else "linear-conflict"
