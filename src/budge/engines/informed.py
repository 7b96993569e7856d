"""What the searches that follow a heuristic have in common."""

from __future__ import annotations

from budge.engines.heuristics import HEURISTICS
from budge.engines.search import SearchEngine
from budge.puzzles import Puzzle


class InformedEngine(SearchEngine):
    def default_heuristic(self, puzzle: Puzzle) -> str:
        """The strongest that applies, by total time over many puzzles: xy, then linear-conflict, then manhattan."""
        best = ("xy", "linear-conflict", "manhattan")
        return next(name for name in best if HEURISTICS[name].refuses(puzzle) is None)
