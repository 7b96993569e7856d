"""Sokoban levels in XSB, including the variants of `.sok`, `.xsb` and `.txt` collections.

    Title: the first
    #####        # wall    . target    @ player    $ box    * box on a target    + player on a target
    #@$.#        floor: a space, - or _; also p P for players and b B for boxes
    #####

Rows may be run-length encoded, as in `5#|#@$.#|5#`, with `|` as the end of a row; a level on one line may use `/`
instead. Any text may appear between levels: comments (`;`, `::`), titles, `Title:` and other keys, solutions. The
first solution below a level, in LURD or run-length encoded, is stored with it. A puzzle in another format is an error,
because it would be ignored. Several `@` are several players. The line `Assigned:` is an
extension of budge: for each box, in reading order, the numbers of the targets that it may end on, `*` for any.

Some collections put titles above levels, others below. If there is text above the first level or below the last but not
both, that decides. Otherwise texts that touch rows and have a blank line on the other side decide by majority.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import ClassVar, NamedTuple

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import LEVEL, MAX_LENGTH, ONE_FORMAT, located, read_name, shown, write_name
from budge.formats.parts import Text
from budge.formats.strays import stray
from budge.puzzles import BadInput, Puzzle, Sokoban
from budge.puzzles.runs import unrolled
from budge.puzzles.sokoban_board import ALIASES, KNOWN, MAX_ROWS

MAX_GAP = 5_000_000  # characters between two levels
TITLE_SAMPLE = 1_000  # levels that decide whether titles are above or below
MARKS = KNOWN + "".join(ALIASES)
ROW = re.compile(r"[#@+$*.bBpP\s\-_|\d()]*#[#@+$*.bBpP\s\-_|\d()]*")
OPEN_ROW = re.compile(r"[@+$*.\s\-_]*[@+$*.\-_][@+$*.\s\-_]*")  # without a wall: a row only below another row
EMPTY_ROW = re.compile(r"[\s\-_]*")
PLAIN_ROWS = re.compile(  # consecutive rows of the usual form
    r"[ \t@+$*.\-_]*#[#@+$*. \t\-_]*\n(?:(?=[ \t]*[^ \t\n])[#@+$*. \t\-_]+\n)*"
)
BEGINS = re.compile(r"\s*#")  # below a row: another row, valid or not
WALLED = re.compile(r"\s*\d*#(?!.*[A-Za-z]{2}).*#\s*")  # a row anywhere; a line with words is not
NUMBER = re.compile(r"\s*#\s*\d+\s*")  # the title of a level, as in #17
STEPS = re.compile(r"[lurdLURD\d()\s]+")
SOLUTION = re.compile(rf"{STEPS.pattern}|\s*(solution|snapshot|saved|moves)\b.*", re.IGNORECASE)
SOLUTION_BELOW = re.compile(rf"\s*solution\b[^:]*(?::({STEPS.pattern})?)?", re.IGNORECASE)
SOLUTION_WIDTH = 80  # letters in a line
KEY = re.compile(r"\s*(title|name|assigned)\s*[:=]\s*(.*?)\s*", re.IGNORECASE)
OTHER_KEY = re.compile(r"\s*\w[\w ]{0,30}[:=].*")
COMMENT = re.compile(r"\s*(?:;|::|')\s*(.*?)\s*")
PIECES = re.compile(r"[@+$*.bBpP]")


class Xsb(LazyFormat):
    name: ClassVar[str] = "xsb"
    summary: ClassVar[str] = "Sokoban levels, as in #####|#@$.#|#####"
    kinds: ClassVar[tuple[str, ...]] = ("sokoban",)
    suffixes: ClassVar[tuple[str, ...]] = (".xsb", ".sok")
    separator: ClassVar[str] = "\n"
    comment: ClassVar[str | None] = "::"
    text_of: ClassVar[str | None] = "sokoban"

    def sniff(self, text: str) -> bool:
        """
        >>> Xsb().sniff("; 1\\n\\n#####\\n#@$.#\\n#####"), Xsb().sniff("# two boards\\n1 0\\n\\n0 1")
        (True, False)
        """
        if is_on_one_line(text):
            return True
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

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [level] = Xsb().read("; easy\\n\\n5#|#@$.#|5#", "x")
        >>> level.name, level.board
        ('easy', ('#####', '#@$.#', '#####'))
        """
        if text.head_is_all and is_on_one_line(text.head):
            text = Text.of(text.head.replace("/", "|"))
        found = sections(text, where)
        first = next(found)
        if first.rows.text == "":
            raise BadInput(f"{where}: it contains no level; expected rows such as #@ $.#")
        below = titles_below(text, where)
        if below:
            parse_remarks(first.above, where)
        above, rows = first
        for after in found:
            yield partial(read_level, rows, after.above if below else above, below, where, after.above)
            above, rows = after
        if not below:
            parse_remarks(above, where)

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
        rows = [row or "-" for row in puzzle.board]  # an empty line ends a level
        return "\n".join([*head, *rows, *solution_lines(puzzle.solution)]) + "\n"


def is_on_one_line(text: str) -> bool:
    """Whether the text is one level on one line, with rows separated by slashes.

    >>> is_on_one_line("#####/#@$.#/#####"), is_on_one_line("# one/two")
    (True, False)
    """
    return len(text) < MAX_LENGTH and LEVEL.fullmatch(text) is not None


class Lines(NamedTuple):
    """A part of the text, and the number of its first line."""

    number: int
    text: str


class XsbSection(NamedTuple):
    """The rows of a level and the text above them; at the end of the file, the remaining text without rows."""

    above: Lines
    rows: Lines


def sections(text: Text, where: str) -> Iterator[XsbSection]:
    """The levels one by one, split into text and rows but not parsed."""
    begin, rest = 1, ""  # text not yet yielded, and its first line
    for _, part in text:
        rest += part
        position = 0
        while (rows := find_rows(rest, position)) is not None:
            first = begin + rest.count("\n", position, rows.start)
            count = rest.count("\n", rows.start, rows.stop)
            if count > MAX_ROWS:
                raise BadInput(f"{where}, line {first + MAX_ROWS}: a level of more than {MAX_ROWS} rows")
            if rows.stop >= len(rest):
                break  # it may continue
            yield XsbSection(Lines(begin, rest[position : rows.start]), Lines(first, rest[rows.start : rows.stop]))
            begin, position = first + count, rows.stop
        rest = rest[position:]
        if len(rest) > MAX_GAP:
            raise BadInput(f"{where}, line {begin}: more than {MAX_GAP:,} characters without a level")
    if rows := find_rows(rest, 0):
        first = begin + rest.count("\n", 0, rows.start)
        yield XsbSection(Lines(begin, rest[: rows.start]), Lines(first, rest[rows.start :]))
        begin, rest = first + rest.count("\n", rows.start), ""
    yield XsbSection(Lines(begin, rest), Lines(begin, ""))


def find_rows(text: str, position: int) -> range | None:
    """The span of the rows of the next level, in whole lines."""
    while (wall := text.find("#", position)) >= 0:
        start = text.rfind("\n", position, wall) + 1 or position
        if rows := PLAIN_ROWS.match(text, start):
            stop = rows.end()
        else:
            line, stop = line_at(text, start)
            if not is_row(line, False):
                position = stop
                continue
        while stop < len(text) and text[stop] != "\n":
            line, after = line_at(text, stop)
            if not is_row(line, True):
                break
            stop = after
        return range(start, stop)
    return None


def line_at(text: str, start: int) -> tuple[str, int]:
    """The line that begins at a position, and the start of the next line."""
    end = text.find("\n", start)
    return (text[start:end], end + 1) if end >= 0 else (text[start:], len(text))


def titles_below(text: Text, where: str) -> bool:
    """Whether titles are below their levels, judged by the first levels."""
    gaps = [section.above for section in islice(sections(Text([text.head]), where), TITLE_SAMPLE)]
    complete = text.head_is_all and len(gaps) < TITLE_SAMPLE
    if len(gaps) > 1 and not complete:
        gaps.pop()
    has_text = [not parse_remarks(gap, where, strictly=False).is_empty for gap in gaps]
    if complete and has_text[0] != has_text[-1]:
        return has_text[-1]
    touching = [
        (parse_remarks(piece, where, strictly=False), vote)
        for place, gap in enumerate(gaps)
        for piece, vote in adjacent_to_rows(gap, place == 0, complete and place == len(gaps) - 1)
    ]
    keys = sum(vote for words, vote in touching if words.keys)
    votes = keys or sum(vote for words, vote in touching if words.titles)
    return votes > 0 or (votes == 0 and has_text[-1] > has_text[0])  # the last gap may be one between two levels


def adjacent_to_rows(gap: Lines, is_first: bool, is_last: bool) -> Iterator[tuple[Lines, int]]:
    """Text directly below a level (1) or directly above one (-1), with a blank line on its other side."""
    lines = gap.text.removesuffix("\n").split("\n")
    blank = [index for index, line in enumerate(lines) if not line.strip()]
    if not is_first and (blank or is_last):
        yield Lines(gap.number, "\n".join(lines[: blank[0]] if blank else lines)), 1
    if not is_last and (blank or is_first):
        yield Lines(gap.number, "\n".join(lines[blank[-1] + 1 :] if blank else lines)), -1


@dataclass
class Remarks:
    """The text between two levels."""

    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)  # the first and the last comment or line of text

    @property
    def is_empty(self) -> bool:
        return not self.keys and not self.titles


def is_row(line: str, continues: bool) -> bool:
    """Whether a line is a row of a level, valid or not; `continues` if the line above is one."""
    if ("#" not in line and not continues) or NUMBER.fullmatch(line):
        return False
    if continues:
        return bool(ROW.fullmatch(line) or BEGINS.match(line) or OPEN_ROW.fullmatch(line))
    return bool(ROW.fullmatch(line) or WALLED.fullmatch(line))


def parse_remarks(gap: Lines, where: str, strictly: bool = True) -> Remarks:
    """Parses the lines between two levels; with `strictly`, raises `BadInput` if they contain a puzzle."""
    remarks = Remarks()
    text: list[str] = []  # lines that are neither comments nor keys, with no blank line between them
    for number, line in enumerate([*gap.text.split("\n"), ""], gap.number):
        if len(line) > MAX_LENGTH:
            raise BadInput(f"{where}, line {number}: {len(line):,} characters long; no puzzle needs that")
        key, comment = KEY.fullmatch(line), COMMENT.fullmatch(line)
        if key or comment or not line.strip():
            if strictly and text and (format := stray(text, "xsb")):
                raise BadInput(f"{where}, line {number - len(text)}: a puzzle in {format} among levels; {ONE_FORMAT}")
            text = []
        else:
            text.append(line)
        if key:
            word = key[1].lower().replace("name", "title")
            if word == "assigned" and word in remarks.keys:
                raise BadInput(f"{where}, line {number}: a second Assigned: for the same level")
            remarks.keys[word] = (key[2], number)
        elif comment:
            if comment[1] and not line.lstrip().startswith("::"):
                remarks.titles[1:] = [comment[1]]
        elif line.strip() and not SOLUTION.fullmatch(line) and not OTHER_KEY.fullmatch(line):
            remarks.titles[1:] = [line.strip()]
    return remarks


def solution_lines(solution: str | None) -> list[str]:
    if solution is None:
        return []
    starts = range(0, len(solution), SOLUTION_WIDTH)
    return ["Solution", *(solution[start : start + SOLUTION_WIDTH] for start in starts)]


def find_solution(after: str) -> str | None:
    """The first solution in the text below a level.

    >>> find_solution("; easy\\nSolution (3 moves)\\nrr\\n2R\\n\\nSolution\\nuu\\n"), find_solution("Author: rr")
    ('rr2R', None)
    """
    steps: str | None = None
    for line in after.split("\n"):
        if head := SOLUTION_BELOW.fullmatch(line):
            if steps:
                break
            steps = (head[1] or "").strip()
        elif steps is None and re.search("[LURD]", line) and STEPS.fullmatch(line):
            steps = line.strip()  # without a headline, if it pushes a box
        elif steps is not None and STEPS.fullmatch(line):
            steps += line.strip()
        elif steps:
            break
    return steps or None


def read_level(lines: Lines, gap: Lines, below: bool, where: str, after: Lines) -> Sokoban:
    rows: list[str] = []
    for number, line in enumerate(lines.text.removesuffix("\n").split("\n"), lines.number):
        rows += read_rows(line, f"{where}, line {number}")
    while rows and EMPTY_ROW.fullmatch(rows[-1]):  # a run of length 0, as in 0#, gives an empty row
        rows.pop()
    remarks = parse_remarks(gap, where)
    name = remarks.titles[0 if below else -1] if remarks.titles else None
    if "title" in remarks.keys:
        text, number = remarks.keys["title"]
        name = read_title(text, f"{where}, line {number}")
    assigned: list[list[int]] = []
    if "assigned" in remarks.keys:
        text, number = remarks.keys["assigned"]
        assigned = read_assignment(text, f"{where}, line {number}")
    with located(f"{where}, line {lines.number}"):
        return Sokoban.of(rows, assigned, name, find_solution(after.text))


def read_rows(line: str, place: str) -> list[str]:
    """The rows of one line: separated by `|`, each possibly run-length encoded."""
    for column, mark in enumerate(line, 1):
        if mark not in MARKS and mark not in "|()" and not ("0" <= mark <= "9"):
            raise BadInput(f"{place}, column {column}: unknown character {shown(mark)}; expected # @ + $ * . or floor")
    if not re.search(r"[\d|(]", line):
        return [line]
    try:
        whole = unrolled(line.rstrip(), MAX_LENGTH, MARKS + "|")
    except BadInput as problem:
        raise BadInput(f"{place}: run-length encoded row: {problem}") from None
    return whole.rstrip("|").split("|")


def read_title(text: str, place: str) -> str | None:
    """A title. Titles that budge wrote with unusual characters are JSON strings; others may contain quotes."""
    try:
        return read_name(text, place)
    except BadInput:
        return text or None


def read_assignment(text: str, place: str) -> list[list[int]]:
    assigned = []
    for word in text.split():
        if word != "*" and not re.fullmatch(r"\d{1,5}(,\d{1,5})*", word):
            raise BadInput(f"{place}: {shown(word)}; expected target numbers for each box, such as 2 or 1,3, or *")
        assigned.append([] if word == "*" else [int(number) for number in word.split(",")])
    return assigned
