"""Styles of random blocks boards: cars and trucks for Rush Hour; small pieces on nearly all cells for Klotski."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import ClassVar

from budge.puzzles import BadInput
from budge.puzzles.grid import Shape

MAX_ATTEMPTS = 60  # to place a piece
SMALL_PIECES = ((1, 2), (1, 2), (1, 2), (2, 1), (1, 1), (1, 1))  # width and height; a repeated entry is likelier


@dataclass(frozen=True)
class Layout:
    """A partial board: the target piece, the other pieces, the walls."""

    target: Shape
    others: tuple[Shape, ...] = ()
    walls: Shape = ()

    @property
    def taken(self) -> set[int]:
        return {*self.target, *self.walls, *chain.from_iterable(self.others)}

    def without(self, removed: set[int]) -> Layout:
        """The layout without the parts with these numbers; pieces are numbered first, then walls."""
        parts = [part for number, part in enumerate((*self.others, *self.walls)) if number not in removed]
        others = tuple(part for part in parts if isinstance(part, tuple))
        return replace(self, others=others, walls=tuple(part for part in parts if isinstance(part, int)))


@dataclass(frozen=True)
class Style(ABC):
    """A way to fill a board of a given size around the target piece, which must reach the exit."""

    target: ClassVar[str]  # name of the target piece
    names: ClassVar[str]  # of the other pieces

    width: int
    height: int

    @abstractmethod
    def targets(self) -> list[Shape]:
        """The places where the target piece may start."""

    @property
    @abstractmethod
    def goal(self) -> int:
        """The anchor of the target piece at the exit."""

    @abstractmethod
    def exit_path(self) -> set[int]:
        """Cells that must not be walls, because the target piece needs them to reach the exit."""

    @abstractmethod
    def axis(self, cells: Shape) -> str | None:
        """The axis that a piece may move along; None for both."""

    @abstractmethod
    def filled(self, layout: Layout, random: Random, like: Layout | None = None) -> Layout | None:
        """The layout with random pieces added, about as many as in `like` if given; None if they do not fit."""

    def rectangle(self, anchor: int, width: int, height: int) -> Shape:
        return tuple(anchor + y * self.width + x for y in range(height) for x in range(width))


@dataclass(frozen=True)
class RushHourStyle(Style):
    """The target car leaves to the right; no other car lies along its row."""

    target: ClassVar[str] = "X"
    names: ClassVar[str] = "ABCDEFGHIJKLMNOPQRSTUVWYZ"

    cars: int | None = None  # of two cells
    trucks: int | None = None  # of three

    def __post_init__(self) -> None:
        cars, trucks, maximum = self.cars or 0, self.trucks or 0, len(self.names)
        if min(cars, trucks) < 0 or cars + trucks > maximum:
            raise BadInput(f"{cars} cars and {trucks} trucks; expected up to {maximum} in all")
        if 2 + 2 * cars + 3 * trucks >= self.width * self.height:
            raise BadInput(f"{cars} cars and {trucks} trucks do not fit on {self.width}×{self.height}")

    @property
    def row(self) -> int:
        return (self.height - 1) // 2

    def targets(self) -> list[Shape]:
        return [self.rectangle(self.row * self.width + x, 2, 1) for x in range(self.width - 2)]

    @property
    def goal(self) -> int:
        return (self.row + 1) * self.width - 2

    def exit_path(self) -> set[int]:
        return {*self.rectangle(self.row * self.width, self.width, 1)}

    def axis(self, cells: Shape) -> str | None:
        return "horizontal" if cells[1] == cells[0] + 1 else "vertical"

    def filled(self, layout: Layout, random: Random, like: Layout | None = None) -> Layout | None:
        for length in self.lengths(layout, random, like):
            place = self.place(layout, length, random)
            if place is None:
                return None
            layout = replace(layout, others=(*layout.others, place))
        return layout

    def lengths(self, layout: Layout, random: Random, like: Layout | None) -> list[int]:
        """The lengths of the missing trucks and cars, trucks first, at most one per unused name."""
        area, available = self.width * self.height, len(self.names) - len(layout.others)
        counts = []
        for length, fixed, usual in (
            (3, self.trucks, range(area // 36, area // 9 + 1)),
            (2, self.cars, range(area // 7, area // 4 + 1)),
        ):
            placed, total = (sum(len(piece) == length for piece in each.others) for each in (layout, like or layout))
            missing = total - placed
            if like is None:
                missing = random.choice(usual) if fixed is None else fixed
            elif fixed is None and random.random() < 0.3:
                missing = max(0, missing + random.choice((-1, 1)))
            counts += [length] * missing
        return counts[:available]

    def place(self, layout: Layout, length: int, random: Random) -> Shape | None:
        taken = layout.taken
        for _ in range(MAX_ATTEMPTS):
            wide, tall = (length, 1) if random.random() < 0.5 else (1, length)
            if wide > self.width or tall > self.height:
                continue
            x, y = random.randint(0, self.width - wide), random.randint(0, self.height - tall)
            cells = self.rectangle(y * self.width + x, wide, tall)
            if not taken & {*cells} and not (tall == 1 and y == self.row):
                return cells
        return None


@dataclass(frozen=True)
class KlotskiStyle(Style):
    """A 2×2 square must reach the middle of the lowest rows; small pieces fill all but a few cells. With one empty cell
    such a square cannot move, so a single cell takes its place."""

    target: ClassVar[str] = "S"
    names: ClassVar[str] = "abcdefghijklmnopqrstuvwxyz0123456789"

    empty: int | None = None

    def __post_init__(self) -> None:
        maximum = self.width * self.height - 5
        minimum = max(1, self.width * self.height - 4 - 2 * len(self.names))
        if not minimum <= self.empty_cells <= maximum:
            board = f"{self.width}×{self.height}"
            raise BadInput(f"{self.empty_cells} empty cells on {board}; expected {minimum} to {maximum}")

    @property
    def empty_cells(self) -> int:
        return 2 if self.empty is None else self.empty

    @property
    def side(self) -> int:
        """Of the target."""
        return 1 if self.empty_cells == 1 else 2

    def targets(self) -> list[Shape]:
        anchors = (
            y * self.width + x for y in range(self.height - self.side + 1) for x in range(self.width - self.side + 1)
        )
        return [self.rectangle(anchor, self.side, self.side) for anchor in anchors if anchor != self.goal]

    @property
    def goal(self) -> int:
        return (self.height - self.side) * self.width + (self.width - self.side) // 2

    def exit_path(self) -> set[int]:
        return {*self.rectangle(self.goal, self.side, self.side)}

    def axis(self, cells: Shape) -> str | None:
        return None

    def filled(self, layout: Layout, random: Random, like: Layout | None = None) -> Layout | None:
        free = {*range(self.width * self.height)} - layout.taken
        others = list(layout.others)
        while len(free) > self.empty_cells and len(others) < len(self.names):
            cell = random.choice(sorted(free))
            wide, tall = random.choice(SMALL_PIECES) if len(free) > self.empty_cells + 1 else (1, 1)
            piece = {*self.rectangle(cell, wide, tall)}
            if cell % self.width + wide <= self.width and piece <= free:
                others.append(tuple(sorted(piece)))
                free -= piece
        return replace(layout, others=tuple(others)) if len(free) == self.empty_cells else None
