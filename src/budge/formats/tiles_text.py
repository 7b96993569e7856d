"""Boards of tiles as people write them: rows of numbers.

Numbers stand between spaces or commas, rows between `/` or line ends; `0`, `_` or `.` is the blank. Boards follow one
another a line each, or separated by blank lines. `goal:` and `name:` lines belong to the boards of their paragraph; a
`goal:` in a paragraph of its own holds for the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import ClassVar, NamedTuple

from budge.formats.base import Format
from budge.formats.lines import Line, lines, opening, read_name, shown, words, write_name
from budge.puzzles import BadInput, Puzzle, Tiles
from budge.puzzles.tiles import MAX_SIDE, State, blank_first, blank_last

NAMED_GOALS = {"blank-first": blank_first, "blank-last": blank_last}
BLANKS = ("0", "_", ".")
DIRECTIVE = re.compile(r"(goal|name)\s*(?::\s*|\s|$)(.*)", re.IGNORECASE)

Row = list[int]


class Board(NamedTuple):
    line: int
    rows: list[Row]


class Words(NamedTuple):
    """What a `goal:` or `name:` line says, and where."""

    text: str
    place: str


class TilesText(Format):
    name: ClassVar[str] = "tiles"
    summary: ClassVar[str] = "rows of numbers, as in 1 2 3/4 5 6/7 8 0"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    suffixes: ClassVar[tuple[str, ...]] = (".tiles",)
    separator: ClassVar[str] = "\n"
    text_of: ClassVar[str | None] = "tiles"

    def sniff(self, text: str) -> bool:
        """
        >>> TilesText().sniff("goal: blank-first\\n1 2/3 0"), TilesText().sniff("a: b c")
        (True, False)
        """
        first = opening(text, skip=DIRECTIVE)
        return first[:1] in tuple("0123456789_.-") and ":" not in first

    def read(self, text: str, where: str) -> list[Puzzle]:
        """
        >>> [puzzle.size for puzzle in TilesText().read("1 2/3 0\\n\\n1 2 3\\n4 5 _", "x")]
        ['2×2', '3×2']
        """
        puzzles: list[Puzzle] = []
        standing: Words | None = None
        idle: Words | None = None
        for paragraph in paragraphs(text, where):
            found = paragraph.puzzles(standing)
            puzzles += found
            if found:
                idle = None
            elif "goal" in paragraph.said:
                standing = idle = paragraph.said["goal"]
        if idle:
            raise BadInput(f"{idle.place}: no puzzle follows this goal; put it above its puzzle, no blank line between")
        if not puzzles:
            raise BadInput(f"{where}: no puzzle in it; expected rows of numbers, as in 1 2 3/4 5 6/7 8 0")
        return puzzles

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> TilesText().write(Tiles.of(["1 2", "3 0"], goal=(0, 1, 2, 3), name="tiny"))
        'name: tiny\\ngoal: blank-first\\n1 2/3 0\\n'
        """
        assert isinstance(puzzle, Tiles)
        text = f"name: {write_name(puzzle.name)}\n" if puzzle.name is not None else ""
        if puzzle.goal != blank_last(len(puzzle.start)):
            first = puzzle.goal == blank_first(len(puzzle.start))
            text += f"goal: {'blank-first' if first else on_one_line(puzzle, puzzle.goal)}\n"
        return f"{text}{on_one_line(puzzle, puzzle.start)}\n"

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        assert isinstance(puzzle, Tiles)
        return with_tiles_goal(puzzle, goal)


class Paragraph:
    """Lines with no blank line between them: boards, or the rows of one board, and what is said about them."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.boards: list[Board] = []
        self.rows: list[tuple[int, Row]] = []
        self.said: dict[str, Words] = {}
        self.every_row_is_a_board = True

    def add(self, line: Line) -> None:
        place = f"{self.where}, line {line.number}"
        if directive := DIRECTIVE.match(line.text):
            key, text = directive[1].lower(), directive[2].strip()
            if key in self.said:
                raise BadInput(f"{place}: a second {key} for the same puzzle")
            self.said[key] = Words(text, place)
        elif "/" in line.text:
            self.boards.append(Board(line.number, read_rows(line.text, place)))
        else:
            row = read_row(line.text, place)
            self.rows.append((line.number, row))
            self.every_row_is_a_board = self.every_row_is_a_board and is_whole_square(row)
            if len(self.rows) > MAX_SIDE and not self.every_row_is_a_board:
                raise BadInput(f"{place}: more than {MAX_SIDE} rows; the largest board is {MAX_SIDE}×{MAX_SIDE}")

    def puzzles(self, standing: Words | None) -> list[Tiles]:
        """The puzzles of this paragraph, with the goal that stands for the file if it names none."""
        boards = sorted([*self.boards, *self.boards_of_rows()])
        name, goal = self.said.get("name"), self.said.get("goal", standing)
        if name and len(boards) != 1:
            raise BadInput(f"{name.place}: a name stands beside {len(boards)} puzzles; expected exactly one")
        return [self.puzzle(board, goal, name) for board in boards]

    def boards_of_rows(self) -> Iterator[Board]:
        """Rows make one board, unless each of them is a whole square board by itself (as in Korf's lists)."""
        if not self.rows:
            return
        first, row = self.rows[0]
        if len(self.rows) > 1 and not self.every_row_is_a_board:
            for number, other in self.rows:
                if len(other) != len(row):
                    raise BadInput(
                        f"{self.where}, line {number}: {cells(other)}, but the first row, line {first}, has {len(row)}"
                    )
            yield Board(first, [row for _, row in self.rows])
            return
        for number, row in self.rows:
            side = isqrt(len(row))
            if side * side != len(row):
                raise BadInput(
                    f"{self.where}, line {number}: {cells(row)} in one line are not a square board; put / between "
                    f"the rows (a board of a single row ends in /)"
                )
            yield Board(number, [row[start : start + side] for start in range(0, len(row), side)])

    def puzzle(self, board: Board, goal: Words | None, name: Words | None) -> Tiles:
        width, height = len(board.rows[0]), len(board.rows)
        start = tuple(tile for row in board.rows for tile in row)
        named = read_name(name.text, name.place) if name else None
        try:
            puzzle = Tiles(width=width, height=height, start=start, name=named)
        except BadInput as problem:
            raise BadInput(f"{self.where}, line {board.line}: {problem}") from None
        return with_tiles_goal(puzzle, goal.text, f"{goal.place}: ") if goal else puzzle


def paragraphs(text: str, where: str) -> Iterator[Paragraph]:
    paragraph = Paragraph(where)
    for line in lines(text, where):
        if line.opens:
            yield paragraph
            paragraph = Paragraph(where)
        paragraph.add(line)
    yield paragraph


def read_rows(text: str, place: str) -> list[Row]:
    """The rows of a board on one line."""
    parts = text.removesuffix("/").split("/")
    if len(parts) > MAX_SIDE:
        raise BadInput(f"{place}: a board of {len(parts)} rows; the largest is {MAX_SIDE}×{MAX_SIDE}")
    rows = [read_row(part, place) for part in parts]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadInput(f"{place}: row {number} has {cells(row)}, but row 1 has {len(rows[0])}")
    if not rows[0]:
        raise BadInput(f"{place}: an empty row; expected rows of numbers, as in 1 2 3/4 5 6/7 8 0")
    return rows


def read_row(text: str, place: str) -> Row:
    row = []
    for word in words(text):
        if word in BLANKS:
            row.append(0)
        elif not (word.isascii() and word.isdecimal()):
            raise BadInput(f"{place}: {shown(word)} is not a tile; expected a number, or 0, _ or . for the blank")
        elif len(word) > 6:
            raise BadInput(f"{place}: {shown(word)} is no tile of any board; the largest is {MAX_SIDE}×{MAX_SIDE}")
        else:
            row.append(int(word))
    return row


def with_tiles_goal(puzzle: Tiles, text: str, place: str = "") -> Tiles:
    """The same puzzle with the goal `blank-first`, `blank-last` or an arrangement; `place` begins any message.

    >>> with_tiles_goal(Tiles.of(["1 2", "3 0"]), "0 1/2 3").goal
    (0, 1, 2, 3)
    """
    size = len(puzzle.start)
    if text in NAMED_GOALS:
        goal: State = NAMED_GOALS[text](size)
    elif not text or text[0].isalpha():
        raise BadInput(
            f"{place}goal {shown(text)}; expected blank-first, blank-last or a board on one line, as in 1 2 3/4 5 0"
        )
    else:
        rows = read_rows(text.strip().replace("\n", "/"), f"{place}goal")
        goal = tuple(tile for row in rows for tile in row)
        in_reading_order = len(rows) == 1 and len(goal) == size
        if not in_reading_order and (len(rows[0]), len(rows)) != (puzzle.width, puzzle.height):
            raise BadInput(f"{place}the goal is {len(rows[0])}×{len(rows)} but the board is {puzzle.size}")
    try:
        return Tiles(width=puzzle.width, height=puzzle.height, start=puzzle.start, goal=goal, name=puzzle.name)
    except BadInput as problem:
        raise BadInput(f"{place}{problem}") from None


def is_whole_square(row: Row) -> bool:
    """Whether one row holds every tile of a square board. Two such rows never fit in one board: each has the blank."""
    return isqrt(len(row)) ** 2 == len(row) and sorted(row) == list(range(len(row)))


def cells(row: Row) -> str:
    return f"{len(row)} number{'' if len(row) == 1 else 's'}"


def on_one_line(puzzle: Tiles, state: State) -> str:
    rows = "/".join(" ".join(map(str, row)) for row in puzzle.rows(state))
    return rows if puzzle.height > 1 else rows + "/"
