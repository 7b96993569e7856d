"""Sokoban: stacked planes of walls, targets, boxes and players.

An entry is 0 or 1; players and boxes with assigned targets are numbered instead.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gym.base import StateEncoder
from budge.puzzles import Puzzle, Sokoban
from budge.puzzles.sokoban import STEPS, WAIT


class SokobanEncoder(StateEncoder):
    default = "sokoban/rooms-12"
    puzzle: Sokoban

    def __init__(self, puzzle: Puzzle, top: int | None = None) -> None:
        super().__init__(puzzle, top)
        self.metric = "moves" if len(self.puzzle.players) == 1 else "makespan"  # type: ignore[misc]
        self.number |= {move.upper(): action for move, action in self.number.items()}

    def all_actions(self) -> tuple[str, ...]:
        """Steps in small letters, pushes included; joint steps for several players."""
        if len(self.puzzle.players) == 1:
            return tuple(STEPS)
        return tuple(",".join(letters) for letters in product((*STEPS, WAIT), repeat=len(self.puzzle.players)))

    def legal(self, state: Any) -> list[str]:
        return [move.lower() for move in self.puzzle.moves(state)]

    def array(self, state: Any) -> NDArray[np.uint16]:
        level, (players, boxes) = self.puzzle, state
        planes = np.zeros((4, level.width * level.height), dtype=np.uint16)
        planes[0] = 1
        planes[0, list(level.floor)] = 0
        planes[1, list(level.targets)] = 1
        planes[2, list(boxes)] = np.arange(1, len(boxes) + 1) if level.assigned else 1
        planes[3, list(players)] = np.arange(1, len(players) + 1)
        return planes.reshape(4, level.height, level.width)

    @property
    def outside(self) -> NDArray[np.uint16]:
        return np.array([1, 0, 0, 0], dtype=np.uint16).reshape(4, 1, 1)  # walls

    @property
    def max_value(self) -> int:
        return max(len(self.puzzle.players), len(self.puzzle.boxes) if self.puzzle.assigned else 1)

    def text(self, state: Any) -> str:
        return "\n".join(row.ljust(self.puzzle.width) for row in self.puzzle.rows(state))
