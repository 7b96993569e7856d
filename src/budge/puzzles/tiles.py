"""Tiles on a w×h board with one blank: the 8-puzzle, the 15-puzzle and similar boards.

A move names the direction of the *blank*, as in the literature: in `U` the blank moves up and the tile above it
down.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial
from random import Random
from typing import Any, ClassVar

from budge.puzzles.base import BadInput, IllegalMove, Plan, Puzzle, check_rows, whole_numbers
from budge.puzzles.board import BoardPuzzle
from budge.puzzles.permutation import is_odd
from budge.puzzles.space import Space
from budge.puzzles.tokens import BLANK, Tokens

State = tuple[int, ...]

STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
MAX_SIDE = 64
MAX_PLAN = 10_000_000


def blank_last(size: int) -> State:
    return (*range(1, size), 0)


def blank_first(size: int) -> State:
    return tuple(range(size))


@dataclass(frozen=True, kw_only=True)
class Tiles(BoardPuzzle):
    """A sliding-tile puzzle; 0 is the blank; cells in reading order.

    >>> puzzle = Tiles.of("1 2 3/4 5 6/7 0 8".split("/"))
    >>> puzzle.moves(puzzle.start)
    ['U', 'L', 'R']
    >>> puzzle.is_goal(puzzle.apply(puzzle.start, "R"))
    True
    """

    kind: ClassVar[str] = "tiles"
    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    blank: ClassVar[bool] = True
    directions: ClassVar[Mapping[str, tuple[int, int]]] = STEPS

    start: State
    goal: State = ()

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise BadInput(f"a board of {self.width}×{self.height} is outside 1×2 to {MAX_SIDE}×{MAX_SIDE}")
        if self.width * self.height < 2:
            raise BadInput("a board needs at least two cells")
        object.__setattr__(self, "start", whole(self.start))
        object.__setattr__(self, "goal", whole(self.goal) or blank_last(self.width * self.height))
        check_arrangement(self.start, self.width * self.height, "start")
        check_arrangement(self.goal, self.width * self.height, "goal")

    @classmethod
    def of(cls, rows: Sequence[str | Sequence[int]], goal: State = (), name: str | None = None) -> Tiles:
        """A puzzle from its rows, each a sequence of numbers or text such as `"1 2 3"`."""
        check_rows(rows)
        cells = [whole(row.split() if isinstance(row, str) else row) for row in rows]
        for number, row in enumerate(cells, 1):
            if len(row) != len(cells[0]):
                raise BadInput(f"row {number} has {len(row)} numbers, but row 1 has {len(cells[0])}")
        return cls(
            width=len(cells[0]) if cells else 0,
            height=len(cells),
            start=tuple(cell for row in cells for cell in row),
            goal=goal,
            name=name,
        )

    @classmethod
    def batch(cls, boards: Any, goal: State = ()) -> list[Tiles]:
        """One puzzle per board of an array or nested list with the axes boards, rows, columns."""
        return [cls.of(board, goal) for board in boards]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The start as a NumPy array of rows; so `numpy.array([puzzle, other])` is a batch."""
        import numpy

        return numpy.array(self.rows(self.start), dtype=numpy.uint16 if dtype is None else dtype)

    @property
    def initial(self) -> State:
        return self.start

    @property
    def pieces(self) -> int:
        return len(self.start) - 1

    def moves(self, state: State) -> list[str]:
        blank = state.index(0)
        return [move for move in STEPS if self.neighbour(blank, move) is not None]

    def apply(self, state: State, move: str) -> State:
        if move not in STEPS:
            raise IllegalMove(f"{move!r} is not a move; moves are U, L, R, D (the direction of the blank)")
        blank = state.index(0)
        cell = self.neighbour(blank, move)
        if cell is None:
            raise IllegalMove(f"{move} takes the blank off the board at {self.where(blank)}")
        cells = list(state)
        cells[blank], cells[cell] = cells[cell], 0
        return tuple(cells)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def follow(self, moves: Iterable[str]) -> tuple[State, int, IllegalMove | None]:
        """Changes one board in place: copying a 64×64 board for each of half a million moves is too slow."""
        cells, blank, made = list(self.start), self.start.index(0), 0
        for move in moves:
            cell = self.neighbour(blank, move) if move in STEPS else None
            if cell is None:
                try:
                    self.apply(tuple(cells), move)
                except IllegalMove as illegal:
                    return tuple(cells), made, illegal
            assert cell is not None
            cells[blank], cells[cell] = cells[cell], 0
            blank = cell
            made += 1
        return tuple(cells), made, None

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return Plan(tuple(text))

    def parse_plan(self, text: str) -> Plan:
        """Letters U, L, R, D for the blank (run lengths as in `3U` allowed), or the numbers of the moved tiles.

        >>> Tiles.of(["1 2 3", "4 5 6", "0 7 8"]).parse_plan("7 8").text
        'RR'
        """
        if re.fullmatch(r"[\d\s,]*\d[\d\s,]*", text):
            return self._plan_of_tiles(re.findall(r"\d+", text))
        letters = re.sub(r"[\s,]+", "", text).upper()
        moves: list[str] = []
        end = 0
        for run in re.finditer(r"(\d*)([ULRD])", letters):
            if run.start() != end or len(run[1]) > 8 or len(moves) + int(run[1] or 1) > MAX_PLAN:
                break
            moves += run[2] * int(run[1] or 1)
            end = run.end()
        if end == len(letters):
            return Plan(tuple(moves))
        if re.match(r"\d*[ULRD]", letters[end:]):
            raise BadInput(f"the plan is longer than {MAX_PLAN:,} moves")
        bad = letters[end:].lstrip("0123456789")[:1] or letters[end]
        raise BadInput(f"{bad!r} in a plan; expected the letters U, L, R, D or the numbers of moved tiles")

    def _plan_of_tiles(self, tiles: list[str]) -> Plan:
        cells, blank, moves = list(self.start), self.start.index(0), []
        for index, tile in enumerate(tiles):
            for move in STEPS:
                cell = self.neighbour(blank, move)
                if cell is not None and str(cells[cell]) == tile:
                    moves.append(move)
                    cells[blank], cells[cell] = cells[cell], 0
                    blank = cell
                    break
            else:
                raise BadInput(f"move {index + 1} of the plan: tile {tile[:8]} is not next to the blank")
        return Plan(tuple(moves))

    def why_unsolvable(self) -> str | None:
        """The reason by parity; suggests `solvable_goal`.

        >>> Tiles.of(["1 2 3", "4 5 6", "8 7 0"]).why_unsolvable()
        'start and goal differ by an odd permutation, but the blank is an even number of steps from its goal cell'
        """
        reason = self._why_out_of_reach(self.goal)
        other = self.solvable_goal if reason else None
        return reason if other is None else f"{reason}; with --goal {other} it can be solved"

    @property
    def solvable_goal(self) -> str | None:
        """`blank-first` or `blank-last` if the board cannot be solved for the other of the two, but for this one.

        >>> Tiles.of(["1 0", "2 3"]).solvable_goal, Tiles.of(["1 2", "3 0"]).solvable_goal
        ('blank-first', None)
        """
        usual = {"blank-last": blank_last(len(self.goal)), "blank-first": blank_first(len(self.goal))}
        if self.goal not in usual.values() or self._why_out_of_reach(self.goal) is None:
            return None
        return next((name for name, goal in usual.items() if self._why_out_of_reach(goal) is None), None)

    def _why_out_of_reach(self, goal: State) -> str | None:
        """Johnson and Story, 1879: every move is a transposition and changes the colour of the blank's cell."""
        if min(self.width, self.height) == 1:
            order, goal_order = ([tile for tile in cells if tile] for cells in (self.start, goal))
            if order != goal_order:
                return "on a board one cell wide the tiles cannot pass each other, and their order differs"
            return None
        odd = is_odd(self.start, goal)
        blank, home = self.start.index(0), goal.index(0)
        steps = abs(blank // self.width - home // self.width) + abs(blank % self.width - home % self.width)
        if odd == bool(steps % 2):
            return None
        parity = {True: "odd", False: "even"}
        return (
            f"start and goal differ by an {parity[odd]} permutation, but the blank is an "
            f"{parity[bool(steps % 2)]} number of steps from its goal cell"
        )

    def rows(self, state: State) -> list[State]:
        return [state[row * self.width : (row + 1) * self.width] for row in range(self.height)]

    def draw(self, state: State | None = None) -> str:
        cells = self.start if state is None else state
        wide = len(str(len(cells) - 1))
        return "\n".join(" ".join((str(tile) if tile else "·").rjust(wide) for tile in row) for row in self.rows(cells))

    def svg(self, state: State | None = None) -> str:
        from budge.puzzles.drawing import tiles_svg

        return tiles_svg(self, self.start if state is None else state)

    def space(self) -> Space:
        """
        >>> Tiles.of(["1 2 3", "4 5 6", "7 8 0"]).space()
        Space(arrangements=362880, components=2, reachable=181440)
        """
        cells = len(self.start)
        # On a board one cell wide the order of the tiles is fixed; on any other board, parity decides.
        reachable = cells if min(self.width, self.height) == 1 else factorial(cells) // 2
        return Space(factorial(cells), factorial(cells) // reachable, reachable)

    @classmethod
    def example(cls) -> Tiles:
        return cls.of(["1 0"])

    def starting_at(self, state: State) -> Tiles:
        return replace(self, start=state)

    def random_state(self, random: Random) -> State:
        """A uniform sample: of two arrangements that differ by an exchange of two tiles, exactly one is solvable."""
        if min(self.width, self.height) == 1:  # the order of the tiles is fixed
            order = [tile for tile in self.goal if tile]
            order.insert(random.randrange(len(self.goal)), 0)
            return tuple(order)
        cells = list(self.goal)
        random.shuffle(cells)
        if self.starting_at(tuple(cells))._why_out_of_reach(self.goal):
            one, other = [cell for cell, tile in enumerate(cells) if tile][:2]
            cells[one], cells[other] = cells[other], cells[one]
        return tuple(cells)

    def restated(self, kind: str) -> Puzzle | None:
        """Also as tokens on the graph of the board: vertex r2c3 is the cell in row 2, column 3.

        >>> tokens = Tiles.of(["1 2", "0 3"]).restated("tokens")
        >>> tokens.vertices, tokens.start, len(tokens.edges)
        (('r1c1', 'r1c2', 'r2c1', 'r2c2'), ('1', '2', '_', '3'), 4)
        """
        if kind != Tokens.kind:
            return super().restated(kind)
        cells = range(len(self.start))
        right = [(cell, cell + 1) for cell in cells if (cell + 1) % self.width]
        return Tokens(
            vertices=tuple(f"r{row + 1}c{column + 1}" for row in range(self.height) for column in range(self.width)),
            edges=(*right, *((cell, cell + self.width) for cell in cells[: -self.width])),
            start=tuple(str(tile or BLANK) for tile in self.start),
            goal=tuple(str(tile or BLANK) for tile in self.goal),
            name=self.name,
        )

    def state_from_json(self, data: Any) -> State:
        return self.starting_at(whole_numbers(data, "state")).start

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "start": [list(row) for row in self.rows(self.start)],
            "goal": [list(row) for row in self.rows(self.goal)],
        }

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Tiles:
        start = _grid(data.get("start"), "start")
        width, height = len(start[0]), len(start)
        goal: State = ()
        if data.get("goal") is not None:
            grid = _grid(data["goal"], "goal")
            if (len(grid[0]), len(grid)) != (width, height):
                raise BadInput(f"the goal is {len(grid[0])}×{len(grid)} but the board is {width}×{height}")
            goal = tuple(tile for row in grid for tile in row)
        cells = tuple(tile for row in start for tile in row)
        return cls(width=width, height=height, start=cells, goal=goal, name=data.get("name"))


def _grid(value: Any, what: str) -> list[list[int]]:
    """Rows of equal length, of integers, from untrusted JSON."""
    rows = value if isinstance(value, list) else []
    if not rows or not all(isinstance(row, list) and row for row in rows):
        raise BadInput(f"{what}: expected a list of rows, each a list of numbers")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadInput(f"{what}: row {number} has {len(row)} cells but row 1 has {len(rows[0])}")
        for tile in row:
            if type(tile) is not int:
                raise BadInput(f"{what}: row {number}: {tile!r} is not a tile number")
    return rows


def whole(tiles: Sequence[Any]) -> State:
    """Tiles as Python integers, from text or NumPy integers, too; raises `BadInput`.

    >>> whole(["1", 0])
    (1, 0)
    """
    try:
        return tuple(map(operator.index, tiles))
    except TypeError:
        return tuple(map(_number, tiles))


def _number(tile: Any) -> int:
    try:
        return int(tile) if isinstance(tile, str) else operator.index(tile)
    except (TypeError, ValueError):
        raise BadInput(f"{str(tile)[:16]!r} is not a tile; expected a whole number, 0 for the blank") from None


def check_arrangement(cells: State, size: int, what: str) -> None:
    """Checks that every number from 0 to size - 1 occurs once; the error names one that is missing, repeated or
    invalid."""
    if len(cells) != size:
        raise BadInput(f"the {what} has {len(cells)} cells but the board has {size}")
    blanks = cells.count(0)
    if blanks != 1:
        raise BadInput(f"the {what} has {blanks or 'no'} blank{'s' if blanks > 1 else ''}; expected exactly one")
    if sorted(cells) == list(range(size)):
        return
    seen: set[int] = set()
    for tile in cells:
        if not 0 <= tile < size:
            raise BadInput(f"tile {tile} in the {what}; the tiles of this board are 1 to {size - 1}")
        if tile in seen:
            missing = min(set(range(size)) - set(cells))
            raise BadInput(f"tile {tile} occurs twice in the {what}, and tile {missing} is missing")
        seen.add(tile)
