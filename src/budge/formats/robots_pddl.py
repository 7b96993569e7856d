"""Robots as planning problems in PDDL: the Ricochet Robots domain of the 2023 planning competition, and budge's own.

The competition's cells are `cell-COLUMN-ROW`, its directions those of the compass; `budge export --to pddl` writes
`cROW-COLUMN`, up and down. Both say which cells follow each other and which sides are blocked. Robots that are numbered
get letters in this order. A line `; name: …` names the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from budge.formats.base import Draft, LazyFormat, check_reads_back
from budge.formats.lines import located, read_name, shown, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Robots
from budge.puzzles.robots import ANY, CLOSED, LETTERS, MAX_SIDE, OPEN, STEPS, Goal, Robot

TOKEN = re.compile(r"[()]|[^\s()]+")
COMMENT = re.compile(r";.*")
NAME = re.compile(r";\s*name:\s*(.*)")
ROBOT = re.compile(r"robot-(?:(\d+)|([a-z]))")
MAX_BYTES = 2_000_000
SAME = {"U": "D", "D": "U", "L": "R", "R": "L"}

Facts = dict[str, list[list[str]]]  # the arguments of each predicate


@dataclass(frozen=True)
class Dialect:
    """How a domain names cells, directions and blocked sides."""

    domain: str
    cell: re.Pattern[str]
    cell_text: str
    directions: dict[str, str]  # letters by word
    blocked: str
    at_rest: str


COMPETITION = Dialect(
    domain="ricochet-robots",
    cell=re.compile(r"cell-(?P<column>\d{1,2})-(?P<row>\d{1,2})"),
    cell_text="cell-{column}-{row}",
    directions={"north": "U", "west": "L", "east": "R", "south": "D"},
    blocked="blocked",
    at_rest="nothing-is-moving",
)
EXPORTED = Dialect(
    domain="robots",
    cell=re.compile(r"c(?P<row>\d{1,2})-(?P<column>\d{1,2})"),
    cell_text="c{row}-{column}",
    directions={"up": "U", "left": "L", "right": "R", "down": "D"},
    blocked="barred",
    at_rest="resting",
)
DIALECTS = (COMPETITION, EXPORTED)
DOMAIN = re.compile(rf"\(\s*:domain\s+({'|'.join(dialect.domain for dialect in DIALECTS)})\s*\)", re.IGNORECASE)


class RobotsPddl(LazyFormat):
    name: ClassVar[str] = "robots-pddl"
    summary: ClassVar[str] = "robots as a PDDL problem, as in the planning competition of 2023 or written by export"
    kinds: ClassVar[tuple[str, ...]] = ("robots",)
    suffixes: ClassVar[tuple[str, ...]] = (".pddl",)

    def sniff(self, text: str) -> bool:
        """
        >>> RobotsPddl().sniff("; a board\\n(define (problem x) (:domain robots)")
        True
        """
        return DOMAIN.search(text[:20_000]) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        yield partial(read_problem, text.whole(), where)

    def write(self, puzzle: Puzzle) -> str:
        assert isinstance(puzzle, Robots)
        written = problem(puzzle)
        advice = "write robots or json instead"
        check_reads_back(puzzle, partial(read_problem, written, ""), "problem of the competition", advice)
        return written


def read_problem(text: str, where: str) -> Robots:
    if len(text) > MAX_BYTES:
        raise BadInput(f"{where}: a problem of {len(text):,} characters; the largest board needs far fewer")
    match = DOMAIN.search(text)
    if match is None:
        raise BadInput(f"{where}: no problem of the domain {' or '.join(dialect.domain for dialect in DIALECTS)}")
    dialect = next(each for each in DIALECTS if each.domain == match[1].lower())
    with located(where):
        parts = {part[0]: part[1:] for part in parsed(text) if isinstance(part, list) and part and part[0] != "and"}
        names = [word for part in parts.get("problem", []) for word in [part] if isinstance(word, str)]
        title = next(iter(NAME.findall(text)), None)
        name = read_name(title, where) if title is not None else next((n for n in names if n != "robots"), None)
        return board(dialect, facts(parts.get(":init", [])), facts(goals_of(parts.get(":goal", []))), name)


def parsed(text: str) -> list[Any]:
    """The parts of `(define …)` as nested lists of words in lower case.

    >>> parsed("(define (problem x) ; a comment\\n (:goal (at R c1)))")
    [['problem', 'x'], [':goal', ['at', 'r', 'c1']]]
    """
    open_lists: list[list[Any]] = [[]]
    for token in TOKEN.findall(COMMENT.sub("", text).lower()):
        if token == "(":
            open_lists.append([])
        elif token != ")":
            open_lists[-1].append(token)
        elif len(open_lists) == 1:
            raise BadInput("a closing parenthesis without an opening one")
        else:
            closed = open_lists.pop()
            open_lists[-1].append(closed)
    if len(open_lists) > 1:
        raise BadInput("the problem ends inside parentheses")
    definition = next((part for part in open_lists[0] if isinstance(part, list) and part[:1] == ["define"]), None)
    if definition is None:
        raise BadInput("expected (define (problem …) …)")
    return definition[1:]


def goals_of(given: list[Any]) -> list[Any]:
    """The conditions of a goal, which may stand alone or in an `and`."""
    return given[0][1:] if len(given) == 1 and isinstance(given[0], list) and given[0][:1] == ["and"] else given


def facts(given: list[Any]) -> Facts:
    found: Facts = {}
    for fact in given:
        if not isinstance(fact, list) or not fact or not isinstance(fact[0], str):
            raise BadInput(f"{shown(str(fact))} is not a fact")
        if fact[0] != "=" and not all(isinstance(word, str) for word in fact):
            raise BadInput(f"({fact[0]} …) has parts of its own; expected names")
        found.setdefault(fact[0], []).append(fact[1:])
    return found


def board(dialect: Dialect, start: Facts, goal: Facts, name: str | None) -> Robots:
    check_costs(start)
    places = {tuple(place(dialect, cell)): None for edge in arguments(start, "next", 3) for cell in edge[:2]}
    places |= {tuple(place(dialect, cell)): None for cell, _ in arguments(start, dialect.blocked, 2)}
    height, width = (max((at[axis] for at in places), default=-1) + 1 for axis in (0, 1))
    if not 1 <= max(width, height) <= MAX_SIDE:
        raise BadInput(f"a board of {width}×{height}; expected 1×1 to {MAX_SIDE}×{MAX_SIDE}")
    if len(places) < width * height:
        raise BadInput(f"a board of {len(places)} cells; expected {width}×{height}, without holes")

    def cell(word: str) -> int:
        row, column = place(dialect, word)
        if row >= height or column >= width:
            raise BadInput(f"{shown(word)} is not a cell of this board")
        return row * width + column

    def letter(word: str) -> str:
        if word not in dialect.directions:
            raise BadInput(f"{shown(word)} is not a direction; expected {', '.join(dialect.directions)}")
        return dialect.directions[word]

    after = {(cell(here), letter(way)): cell(there) for here, there, way in arguments(start, "next", 3)}
    blocked = {(cell(here), letter(way)) for here, way in arguments(start, dialect.blocked, 2)}
    words = [robot for robot, _ in arguments(start, "at", 2)]
    letters = named(words)
    goals = [Goal(letters[robot], cell(at)) for robot, at in arguments(goal, "at", 2) if is_robot(robot, letters)]
    goals += [Goal(ANY, cell(at)) for (at,) in arguments(goal, "taken", 1)]
    if other := set(goal) - {"at", "taken", dialect.at_rest}:
        raise BadInput(f"a goal ({min(other)} …); expected a robot at a cell")
    walls, edges = walls_and_edges(width, height, after, blocked)
    return Robots(
        width=width,
        height=height,
        edges=edges,
        robots=tuple(Robot(letters[robot], cell(at)) for robot, at in arguments(start, "at", 2)),
        goals=tuple(goals),
        walls=tuple(walls),
        name=name,
    )


def walls_and_edges(
    width: int, height: int, after: dict[tuple[int, str], int], blocked: set[tuple[int, str]]
) -> tuple[list[tuple[int, int]], str]:
    """The walls between cells, and whether the edges are closed; both sides of a wall must say the same."""
    walls, borders = [], set()
    for cell in range(width * height):
        for way, (down, right) in STEPS.items():
            row, column = cell // width + down, cell % width + right
            is_blocked = (cell, way) in blocked
            if not (0 <= row < height and 0 <= column < width):
                if (cell, way) in after:
                    raise BadInput(f"a cell follows row {cell // width + 1}, column {cell % width + 1} beyond the edge")
                borders.add(is_blocked)
                continue
            there = row * width + column
            if after.get((cell, way), there) != there or (not is_blocked and (cell, way) not in after):
                raise BadInput(f"the cells around row {cell // width + 1}, column {cell % width + 1} are not a grid")
            if is_blocked != ((there, SAME[way]) in blocked):
                raise BadInput(f"the wall at row {cell // width + 1}, column {cell % width + 1} blocks one side only")
            if is_blocked and cell < there:
                walls.append((cell, there))
    if len(borders) > 1:
        raise BadInput("some edges are blocked and some are open; expected all or none")
    return walls, CLOSED if borders == {True} else OPEN


def check_costs(start: Facts) -> None:
    """Raises `BadInput` unless a slide costs one and each of its steps nothing."""
    for what, value in arguments(start, "=", 2):
        name = what[0] if isinstance(what, list) and what else ""
        if name.endswith("-cost") and name != "total-cost" and str(value) != ("1" if name == "go-cost" else "0"):
            raise BadInput(f"{name} is {shown(str(value))}; budge counts slides: go-cost 1, step-cost and stop-cost 0")


def arguments(found: Facts, predicate: str, count: int) -> list[list[Any]]:
    """The arguments of all facts of a predicate."""
    for given in found.get(predicate, []):
        if len(given) != count:
            raise BadInput(f"({predicate} …) with {len(given)} arguments; expected {count}")
    return found.get(predicate, [])


def place(dialect: Dialect, word: str) -> tuple[int, int]:
    """Row and column, from 0."""
    match = dialect.cell.fullmatch(word)
    if match is None or not int(match["row"]) or not int(match["column"]):
        raise BadInput(
            f"{shown(word)} is not a cell; expected a name such as {dialect.cell_text}".format(row=2, column=3)
        )
    return int(match["row"]) - 1, int(match["column"]) - 1


def named(words: list[str]) -> dict[str, str]:
    """A letter for each robot: its own, that of its number, or the next one."""
    letters: dict[str, str] = {}
    for index, word in enumerate(words):
        match = ROBOT.fullmatch(word)
        number = int(match[1]) - 1 if match and match[1] else index
        letters[word] = match[2].upper() if match and match[2] else LETTERS[number] if number < len(LETTERS) else "?"
    return letters


def is_robot(word: str, letters: dict[str, str]) -> bool:
    if word not in letters:
        raise BadInput(f"a goal for {shown(word)}, which is at no cell")
    return True


def problem(puzzle: Robots) -> str:
    """A problem of the competition's domain."""
    dialect = COMPETITION
    cells = [
        dialect.cell_text.format(row=cell // puzzle.width + 1, column=cell % puzzle.width + 1)
        for cell in range(puzzle.width * puzzle.height)
    ]
    robots = {name: f"robot-{LETTERS.index(name) + 1}" for name in puzzle.names}
    init = []
    for word, way in dialect.directions.items():
        for cell, text in enumerate(cells):
            there = puzzle.neighbour(cell, way)
            if there is not None:
                init.append(f"(next {text} {cells[there]} {word})")
            if (there is None and puzzle.edges == CLOSED) or (there is not None and puzzle.walled(cell, there)):
                init.append(f"(blocked {text} {word})")
    init += [f"(free {text})" for cell, text in enumerate(cells) if cell not in puzzle.initial]
    init += [f"(at {robots[name]} {cells[cell]})" for name, cell in zip(puzzle.names, puzzle.initial, strict=True)]
    init += ["(nothing-is-moving)", "(= (total-cost) 0)", "(= (go-cost) 1)", "(= (step-cost) 0)", "(= (stop-cost) 0)"]
    goals = [f"(at {robots.get(goal.robot, '?')} {cells[goal.cell]})" for goal in puzzle.goals]
    lines = [
        *([] if puzzle.name is None else [f"; name: {write_name(puzzle.name)}"]),
        "(define (problem robots)",
        "(:domain ricochet-robots)",
        f"(:objects {' '.join(cells)} - cell {' '.join(robots.values())} - robot west east north south - direction)",
        "(:init",
        *("    " + fact for fact in init),
        ")",
        f"(:goal (and {' '.join(goals)} (nothing-is-moving)))",
        "(:metric minimize (total-cost))",
        ")",
    ]
    return "\n".join(lines) + "\n"
