"""Tokens on a graph: for every vertex the number of its token in the order of the goal, 0 for the blank."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gym.base import StateEncoder
from budge.puzzles import Tokens
from budge.puzzles.tokens import BLANK


class TokensEncoder(StateEncoder):
    default = "graphs/theta0"
    metric = "moves"
    puzzle: Tokens

    def all_actions(self) -> tuple[str, ...]:
        order = (token for token in self.puzzle.goal if token != BLANK)
        self.numbers = {BLANK: 0} | {token: number for number, token in enumerate(order, 1)}
        return self.puzzle.vertices

    def array(self, state: Any) -> NDArray[np.uint16]:
        return np.array([self.numbers[token] for token in state], dtype=np.uint16)

    @property
    def max_value(self) -> int:
        return self.puzzle.pieces
