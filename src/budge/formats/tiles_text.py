"""Boards of tiles as rows of numbers.

Spaces or commas separate numbers, `/` or line ends separate rows; `0`, `_` or `.` is the blank. A board takes one line,
or boards are separated by blank lines. `goal:` and `name:` lines apply to the boards of their paragraph; a `goal:` in a
paragraph of its own applies to the boards after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, chain, count, islice, repeat
from math import isqrt
from typing import ClassVar, NamedTuple

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import Line, lines_of, opening, read_name, shown, words, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Tiles
from budge.puzzles.tiles import MAX_SIDE, State, blank_first, blank_last

NAMED_GOALS = {"blank-first": blank_first, "blank-last": blank_last}
BLANKS = ("0", "_", ".")
LOOKAHEAD = 10_000  # lines of a paragraph
DIRECTIVE = re.compile(r"(goal|name)\s*(?::\s*|\s|$)(.*)", re.IGNORECASE)
HAS_BLANK = re.compile(r"(?:^|[\s,])[0_.](?:$|[\s,])")
NO_NUMBER = re.compile(r"[^0-9/ \n]")
ZEROS = re.compile(r"0[^\n]*\n[^\n]*0")  # in two consecutive lines: a fast test that every match of LIST passes
LIST = re.compile(r"\n\n[^\n]*\b0\b[^\n]*\n[^\n]*\b0\b")  # a blank in the first two lines of a paragraph
PLAIN_ROW = re.compile(r"\s*(?:[0-9]{1,6}\s+)*[0-9]{1,6}\s*")

Row = tuple[int, str]  # line number and content
Cells = list[int]


class Directive(NamedTuple):
    """The argument of a `goal:` or `name:` line, and its place."""

    text: str
    place: str


class TilesText(LazyFormat):
    name: ClassVar[str] = "tiles"
    summary: ClassVar[str] = "rows of numbers, as in 1 2 3/4 5 6/7 8 0"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    suffixes: ClassVar[tuple[str, ...]] = (".tiles",)
    separator: ClassVar[str] = "\n"
    comment: ClassVar[str | None] = "#"
    text_of: ClassVar[str | None] = "tiles"

    def sniff(self, text: str) -> bool:
        """
        >>> TilesText().sniff("goal: blank-first\\n1 2/3 0"), TilesText().sniff("a: b c")
        (True, False)
        """
        first = opening(text, skip=DIRECTIVE)
        return first[:1] in tuple("0123456789_.-") and ":" not in first

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [draft().size for draft in TilesText().drafts(Text.of("1 2/3 0\\n\\n1 2 3\\n4 5 _"), "x")]
        ['2×2', '3×2']
        """
        file_goal: Directive | None = None
        unused_goal: Directive | None = None
        none_yet = True
        for paragraph in paragraphs(text, where):
            yield from paragraph.drafts(file_goal)
            if paragraph.boards:
                unused_goal, none_yet = None, False
            elif "goal" in paragraph.directives:
                file_goal = unused_goal = paragraph.directives["goal"]
        if unused_goal:
            raise BadInput(f"{unused_goal.place}: no puzzle follows this goal; put it directly above its puzzle")
        if none_yet:
            raise BadInput(f"{where}: it contains no puzzle; expected rows of numbers, as in 1 2 3/4 5 6/7 8 0")

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
    """Lines without a blank line between them: boards, or the rows of one board, and their directives.

    Directives may follow their boards, so up to `LOOKAHEAD` lines are read before the first board is yielded; in longer
    lists they must come first.
    """

    def __init__(self, where: str, lines: Iterator[Row]) -> None:
        self.where = where
        self.directives: dict[str, Directive] = {}
        self.boards = 0
        self._lines = self._without_directives(lines)

    def drafts(self, file_goal: Directive | None) -> Iterator[Draft]:
        """The puzzles of this paragraph; `file_goal` applies if the paragraph has no goal."""
        ahead = list(islice(self._lines, LOOKAHEAD + 1))
        goal, name = self.directives.get("goal", file_goal), self.directives.get("name")
        rows = [line for line in ahead if "/" not in line[1]]
        grid = rows if len(rows) > 1 and not self._are_boards(rows[:2]) else []
        if len(grid) > MAX_SIDE:
            raise BadInput(
                f"{self._place(grid[MAX_SIDE][0])}: more than {MAX_SIDE} rows; the largest board is "
                f"{MAX_SIDE}×{MAX_SIDE}"
            )
        if grid or name:
            yield from self._complete(ahead, grid, goal, name)
            return
        for number, line in chain(ahead, self._lines):
            self.boards += 1
            yield partial(self._board, number, line, goal, None)

    def _complete(
        self, ahead: list[Row], grid: list[Row], goal: Directive | None, name: Directive | None
    ) -> Iterator[Draft]:
        """The puzzles of a paragraph that must be read completely: it has a name, or a board of several lines."""
        if (more := next(self._lines, None)) is not None:
            raise BadInput(
                f"{self._place(more[0])}: a paragraph of more than {LOOKAHEAD:,} lines that is not a list of boards"
            )
        found = [line for line in ahead if line not in grid[1:]]
        self.boards = len(found)
        if name and len(found) != 1:
            raise BadInput(f"{name.place}: a name for {len(found)} puzzles; expected exactly one")
        for number, line in found:
            if (number, line) in grid:
                yield partial(self._grid, grid, goal, name)
            else:
                yield partial(self._board, number, line, goal, name)

    def _without_directives(self, lines: Iterator[Row]) -> Iterator[Row]:
        """The lines with boards; stores `goal:` and `name:`."""
        for number, line in lines:
            directive = DIRECTIVE.match(line) if line[0] in "gGnN" else None
            if directive is None:
                yield number, line
                continue
            key, place = directive[1].lower(), self._place(number)
            if key in self.directives:
                raise BadInput(f"{place}: a second {key} for the same puzzle")
            if self.boards:
                raise BadInput(f"{place}: a {key} below more than {LOOKAHEAD:,} boards; put it above them")
            self.directives[key] = Directive(directive[2].strip(), place)

    def _are_boards(self, rows: list[Row]) -> bool:
        """Whether each row is a complete square board (as in Korf's lists). The first two rows decide, because two
        complete rows have two blanks and cannot be one board."""
        return all(HAS_BLANK.search(line) for _, line in rows) and all(
            is_whole_square(read_row(line, self._place(number))) for number, line in rows
        )

    def _board(self, number: int, line: str, goal: Directive | None, name: Directive | None) -> Tiles:
        """The board on one line."""
        place = self._place(number)
        if "/" in line:
            return self._puzzle(number, read_rows(line, place), goal, name)
        row = read_row(line, place)
        if not row:
            raise BadInput(f"{place}: no number in this line; expected a board")
        side = isqrt(len(row))
        if side * side != len(row):
            raise BadInput(
                f"{place}: {cells(row)} in one line are not a square board; put / between the rows (a board of a "
                f"single row ends in /)"
            )
        return self._puzzle(number, [row[start : start + side] for start in range(0, len(row), side)], goal, name)

    def _grid(self, lines: list[Row], goal: Directive | None, name: Directive | None) -> Tiles:
        """The board with one row per line."""
        first = lines[0][0]
        rows: list[Cells] = []
        for number, line in lines:
            row = read_row(line, self._place(number))
            if rows and len(row) != len(rows[0]):
                raise BadInput(
                    f"{self._place(number)}: {cells(row)}, but the first row, line {first}, has {len(rows[0])}"
                )
            rows.append(row)
        return self._puzzle(first, rows, goal, name)

    def _puzzle(self, line: int, rows: list[Cells], goal: Directive | None, name: Directive | None) -> Tiles:
        start = tuple(chain.from_iterable(rows))
        named = read_name(name.text, name.place) if name else None
        try:
            puzzle = Tiles(width=len(rows[0]), height=len(rows), start=start, name=named)
        except BadInput as problem:
            raise BadInput(f"{self._place(line)}: {problem}") from None
        return with_tiles_goal(puzzle, goal.text, f"{goal.place}: ") if goal else puzzle

    def _place(self, number: int) -> str:
        return f"{self.where}, line {number}"


class Bulk(Paragraph):
    """Many consecutive paragraphs that contain only numbers, as in large files; most are one board each."""

    def __init__(self, where: str, number: int, pieces: list[str], one_each: bool) -> None:
        super().__init__(where, iter(()))
        self.number = number
        self.pieces = pieces
        self.one_each = one_each  # whether every paragraph is one board

    def drafts(self, file_goal: Directive | None) -> Iterator[Draft]:
        """If every paragraph is one board, runs no Python statement per board, so that skipping boards is fast."""
        breaks = list(map(str.count, self.pieces, repeat("\n")))
        if not self.one_each or max(breaks) >= MAX_SIDE:
            return self._each(file_goal)
        self.boards = len(self.pieces)
        numbers = accumulate(breaks, initial=self.number)
        return map(partial, repeat(self._one), numbers, count(), self.pieces, repeat(file_goal))

    def _one(self, number: int, before: int, piece: str, goal: Directive | None) -> Tiles:
        """The board of one paragraph. `number` counts the line ends inside the `before` paragraphs before it; two more
        follow each."""
        number += 2 * before
        if "\n" not in piece:
            return self._board(number, piece, goal, None)
        return self._grid(list(enumerate(piece.split("\n"), number)), goal, None)

    def _each(self, file_goal: Directive | None) -> Iterator[Draft]:
        number = self.number
        for piece in self.pieces:
            breaks = piece.count("\n")
            if breaks:
                yield from self._several(piece, number, file_goal)
            elif piece and not piece.isspace():
                self.boards += 1
                yield partial(self._board, number, piece, file_goal, None)
            number += breaks + 2

    def _several(self, piece: str, number: int, file_goal: Directive | None) -> Iterator[Draft]:
        """The boards of a paragraph of several lines."""
        lines = piece.lstrip("\n").split("\n")
        number += piece.count("\n") - len(lines) + 1
        in_both = len(lines) == 1 or (HAS_BLANK.search(lines[0]) and HAS_BLANK.search(lines[1]))
        if "/" in piece or in_both or len(lines) > MAX_SIDE:
            paragraph = Paragraph(self.where, iter(enumerate(lines, number)))
            yield from paragraph.drafts(file_goal)
            self.boards += paragraph.boards
        else:
            self.boards += 1
            yield partial(self._one, number, 0, "\n".join(lines), file_goal)


def paragraphs(text: Text, where: str) -> Iterator[Paragraph]:
    """The paragraphs of a text; each must be consumed before the next is requested."""
    found = stretches(text, where)
    begins = next(found, None)

    def together(first: Row) -> Iterator[Row]:
        nonlocal begins
        yield first
        begins = None
        for stretch in found:
            if isinstance(stretch, Bulk) or stretch[2]:
                begins = stretch
                return
            yield stretch[:2]

    while begins is not None:
        if isinstance(begins, Bulk):
            yield begins
            begins = next(found, None)
        else:
            yield Paragraph(where, together(begins[:2]))


def stretches(text: Text, where: str) -> Iterator[Line | Bulk]:
    """The lines of a text; stretches of paragraphs with only numbers are yielded as one `Bulk` instead."""
    opens = True
    for number, part in text:
        pieces = part.split("\n\n")
        if len(pieces) < 3 or " \n" in part or NO_NUMBER.search(part):
            opens = yield from lines_of(part, number, opens, where)
            continue
        yield from lines_of(pieces[0], number, opens, where)
        is_list = "/" in part or (ZEROS.search(part) and LIST.search(part))
        one_each = not is_list and "\n\n\n" not in part
        yield Bulk(where, number + pieces[0].count("\n") + 2, pieces[1:-1], one_each)
        last = number + part.count("\n") - pieces[-1].count("\n")
        opens = yield from lines_of(pieces[-1], last, True, where)


def read_rows(text: str, place: str) -> list[Cells]:
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


def read_row(text: str, place: str) -> Cells:
    if PLAIN_ROW.fullmatch(text):
        return [int(word) for word in text.split()]
    row: Cells = []
    for word in words(text):
        if word in BLANKS:
            row.append(0)
        elif not (word.isascii() and word.isdecimal()):
            raise BadInput(f"{place}: {shown(word)} is not a tile; expected a number, or 0, _ or . for the blank")
        elif len(word) > 6:
            raise BadInput(
                f"{place}: {shown(word)} is too large for a tile; the largest board is {MAX_SIDE}×{MAX_SIDE}"
            )
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


def is_whole_square(row: Cells) -> bool:
    """Whether one row contains every tile of a square board."""
    return len(row) > 0 and isqrt(len(row)) ** 2 == len(row) and sorted(row) == list(range(len(row)))


def cells(row: Cells) -> str:
    return f"{len(row)} number{'' if len(row) == 1 else 's'}"


def on_one_line(puzzle: Tiles, state: State) -> str:
    rows = "/".join(" ".join(map(str, row)) for row in puzzle.rows(state))
    return rows if puzzle.height > 1 else rows + "/"
