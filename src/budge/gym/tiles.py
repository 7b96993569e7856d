"""Boards of tiles: the tile of every cell, 0 for the blank; actions move the blank up, left, right or down."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gym.base import StateEncoder
from budge.puzzles import Tiles
from budge.puzzles.tiles import STEPS


class TilesEncoder(StateEncoder):
    default = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    metric = "moves"
    puzzle: Tiles

    def all_actions(self) -> tuple[str, ...]:
        return tuple(STEPS)

    def array(self, state: Any) -> NDArray[np.uint16]:
        return np.array(self.puzzle.rows(state), dtype=np.uint16)

    @property
    def max_value(self) -> int:
        return self.puzzle.pieces
