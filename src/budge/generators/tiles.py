"""Boards of tiles: uniform samples of the solvable ones, or random walks from the goal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Check, TargetRange, no_check
from budge.generators.blank import MAX_VARIATION_WALK, Adjacency, BlankGenerator, State, walked
from budge.puzzles import BadInput, Puzzle, Tiles
from budge.puzzles.tiles import MAX_SIDE, blank_first, blank_last, check_arrangement

MAX_PROVABLE_CELLS = 16  # larger random boards are too hard to solve optimally
# Greatest distance from a goal with the blank in a corner (R. Korf and P. Schultze, 2005; 4×4: A. Brüngger et al.,
# 1999).
FARTHEST = {(2, 5): 55, (2, 6): 80, (2, 7): 108, (3, 4): 53, (3, 5): 84, (4, 4): 80}

GOALS = {"blank-last": blank_last, "blank-first": blank_first}


@dataclass(frozen=True, kw_only=True)
class TilesGenerator(BlankGenerator):
    """The parameters of a board.

    >>> board = TilesGenerator(width=3, height=2, walk=50).draw(Random(1))
    >>> board.size, board.why_unsolvable()
    ('3×2', None)
    """

    kind: ClassVar[str] = "tiles"

    width: int = 4
    height: int = 4
    goal: str = "blank-last"  # or blank-first, or a board such as 1 2 3/8 0 4/7 6 5

    def __post_init__(self) -> None:
        super().__post_init__()
        self.solved()

    def solved(self) -> Tiles:
        """The board at its goal; raises `BadInput` for invalid parameters."""
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise BadInput(f"a board of {self.width}×{self.height}; expected 1×2 to {MAX_SIDE}×{MAX_SIDE}")
        size = self.width * self.height
        if self.goal in GOALS:
            goal = GOALS[self.goal](size)
        elif re.fullmatch(r"[\d\s,/]{1,20000}", self.goal):
            goal = tuple(int(word[:8]) for word in re.findall(r"\d+", self.goal))
        else:
            raise BadInput(f"goal {self.goal[:40]!r}; expected {', '.join(GOALS)} or a board such as 1 2 3/4 5 0")
        check_arrangement(goal, size, "goal")
        return Tiles(width=self.width, height=self.height, start=goal, goal=goal)

    def farthest(self) -> int | None:
        """An upper bound on the optimum of any board; None if unknown. If the blank of the goal is not in a corner, its
        distance to the nearest corner is added.

        >>> TilesGenerator().farthest(), TilesGenerator(width=5, height=5).farthest()
        (80, None)
        """
        row, column = divmod(self.solved().goal.index(0), self.width)
        from_corner = min(row, self.height - 1 - row) + min(column, self.width - 1 - column)
        known = FARTHEST.get((min(self.width, self.height), max(self.width, self.height)))
        return None if known is None else known + from_corner

    def board(self, random: Random) -> tuple[Adjacency, State]:
        solved = self.solved()
        cells = range(len(solved.goal))
        near = ((there for move in "ULRD" if (there := solved.neighbour(cell, move)) is not None) for cell in cells)
        return tuple(map(tuple, near)), solved.goal

    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Puzzle | None:
        if self.width * self.height > MAX_PROVABLE_CELLS and self.walk is None and target.maximum is None:
            raise BadInput(
                f"the optimum of a random board of {self.width}×{self.height} takes too long to prove; give a walk "
                f"or a maximum optimum"
            )
        farthest = self.farthest()
        if farthest is not None and target.minimum > farthest:
            raise BadInput(f"no position is {target.minimum} moves from the goal; the farthest is {farthest}")
        return super().draw(random, target, check)

    def puzzle(self, adjacency: Adjacency, start: State, goal: State) -> Puzzle:
        return Tiles(width=self.width, height=self.height, start=start, goal=goal)

    def shuffled(self, adjacency: Adjacency, goal: State, random: Random) -> State:
        """A random permutation; if it is unsolvable, exchanging two tiles makes it solvable."""
        if min(self.width, self.height) == 1:
            return walked(adjacency, goal, random.randrange(1, 4 * len(goal)), random)
        cells = list(goal)
        random.shuffle(cells)
        if self.puzzle(adjacency, tuple(cells), goal).why_unsolvable():
            one, other = [cell for cell, tile in enumerate(cells) if tile][:2]
            cells[one], cells[other] = cells[other], cells[one]
        return tuple(cells)

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        assert isinstance(puzzle, Tiles)
        if self.walk is not None:
            return None
        adjacency, _ = self.board(random)
        return self.restarted(puzzle, walked(adjacency, puzzle.start, random.randint(1, MAX_VARIATION_WALK), random))

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        return puzzle.starting_at(state)
