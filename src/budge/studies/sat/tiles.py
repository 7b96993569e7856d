"""The n-puzzle of the SAT study."""

from __future__ import annotations

from typing import ClassVar

from budge.encodings.sat.base import Encoding, FormulaSpec
from budge.puzzles import Tiles
from budge.studies.extras import Extras
from budge.studies.sat.base import SatStudy
from budge.studies.sat.tiles_clauses import TilesStudyEncoding


class TilesSatStudy(SatStudy):
    extras: ClassVar = {"moves": ("no-undo", "completed", "distance")}

    def encode(self, puzzle: Tiles, spec: FormulaSpec, extras: Extras) -> Encoding:
        return TilesStudyEncoding(puzzle, horizon=spec.horizon, extras=extras)
