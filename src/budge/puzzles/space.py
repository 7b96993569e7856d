"""How large the state space of a puzzle is, by theory alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, prod

from budge.puzzles import wilson
from budge.puzzles.base import Puzzle
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import BLANK, Tokens


@dataclass(frozen=True)
class Space:
    """The arrangements of a puzzle's pieces."""

    arrangements: int  # all, whether or not they can be reached
    components: int  # the parts into which moves divide them
    reachable: int  # those in the part of the start


def space(puzzle: Puzzle) -> Space | None:
    """The state space of a puzzle; None where no theorem gives it.

    >>> space(Tiles.of(["1 2 3", "4 5 6", "7 8 0"]))
    Space(arrangements=362880, components=2, reachable=181440)
    """
    if isinstance(puzzle, Tiles):
        cells = len(puzzle.start)
        # On a board one cell wide the blank runs along a fixed order of the tiles; on any other, parity divides.
        reachable = cells if min(puzzle.width, puzzle.height) == 1 else factorial(cells) // 2
        return Space(factorial(cells), factorial(cells) // reachable, reachable)
    if isinstance(puzzle, Tokens):
        blank = puzzle.start.index(BLANK)
        [part] = [part for part in wilson.connected_parts(puzzle.adjacency) if blank in part]
        reachable = len(part) * prod(block.order for block in wilson.blocks(puzzle.adjacency, blank))
        return Space(factorial(len(puzzle.vertices)), wilson.components(puzzle.adjacency), reachable)
    return None
