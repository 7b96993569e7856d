"""Robots: boards of two styles, with robots and targets at random.

`ricochet` follows the board game: closed edges, corners of two walls each, short walls at the edges and, on large
boards, a closed block in the middle; its targets lie in corners. `lockout` follows Lunar Lockout: open edges and, by
default, no walls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Check, Generator, TargetRange, no_check
from budge.puzzles import BadInput, Puzzle, Robots
from budge.puzzles.robots import CLOSED, LETTERS, MAX_SIDE, OPEN, Goal, Robot, Wall

STYLES = ("ricochet", "lockout")
MIN_SIDE_WITH_BLOCK = 10  # cells: the middle of larger boards is closed
MIN_SIDE_WITH_STUBS = 8  # cells: larger boards have short walls at the edges


@dataclass(frozen=True, kw_only=True)
class RobotsGenerator(Generator):
    """The parameters of a board.

    >>> board = RobotsGenerator(width=8, height=8, robots=3).draw(Random(1))
    >>> board.size, board.names, len(board.goals)
    ('8×8', ('A', 'B', 'C'), 1)
    """

    kind: ClassVar[str] = "robots"
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"style": STYLES}
    max_nodes: ClassVar[int] = 2_000_000

    style: str = "ricochet"
    width: int | None = None  # by default 16×16, for lockout 5×5
    height: int | None = None
    robots: int | None = None  # by default 4, for lockout 5
    targets: int = 1
    walls: int | None = None  # corners of two walls; by default one for every 15 cells, for lockout none

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise BadInput(f"style {self.style!r}; expected one of {', '.join(STYLES)}")
        width, height = self.size
        if not (3 <= width <= MAX_SIDE and 3 <= height <= MAX_SIDE):
            raise BadInput(f"a board of {width}×{height}; expected 3×3 to {MAX_SIDE}×{MAX_SIDE}")
        room = width * height - 4
        maximum = min(len(LETTERS), room - 1)
        if not 1 <= self.count <= maximum:
            raise BadInput(f"{self.count} robots on {width}×{height}; expected 1 to {maximum}")
        maximum = min(self.count, room - self.count)
        if not 1 <= self.targets <= maximum:
            where = f"{self.count} robot{'s' * (self.count > 1)} on {width}×{height}"
            raise BadInput(f"{self.targets} targets for {where}; expected 1 to {maximum}")
        if not 0 <= self.corners <= width * height // 4:
            raise BadInput(f"{self.corners} walls on {width}×{height}; expected 0 to {width * height // 4}")

    @property
    def size(self) -> tuple[int, int]:
        default = 16 if self.style == "ricochet" else 5
        return default if self.width is None else self.width, default if self.height is None else self.height

    @property
    def count(self) -> int:
        return (4 if self.style == "ricochet" else 5) if self.robots is None else self.robots

    @property
    def corners(self) -> int:
        width, height = self.size
        return (width * height // 15 if self.style == "ricochet" else 0) if self.walls is None else self.walls

    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Puzzle | None:
        width, height = self.size
        closed = self.middle()
        walls = self.around(closed) | self.stubs(random)
        corners = self.add_corners(walls, closed, random)
        free = [cell for cell in range(width * height) if cell not in closed]
        places = corners if len(corners) >= self.targets else free
        targets = random.sample(places, self.targets)
        starts = random.sample([cell for cell in free if cell not in targets], self.count)
        return Robots(
            width=width,
            height=height,
            edges=CLOSED if self.style == "ricochet" else OPEN,
            robots=tuple(map(Robot, LETTERS, starts)),
            goals=tuple(map(Goal, LETTERS, targets)),
            walls=tuple(walls),
        )

    def middle(self) -> set[int]:
        """The four closed cells in the middle of a large board."""
        width, height = self.size
        if self.style == "lockout" or min(width, height) < MIN_SIDE_WITH_BLOCK:
            return set()
        first = (height // 2 - 1) * width + width // 2 - 1
        return {first, first + 1, first + width, first + width + 1}

    def around(self, cells: set[int]) -> set[Wall]:
        """The walls between `cells` and all other cells."""
        width, _ = self.size
        pairs = {(cell + step, cell) for cell in cells for step in (-width, -1, 1, width)}
        return {(min(pair), max(pair)) for pair in pairs if pair[0] not in cells}

    def stubs(self, random: Random) -> set[Wall]:
        """Two short walls at each edge."""
        width, height = self.size
        if self.style == "lockout" or min(width, height) < MIN_SIDE_WITH_STUBS:
            return set()
        found = set()
        for half in (0, 1):
            for row in (0, height - 1):
                cell = row * width + half * (width // 2) + random.randrange(1, width // 2 - 1)
                found.add((cell, cell + 1))
            for column in (0, width - 1):
                cell = (half * (height // 2) + random.randrange(1, height // 2 - 1)) * width + column
                found.add((cell, cell + width))
        return found

    def add_corners(self, walls: set[Wall], closed: set[int], random: Random) -> list[int]:
        """Adds corners, each a wall above or below a cell and one at its side; returns their cells. No two touch."""
        width, height = self.size
        inner = [row * width + column for row in range(1, height - 1) for column in range(1, width - 1)]
        random.shuffle(inner)
        around = [down * width + right for down in (-1, 0, 1) for right in (-1, 0, 1)]
        barred = {cell + step for cell in closed for step in around}
        found: list[int] = []
        for cell in inner:
            if len(found) == self.corners:
                break
            if cell not in barred:
                found.append(cell)
                barred |= {cell + step for step in around}
                walls.add(random.choice([(cell - width, cell), (cell, cell + width)]))
                walls.add(random.choice([(cell - 1, cell), (cell, cell + 1)]))
        return found

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        """Moves one robot to a random cell."""
        assert isinstance(puzzle, Robots)
        taken = {*puzzle.initial, *(goal.cell for goal in puzzle.goals), *self.middle()}
        free = [cell for cell in range(puzzle.width * puzzle.height) if cell not in taken]
        robot = random.randrange(len(puzzle.robots))
        cells = list(puzzle.initial)
        cells[robot] = random.choice(free)
        return puzzle.starting_at(tuple(cells))

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        assert isinstance(puzzle, Robots)
        return replace(puzzle.starting_at(state), name=None)
