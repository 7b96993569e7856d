"""Puzzles as a user of budge would write them, for the tests of user-defined puzzles and heuristics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import budge


class Eight(budge.CustomPuzzle):
    """The 8-puzzle; a move is the cell to which the blank goes."""

    goals = ((1, 2, 3, 4, 5, 6, 7, 8, 0),)
    reversible = True
    NEAR = tuple(
        tuple(there for there in range(9) if abs(there // 3 - cell // 3) + abs(there % 3 - cell % 3) == 1)
        for cell in range(9)
    )

    def __init__(self, *start: int) -> None:
        self.start = start

    def moves(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return self.NEAR[state.index(0)]

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        blank = state.index(0)
        board = list(state)
        board[blank], board[move] = board[move], 0
        return tuple(board)


class GuidedEight(Eight):
    FAR = tuple(
        tuple(abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) if tile else 0 for tile in range(9))
        for cell in range(9)
    )

    def estimate(self, state: tuple[int, ...]) -> int:
        return sum([far[tile] for far, tile in zip(self.FAR, state, strict=True)])


class Toll(GuidedEight):
    """Moving tile t costs t."""

    def cost(self, state: tuple[int, ...], move: int) -> int:
        return state[move]


class Graph(budge.CustomPuzzle):
    """A directed graph with weighted edges: {state: {successor: cost}}. Its moves are the names of the successors."""

    def __init__(self, edges: dict[str, dict[str, int]], start: str, goals: str, estimates: dict[str, float]) -> None:
        self.edges, self.start, self.goals, self.estimates = edges, start, tuple(goals), estimates

    def neighbours(self, state: str) -> Iterator[tuple[Any, str]]:
        return ((successor, successor) for successor in self.edges.get(state, {}))

    def cost(self, state: str, move: str) -> int:
        return self.edges[state][move]

    def estimate(self, state: str) -> float:
        return self.estimates[state]
