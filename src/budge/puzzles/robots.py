"""Robots that slide until something stops them: Ricochet Robots, and Lunar Lockout where the board has no edge.

A robot slides in a straight line until a wall, the edge of the board or another robot stops it. Open edges do not stop
robots: a slide over an open edge is illegal, because the robot would leave the board. Cells are numbered in reading
order; a move is the robot's letter and a direction, as in `AR`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from budge.puzzles.base import BadInput, IllegalMove, Plan, whole_numbers
from budge.puzzles.board import BoardPuzzle

State = tuple[int, ...]  # the cell of every robot, in the order of their names
Wall = tuple[int, int]  # the two cells that it separates, the smaller number first

ANY = "*"  # in a goal: any robot
CLOSED, OPEN = "closed", "open"
STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
WORDS = {"U": "up", "L": "left", "R": "right", "D": "down"}
MAX_SIDE = 32
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOVE = re.compile(r"[\s,;]*([A-Za-z])\s*([ULRDulrd])")


@dataclass(frozen=True)
class Robot:
    """A robot: its name (a capital letter) and its start cell."""

    name: str
    cell: int


@dataclass(frozen=True)
class Goal:
    """A target: the robot that must stop there (`*`: any robot), and its cell."""

    robot: str
    cell: int


@dataclass(frozen=True, kw_only=True)
class Robots(BoardPuzzle):
    """Robots that slide until something stops them: Ricochet Robots, Lunar Lockout.

    The puzzle is solved when all goals are met at once.

    >>> puzzle = Robots(width=3, height=1, robots=(Robot("A", 0), Robot("B", 2)), goals=(Goal("A", 1),))
    >>> puzzle.moves(puzzle.initial)
    ['AR', 'BL']
    >>> puzzle.is_goal(puzzle.apply(puzzle.initial, "AR"))
    True
    """

    kind: ClassVar[str] = "robots"
    metrics: ClassVar[tuple[str, ...]] = ("slides",)
    things: ClassVar[str] = "robots"
    directions: ClassVar[Mapping[str, tuple[int, int]]] = STEPS

    robots: tuple[Robot, ...]  # in the order of their names
    goals: tuple[Goal, ...]  # in the order of their cells
    walls: tuple[Wall, ...] = ()
    edges: str = CLOSED

    def __post_init__(self) -> None:
        """Sorts the fields, so that equal puzzles are equal values, and checks them."""
        object.__setattr__(self, "robots", tuple(sorted(self.robots, key=lambda robot: robot.name)))
        object.__setattr__(self, "goals", tuple(sorted(set(self.goals), key=lambda goal: (goal.cell, goal.robot))))
        object.__setattr__(self, "walls", tuple(sorted({(min(wall), max(wall)) for wall in self.walls})))
        self._check_board()
        self._check_robots()
        self._check_goals()

    def _check_board(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise BadInput(f"a board of {self.width}×{self.height}; expected 1×1 to {MAX_SIDE}×{MAX_SIDE}")
        if self.edges not in (CLOSED, OPEN):
            raise BadInput(f"edges are {self.edges!r}; expected {CLOSED} or {OPEN}")
        for one, other in self.walls:
            self._check_cell(one, "a wall")
            self._check_cell(other, "a wall")
            if other not in (self.neighbour(one, "R"), self.neighbour(one, "D")):
                raise BadInput(f"a wall between {self.where(one)} and {self.where(other)}, which are not adjacent")

    def _check_robots(self) -> None:
        if not self.robots:
            raise BadInput("no robot on the board; expected at least one")
        seen: dict[int, str] = {}
        for name, robot in zip(self.names, self.robots, strict=True):
            if len(name) != 1 or name not in LETTERS:
                raise BadInput(f"a robot called {name[:16]!r}; expected one capital letter")
            self._check_cell(robot.cell, f"robot {name}")
            if robot.cell in seen:
                raise BadInput(f"robots {seen[robot.cell]} and {name} both stand at {self.where(robot.cell)}")
            seen[robot.cell] = name
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise BadInput(f"robot {twice} is on the board twice; expected a different letter for each robot")

    def _check_goals(self) -> None:
        if not self.goals:
            raise BadInput("no target on the board; expected at least one")
        cells: dict[int, Goal] = {}
        robots: dict[str, Goal] = {}
        for goal in self.goals:
            self._check_cell(goal.cell, "a target")
            if goal.robot != ANY and goal.robot not in self.names:
                where = self.where(goal.cell)
                raise BadInput(f"the target at {where} is for robot {goal.robot[:16]}, but the board has no such robot")
            if goal.cell in cells:
                raise BadInput(f"two targets at {self.where(goal.cell)}; expected one")
            if goal.robot != ANY and goal.robot in robots:
                both = f"{self.where(robots[goal.robot].cell)} and {self.where(goal.cell)}"
                raise BadInput(f"robot {goal.robot} has two targets, at {both}; expected one")
            cells[goal.cell] = robots[goal.robot] = goal
        if len(self.goals) > len(self.robots):
            raise BadInput(
                f"{len(self.goals)} targets for {len(self.robots)} robots; expected at most one target per robot"
            )

    def _check_cell(self, cell: int, what: str) -> None:
        if not 0 <= cell < self.width * self.height:
            raise BadInput(f"{what} at cell {cell}; this board has cells 0 to {self.width * self.height - 1}")

    @property
    def initial(self) -> State:
        return tuple(robot.cell for robot in self.robots)

    @property
    def pieces(self) -> int:
        return len(self.robots)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(robot.name for robot in self.robots)

    @cached_property
    def _walls(self) -> frozenset[Wall]:
        return frozenset(self.walls)

    def walled(self, one: int, other: int) -> bool:
        """Whether a wall separates two adjacent cells."""
        return (min(one, other), max(one, other)) in self._walls

    def line(self, cell: int, direction: str) -> list[int]:
        """The cells that a robot passes if no other robot is in its way, up to the wall or the edge."""
        down, right = STEPS[direction]
        row, column = divmod(cell, self.width)
        room = {"U": row, "L": column, "R": self.width - 1 - column, "D": self.height - 1 - row}[direction]
        step = down * self.width + right
        cells: list[int] = []
        for there in range(cell + step, cell + (room + 1) * step, step):
            if ((there - step, there) if step > 0 else (there, there - step)) in self._walls:
                break
            cells.append(there)
        return cells

    def runs_out(self, cell: int, direction: str) -> bool:
        """Whether a step in a direction crosses an open edge."""
        return self.edges == OPEN and self.neighbour(cell, direction) is None

    def slide(self, state: State, robot: int, direction: str) -> int | None:
        """The cell where a robot stops, which may be its own; None if nothing stops it."""
        others = {*state[:robot], *state[robot + 1 :]}
        cell = state[robot]
        for there in self.line(cell, direction):
            if there in others:
                return cell
            cell = there
        return None if self.runs_out(cell, direction) else cell

    def moves(self, state: State) -> list[str]:
        return [
            name + direction
            for robot, name in enumerate(self.names)
            for direction in STEPS
            if self.slide(state, robot, direction) not in (None, state[robot])
        ]

    def apply(self, state: State, move: str) -> State:
        if len(move) != 2 or move[1] not in STEPS:
            raise IllegalMove(
                f"{move[:16]!r} is not a move; expected a robot and a direction, such as {self.names[0]}R"
            )
        name, direction = move[0], move[1]
        if name not in self.names:
            raise IllegalMove(f"there is no robot {name}")
        robot = self.names.index(name)
        there = self.slide(state, robot, direction)
        if there is None:
            raise IllegalMove(f"{name} cannot go {WORDS[direction]} from {self.where(state[robot])}: nothing stops it")
        if there == state[robot]:
            what = self.obstacle(state, robot, direction)
            raise IllegalMove(f"{name} cannot go {WORDS[direction]} from {self.where(there)}: {what}")
        return (*state[:robot], there, *state[robot + 1 :])

    def obstacle(self, state: State, robot: int, direction: str) -> str:
        """The reason why a robot cannot leave its cell in a direction."""
        there = self.neighbour(state[robot], direction)
        if there is None:
            return "it is at the edge"
        if there in state and not self.walled(state[robot], there):
            return f"{self.names[state.index(there)]} is there"
        return "a wall is there"

    def is_goal(self, state: State) -> bool:
        return all(self.met(goal, state) for goal in self.goals)

    def met(self, goal: Goal, state: State) -> bool:
        return goal.cell in state if goal.robot == ANY else state[self.names.index(goal.robot)] == goal.cell

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return Plan(tuple(text.split()), " ")

    def parse_plan(self, text: str) -> Plan:
        """Robots and directions, `AR BU` or `arbu`, optionally separated by spaces, commas or line ends.

        >>> Robots(width=2, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 1),)).parse_plan("ar, AL").text
        'AR AL'
        """
        moves, position = [], 0
        while match := MOVE.match(text, position):
            moves.append((match[1] + match[2]).upper())
            position = match.end()
        if rest := text[position:].strip(" \t\n,;"):
            expected = f"expected a robot and a direction, such as {self.names[0]}R"
            raise BadInput(f"move {len(moves) + 1} of the plan: {rest[:16]!r}; {expected}")
        return Plan(tuple(moves), " ")

    def distances(self, cell: int) -> dict[int, int]:
        """Minimum slides from a cell to every cell, if other robots could stand anywhere.

        >>> Robots(width=3, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 2),)).distances(0)
        {0: 0, 1: 1, 2: 1}
        """
        return _distances(cell, self._stops)

    def distances_to(self, cell: int) -> dict[int, int]:
        """Minimum slides from every cell to a cell, if other robots could stand anywhere."""
        return _distances(cell, self._origins)

    def _stops(self, cell: int) -> Iterator[int]:
        """The possible ends of one slide, if other robots could stand anywhere."""
        for direction in STEPS:
            line = self.line(cell, direction)
            # At an open edge no other robot can stand beyond the last cell.
            yield from line[:-1] if line and self.runs_out(line[-1], direction) else line

    def _origins(self, cell: int) -> Iterator[int]:
        """The possible starts of a slide that ends here."""
        for direction, back in zip(STEPS, reversed(STEPS), strict=True):
            if not self.runs_out(cell, direction):
                yield from self.line(cell, back)

    def min_slides(self) -> int | None:
        """Lower bound on the slides: the sum over all targets of the slides of the nearest robot, if robots could stop
        anywhere. None if no plan exists."""
        own = {goal.robot for goal in self.goals}
        total = 0
        for goal in self.goals:
            near = self.distances_to(goal.cell)
            able = [r.cell for r in self.robots if r.name == goal.robot or (goal.robot == ANY and r.name not in own)]
            if not (known := [near[cell] for cell in able if cell in near]):
                return None
            total += min(known)
        return total

    def why_unsolvable(self) -> str | None:
        """The reason, if no position of the other robots lets a robot stop at its target.

        >>> Robots(width=3, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 2),), walls=((1, 2),)).why_unsolvable()
        'A cannot stop at row 1, column 3, wherever the others stand'
        """
        for goal in self.goals:
            near = self.distances_to(goal.cell)
            if not any(robot.cell in near for robot in self.robots if goal.robot in (robot.name, ANY)):
                who = "no robot can" if goal.robot == ANY else f"{goal.robot} cannot"
                return f"{who} stop at {self.where(goal.cell)}, wherever the others stand"
        return None

    @classmethod
    def example(cls) -> Robots:
        return cls(width=2, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 1),))

    def starting_at(self, state: State) -> Robots:
        """The same puzzle started at another state."""
        return replace(self, robots=tuple(map(Robot, self.names, state)))

    def draw(self, state: State | None = None) -> str:
        from budge.puzzles.robots_drawing import robots_text

        return robots_text(self, self.initial if state is None else state)

    def svg(self, state: State | None = None) -> str:
        from budge.puzzles.robots_drawing import robots_svg

        return robots_svg(self, self.initial if state is None else state)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "width": self.width,
            "height": self.height,
            "edges": self.edges,
            "robots": {robot.name: robot.cell for robot in self.robots},
            "goals": [{"robot": goal.robot, "cell": goal.cell} for goal in self.goals],
            "walls": [list(wall) for wall in self.walls],
        }

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Robots:
        robots, goals, walls = data.get("robots"), data.get("goals"), data.get("walls", [])
        if not isinstance(robots, dict):
            raise BadInput("robots: expected an object of letters and cells")
        if not isinstance(goals, list) or not all(_is_goal(goal) for goal in goals):
            raise BadInput("goals: expected a list of robots and cells")
        if not isinstance(walls, list) or not all(isinstance(wall, list) and len(wall) == 2 for wall in walls):
            raise BadInput("walls: expected a list of pairs of cells")
        width, height = whole_numbers([data.get("width"), data.get("height")], "width and height")
        ends = whole_numbers([cell for wall in walls for cell in wall], "walls")
        return cls(
            width=width,
            height=height,
            edges=data.get("edges", CLOSED),
            robots=tuple(map(Robot, robots, whole_numbers([*robots.values()], "robots"))),
            goals=tuple(Goal(goal["robot"], goal["cell"]) for goal in goals),
            walls=tuple(zip(ends[::2], ends[1::2], strict=True)),
            name=data.get("name"),
        )

    def state_from_json(self, data: Any) -> State:
        state = whole_numbers(data, "state")
        if len(state) != len(self.robots):
            raise BadInput(f"state: {len(state)} cells for {len(self.robots)} robots")
        return self.starting_at(state).initial

    def state_key(self, state: State) -> Any:
        """Robots without a target of their own are interchangeable."""
        own = {goal.robot for goal in self.goals}
        named = tuple(cell for name, cell in zip(self.names, state, strict=True) if name in own)
        return named, frozenset(state) - set(named)


def _distances(cell: int, neighbours: Callable[[int], Iterator[int]]) -> dict[int, int]:
    found = {cell: 0}
    for here in (queue := [cell]):
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _is_goal(goal: Any) -> bool:
    return isinstance(goal, dict) and isinstance(goal.get("robot"), str) and type(goal.get("cell")) is int
