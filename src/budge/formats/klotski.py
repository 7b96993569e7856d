"""Klotski boards as people paste them: five rows of four cells, without a goal.

ABBC      2113      The 2×2 block must reach the middle of the bottom rows. Letters: `.`, `_` or a space is empty,
ABBC      2113      every other character a piece. Digits (Hua Rong Dao): 0 is empty, every 7 a piece of one cell,
DEEF      4665      any other digit a piece.
DGHF      4775
I..J      7007
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat, check_reads_back
from budge.formats.blocks_grid import is_goal_of
from budge.formats.lines import located
from budge.formats.parts import Text
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.grid import EMPTY, shapes

ROWS, COLUMNS = 5, 4
SINGLE = "7"  # every cell with this digit is a piece of its own
ROW = re.compile(r"[A-Za-z0-9._ ]{4}")
GOAL = ["....", "....", "....", ".{0}{0}.", ".{0}{0}."]
ADVICE = "write blocks or json instead"


class Klotski(LazyFormat):
    name: ClassVar[str] = "klotski"
    summary: ClassVar[str] = "five rows of four letters or digits, as in ABBC or 2113; the 2×2 block must leave below"
    kinds: ClassVar[tuple[str, ...]] = ("blocks",)
    suffixes: ClassVar[tuple[str, ...]] = ()
    separator: ClassVar[str] = "\n"

    def sniff(self, text: str) -> bool:
        """
        >>> sniff = Klotski().sniff
        >>> sniff("ABBC\\nABBC\\nDEEF\\nDGHF\\nI..J"), sniff("2113/2113/4665/4775/7007"), sniff("1 2/3 0")
        (True, True, False)
        """
        found = boards(Text.of(text[:1000]))
        (_, first), (_, second) = next(found, (0, [])), next(found, (0, []))
        return is_board(first) and not is_goal_of(second, first)

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = Klotski().read("2113/2113/4665/4775/7007", "x")
        >>> puzzle.pieces, puzzle.goals
        (10, ((('1', 13),),))
        """
        for line, rows in boards(text):
            yield partial(read_board, rows, f"{where}, line {line}")

    def write(self, puzzle: Puzzle) -> str:
        assert isinstance(puzzle, Blocks)
        if puzzle.name is not None or (puzzle.width, puzzle.height) != (COLUMNS, ROWS):
            raise BadInput(f"a klotski board has {ROWS} rows of {COLUMNS} cells and no name; {ADVICE}")
        rows = puzzle.rows()
        if not is_board(rows):
            raise BadInput(f"a klotski board has one 2×2 block, and letters as pieces; {ADVICE}")
        check_reads_back(puzzle, partial(read_board, rows, ""), "klotski board", ADVICE)
        return "\n".join(rows) + "\n"


def boards(text: Text) -> Iterator[tuple[int, list[str]]]:
    """The paragraphs with the numbers of their first lines; a single line is cut at its slashes."""
    if text.head_is_all and text.head.strip().count("\n") == 0 and text.head.count("/") == ROWS - 1:
        text = Text.of(text.head.strip().replace("/", "\n"))
    first = 0
    rows: list[str] = []
    for begin, part in text:
        for number, line in enumerate(part.removesuffix("\n").split("\n"), begin):
            if line.strip() or (rows and len(rows) < ROWS and len(line) == COLUMNS):
                first = first if rows else number
                rows.append(line.ljust(COLUMNS) if len(line) < COLUMNS and rows else line)
            elif rows:
                yield first, rows
                rows = []
    if rows:
        yield first, rows


def is_board(rows: list[str]) -> bool:
    """Whether these are five rows of four cells with exactly one 2×2 block."""
    if len(rows) != ROWS or not all(ROW.fullmatch(row) for row in rows):
        return False
    text = "".join(rows)
    return len(squares(cells_of(text))) == 1 and not (set(text) <= set("0123456789") and "0" not in text)


def cells_of(text: str) -> str:
    """The cells with `.` for empty ones; each single piece of digits gets a letter of its own."""
    if not set(text) <= set("0123456789 "):
        return text.replace("_", EMPTY).replace(" ", EMPTY)
    names = iter("abcdefghijklmnopqrst")
    cells = "".join(next(names) if cell == SINGLE else cell for cell in text)
    return cells.replace("0", EMPTY).replace(" ", EMPTY)


def squares(cells: str) -> list[str]:
    """The pieces that are a 2×2 block."""
    found = []
    for piece in dict.fromkeys(cells.replace(EMPTY, "")):
        at = [cell for cell, name in enumerate(cells) if name == piece]
        if at == [at[0], at[0] + 1, at[0] + COLUMNS, at[0] + COLUMNS + 1] and at[0] % COLUMNS < COLUMNS - 1:
            found.append(piece)
    return found


def read_board(rows: list[str], where: str) -> Blocks:
    with located(where):
        if not is_board(rows):
            raise BadInput(
                f"taken for a Klotski board; expected {ROWS} rows of {COLUMNS} letters or digits with one 2×2 block"
            )
        cells = cells_of("".join(rows))
        [square] = squares(cells)
        start = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
        for piece, covered in shapes(start).items():
            wide = {cell % COLUMNS for cell in covered}
            tall = {cell // COLUMNS for cell in covered}
            if len(covered) != len(wide) * len(tall) or max(len(wide), len(tall)) > 2:
                raise BadInput(f"piece {piece} is not a rectangle of at most 2×2 cells")
        return Blocks.of(start, [[row.format(square) for row in GOAL]])
