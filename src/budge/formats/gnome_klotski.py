"""Levels of GNOME Klotski: `#` wall, space empty, `*` the target piece, other characters pieces.

`-` is a gate that only `*` may pass, `.` marks the goal of `*`. Short rows are filled with spaces, because editors
often remove them at line ends. An empty line separates levels, and a line `name: …` above a level names it.

The game has its levels in its source, `klotski-window.vala`. That file is read as it is: a level begins with its name,
`N_("Daisy")`, and each row is a string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat, check_reads_back
from budge.formats.lines import every_line, located, read_name, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.grid import EMPTY, WALL

TARGET, GATE, GOAL, FLOOR = "*", "-", ".", " "
NAME = re.compile(r"name\s*(?::\s*|\s)(.*)")
SOURCE_NAME = re.compile(r"""\s*\{\s*N_\s*\("([^"]*)"\).*""")
SOURCE_ROW = re.compile(r"""\s*"([^"]*)"\s*(\+|\},?)\s*""")
OTHER_FORMATS = re.compile(r"[@$+]|^start\s*:?$", re.MULTILINE)  # Sokoban, and budge's own grids
ADVICE = "write blocks or json instead"
MAX_LENGTH = 1_000


class GnomeKlotski(LazyFormat):
    name: ClassVar[str] = "gnome-klotski"
    summary: ClassVar[str] = "a level of GNOME Klotski: * the target piece, - a gate for it, . its goal"
    kinds: ClassVar[tuple[str, ...]] = ("blocks",)
    suffixes: ClassVar[tuple[str, ...]] = (".klotski", ".vala")
    separator: ClassVar[str] = "\n"

    def sniff(self, text: str) -> bool:
        """
        >>> GnomeKlotski().sniff("#####\\n#**.#\\n#####"), GnomeKlotski().sniff("#*\\n\\n*#")
        (True, False)
        """
        beginning = text[:10_000]
        if is_source(beginning):
            return True
        if max(map(len, beginning.split("\n"))) > MAX_LENGTH or OTHER_FORMATS.search(beginning):
            return False
        first = next((rows for _, _, rows in levels(Text.of(beginning), "")), [])
        signs = set("".join(first))
        return {TARGET, WALL} <= signs and not signs.isdisjoint((GOAL, GATE, FLOOR))

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = GnomeKlotski().read("####\\n#*.#\\n####", "x")
        >>> puzzle.goals
        ((('*', 6),),)
        """
        for line, name, rows in (levels_in_source if is_source(text.head) else levels)(text, where):
            yield partial(read_level, rows, f"{where}, line {line}", name)

    def write(self, puzzle: Puzzle) -> str:
        assert isinstance(puzzle, Blocks)
        named = f"name: {write_name(puzzle.name)}\n" if puzzle.name is not None else ""
        signs = list("".join(puzzle.rows()).replace(EMPTY, FLOOR))
        for marks, cells in ((GATE, [c for gate in puzzle.gates for c in gate.cells]), (GOAL, goal_cells(puzzle))):
            for cell in cells:
                if signs[cell] != FLOOR:
                    raise BadInput(f"a GNOME level cannot show two signs at {puzzle.where(cell)}; {ADVICE}")
                signs[cell] = marks
        rows = cut("".join(signs), puzzle.width)
        check_reads_back(puzzle, partial(read_level, rows, "", puzzle.name), "GNOME level", ADVICE)
        return named + "\n".join(rows) + "\n"


def goal_cells(puzzle: Blocks) -> list[int]:
    placed = ((puzzle.index[name], anchor) for name, anchor in puzzle.goals[0])
    return [cell for piece, anchor in placed for cell in puzzle.cells(piece, anchor)]


def is_source(text: str) -> bool:
    """Whether the text has a level in the notation of the game's source.

    >>> is_source('{   N_("Daisy"), /* group */ 0,\\n /* width and height */ 4, 1,\\n "#*.#" }')
    True
    """
    lines = text.split("\n")
    return any(map(SOURCE_NAME.fullmatch, lines)) and any(map(SOURCE_ROW.fullmatch, lines))


def levels_in_source(text: Text, where: str) -> Iterator[tuple[int, str | None, list[str]]]:
    """As `levels`. All other lines of the source are left out."""
    name: str | None = None
    rows: list[str] = []
    first = 0
    for number, line in every_line(text, where, MAX_LENGTH):
        if named := SOURCE_NAME.fullmatch(line):
            name, rows = read_name(named[1], f"{where}, line {number}"), []
        elif name is not None and (row := SOURCE_ROW.fullmatch(line)):
            first = first if rows else number
            rows.append(row[1])
            if row[2] != "+":
                yield first, name, rows
                name, rows = None, []


def levels(text: Text, where: str) -> Iterator[tuple[int, str | None, list[str]]]:
    """The first line, the name and the rows of each level."""
    name: str | None = None
    rows: list[str] = []
    first = 0
    for number, line in chain(every_line(text, where, MAX_LENGTH), [(0, "")]):
        if named := NAME.fullmatch(line):
            name = read_name(named[1].strip(), f"{where}, line {number}")
        elif line:
            first = first if rows else number
            rows.append(line)
        elif rows:
            yield first, name, rows
            name, rows = None, []


def read_level(rows: list[str], place: str, name: str | None) -> Blocks:
    wide = max(map(len, rows))
    padded = [row.ljust(wide) for row in rows]
    cells = list(enumerate("".join(padded)))
    goal, gates = ([cell for cell, sign in cells if sign == mark] for mark in (GOAL, GATE))
    if not goal or not any(TARGET in row for row in rows):
        missing = f"goal cells ({GOAL})" if not goal else f"the piece {TARGET}"
        raise BadInput(f"{place}: a level of GNOME Klotski without {missing}")
    signs = {GOAL: EMPTY, GATE: EMPTY, FLOOR: EMPTY}
    start = ["".join(signs.get(sign, sign) for sign in row) for row in padded]
    flat = "".join(TARGET if cell in goal else EMPTY for cell, _ in cells)
    with located(place):
        return Blocks.of(start, [cut(flat, wide)], gates={TARGET: gates} if gates else {}, name=name)


def cut(signs: str, width: int) -> list[str]:
    """The cells of a board as rows."""
    return [signs[first : first + width] for first in range(0, len(signs), width)]
