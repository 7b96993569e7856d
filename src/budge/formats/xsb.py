"""Sokoban levels as the world writes them: XSB, with the habits of `.sok`, `.xsb` and `.txt` collections.

    Title: the first
    #####        # wall    . target    @ player    $ box    * box on a target    + player on a target
    #@$.#        floor: a space, - or _; also p P for players and b B for boxes
    #####

Rows may be run-length coded, as in `5#|#@$.#|5#`, with `|` for the end of a row. Between levels anything may stand:
comments (`;`, `::`), titles, `Title:` and other keys, solutions. Several `@` are several players. The line `Assigned:`
is budge's own: for each box, in reading order, the numbers of the targets that it may end on, `*` for any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from budge.formats.base import Format
from budge.formats.lines import MAX_LENGTH, every_line, read_name, shown, write_name
from budge.puzzles import BadInput, Puzzle, Sokoban
from budge.puzzles.runs import unrolled
from budge.puzzles.sokoban_board import ALIASES, KNOWN, MAX_ROWS

MAX_LINES = 1_000_000
MARKS = KNOWN + "".join(ALIASES)
ROW = re.compile(r"[#@+$*.bBpP\s\-_|\d()]*#[#@+$*.bBpP\s\-_|\d()]*")
OPEN_ROW = re.compile(r"[@+$*.\s\-_]*[@+$*.\-_][@+$*.\s\-_]*")  # without a wall: a row only among rows
EMPTY_ROW = re.compile(r"[\s\-_]*")
BEGINS = re.compile(r"\s*#")  # among rows it wants to be one, whatever else is in it
WALLED = re.compile(r"\s*\d*#(?!.*[A-Za-z]{2}).*#\s*")  # so it does anywhere, unless there are words in it
NUMBER = re.compile(r"\s*#\s*\d+\s*")  # the title of a level, as in #17
SOLUTION = re.compile(r"[lurdLURD\d()\s]+|\s*(solution|snapshot|saved|moves)\b.*", re.IGNORECASE)
KEY = re.compile(r"\s*(title|name|assigned)\s*[:=]\s*(.*?)\s*", re.IGNORECASE)
OTHER_KEY = re.compile(r"\s*\w[\w ]{0,30}[:=].*")
COMMENT = re.compile(r"\s*(?:;|::|')\s*(.*?)\s*")
PIECES = re.compile(r"[@+$*.bBpP]")


class Xsb(Format):
    name: ClassVar[str] = "xsb"
    summary: ClassVar[str] = "Sokoban levels, as in #####|#@$.#|#####"
    kinds: ClassVar[tuple[str, ...]] = ("sokoban",)
    suffixes: ClassVar[tuple[str, ...]] = (".xsb", ".sok")
    separator: ClassVar[str] = "\n"
    text_of: ClassVar[str | None] = "sokoban"

    def sniff(self, text: str) -> bool:
        """
        >>> Xsb().sniff("; 1\\n\\n#####\\n#@$.#\\n#####"), Xsb().sniff("# two boards\\n1 0\\n\\n0 1")
        (True, False)
        """
        rows, pieces = 0, False
        for match in re.finditer(r"[^\n]+", text[:20_000]):
            line = match[0]
            if is_row(line, rows > 0):
                rows += 1 + line.count("|")
                pieces = pieces or PIECES.search(line) is not None
                if rows > 1 and pieces:
                    return True
            else:
                rows, pieces = 0, False
        return False

    def read(self, text: str, where: str) -> list[Puzzle]:
        """
        >>> [level] = Xsb().read("; easy\\n\\n5#|#@$.#|5#", "x")
        >>> level.name, level.board
        ('easy', ('#####', '#@$.#', '#####'))
        """
        levels = list(sections(text, where))
        if not levels:
            raise BadInput(f"{where}: no level in it; expected rows such as #@ $.#")
        return [read_level(level, where) for level in levels]

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> print(Xsb().write(Sokoban.of(["#####", "#@$.#", "#####"], name="easy")), end="")
        Title: easy
        #####
        #@$.#
        #####
        """
        assert isinstance(puzzle, Sokoban)
        head = [f"Title: {write_name(puzzle.name)}"] if puzzle.name is not None else []
        if puzzle.assigned:
            some = (",".join(map(str, numbers)) or "*" for numbers in puzzle.assigned)
            head.append(f"Assigned: {' '.join(some)}")
        return "\n".join([*head, *(row or "-" for row in puzzle.board)]) + "\n"  # an empty line would end the level


@dataclass
class Section:
    """A level as it stands in the text: its rows, and what is said of it."""

    rows: list[tuple[int, str]] = field(default_factory=list)
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)  # the first and the last comment or line of text

    @property
    def says_nothing(self) -> bool:
        return not self.keys and not self.titles


def sections(text: str, where: str) -> Iterator[Section]:
    """The levels with what belongs to them: what stands above each, or below it where the file has it so."""
    found: list[Section] = []
    said: list[Section] = [Section()]  # said[i] stands above found[i]
    for number, line in every_line(text, where):
        rows = found[-1].rows if found else []
        goes_on = bool(rows) and rows[-1][0] == number - 1
        if is_row(line, goes_on):
            if not goes_on:
                found.append(Section())
                said.append(Section())
            found[-1].rows.append((number, line))
            if len(found[-1].rows) > MAX_ROWS:
                raise BadInput(f"{where}, line {number}: a level of more than {MAX_ROWS} rows")
        else:
            listen(line, number, said[-1], where)
        if number > MAX_LINES:
            raise BadInput(f"{where}: more than {MAX_LINES:,} lines; no collection needs that")
    below = said[0].says_nothing and not said[-1].says_nothing
    for level, words in zip(found, said[1:] if below else said, strict=False):
        level.keys, level.titles = words.keys, words.titles[:1] if below else words.titles[-1:]
        while EMPTY_ROW.fullmatch(level.rows[-1][1]):
            level.rows.pop()
        yield level


def is_row(line: str, goes_on: bool) -> bool:
    """Whether a line is a row of a level, or was meant to be one; `goes_on` if the line above is."""
    if ("#" not in line and not goes_on) or NUMBER.fullmatch(line):
        return False
    if goes_on:
        return bool(ROW.fullmatch(line) or BEGINS.match(line) or OPEN_ROW.fullmatch(line))
    return bool(ROW.fullmatch(line) or WALLED.fullmatch(line))


def listen(line: str, number: int, section: Section, where: str) -> None:
    """Take in a line that stands between levels."""
    if key := KEY.fullmatch(line):
        word = key[1].lower().replace("name", "title")
        if word == "assigned" and word in section.keys:
            raise BadInput(f"{where}, line {number}: a second Assigned: for the same level")
        section.keys[word] = (key[2], number)
    elif comment := COMMENT.fullmatch(line):
        if comment[1] and not line.lstrip().startswith("::"):
            section.titles[1:] = [comment[1]]
    elif line.strip() and not SOLUTION.fullmatch(line) and not OTHER_KEY.fullmatch(line):
        section.titles[1:] = [line.strip()]


def read_level(section: Section, where: str) -> Sokoban:
    rows: list[tuple[int, str]] = []
    for number, line in section.rows:
        rows += [(number, row) for row in read_rows(line, f"{where}, line {number}")]
    first = section.rows[0][0]
    name = section.titles[0] if section.titles else None
    if "title" in section.keys:
        text, number = section.keys["title"]
        name = read_title(text, f"{where}, line {number}")
    assigned: list[list[int]] = []
    if "assigned" in section.keys:
        text, number = section.keys["assigned"]
        assigned = read_assignment(text, f"{where}, line {number}")
    try:
        return Sokoban.of([row for _, row in rows], assigned, name)
    except BadInput as problem:
        raise BadInput(f"{where}, line {first}: {problem}") from None


def read_rows(line: str, place: str) -> list[str]:
    """The rows of one line: several where `|` ends them, each perhaps run-length coded."""
    for column, mark in enumerate(line, 1):
        if mark not in MARKS and mark not in "|()" and not ("0" <= mark <= "9"):
            raise BadInput(f"{place}, column {column}: unknown character {shown(mark)}; expected # @ + $ * . or floor")
    if not re.search(r"[\d|(]", line):
        return [line]
    try:
        whole = unrolled(line.rstrip(), MAX_LENGTH, MARKS + "|")
    except BadInput as problem:
        raise BadInput(f"{place}: run-length coded row: {problem}") from None
    return whole.rstrip("|").split("|")


def read_title(text: str, place: str) -> str | None:
    """A title; one that budge wrote with unusual characters in it is a JSON string, others may hold any quotes."""
    try:
        return read_name(text, place)
    except BadInput:
        return text or None


def read_assignment(text: str, place: str) -> list[list[int]]:
    assigned = []
    for word in text.split():
        if word != "*" and not re.fullmatch(r"\d{1,5}(,\d{1,5})*", word):
            raise BadInput(f"{place}: {shown(word)}; expected for each box numbers of targets such as 2 or 1,3, or *")
        assigned.append([] if word == "*" else [int(number) for number in word.split(",")])
    return assigned
