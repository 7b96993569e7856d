"""Sliding blocks: random boards in the styles of Rush Hour and Klotski.

A random board is rarely hard and may be unsolvable. Its state space (its cluster) is small enough to explore, and the
state farthest from a solution is the hardest board of the cluster; moving one piece often gives a harder one (after
M. Fogleman's search for the hardest Rush Hour). `budge.generate` does both with the boards drawn here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Check, Generator, TargetRange, no_check
from budge.generators.block_styles import KlotskiStyle, Layout, RushHourStyle, Style
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.blocks import Piece
from budge.puzzles.grid import MAX_SIDE

STYLES = ("rush-hour", "klotski")


@dataclass(frozen=True, kw_only=True)
class BlocksGenerator(Generator):
    """The parameters of a board.

    >>> board = BlocksGenerator(cars=4, trucks=1).draw(Random(1))
    >>> board.size, len(board.blocks), board.goals
    ('6×6', 6, ((('X', 16),),))
    """

    kind: ClassVar[str] = "blocks"
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"style": STYLES}
    max_nodes: ClassVar[int] = 1_000_000
    max_cluster: ClassVar[int | None] = 100_000  # larger clusters belong to open boards, which are seldom hard

    style: str = "rush-hour"
    width: int | None = None  # by default 6×6, for Klotski 4×5
    height: int | None = None
    cars: int | None = None  # of two cells, without the target; by default about a fifth of the cells
    trucks: int | None = None  # of three cells; by default fewer
    empty: int | None = None  # free cells of a Klotski board; by default 2
    walls: int = 0

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise BadInput(f"style {self.style!r}; expected one of {', '.join(STYLES)}")
        foreign = {"empty": self.empty} if self.style == "rush-hour" else {"cars": self.cars, "trucks": self.trucks}
        for name, value in foreign.items():
            if value is not None:
                raise BadInput(f"{name} is not a parameter of the style {self.style}")
        width, height = self.size
        if not (3 <= width <= MAX_SIDE and 3 <= height <= MAX_SIDE):
            raise BadInput(f"a board of {width}×{height}; expected 3×3 to {MAX_SIDE}×{MAX_SIDE}")
        if not 0 <= self.walls <= width * height // 4:
            raise BadInput(f"{self.walls} walls on {width}×{height}; expected 0 to {width * height // 4}")
        _ = self.filling  # checks its own parameters

    @property
    def size(self) -> tuple[int, int]:
        width, height = (6, 6) if self.style == "rush-hour" else (4, 5)
        return width if self.width is None else self.width, height if self.height is None else self.height

    @cached_property
    def filling(self) -> Style:
        if self.style == "klotski":
            return KlotskiStyle(*self.size, self.empty)
        return RushHourStyle(*self.size, self.cars, self.trucks)

    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Puzzle | None:
        layout = self.walled(Layout(random.choice(self.filling.targets())), random)
        filled = self.filling.filled(layout, random)
        return self.puzzle(filled) if filled else None

    def walled(self, layout: Layout, random: Random) -> Layout:
        """The layout with the missing walls placed at random."""
        closed = layout.taken | self.filling.exit_path()
        places = [cell for cell in range(self.size[0] * self.size[1]) if cell not in closed]
        missing = min(len(places), self.walls - len(layout.walls))
        return replace(layout, walls=(*layout.walls, *random.sample(places, missing)))

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        """Moves one or two pieces or walls to random places."""
        assert isinstance(puzzle, Blocks)
        whole = self.layout(puzzle, puzzle.initial)
        parts = len(whole.others) + len(whole.walls)
        removed = {random.randrange(parts) for _ in range(random.randint(1, 2))} if parts else set()
        filled = self.filling.filled(self.walled(whole.without(removed), random), random, whole)
        return self.puzzle(filled) if filled else None

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        assert isinstance(puzzle, Blocks)
        return self.puzzle(self.layout(puzzle, state))

    def layout(self, puzzle: Blocks, state: tuple[int, ...]) -> Layout:
        placed = {piece.name: puzzle.cells(number, state[number]) for number, piece in enumerate(puzzle.blocks)}
        return Layout(placed.pop(self.filling.target), tuple(placed.values()), puzzle.walls)

    def puzzle(self, layout: Layout) -> Blocks:
        """The board. Pieces are named in reading order, so that equal boards are equal puzzles."""
        width, height = self.size
        style = self.filling
        pieces = [(style.target, layout.target), *zip(style.names, sorted(layout.others), strict=False)]
        return Blocks(
            width=width,
            height=height,
            blocks=tuple(Piece(name, cells, style.axis(cells)) for name, cells in pieces),
            goals=(((style.target, style.goal),),),
            walls=layout.walls,
        )
