"""Puzzles as the facts of answer-set programs: Sokoban levels as in the answer-set study, and tiles.

    #const dimX = 5.            the last column and row; read and written, but redundant
    init(field(1..5,(1;3))).    floor: columns, then rows, counted from 1; ranges and pools as in clingo
    init(at(0,2,1)).            the player has the number 0
    init(at(1,3,1)).            boxes have other numbers
    init(target(5,1)).

    init(at(0,1,1)).            tiles: the blank has the number 0
    goal(at(0,3,3)).            its goal; puzzles with such facts are tiles

`#const` may name numbers; `%` begins a comment, `% Title:` a title; `% ---` separates levels. Facts of a plan
(`move(…)`, `at(0,2,1,7)`) are ignored. The full stop at the end of a line may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import every_line, read_name, shown, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Sokoban, Tiles
from budge.puzzles.sokoban_board import MAX_SIDE

MAX_CELLS = 1_000_000
SEPARATOR = "% ---"
TITLE = re.compile(r"%\s*(?:title|name):\s*(.*?)\s*", re.IGNORECASE)
STATEMENT = re.compile(
    r"\s*(?:#const\s+(?P<constant>[a-z]\w*)\s*=\s*(?P<value>\w+)"
    r"|(?P<what>init\s*\(\s*(?:field|at|target)|goal\s*\(\s*at)\s*\((?P<terms>[^%]*?)\)\s*\)\s*(?=\.|$|init|goal)"
    r"|(?P<plan>(?:move|push|at)\s*\([^()]*\)))\s*(?:\.|$|(?=init|goal))"
)
ARGUMENTS = {"init(field": 2, "init(at": 3, "init(target": 2, "goal(at": 3}


class AspFacts(LazyFormat):
    name: ClassVar[str] = "asp"
    summary: ClassVar[str] = "facts of answer-set programs: init(field(1..5,1..4)). init(at(0,2,2))."
    kinds: ClassVar[tuple[str, ...]] = ("tiles", "sokoban")
    suffixes: ClassVar[tuple[str, ...]] = (".lp",)
    separator: ClassVar[str] = f"{SEPARATOR}\n"
    comment: ClassVar[str | None] = "%"

    def sniff(self, text: str) -> bool:
        """
        >>> AspFacts().sniff("#const dimX = 5.\\ninit(field(1..5,1..4))."), AspFacts().sniff("a: b; start: 1 _")
        (True, False)
        """
        begins = r"^\s*(init\s*\(\s*(field|at|target)|goal\s*\(\s*at)\s*\("
        return re.search(begins, text[:20_000], re.MULTILINE) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        facts = Facts(where, 1)
        for number, line in every_line(text, where):
            if line.rstrip() == SEPARATOR:
                yield facts.puzzle
                facts = Facts(where, number + 1)
            else:
                facts.take(number, line)
        yield facts.puzzle

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> print(AspFacts().write(Sokoban.of(["#####", "#@$.#", "#####"])), end="")
        #const dimX = 3.
        #const dimY = 1.
        init(field(1..3,1)).
        init(at(0,1,1)).
        init(at(1,2,1)).
        init(target(3,1)).
        """
        title = [f"% Title: {write_name(puzzle.name)}"] if puzzle.name is not None else []
        facts = tiles_facts(puzzle) if isinstance(puzzle, Tiles) else level_facts(puzzle)
        return "\n".join([*title, *facts]) + "\n"


def tiles_facts(puzzle: Tiles) -> Iterator[str]:
    """One line of facts per row, for the start and then for the goal."""
    for what, tiles in (("init", puzzle.start), ("goal", puzzle.goal)):
        for first in range(0, len(tiles), puzzle.width):
            row = enumerate(tiles[first : first + puzzle.width], 1)
            yield " ".join(f"{what}(at({tile},{column},{first // puzzle.width + 1}))." for column, tile in row)


def level_facts(puzzle: Puzzle) -> Iterator[str]:
    assert isinstance(puzzle, Sokoban)
    if puzzle.assigned:
        raise BadInput("format asp cannot assign targets to boxes; write xsb or json instead")
    if len(puzzle.players) > 1:
        raise BadInput(f"format asp has one player, not {len(puzzle.players)}; write xsb, bmc or json instead")

    def place(cell: int) -> str:
        return f"{cell % puzzle.width},{cell // puzzle.width}"

    yield f"#const dimX = {max(cell % puzzle.width for cell in puzzle.floor)}."
    yield f"#const dimY = {max(cell // puzzle.width for cell in puzzle.floor)}."
    for first, last, y in runs(puzzle):
        yield f"init(field({first if first == last else f'{first}..{last}'},{y}))."
    yield from (f"init(at({number},{place(cell)}))." for number, cell in enumerate([*puzzle.players, *puzzle.boxes]))
    yield from (f"init(target({place(cell)}))." for cell in puzzle.targets)


def runs(level: Sokoban) -> Iterator[tuple[int, int, int]]:
    """The horizontal runs of floor cells: first column, last column and row."""
    for cell in sorted(level.floor):
        if cell - 1 not in level.floor:
            last = next(end for end in range(cell, cell + level.width) if end + 1 not in level.floor)
            yield cell % level.width, last % level.width, cell // level.width


class Facts:
    """Collects the facts of one puzzle."""

    def __init__(self, where: str, line: int) -> None:
        self.where = where
        self.line = self.first = line
        self.constants: dict[str, int] = {}
        self.fields: set[tuple[int, int]] = set()
        self.at: dict[int, tuple[int, int]] = {}
        self.home: dict[int, tuple[int, int]] = {}
        self.targets: set[tuple[int, int]] = set()
        self.cells = 0  # in all facts read so far
        self.name: str | None = None

    def take(self, number: int, line: str) -> None:
        self.line = number
        if title := TITLE.fullmatch(line.strip()):
            self.name = read_name(title[1], self.place)
        self.read_line(line.partition("%")[0].rstrip())

    def puzzle(self) -> Puzzle:
        return self.tiles() if self.home else self.level()

    @property
    def place(self) -> str:
        return f"{self.where}, line {self.line}"

    def read_line(self, line: str) -> None:
        position = 0
        while position < len(line):
            statement = STATEMENT.match(line, position)
            if statement is None:
                raise BadInput(
                    f"{self.place}: {shown(line[position:].strip())}; expected init(field(…)), init(at(…)), "
                    f"init(target(…)), goal(at(…)) or #const"
                )
            position = statement.end()
            if statement["constant"] and statement["value"].isdecimal() and len(statement["value"]) < 9:
                self.constants[statement["constant"]] = int(statement["value"])
            elif statement["what"]:
                self.fact(re.sub(r"\s", "", statement["what"]), statement["terms"])

    def fact(self, what: str, terms: str) -> None:
        values = [self.numbers(term) for term in split_terms(terms)]
        if len(values) != ARGUMENTS[what]:
            name = what.partition("(")[2]
            raise BadInput(f"{self.place}: {name} has {ARGUMENTS[what]} arguments, not {len(values)}")
        self.cells += prod(map(len, values))
        if self.cells > MAX_CELLS:
            raise BadInput(f"{self.place}: more than {MAX_CELLS:,} cells; the largest board is {MAX_SIDE}×{MAX_SIDE}")
        for numbers in product(*values):
            x, y = numbers[-2:]
            if what in ("init(at", "goal(at"):
                places = self.at if what == "init(at" else self.home
                if places.setdefault(numbers[0], (x, y)) != (x, y):
                    raise BadInput(f"{self.place}: number {numbers[0]} has two places")
            else:
                (self.fields if what == "init(field" else self.targets).add((x, y))

    def numbers(self, term: str) -> list[int]:
        """The values of a number, a constant, a range `1..5` or a pool `(3;4)`."""
        term = term.strip()
        if term.startswith("(") and term.endswith(")"):
            return [number for part in term[1:-1].split(";") for number in self.numbers(part)]
        first, dots, last = term.partition("..")
        low = self.number(first)
        high = self.number(last) if dots else low
        if not 0 <= low <= high < MAX_SIDE**2:
            raise BadInput(f"{self.place}: {shown(term)}; columns and rows are counted from 1 to {MAX_SIDE}")
        return list(range(low, high + 1))

    def number(self, text: str) -> int:
        text = text.strip()
        if text in self.constants:
            return self.constants[text]
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise BadInput(f"{self.place}: {shown(text)}; expected a number, a range such as 1..5 or a pool (3;4)")
        return int(text)

    def tiles(self) -> Tiles:
        start = f"{self.where}, line {self.first}"
        width, height = (max(cell[axis] for cell in self.home.values()) for axis in (0, 1))
        board = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
        for what, places in (("init", self.at), ("goal", self.home)):
            if sorted(places) != list(range(len(board))) or set(places.values()) != set(board):
                raise BadInput(
                    f"{start}: {what}(at(…)) of {len(places)} tiles; expected 0 to {len(board) - 1}, one on each cell "
                    f"of {width}×{height}"
                )
        [begin, goal] = [tuple(sorted(places, key=lambda tile: places[tile][::-1])) for places in (self.at, self.home)]
        return Tiles(width=width, height=height, start=begin, goal=goal, name=self.name)

    def level(self) -> Sokoban:
        start = f"{self.where}, line {self.first}"
        for what, cells in (("player or box", self.at.values()), ("target", self.targets)):
            for x, y in cells:
                if (x, y) not in self.fields:
                    raise BadInput(f"{start}: a {what} at ({x},{y}), where there is no field")
        if 0 not in self.at:
            raise BadInput(f"{start}: no player; expected init(at(0,…))")
        boxes = [cell for number, cell in self.at.items() if number != 0]
        if len(set(self.at.values())) != len(self.at):
            raise BadInput(f"{start}: the player or a box shares its cell with a box")
        marks = {cell: "." if cell in self.targets else "-" for cell in self.fields}
        marks |= {cell: "*" if cell in self.targets else "$" for cell in boxes}
        marks[self.at[0]] = "+" if self.at[0] in self.targets else "@"
        right, bottom = (max((cell[axis] for cell in self.fields), default=0) + 1 for axis in (0, 1))
        rows = ["".join(marks.get((x, y), "#") for x in range(-1, right + 1)) for y in range(-1, bottom + 1)]
        try:
            return Sokoban.of(rows, name=self.name)
        except BadInput as problem:
            raise BadInput(f"{start}: {problem}") from None


def split_terms(terms: str) -> list[str]:
    """
    >>> split_terms("1..10,(3;4)")
    ['1..10', '(3;4)']
    """
    return re.split(r",(?![^()]*\))", terms)
