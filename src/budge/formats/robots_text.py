"""Robots as a drawing: a cell is a character, and between two cells is a wall or a space.

    name: a corner
    goal: B 2,1       robot (* for any), row and column of a target; needed for a target under a robot
    +-+-+-+
    |A . b|           A to Z: robots; a to z: the target of that robot; *: a target for any robot; . or space: empty
    + +-+ +           - and | walls
    |B .|.|
    +-+-+-+

`edges: open` means that the edges do not stop robots, as in Lunar Lockout; the border then consists of spaces.
Directives precede the drawing; `#` begins a comment. On one line, `/` separates rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import every_line, located, opening, read_name, shown, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Robots
from budge.puzzles.robots import ANY, CLOSED, MAX_SIDE, OPEN, Goal, Robot, Wall

FRAME = re.compile(r"\+(?:[- ]\+)+")
DIRECTIVE = re.compile(r"(name|edges|goal)\s*:\s*(.*)", re.IGNORECASE)
TARGET = re.compile(r"([A-Z*])\s*[:\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})")
CORNERS, LEVEL, UPRIGHT, EMPTY = "+-| ", "- ", "| ", ". "


@dataclass
class RobotsSection:
    """The directives and the drawing of one puzzle."""

    directives: dict[str, tuple[str, str]] = field(default_factory=dict)  # argument and place
    goals: list[tuple[str, str]] = field(default_factory=list)
    rows: list[tuple[str, str]] = field(default_factory=list)  # place and row


class RobotsText(LazyFormat):
    name: ClassVar[str] = "robots"
    summary: ClassVar[str] = "a drawing with walls between the cells, as in +-+-+/|A a|/+-+-+"
    kinds: ClassVar[tuple[str, ...]] = ("robots",)
    suffixes: ClassVar[tuple[str, ...]] = (".robots",)
    separator: ClassVar[str] = "\n"
    comment: ClassVar[str | None] = "#"
    text_of: ClassVar[str | None] = "robots"

    def sniff(self, text: str) -> bool:
        """
        >>> [RobotsText().sniff(text) for text in ("+-+-+\\n|A a|\\n+-+-+", "edges: open\\n+ +", "+")]
        [True, True, False]
        """
        return FRAME.fullmatch(opening(text, skip=DIRECTIVE).partition("/")[0].rstrip()) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = RobotsText().read("+-+-+-+/|A B a|/+-+-+-+", "x")
        >>> puzzle.size, puzzle.names, puzzle.goals
        ('3×1', ('A', 'B'), (Goal(robot='A', cell=2),))
        """
        return (partial(read_section, section) for section in sections(text, where))

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> [puzzle] = RobotsText().read("goal: A 1,1\\n+-+-+\\n|A|.|\\n+-+-+", "x")
        >>> print(RobotsText().write(puzzle), end="")
        goal: A 1,1
        +-+-+
        |A|.|
        +-+-+
        """
        assert isinstance(puzzle, Robots)
        head = [f"name: {write_name(puzzle.name)}"] if puzzle.name is not None else []
        if puzzle.edges == OPEN:
            head.append(f"edges: {OPEN}")
        for goal in puzzle.goals:
            if goal.cell in puzzle.initial:
                head.append(f"goal: {goal.robot} {goal.cell // puzzle.width + 1},{goal.cell % puzzle.width + 1}")
        return "\n".join([*head, *drawing(puzzle)]) + "\n"

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        """The same puzzle with targets as in `goal:` lines, separated by `;`.

        >>> [puzzle] = RobotsText().read("+-+-+-+/|A B a|/+-+-+-+", "x")
        >>> RobotsText().with_goal(puzzle, "B 1,1; A 1,3").goals
        (Goal(robot='B', cell=0), Goal(robot='A', cell=2))
        """
        assert isinstance(puzzle, Robots)
        return replace(puzzle, goals=tuple(read_goal(part, puzzle.width, puzzle.height) for part in goal.split(";")))


def drawing(puzzle: Robots) -> Iterator[str]:
    """The rows of a drawing, walls and cells alternating."""
    signs = {goal.cell: goal.robot.lower() for goal in puzzle.goals}
    signs |= dict(zip(puzzle.initial, puzzle.names, strict=True))
    border = puzzle.edges == CLOSED
    for row in range(puzzle.height + 1):
        cells = [row * puzzle.width + column for column in range(puzzle.width)]
        inside = 0 < row < puzzle.height
        above = (puzzle.walled(cell - puzzle.width, cell) if inside else border for cell in cells)
        yield "+" + "".join("-+" if wall else " +" for wall in above)
        if row < puzzle.height:
            left = (puzzle.walled(cell - 1, cell) if cell > cells[0] else border for cell in cells)
            middle = "".join(
                ("|" if wall else " ") + signs.get(cell, ".") for wall, cell in zip(left, cells, strict=True)
            )
            yield middle + ("|" if border else "")


def sections(text: Text, where: str) -> Iterator[RobotsSection]:
    """The puzzles of a text; a drawing ends at its last row, at an empty line or at a directive."""
    section = RobotsSection()
    for number, line in every_line(text, where):
        line = line.partition("#")[0].rstrip()
        place = f"{where}, line {number}"
        directive = DIRECTIVE.fullmatch(line)
        if section.rows and (not line or directive):
            yield section
            section = RobotsSection()
        if directive:
            store_directive(section, directive[1].lower(), directive[2], place)
        elif line:
            if not section.rows and not FRAME.match(line):
                raise BadInput(f"{place}: {shown(line)}; expected a first row such as +-+-+-+, or name, edges or goal")
            section.rows += [(place, row) for row in line.split("/")]
            if len(section.rows) > 2 * MAX_SIDE + 1:
                raise BadInput(f"{place}: more rows than the largest board has, which is {MAX_SIDE}×{MAX_SIDE}")
    if section.rows:
        yield section
    elif unused := [*section.directives.values(), *section.goals]:
        raise BadInput(f"{unused[0][1]}: no drawing follows this line")


def store_directive(section: RobotsSection, key: str, words: str, place: str) -> None:
    if key == "goal":
        section.goals.append((words, place))
        return
    if key in section.directives:
        raise BadInput(f"{place}: a second {key} for the same puzzle")
    section.directives[key] = (words, place)


def read_section(section: RobotsSection) -> Robots:
    edges, place = section.directives.get("edges", (CLOSED, ""))
    if edges not in (CLOSED, OPEN):
        raise BadInput(f"{place}: edges {shown(edges)}; expected {CLOSED} or {OPEN}")
    (first, frame), rows = section.rows[0], section.rows
    width, height, wide = len(frame) // 2, len(rows) // 2, len(frame)
    if len(rows) % 2 == 0:
        raise BadInput(f"{first}: {len(rows)} rows; expected an odd number: rows of walls and rows of cells alternate")
    if FRAME.fullmatch(frame) is None:
        raise BadInput(f"{first}: {shown(frame)}; expected + at every corner, and - or a space between them")
    if max(width, height) > MAX_SIDE or height == 0:
        raise BadInput(f"{first}: a board of {width}×{height}; expected 1×1 to {MAX_SIDE}×{MAX_SIDE}")
    cells = Cells(width, height, edges)
    for y, (here, row) in enumerate(rows):
        if len(row) > wide:
            raise BadInput(f"{here}: a row of {len(row)} characters, but the first has {wide}")
        for x, sign in enumerate(row.ljust(wide)):
            with located(f"{here}, column {x + 1}"):
                cells.take(x, y, sign)
    for words, goal_place in section.goals:
        with located(goal_place):
            cells.goals.append(read_goal(words, width, height))
    name = read_name(*section.directives["name"]) if "name" in section.directives else None
    with located(first):
        return Robots(
            width=width,
            height=height,
            edges=edges,
            robots=tuple(cells.robots),
            goals=tuple(cells.goals),
            walls=tuple(cells.walls),
            name=name,
        )


def read_goal(text: str, width: int, height: int) -> Goal:
    """The robot of a target, and its row and column.

    >>> read_goal("A 2,3", 4, 4)
    Goal(robot='A', cell=6)
    """
    match = TARGET.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"goal {shown(text.strip())}; expected a robot (* for any), row and column, as in A 3,4")
    row, column = int(match[2]), int(match[3])
    if not (1 <= row <= height and 1 <= column <= width):
        raise BadInput(f"a target at row {row}, column {column}; the board is {width}×{height}")
    return Goal(match[1], (row - 1) * width + column - 1)


class Cells:
    """Collects robots, targets and walls from the characters of a drawing."""

    def __init__(self, width: int, height: int, edges: str) -> None:
        self.width, self.height, self.closed = width, height, edges == CLOSED
        self.robots: list[Robot] = []
        self.goals: list[Goal] = []
        self.walls: list[Wall] = []

    def take(self, x: int, y: int, sign: str) -> None:
        cell = y // 2 * self.width + x // 2
        if y % 2 and x % 2:
            self.take_cell(cell, sign)
        elif y % 2 or x % 2:
            upright = bool(y % 2)
            if sign not in (UPRIGHT if upright else LEVEL):
                raise BadInput(f"{shown(sign)} between two cells; expected {'|' if upright else '-'} or a space")
            border = x in (0, 2 * self.width) if upright else y in (0, 2 * self.height)
            if border and (sign != " ") != self.closed:
                missing = "a gap in the border" if self.closed else "a wall at the border"
                raise BadInput(f"{missing}; expected a closed border, or none after a line edges: open")
            if sign != " " and not border:
                self.walls.append((cell - 1 if upright else cell - self.width, cell))
        elif sign not in CORNERS:
            raise BadInput(f"{shown(sign)} at a corner; expected +")

    def take_cell(self, cell: int, sign: str) -> None:
        if sign == ANY or (sign.isascii() and sign.islower()):
            self.goals.append(Goal(sign.upper(), cell))
        elif sign.isascii() and sign.isupper():
            self.robots.append(Robot(sign, cell))
        elif sign not in EMPTY:
            raise BadInput(f"{shown(sign)} in a cell; expected a robot A to Z, its target a to z, * or .")
