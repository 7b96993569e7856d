"""Sokoban encodings of two studies: by moves (the model-checking study) and by pushes (the SAT study)."""

from __future__ import annotations

from typing import ClassVar

from budge.encodings.sat.base import Encoding, FormulaSpec
from budge.puzzles import Sokoban
from budge.studies.extras import Extras
from budge.studies.sat.base import SatStudy
from budge.studies.sat.sokoban_clauses import SokobanStudyEncoding
from budge.studies.sat.sokoban_pushes import PushesStudyEncoding


class SokobanSatStudy(SatStudy):
    extras: ClassVar = {
        "moves": ("dead-squares",),
        "makespan": ("dead-squares",),
        "pushes": ("dead-squares", "bad-blocks"),
    }

    def encode(self, puzzle: Sokoban, spec: FormulaSpec, extras: Extras) -> Encoding:
        if spec.metric == "pushes":
            return PushesStudyEncoding(puzzle, horizon=spec.horizon, extras=extras)
        return SokobanStudyEncoding(puzzle, horizon=spec.horizon, wait=spec.wait, extras=extras)

    def refuses(self, puzzle: Sokoban, metric: str) -> str | None:
        if metric == "pushes" and puzzle.assigned:
            return "style=study by pushes lets every box end on every target; this level assigns them"
        return None
