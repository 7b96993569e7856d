"""Puzzles with one blank and reversible moves: random walks from the goal, and uniform samples on small boards.

Every walk from the goal ends at a solvable position. On a few cells all positions are enumerated by their distance from
the goal, and every position in the target range is equally likely. On larger boards a walk of twice the target length
gives a first candidate, which `budge.generate` varies.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar

from budge.generators.base import ANY, Check, Generator, TargetRange, no_check
from budge.puzzles import BadInput, Puzzle

Adjacency = tuple[tuple[int, ...], ...]
State = tuple[int, ...]  # a token on every cell, 0 for the blank

MAX_VARIATION_WALK = 12  # moves


@dataclass(frozen=True, kw_only=True)
class BlankGenerator(Generator):
    """Common code of the generators of tiles and tokens. Walks may revisit positions."""

    max_nodes: ClassVar[int] = 300_000_000
    small: ClassVar[int] = 9  # cells: up to this size all positions are enumerated

    walk: int | None = None  # length of a random walk from the goal; None: any solvable position

    def __post_init__(self) -> None:
        if self.walk is not None and not 1 <= self.walk <= 1_000_000:
            raise BadInput(f"a walk of {self.walk} moves; expected 1 to 1,000,000")

    @abstractmethod
    def board(self, random: Random) -> tuple[Adjacency, State]:
        """The neighbours of each cell, and the goal."""

    @property
    def one_board(self) -> bool:
        """Whether `board` always returns the same board."""
        return True

    @abstractmethod
    def puzzle(self, adjacency: Adjacency, start: State, goal: State) -> Puzzle:
        """The puzzle on a board, with this start and goal."""

    @abstractmethod
    def shuffled(self, adjacency: Adjacency, goal: State, random: Random) -> State:
        """A random position that is reachable from the goal."""

    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Puzzle | None:
        adjacency, goal = self.board(random)
        if self.walk is not None:
            start = walked(adjacency, goal, self.walk, random)
        elif target.unrestricted:
            start = self.shuffled(adjacency, goal, random)
        elif len(goal) <= self.small:
            layers = by_distance(adjacency, goal)
            fitting = [
                state for layer in layers[target.minimum : (target.maximum or len(layers)) + 1] for state in layer
            ]
            if not fitting and self.one_board:
                raise BadInput(
                    f"no position is {target.minimum} moves from the goal; the farthest is {len(layers) - 1}"
                )
            if not fitting:
                return None
            start = random.choice(fitting)
        else:
            start = walked(adjacency, goal, 2 * max(target.minimum, target.maximum or 0), random)
        return self.puzzle(adjacency, start, goal)


def walked(adjacency: Adjacency, state: State, steps: int, random: Random) -> State:
    """The state after random moves. No move undoes the last one unless it is the only legal move."""
    cells, blank, last = list(state), state.index(0), -1
    for _ in range(steps):
        moves = [cell for cell in adjacency[blank] if cell != last] or adjacency[blank]
        if not moves:
            break
        there = random.choice(moves)
        cells[blank], cells[there] = cells[there], 0
        blank, last = there, blank
    return tuple(cells)


@lru_cache(maxsize=4)
def by_distance(adjacency: Adjacency, goal: State) -> list[list[State]]:
    """All positions reachable from the goal, by distance from it.

    >>> [len(layer) for layer in by_distance(((1,), (0, 2), (1,)), (1, 2, 0))]
    [1, 1, 1]
    """
    layers, seen = [[goal]], {goal}
    while layers[-1]:
        layer = []
        for state in layers[-1]:
            blank = state.index(0)
            for cell in adjacency[blank]:
                cells = list(state)
                cells[blank], cells[cell] = cells[cell], 0
                if (after := tuple(cells)) not in seen:
                    seen.add(after)
                    layer.append(after)
        layers.append(layer)
    return layers[:-1]
