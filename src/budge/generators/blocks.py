"""Sliding blocks: random Rush Hour boards and boards of Klotski's kind.

A random board is rarely hard, and may have no solution. But all that it can reach is soon explored, and the position
there that is farthest from a solution is the hardest board of its cluster; with one piece put elsewhere it is often
harder still (after M. Fogleman's search for the hardest Rush Hour). `budge.generate` does both with what is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Generator, Wanted
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.blocks import Piece
from budge.puzzles.grid import MAX_SIDE, Shape

RUSH_HOUR, KLOTSKI = "rush-hour", "klotski"
NAMES = {RUSH_HOUR: "ABCDEFGHIJKLMNOPQRSTUVWYZ", KLOTSKI: "abcdefghijklmnopqrstuvwxyz0123456789"}
TARGETS = {RUSH_HOUR: "X", KLOTSKI: "S"}
STYLES = tuple(TARGETS)
SMALL_PIECES = ((1, 2), (1, 2), (1, 2), (2, 1), (1, 1), (1, 1))  # width and height, the likelier the more often
ATTEMPTS = 60  # to find room for a piece


@dataclass(frozen=True)
class Layout:
    """A board in the making: what is to be brought out, the other pieces, the walls."""

    target: Shape
    others: tuple[Shape, ...] = ()
    walls: Shape = ()

    @property
    def taken(self) -> set[int]:
        return {*self.target, *self.walls, *chain.from_iterable(self.others)}

    def without(self, random: Random) -> Layout:
        """One piece or wall less."""
        parts = len(self.others) + len(self.walls)
        if not parts:
            return self
        gone = random.randrange(parts)
        walls = tuple(wall for number, wall in enumerate(self.walls, len(self.others)) if number != gone)
        return replace(self, others=tuple(o for number, o in enumerate(self.others) if number != gone), walls=walls)


@dataclass(frozen=True, kw_only=True)
class BlocksGenerator(Generator):
    """What a board shall be like.

    >>> board = BlocksGenerator(cars=4, trucks=1).draw(Random(1))
    >>> board.size, len(board.blocks), board.goals
    ('6×6', 6, ((('X', 16),),))
    """

    kind: ClassVar[str] = "blocks"
    nodes: ClassVar[int] = 1_000_000
    cluster: ClassVar[int | None] = 100_000  # larger ones are wide open and seldom hard

    style: str = RUSH_HOUR
    width: int | None = None  # by default 6×6, for Klotski 4×5
    height: int | None = None
    cars: int | None = None  # of two cells, beside the one to bring out; by default 5 to 9
    trucks: int | None = None  # of three cells; by default 1 to 4
    empty: int | None = None  # cells that Klotski leaves free; by default 2
    walls: int = 0

    def __post_init__(self) -> None:
        if self.style not in TARGETS:
            raise BadInput(f"style {self.style!r}; expected one of {', '.join(TARGETS)}")
        rush_hour = self.style == RUSH_HOUR
        object.__setattr__(self, "width", self.width or (6 if rush_hour else 4))
        object.__setattr__(self, "height", self.height or (6 if rush_hour else 5))
        width, height = self.size
        if not (3 <= width <= MAX_SIDE and 3 <= height <= MAX_SIDE):
            raise BadInput(f"a board of {width}×{height}; expected 3×3 to {MAX_SIDE}×{MAX_SIDE}")
        foreign = {"empty": self.empty} if rush_hour else {"cars": self.cars, "trucks": self.trucks}
        for wish, value in foreign.items():
            if value is not None:
                raise BadInput(f"{wish} are not a wish for the style {self.style}")
        if not 0 <= self.walls <= width * height // 4:
            raise BadInput(f"{self.walls} walls on {width}×{height}; expected 0 to {width * height // 4}")
        if self.empty is not None and not 1 <= self.empty <= width * height - 5:
            raise BadInput(f"{self.empty} empty cells on {width}×{height}; expected 1 to {width * height - 5}")
        if rush_hour:
            most = len(NAMES[RUSH_HOUR])
            cells = 2 + 2 * (self.cars or 0) + 3 * (self.trucks or 0) + self.walls
            if min(self.cars or 0, self.trucks or 0) < 0 or (self.cars or 0) + (self.trucks or 0) > most:
                raise BadInput(f"{self.cars or 0} cars and {self.trucks or 0} trucks; expected up to {most} in all")
            if cells >= width * height:
                raise BadInput(f"cars, trucks and walls take {cells} cells of {width}×{height}; some must be free")

    @property
    def size(self) -> tuple[int, int]:
        assert self.width is not None
        assert self.height is not None
        return self.width, self.height

    # Rush Hour: the car to bring out is in its row, and no other car or truck lies along it.

    @property
    def exit_row(self) -> int:
        return (self.size[1] - 1) // 2

    def draw(self, random: Random, wanted: Wanted = ANY) -> Puzzle | None:
        width, height = self.size
        if self.style == KLOTSKI:
            places = [y * width + x for y in range(height - 1) for x in range(width - 1)]
            anchor = random.choice([place for place in places if place != self.goal])
            layout = Layout(rectangle(anchor, 2, 2, width))
        else:
            anchor = self.exit_row * width + random.randrange(width - 2)
            layout = Layout(rectangle(anchor, 2, 1, width))
        layout = replace(layout, walls=tuple(random.sample(self.wall_places(layout), self.walls)))
        counts = (
            random.randint(5, 9) if self.cars is None else self.cars,
            random.randint(1, 4) if self.trucks is None else self.trucks,
        )
        return self.filled(layout, counts, random)

    def wall_places(self, layout: Layout) -> list[int]:
        """Free cells where a wall does not stand in the way of what is to be brought out."""
        width, height = self.size
        if self.style == RUSH_HOUR:
            way = {*range(self.exit_row * width, (self.exit_row + 1) * width)}
        else:
            way = {*rectangle(self.goal, 2, 2, width)}
        return [cell for cell in range(width * height) if cell not in layout.taken | way]

    def filled(self, layout: Layout, counts: tuple[int, int], random: Random) -> Puzzle | None:
        """The layout with as many cars and trucks more, or with pieces until as few cells are empty as shall be."""
        if self.style == KLOTSKI:
            return self.tightly_filled(layout, random)
        cars, trucks = counts
        for length in [3] * trucks + [2] * cars:  # the long ones first, while there is room
            place = next(self.roomy(layout, length, random), None)
            if place is None:
                return None
            layout = replace(layout, others=(*layout.others, place))
        return self.puzzle(layout)

    def roomy(self, layout: Layout, length: int, random: Random) -> Iterator[Shape]:
        """Places for a car or truck that are free, at random."""
        width, height = self.size
        taken = layout.taken
        for _ in range(ATTEMPTS):
            wide, tall = (length, 1) if random.random() < 0.5 else (1, length)
            if wide > width or tall > height:
                continue
            x, y = random.randint(0, width - wide), random.randint(0, height - tall)
            cells = rectangle(y * width + x, wide, tall, width)
            if not taken & {*cells} and not (tall == 1 and y == self.exit_row):
                yield cells

    def tightly_filled(self, layout: Layout, random: Random) -> Puzzle | None:
        width, height = self.size
        empty = 2 if self.empty is None else self.empty
        while len(free := [cell for cell in range(width * height) if cell not in layout.taken]) > empty:
            cell = random.choice(free)
            wide, tall = random.choice(SMALL_PIECES) if len(free) > empty + 1 else (1, 1)
            inside = cell % width + wide <= width and cell // width + tall <= height
            piece = rectangle(cell, wide, tall, width)
            if inside and not {*piece} - {*free}:
                layout = replace(layout, others=(*layout.others, piece))
            if len(layout.others) == len(NAMES[KLOTSKI]):
                return None
        return self.puzzle(layout) if len(free) == empty else None

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        """One or two pieces, or walls, put elsewhere."""
        assert isinstance(puzzle, Blocks)
        layout = whole = self.layout(puzzle, puzzle.initial)
        for _ in range(random.randint(1, 2)):
            layout = layout.without(random)
        missing = len(whole.walls) - len(layout.walls)
        layout = replace(layout, walls=(*layout.walls, *random.sample(self.wall_places(layout), missing)))
        lengths = [len(piece) for piece in whole.others]
        left = [len(piece) for piece in layout.others]
        counts = (lengths.count(2) - left.count(2), lengths.count(3) - left.count(3))
        if self.cars is None and self.trucks is None and random.random() < 0.3:  # more or fewer of them, or others
            counts = (max(0, counts[0] + random.choice((-1, 0, 1))), max(0, counts[1] + random.choice((-1, 0, 1))))
        if sum(counts) + len(layout.others) > len(NAMES[self.style]):
            return None
        return self.filled(layout, counts, random)

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        assert isinstance(puzzle, Blocks)
        return self.puzzle(self.layout(puzzle, state))

    def layout(self, puzzle: Blocks, state: tuple[int, ...]) -> Layout:
        placed = {piece.name: puzzle.cells(number, state[number]) for number, piece in enumerate(puzzle.blocks)}
        target = placed.pop(TARGETS[self.style])
        return Layout(target, tuple(placed.values()), puzzle.walls)

    @property
    def goal(self) -> int:
        """Where the piece to bring out is to go: the right end of its row, or the middle of the lowest rows."""
        width, height = self.size
        return self.exit_row * width + width - 2 if self.style == RUSH_HOUR else (height - 2) * width + (width - 2) // 2

    def puzzle(self, layout: Layout) -> Blocks:
        """The board, its pieces named in reading order, so that equal boards are equal puzzles."""
        width, height = self.size
        named = zip(NAMES[self.style], sorted(layout.others), strict=False)
        pieces = [(TARGETS[self.style], layout.target), *named]
        return Blocks(
            width=width,
            height=height,
            blocks=tuple(Piece(name, cells, self.axis(cells)) for name, cells in pieces),
            goals=(((TARGETS[self.style], self.goal),),),
            walls=layout.walls,
        )

    def axis(self, cells: Shape) -> str | None:
        if self.style == KLOTSKI:
            return None
        return "horizontal" if cells[1] == cells[0] + 1 else "vertical"


def rectangle(anchor: int, wide: int, tall: int, width: int) -> Shape:
    """
    >>> rectangle(5, 2, 2, 4)
    (5, 6, 9, 10)
    """
    return tuple(anchor + y * width + x for y in range(tall) for x in range(wide))
