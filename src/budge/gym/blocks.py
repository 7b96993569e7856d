"""Sliding blocks: for every cell the number of its piece from 1; 0 if it is empty, the maximum for a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gym.base import StateEncoder
from budge.puzzles import Blocks


class BlocksEncoder(StateEncoder):
    default = "klotski"
    metric = "steps"
    puzzle: Blocks

    def all_actions(self) -> tuple[str, ...]:
        return tuple(f"{piece.name} {way} 1" for piece in self.puzzle.blocks for way in piece.directions)

    def legal(self, state: Any) -> list[str]:
        return self.puzzle.moves(state, "steps")

    def array(self, state: Any) -> NDArray[np.uint16]:
        board = np.zeros(self.puzzle.width * self.puzzle.height, dtype=np.uint16)
        board[list(self.puzzle.walls)] = self.top
        for cell, piece in self.puzzle.occupants(state).items():
            board[cell] = piece + 1
        return board.reshape(self.puzzle.height, self.puzzle.width)

    @property
    def outside(self) -> int:
        return self.top  # a wall

    @property
    def max_value(self) -> int:
        return self.puzzle.pieces + 1
