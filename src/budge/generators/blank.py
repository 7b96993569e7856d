"""Puzzles with one blank, whose moves can be taken back: walks from the goal, and all positions of a small one.

A walk from the goal is solvable whatever it does. On a few cells all positions are counted out by their distance from
the goal, so that one of any distance that exists is drawn with equal chances. On larger ones a walk of about the length
that is wanted is a beginning, from which `budge.generate` walks on.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar

from budge.generators.base import ANY, Check, Generator, Wanted, go_on
from budge.puzzles import BadInput, Puzzle

Adjacency = tuple[tuple[int, ...], ...]
State = tuple[int, ...]  # a token on every cell, 0 for the blank

STEP = 12  # the longest walk that makes one puzzle of another much like it


@dataclass(frozen=True, kw_only=True)
class BlankGenerator(Generator):
    """What generators of tiles and of tokens share. A walk of given length may come back on itself."""

    nodes: ClassVar[int] = 300_000_000
    small: ClassVar[int] = 9  # cells: up to here all positions are counted out

    walk: int | None = None  # how many random moves from the goal; None: any position that can be solved

    def __post_init__(self) -> None:
        if self.walk is not None and not 1 <= self.walk <= 1_000_000:
            raise BadInput(f"a walk of {self.walk} moves; expected 1 to 1,000,000")

    @abstractmethod
    def board(self, random: Random) -> tuple[Adjacency, State]:
        """Which cells lie beside each other, and the goal."""

    @property
    def one_board(self) -> bool:
        """Whether it is always the same one."""
        return True

    @abstractmethod
    def puzzle(self, adjacency: Adjacency, start: State, goal: State) -> Puzzle:
        """The puzzle on that board."""

    @abstractmethod
    def shuffled(self, adjacency: Adjacency, goal: State, random: Random) -> State:
        """Any position that the goal can reach."""

    def draw(self, random: Random, wanted: Wanted = ANY, check: Check = go_on) -> Puzzle | None:
        adjacency, goal = self.board(random)
        if self.walk is not None:
            start = walked(adjacency, goal, self.walk, random)
        elif wanted.everything:
            start = self.shuffled(adjacency, goal, random)
        elif len(goal) <= self.small:
            layers = by_distance(adjacency, goal)
            fitting = [state for layer in layers[wanted.least : (wanted.most or len(layers)) + 1] for state in layer]
            if not fitting and self.one_board:
                raise BadInput(f"no position is {wanted.least} moves from the goal; the farthest is {len(layers) - 1}")
            if not fitting:
                return None
            start = random.choice(fitting)
        else:
            start = walked(adjacency, goal, 2 * max(wanted.least, wanted.most or 0), random)
        return self.puzzle(adjacency, start, goal)


def walked(adjacency: Adjacency, state: State, steps: int, random: Random) -> State:
    """Where random moves lead, none of which takes the last one back unless it must."""
    cells, blank, last = list(state), state.index(0), -1
    for _ in range(steps):
        ways = [cell for cell in adjacency[blank] if cell != last] or adjacency[blank]
        if not ways:
            break
        there = random.choice(ways)
        cells[blank], cells[there] = cells[there], 0
        blank, last = there, blank
    return tuple(cells)


@lru_cache(maxsize=4)
def by_distance(adjacency: Adjacency, goal: State) -> list[list[State]]:
    """All positions that the goal can reach, by their distance from it.

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
