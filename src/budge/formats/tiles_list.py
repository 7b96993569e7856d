"""Boards of tiles as programs and papers write them, one a line.

`[8,6,7,2,5,4,3,0,1]` and `((8,6,7),(2,5,4),(3,0,1))` are lists of Python and JSON; `867254301` is a digit for every
cell of a 3×3 board, and `FE169B4C0A73D852` one for a 4×4 board. `1 14 13 15 …` is a line of Korf's lists: the number of
the instance, then its cells; its goal has the blank first. Other boards have their blank last in the goal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from math import isqrt
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import lines, opening, shown
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Tiles
from budge.puzzles.tiles import blank_first, blank_last

NUMBER = r"\d{1,4}"
LIST = re.compile(r"(?=.*\d)[\[(][\s\[(\d,)\]]*[\])]")
DIGITS = re.compile(r"[0-8]{9}|[0-9A-Fa-f]{16}")
COUNTED = re.compile(rf"\d+[:.)]?(?:[\s,]+{NUMBER})+")
NOTHING = re.compile(r"$^")


class TilesList(LazyFormat):
    name: ClassVar[str] = "tiles-list"
    summary: ClassVar[str] = "boards as lists, digits or lines of Korf: [8,6,7,2,5,4,3,0,1], 867254301, 1 14 13 15 …"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    suffixes: ClassVar[tuple[str, ...]] = ()
    comment: ClassVar[str | None] = "#"

    def sniff(self, text: str) -> bool:
        """
        >>> sniff = TilesList().sniff
        >>> sniff("[1,2,0,3]"), sniff("867254301"), sniff("7 14 5 9 0"), sniff("1 2/3 0"), sniff('[{"kind": 1}]')
        (True, True, False, False, False)
        """
        first = opening(text, skip=NOTHING).strip()
        return bool(LIST.fullmatch(first)) or is_digits(first) or korf_row(first) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [draft().start for draft in TilesList().drafts(Text.of("[3,1,2,0]\\n(0,1,2,3)"), "x")]
        [(3, 1, 2, 0), (0, 1, 2, 3)]
        """
        for number, line, _ in lines(text, where):
            yield partial(board, line, f"{where}, line {number}")

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> TilesList().write(Tiles.of(["3 1", "2 0"]))
        '[[3,1],[2,0]]\\n'
        """
        assert isinstance(puzzle, Tiles)
        if puzzle.goal != blank_last(len(puzzle.start)) or puzzle.name is not None:
            raise BadInput("a tiles-list has neither names nor other goals; format tiles has both")
        rows = [list(puzzle.start[at : at + puzzle.width]) for at in range(0, len(puzzle.start), puzzle.width)]
        return json.dumps(rows, separators=(",", ":")) + "\n"


def board(line: str, place: str) -> Puzzle:
    """The board of one line; raises `BadInput`."""
    try:
        if is_digits(line):
            return square([int(digit, 16) for digit in line])
        if (counted := korf_row(line)) is not None:
            number, cells = counted
            return square(cells, blank_first(len(cells)), f"korf {number}")
        if not LIST.fullmatch(line):
            raise BadInput(f"{shown(line)} is not a board as list, digits or numbered line, like the first line")
        try:
            data = json.loads(line.replace("(", "[").replace(")", "]").replace(",]", "]"))
        except ValueError:
            raise BadInput(f"{shown(line)} is not a complete list of numbers") from None
        if all(isinstance(cell, int) for cell in data):
            return square(data)
        if not all(isinstance(row, list) and all(isinstance(cell, int) for cell in row) for row in data):
            raise BadInput("expected a list of numbers, or a list of rows")
        return Tiles.of(data)
    except BadInput as problem:
        raise BadInput(f"{place}: {problem}") from None


def is_digits(line: str) -> bool:
    """Whether the line has a different digit for every cell."""
    return bool(DIGITS.fullmatch(line)) and len(set(line.upper())) == len(line)


def korf_row(line: str) -> tuple[int, list[int]] | None:
    """The number and the cells of a line that numbers a complete square board; None for other lines."""
    if not COUNTED.fullmatch(line):
        return None
    number, *cells = map(int, re.findall(r"\d+", line))
    return (number, cells) if len(cells) in (9, 16, 25, 36) and sorted(cells) == list(range(len(cells))) else None


def square(cells: list[int], goal: tuple[int, ...] | None = None, name: str | None = None) -> Tiles:
    side = isqrt(len(cells))
    if side < 2 or side * side != len(cells):
        raise BadInput(f"{len(cells)} numbers are not a square board; put the rows in lists of their own")
    rows = [cells[at : at + side] for at in range(0, len(cells), side)]
    return Tiles.of(rows, name=name) if goal is None else Tiles.of(rows, goal=goal, name=name)
