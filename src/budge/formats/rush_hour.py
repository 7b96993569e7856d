"""Rush Hour as one line, the 36 cells of the board in reading order, or as six lines of six cells.

A letter is a car, `.` or `o` an empty cell, `x` a wall. The target car is X, or A if there is no X; its exit is
at the right end of its row. Numbers before the board (the optimum) and after it (the size of the state space), as in
published lists, are ignored. Six lines without capitals are read as if they had them, so `o` and `x` are cars there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat, check_reads_back
from budge.formats.blocks_grid import is_goal_of
from budge.formats.lines import Line, lines, located, opening, read_name, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.blocks import Piece
from budge.puzzles.board import place
from budge.puzzles.grid import EMPTY, WALL, shapes

SIDE = 6
CELLS = SIDE * SIDE
BOARD = re.compile(r"(?:\d{1,9}\s+)?([A-Za-z.]{30,42})(?:\s+\d{1,12})?")
NAME = re.compile(r"name\s*(?::\s*|\s)(.*)")
INVALID = re.compile(r"[^A-Z.ox]")
SIX = re.compile(r"[A-Za-z.]{6}")
LETTER_MAP = set("WXPBT")  # a Sokoban level of format bmc
MAX_SNIFFED = 2_000  # characters
ADVICE = "write blocks or json instead"


class RushHour(LazyFormat):
    name: ClassVar[str] = "rush-hour"
    summary: ClassVar[str] = (
        "36 cells on a line, or 6 lines of 6; X or else A must leave to the right; . or o empty, x a wall"
    )
    kinds: ClassVar[tuple[str, ...]] = ("blocks",)
    suffixes: ClassVar[tuple[str, ...]] = (".rush",)
    comment: ClassVar[str | None] = "#"

    def sniff(self, text: str) -> bool:
        """
        >>> RushHour().sniff("60 " + "AA" + 34 * "o"), RushHour().sniff("1 2/3 0")
        (True, False)
        """
        return BOARD.fullmatch(opening(text, skip=NAME).rstrip()) is not None or is_six_lines(text)

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = RushHour().read("............XX......................", "x")
        >>> puzzle.goals
        ((('X', 16),),)
        """
        name: str | None = None
        none_yet = True
        found = lines(text, where)
        for number, line, _ in six_lines(found) if is_six_lines(text.head) else found:
            if named := line.startswith("name") and NAME.fullmatch(line):
                name = read_name(named[1].strip(), f"{where}, line {number}")
                continue
            yield partial(read_board, line, where, name, number)
            name, none_yet = None, False
        if name is not None or none_yet:
            raise BadInput(f"{where}: no board follows; expected {CELLS} characters on a line")

    def write(self, puzzle: Puzzle) -> str:
        assert isinstance(puzzle, Blocks)
        named = f"name: {write_name(puzzle.name)}\n" if puzzle.name is not None else ""
        board = "".join(puzzle.rows()).replace(WALL, "x")
        check_reads_back(puzzle, partial(read_board, board, "", puzzle.name), "Rush Hour board", ADVICE)
        return f"{named}{board}\n"


def is_six_lines(text: str) -> bool:
    """Whether the text begins with six lines of six cells that are a board, and no goal follows: blocks have one.

    >>> is_six_lines("AA...O\\nP..Q.O\\nPXXQ.O\\nP..Q..\\nB...CC\\nB.RRR.")
    True
    """
    paragraphs: list[list[str]] = []
    try:
        found = list(lines(Text.of(text[:MAX_SNIFFED]), ""))
    except BadInput:  # a row of another format
        return False
    begins = True
    for _, line, opens in found:
        if NAME.fullmatch(line):
            begins = True
            continue
        if opens or begins:
            paragraphs.append([])
        paragraphs[-1].append(line)
        begins = False
    first, *others = paragraphs or [[]]
    if len(first) != SIDE or not all(SIX.fullmatch(line) for line in first):
        return False
    board = "".join(first)
    return not set(board) - {EMPTY} <= LETTER_MAP and not (others and is_goal_of(others[0], first))


def six_lines(found: Iterable[Line]) -> Iterator[Line]:
    """Lines in which six rows of a board are joined to one."""
    rows: list[str] = []
    first = 0
    for number, line, opens in found:
        if NAME.fullmatch(line):
            yield number, line, opens
            continue
        first = first if rows else number
        rows.append(line)
        if len(rows) == SIDE or not SIX.fullmatch(line):
            board = "".join(rows)
            yield first, board if re.search("[A-Z]", board) else board.upper(), True
            rows = []
    if rows:
        yield first, "".join(rows), True


def read_board(text: str, where: str, name: str | None, line: int | None = None) -> Blocks:
    match = BOARD.fullmatch(text)
    cells = match[1] if match else text
    return read_valid(cells, name) or read_any(cells, f"{where}, line {line}" if line is not None else where, name)


def read_valid(cells: str, name: str | None) -> Blocks | None:
    """The puzzle of a valid board; None if anything is wrong with it. Published lists have millions of boards, so this
    compares whole rows and columns and shares the pieces among puzzles: it is ten times as fast as `read_any`."""
    if len(cells) != CELLS:
        return None
    target = "X" if "X" in cells else "A"
    target_row, target_length = 0, 0
    pieces = []
    for sign in dict.fromkeys(cells):  # in the order of the first cells
        if sign in ".ox":
            continue
        first, length = cells.index(sign), cells.count(sign)
        bar = sign * length
        if length < 2 or sign > "Z":
            return None
        if cells[first : first + length] == bar and first % SIDE + length <= SIDE:
            pieces.append(car(sign, first, length, "horizontal"))
            if sign == target:
                target_row, target_length = first // SIDE, length
        elif cells[first : first + SIDE * length : SIDE] == bar:
            pieces.append(car(sign, first, length, "vertical"))
        else:
            return None
    exit_at = (target_row + 1) * SIDE - target_length
    if target_length == 0 or "x" in cells[exit_at : exit_at + target_length]:
        return None
    return Blocks.of_valid(
        width=SIDE,
        height=SIDE,
        blocks=tuple(pieces),
        goals=(((target, exit_at),),),
        walls=tuple(cell for cell, sign in enumerate(cells) if sign == "x") if "x" in cells else (),
        name=name,
    )


@cache
def car(sign: str, first: int, length: int, axis: str) -> Piece:
    """A car; there are few different ones."""
    step = 1 if axis == "horizontal" else SIDE
    return Piece(sign, tuple(range(first, first + step * length, step)), axis)


def read_any(cells: str, where: str, name: str | None) -> Blocks:
    """The puzzle of any board; raises `BadInput` with what is wrong with it."""
    if len(cells) != CELLS:
        raise BadInput(f"{where}: {len(cells)} characters; a Rush Hour board has {CELLS}, {SIDE} rows of {SIDE}")
    if bad := INVALID.search(cells):
        raise BadInput(
            f"{where}: {bad[0]!r} at {place(bad.start(), SIDE)}; expected a car A to Z, . or o empty, x a wall"
        )
    signs = cells.replace("o", EMPTY).replace("x", WALL)
    rows = [signs[first : first + SIDE] for first in range(0, CELLS, SIDE)]
    target = "X" if "X" in cells else "A"
    horizontal, vertical = "", ""
    for car, covered in shapes(rows).items():
        if car == WALL:
            continue
        spans = {cell // SIDE for cell in covered}, {cell % SIDE for cell in covered}
        if len(covered) < 2 or min(map(len, spans)) > 1:
            raise BadInput(
                f"{where}: car {car} at {place(covered[0], SIDE)} is not a bar; expected at least two cells in a line"
            )
        if len(spans[0]) == 1:
            horizontal += car
        else:
            vertical += car
    if target not in horizontal:
        found = "is vertical" if target in vertical else "is missing"
        raise BadInput(f"{where}: the target car {target} {found}")
    row, length = cells.index(target) // SIDE, cells.count(target)
    goal = [EMPTY * SIDE] * SIDE
    goal[row] = EMPTY * (SIDE - length) + target * length
    with located(where):
        return Blocks.of(rows, [goal], horizontal=horizontal, vertical=vertical, name=name)
