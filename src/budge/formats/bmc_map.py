"""Sokoban maps of the bounded-model-checking study: W wall, X floor, P player, B box, T target.

    WWWWW
    WPBTW
    WWWWW

There is no letter for a box or a player on a target. Blank lines separate maps; a line `Title:` above a map and
comments after `;` are extensions of budge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import every_line, located, read_name, shown, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Sokoban
from budge.puzzles.sokoban_board import MAX_ROWS

MARKS = {"W": "#", "X": "-", "P": "@", "B": "$", "T": "."}
LETTERS = {mark: letter for letter, mark in MARKS.items()} | {" ": "X"}
ROW = re.compile(r"\s*[WXPBT]{2,}\s*")
TITLE = re.compile(r"\s*(?:title|name):\s*(.*?)\s*", re.IGNORECASE)


class BmcMap(LazyFormat):
    name: ClassVar[str] = "bmc"
    summary: ClassVar[str] = "Sokoban maps of letters: W wall, X floor, P player, B box, T target"
    kinds: ClassVar[tuple[str, ...]] = ("sokoban",)
    suffixes: ClassVar[tuple[str, ...]] = (".map",)
    separator: ClassVar[str] = "\n"
    comment: ClassVar[str | None] = ";"

    def sniff(self, text: str) -> bool:
        """
        >>> BmcMap().sniff("WWWWW\\nWPBTW\\nWWWWW"), BmcMap().sniff("#####\\n#@$.#\\n#####")
        (True, False)
        """
        lines = (line for line in text[:20_000].split("\n") if line.strip() and not is_remark(line))
        return ROW.fullmatch(next(lines, "")) is not None and ROW.fullmatch(next(lines, "")) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        none_yet = True
        rows: list[str] = []
        first, title = 0, None
        for number, line in chain(every_line(text, where), [(0, "")]):  # the last map ends in a blank line too
            place = f"{where}, line {number}"
            if remark := TITLE.fullmatch(line):
                title = read_name(remark[1], place)
            elif line.strip() and not is_remark(line):
                first = first or number
                rows.append(read_row(line, place))
                if len(rows) > MAX_ROWS:
                    raise BadInput(f"{place}: a map of more than {MAX_ROWS} rows")
            elif rows and not line.strip():
                yield partial(read_map, rows, title, f"{where}, line {first}")
                rows, first, title, none_yet = [], 0, None, False
        if none_yet:
            raise BadInput(f"{where}: it contains no map; expected rows such as WPXBTW")

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> BmcMap().write(Sokoban.of(["#####", "#@$.#", "#####"]))
        'WWWWW\\nWPBTW\\nWWWWW\\n'
        """
        assert isinstance(puzzle, Sokoban)
        if puzzle.assigned:
            raise BadInput("format bmc cannot assign targets to boxes; write xsb or json instead")
        if set(puzzle.targets) & {*puzzle.boxes, *puzzle.players}:
            raise BadInput("format bmc cannot show a box or a player on a target; write xsb or json instead")
        floor = puzzle.floor
        title = f"Title: {write_name(puzzle.name)}\n" if puzzle.name is not None else ""
        return title + "".join(
            "".join(
                LETTERS[mark] if row * puzzle.width + column in floor else "W"
                for column, mark in enumerate(marks.ljust(puzzle.width))
            )
            + "\n"
            for row, marks in enumerate(puzzle.board)
        )


def is_remark(line: str) -> bool:
    return line.lstrip().startswith(";") or TITLE.fullmatch(line) is not None


def read_map(rows: list[str], title: str | None, place: str) -> Sokoban:
    with located(place):
        return Sokoban.of(rows, name=title)


def read_row(line: str, place: str) -> str:
    line = line.rstrip()
    for column, letter in enumerate(line, 1):
        if letter not in MARKS:
            raise BadInput(f"{place}, column {column}: unknown character {shown(letter)}; expected W, X, P, B or T")
    return "".join(MARKS[letter] for letter in line)
