"""Sliding blocks as grids of characters: budge's own block format.

    name Klotski
    start
    ABBC            . is empty, # a wall, any other character a piece
    ABBC
    DEEF
    DGHF
    I..J
    goal            shows only the pieces that it places; several goals are alternatives
    ....
    ....
    ....
    .BB.
    .BB.
    end             ends the puzzle; so does the next `start` or `name`

In `goal alike`, any piece of the same shape may fill a place. `horizontal A B` and `vertical C` restrict pieces
to an axis; below `gate B` is a grid in which `-` marks the cells that only B may enter. Without keywords, a puzzle is a
grid, an empty line and its goal. On one line, `/` separates rows and a space separates grids: `AB/.. ../.A`; a grid of
one row ends in `/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import LEVEL, LEVEL_ROW, ONE_FORMAT, every_line, located, read_name, shown, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Blocks, Puzzle
from budge.puzzles.blocks import Goal
from budge.puzzles.blocks_plans import AXES
from budge.puzzles.grid import EMPTY, WALL, Shape, check_grid, goal_shapes, shapes

GATE = "-"
ALIKE = "alike"
KEYWORD = re.compile(rf"(start|goal|end)\s*:?|(goal)\s+({ALIKE})|(name|gate|horizontal|vertical)(?:\s*:\s*|\s+|$)(.*)")
MAX_LENGTH = 1_000  # characters in a line: names may be long
START = re.compile(r"start\s*:?\s*")
TITLE = re.compile(r"\s*(?:#.*|(?:name|horizontal|vertical|gate)\b.*|[.-]+)?")  # also the rows of a gate


@dataclass
class GridSection:
    """A keyword, its argument, and the rows below it."""

    line: int
    keyword: str
    words: str = ""
    rows: list[str] = field(default_factory=list)


class BlocksGrid(LazyFormat):
    name: ClassVar[str] = "blocks"
    summary: ClassVar[str] = "start and goal as grids of letters, # a wall, as in AB/.. ../.A"
    kinds: ClassVar[tuple[str, ...]] = ("blocks",)
    suffixes: ClassVar[tuple[str, ...]] = (".blocks", ".sbp")
    comment: ClassVar[str | None] = "#"
    text_of: ClassVar[str | None] = "blocks"

    def sniff(self, text: str) -> bool:
        """
        >>> [BlocksGrid().sniff(text) for text in ("start\\nA.\\ngoal\\n.A", "A.\\n\\n.A", "A./.. ../.A", "1 2/3 0")]
        [True, True, True, False]
        """
        return has_keywords(text) or bool(inline(text)) or bare(text)

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = BlocksGrid().read("AA./... .../.AA", "x")
        >>> puzzle.blocks[0].cells, puzzle.goals
        ((0, 1), ((('A', 4),),))
        """
        if grids := inline(text.head):
            return iter([partial(read_inline, grids, where)])
        keywords = has_keywords(text.head) or not bare(text.head)
        found = (keyword_sections if keywords else bare_sections)(text, where)
        return (partial(read_puzzle, sections, where) for sections in found)

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> print(BlocksGrid().write(Blocks.of(["A."], goals=[[".A"]], horizontal="A")), end="")
        horizontal A
        start
        A.
        goal
        .A
        end
        """
        assert isinstance(puzzle, Blocks)
        written = [f"name {write_name(puzzle.name)}"] if puzzle.name is not None else []
        for axis in ("horizontal", "vertical"):
            if names_on_axis := [piece.name for piece in puzzle.blocks if piece.axis == axis]:
                written.append(" ".join([axis, *names_on_axis]))
        grids = [("start", puzzle.rows())]
        for gate in puzzle.gates:
            signs = [GATE if cell in gate.cells else EMPTY for cell in range(puzzle.width * puzzle.height)]
            rows = ["".join(signs[first : first + puzzle.width]) for first in range(0, len(signs), puzzle.width)]
            grids.append((" ".join(["gate", *gate.pieces]), rows))
        for keyword, rows in [*grids, *goal_grids(puzzle)]:
            written += [keyword, *rows]
            if keywords := [row for row in rows if KEYWORD.fullmatch(row)]:
                raise BadInput(f"the row {keywords[0]} would be read as a keyword; write json instead")
        return "\n".join([*written, "end"]) + "\n"

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        assert isinstance(puzzle, Blocks)
        return with_blocks_goal(puzzle, goal)


def goal_grids(puzzle: Blocks) -> list[tuple[str, list[str]]]:
    """The goals as grids; a single grid if the goals are all exchanges of pieces of equal shape in it."""
    first = puzzle.goals[0]
    with suppress(BadInput):  # more alternatives than a puzzle may have
        if len(puzzle.goals) > 1 and replace(puzzle, goals=tuple(puzzle.alternatives(first))).goals == puzzle.goals:
            return [(f"goal {ALIKE}", puzzle.goal_rows(first))]
    return [("goal", puzzle.goal_rows(goal)) for goal in puzzle.goals]


def has_keywords(text: str) -> bool:
    """Whether the text has a `start` line, with only names, axes, gates and comments before it."""
    for match in re.finditer(r"[^\n]+", text[:10_000]):
        if START.fullmatch(match[0]):
            return True
        if not TITLE.fullmatch(match[0]):
            return False
    return False


def inline(text: str) -> list[str]:
    """The grids of a puzzle on one line; empty if the text is not such a line."""
    words = text.split() if "\n" not in text.strip() and len(text) < 100_000 else []
    return words if len(words) > 1 and all("/" in word for word in words) and not LEVEL.fullmatch(text) else []


def read_inline(grids: list[str], where: str) -> Puzzle:
    start, *goals = (grid.removesuffix("/").split("/") for grid in grids)
    with located(where):
        return Blocks.of(start, goals)


def bare(text: str) -> bool:
    """Whether the text consists of grids: no spaces or colons, a letter or digit in each, not only digits in both."""
    paragraphs = re.split(r"\n\s*\n", text[:10_000].strip(), maxsplit=2)[:2]
    rows = [row.rstrip() for paragraph in paragraphs for row in paragraph.split("\n")]
    return (
        len(paragraphs) == 2
        and all(re.search(r"[^\W_]", paragraph) for paragraph in paragraphs)
        and all(re.fullmatch(r"[^\s:@$]{2,}", row) for row in rows)
        and not all(row.isdecimal() for row in rows)
    )


def is_goal_of(rows: list[str], start: list[str]) -> bool:
    """Whether a second grid of the same size shows only some pieces of the first, as a goal does.

    >>> is_goal_of([".A"], ["AB"]), is_goal_of(["AB"], ["AB"]), is_goal_of([], ["AB"])
    (True, False, False)
    """
    return list(map(len, rows)) == list(map(len, start)) and set("".join(rows)) - {EMPTY} < set("".join(start)) - {
        EMPTY
    }


def numbered(text: Text, where: str) -> Iterator[tuple[int, str]]:
    return ((number, line.rstrip()) for number, line in every_line(text, where, MAX_LENGTH))


def bare_sections(text: Text, where: str) -> Iterator[list[GridSection]]:
    """Alternating grids and goals, each a paragraph."""
    pair: list[GridSection] = []
    opens = True
    for number, line in numbered(text, where):
        if line and opens:
            if len(pair) == 2:
                yield pair
                pair = []
            pair.append(GridSection(number, "goal" if pair else "start"))
        if line:
            pair[-1].rows.append(line)
        opens = not line
    yield pair


def keyword_sections(text: Text, where: str) -> Iterator[list[GridSection]]:
    """The sections of each puzzle."""
    found: list[GridSection] = []
    in_grid = False
    for number, line in numbered(text, where):
        match = KEYWORD.fullmatch(line)
        if match is None:
            if not in_grid and LEVEL_ROW.fullmatch(line):
                raise BadInput(f"{where}, line {number}: a row of a Sokoban level among blocks; {ONE_FORMAT}")
            if not line or (not in_grid and line.startswith("#")):
                in_grid = False
            elif not in_grid:
                raise BadInput(f"{where}, line {number}: {shown(line)}; expected start, goal, gate, name or an axis")
            else:
                found[-1].rows.append(line)
            continue
        keyword, words = match[1] or match[2] or match[4], match[3] or match[5] or ""
        started = any(section.keyword == "start" for section in found)
        if found and (keyword == "end" or (started and keyword in ("start", "name"))):
            yield found
            found = []
        if keyword != "end":
            found.append(GridSection(number, keyword, words))
        in_grid = keyword in ("start", "goal", "gate")
    if found:
        yield found


def read_puzzle(sections: list[GridSection], where: str) -> Puzzle:
    """One puzzle from its sections; errors name the line of their section."""
    given: dict[str, GridSection] = {}
    goals: list[GridSection] = []
    for section in sections:
        if section.keyword == "goal":
            goals.append(section)
        elif section.keyword in given and section.keyword != "gate":
            raise BadInput(f"{where}, line {section.line}: a second {section.keyword} for the same puzzle")
        given[section.keyword] = section
    if "start" not in given or not goals:
        missing = "goal" if "start" in given else "start"
        raise BadInput(f"{where}, line {sections[0].line}: a puzzle of blocks without a {missing} grid")
    start = given["start"]
    board = partial(Blocks.of, start.rows, [start.rows])  # the goals follow: each is checked on the complete board
    with located(f"{where}, line {start.line}"):
        puzzle = board()
    gates: dict[str, set[int]] = {}
    for section in sections:
        with located(f"{where}, line {section.line}"):
            if section.keyword == "gate":
                gates.setdefault(names(section), set()).update(gate_cells(section.rows, puzzle))
                puzzle = board(gates=gates)
            elif section.keyword in AXES:
                board = partial(board, **{section.keyword: names(section)})
                puzzle = board(gates=gates)
    if "name" in given:
        puzzle = replace(puzzle, name=read_name(given["name"].words, f"{where}, line {given['name'].line}"))
    start_shapes = shapes(start.rows)
    alternatives: list[Goal] = []
    for section in goals:
        with located(f"{where}, line {section.line}"):
            goal = tuple(goal_shapes(section.rows, start_shapes, puzzle.width, puzzle.height).items())
            ways = puzzle.alternatives(goal) if section.words else [goal]
            replace(puzzle, goals=tuple(ways))  # checks them
            alternatives += ways
    with located(f"{where}, line {goals[0].line}"):
        return replace(puzzle, goals=tuple(alternatives))


def gate_cells(rows: list[str], puzzle: Blocks) -> Shape:
    check_grid(rows, "gate")
    if (len(rows[0]), len(rows)) != (puzzle.width, puzzle.height):
        raise BadInput(f"the gate is {len(rows[0])}×{len(rows)} but the board is {puzzle.size}")
    if cells := shapes(rows).get(GATE):
        return cells
    raise BadInput(f"the gate marks no cell; expected {GATE} on at least one")


def names(section: GridSection) -> str:
    """The pieces that a line lists, with or without spaces."""
    found = "".join(section.words.split())
    if not found:
        raise BadInput(f"{section.keyword} names no piece; expected at least one, as in {section.keyword} A B")
    return found


def with_blocks_goal(puzzle: Blocks, text: str) -> Blocks:
    """The same puzzle with other goals, which are alternatives: grids separated by spaces, rows by `/`.

    >>> with_blocks_goal(Blocks.of(["A.", ".."], goals=[["..", ".A"]]), "../A.").goals
    ((('A', 2),),)
    """
    start = {piece.name: piece.cells for piece in puzzle.blocks} | {WALL: puzzle.walls}
    grids = [grid.removesuffix("/").split("/") for grid in text.split()]
    size = [puzzle.width] * puzzle.height
    if not grids or any(list(map(len, grid)) != size for grid in grids):
        rows = f"{puzzle.height} rows of {puzzle.width} cells separated by slashes"
        raise BadInput(f"goal {shown(text)}; expected {rows}, as ../A. is for a board of 2×2")
    with located("goal"):
        goals = [goal_shapes(grid, start, puzzle.width, puzzle.height) for grid in grids]
        return replace(puzzle, goals=tuple(tuple(goal.items()) for goal in goals))
