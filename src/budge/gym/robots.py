"""Robots: stacked planes of robots, targets, walls on the right and walls below.

Robots are numbered from 1; a target has the number of its robot, or the maximum if any robot may reach it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gym.base import StateEncoder
from budge.puzzles import Robots
from budge.puzzles.robots import ANY, STEPS


class RobotsEncoder(StateEncoder):
    default = "robots/courtyard"
    metric = "slides"
    puzzle: Robots

    def all_actions(self) -> tuple[str, ...]:
        return tuple(name + direction for name in self.puzzle.names for direction in STEPS)

    def array(self, state: Any) -> NDArray[np.uint16]:
        board = self.puzzle
        planes = np.zeros((4, board.width * board.height), dtype=np.uint16)
        planes[0, list(state)] = np.arange(1, len(state) + 1)
        for goal in board.goals:
            planes[1, goal.cell] = self.top if goal.robot == ANY else board.names.index(goal.robot) + 1
        for one, other in board.walls:
            planes[2 if other == one + 1 and board.width > 1 else 3, one] = 1
        return planes.reshape(4, board.height, board.width)

    @property
    def outside(self) -> NDArray[np.uint16]:
        return np.array([0, 0, 1, 1], dtype=np.uint16).reshape(4, 1, 1)  # walls

    @property
    def max_value(self) -> int:
        return self.puzzle.pieces + 1
