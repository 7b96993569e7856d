"""Sokoban: players push boxes, one at a time, until every target holds a box. Boxes cannot be pulled.

A move is one step, named by its direction: `u`, `l`, `r`, `d`, in capitals if a box is pushed (LURD notation). Several
players step at the same time: a move then has one letter per player, `.` for waiting, as in `u,R`. A joint step is
legal if all players and boxes are on distinct floor cells after it, no two players have exchanged places, and every box
that moved was pushed by the player behind it into a cell without a box before the step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, ClassVar

from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, Puzzle, check_rows, whole_numbers
from budge.puzzles.board import place
from budge.puzzles.runs import unrolled
from budge.puzzles.sokoban_board import BOXES, FLOOR, PLAYERS, TARGETS, WALL, normal

State = tuple[tuple[int, ...], tuple[int, ...]]  # the cells of the players, the cells of the boxes

STEPS = {"u": (-1, 0), "l": (0, -1), "r": (0, 1), "d": (1, 0)}
WAIT = "."
MAX_PLAYERS = 4
MAX_PLAN = 10_000_000


@dataclass(frozen=True, kw_only=True)
class Sokoban(Puzzle):
    """A Sokoban level: rows of `#` wall, `@` player, `$` box, `.` target, `+` and `*` for player and box on a target.

    There may be more boxes than targets. `assigned` lists for each box, in reading order, the targets that it may end
    on, numbered from 1 in reading order; an empty list means any target.

    >>> level = Sokoban.of(["#####", "#@$.#", "#####"])
    >>> level.moves(level.initial)
    ['R']
    >>> level.is_goal(level.apply(level.initial, "R"))
    True
    """

    kind: ClassVar[str] = "sokoban"
    metrics: ClassVar[tuple[str, ...]] = ("pushes", "moves", "pushes-then-moves", "moves-then-pushes", "makespan")
    things: ClassVar[str] = "boxes"

    board: tuple[str, ...]
    assigned: tuple[tuple[int, ...], ...] = ()
    solution: str | None = field(default=None, compare=False, repr=False)  # from its file, in LURD, not checked

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", normal(self.board))
        if len(self.players) > MAX_PLAYERS:
            raise BadInput(f"{len(self.players)} players; a level has at most {MAX_PLAYERS}")
        if not self.targets:
            raise BadInput("no target; expected a . for every target cell")
        if len(self.boxes) < len(self.targets):
            boxes, targets = count(len(self.boxes), "box"), count(len(self.targets), "target")
            raise BadInput(f"{boxes} for {targets}; expected a box for each target")
        object.__setattr__(self, "assigned", self._checked_assignment())

    @classmethod
    def of(
        cls,
        rows: Sequence[str],
        assigned: Sequence[Sequence[int]] = (),
        name: str | None = None,
        solution: str | None = None,
    ) -> Sokoban:
        """A level from its rows, in the characters of XSB or their usual alternatives."""
        check_rows(rows)
        return cls(board=tuple(rows), assigned=tuple(map(tuple, assigned)), name=name, solution=solution)

    def _checked_assignment(self) -> tuple[tuple[int, ...], ...]:
        if not any(self.assigned):
            return ()
        if len(self.assigned) != len(self.boxes):
            raise BadInput(
                f"targets assigned to {count(len(self.assigned), 'box')}, but the level has {len(self.boxes)}"
            )
        for numbers in self.assigned:
            for number in numbers:
                if not 1 <= number <= len(self.targets):
                    raise BadInput(f"target {number} is assigned; the level has targets 1 to {len(self.targets)}")
        return tuple(tuple(sorted(set(numbers))) for numbers in self.assigned)

    # The board, in cells: row × width + column.

    @cached_property
    def width(self) -> int:
        return max(map(len, self.board))

    @property
    def height(self) -> int:
        return len(self.board)

    @cached_property
    def floor(self) -> frozenset[int]:
        """The cells inside the walls that are not walls."""
        walled = (row.ljust(self.width) for row in self.board)
        inside = {cell for cell, mark in enumerate("".join(walled)) if mark not in (WALL, FLOOR)}
        front = list(inside)
        while front:
            for cell in self.adjacent(front.pop()):
                if cell not in inside and self._mark(cell) != WALL:
                    inside.add(cell)
                    front.append(cell)
        return frozenset(inside)

    @cached_property
    def players(self) -> tuple[int, ...]:
        return self._cells_of(PLAYERS)

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        return self._cells_of(BOXES)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        return self._cells_of(TARGETS)

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """For each box the target cells that it may end on."""
        if not self.assigned:
            return (self.targets,) * len(self.boxes)
        return tuple(tuple(self.targets[number - 1] for number in some) or self.targets for some in self.assigned)

    def _cells_of(self, marks: str) -> tuple[int, ...]:
        return tuple(cell for cell in range(self.width * self.height) if self._mark(cell) in marks)

    def _mark(self, cell: int) -> str:
        row, column = divmod(cell, self.width)
        return self.board[row][column] if column < len(self.board[row]) else FLOOR

    def adjacent(self, cell: int) -> tuple[int, int, int, int]:
        """The cells above, left, right and below; they exist because floor never touches the edge of the board."""
        return cell - self.width, cell - 1, cell + 1, cell + self.width

    def offset(self, letter: str) -> int:
        down, right = STEPS[letter.lower()]
        return down * self.width + right

    # The rules.

    @property
    def own_metrics(self) -> tuple[str, ...]:
        return self.metrics[:-1] if len(self.players) == 1 else self.metrics[-1:]

    @property
    def stored_plan(self) -> str | None:
        return self.solution

    @property
    def initial(self) -> State:
        return self.players, self.boxes

    def moves(self, state: State) -> list[str]:
        if len(self.players) == 1:
            return [written for letter in STEPS if (written := self._if_legal(state, letter))]
        joint = (",".join(letters) for letters in product((*STEPS, WAIT), repeat=len(self.players)))
        return [written for move in joint if (written := self._if_legal(state, move))]

    def _if_legal(self, state: State, move: str) -> str | None:
        try:
            self.apply(state, move)
        except IllegalMove:
            return None
        return self.capitalised(state, move)

    def apply(self, state: State, move: str) -> State:
        """The state after a step; the case of the letters is ignored."""
        players, boxes = state
        there, pushed = [], {}
        for number, letter in enumerate(self._letters(move)):
            here = players[number]
            step = 0 if letter == WAIT else self.offset(letter)
            who = "the player" if len(players) == 1 else f"player {number + 1}"
            if here + step not in self.floor:
                raise IllegalMove(f"{letter} takes {who} into a wall at {self.where(here + step)}")
            if step and here + step in boxes:
                target = here + 2 * step
                if target not in self.floor:
                    raise IllegalMove(f"{letter} pushes a box into a wall at {self.where(target)}")
                if target in boxes:
                    raise IllegalMove(f"{letter} pushes a box into another at {self.where(target)}")
                pushed[here + step] = target
            there.append(here + step)
        if len(players) > 1:
            self._check_joint(players, there, boxes, pushed)
        after = tuple(pushed.get(box, box) for box in boxes)
        return tuple(there), after if self.assigned else tuple(sorted(after))

    def _check_joint(
        self, players: tuple[int, ...], there: list[int], boxes: tuple[int, ...], pushed: dict[int, int]
    ) -> None:
        for one in range(len(players)):
            for other in range(one):
                if there[one] == there[other]:
                    raise IllegalMove(f"players {other + 1} and {one + 1} would both stand at {self.where(there[one])}")
                if (there[one], there[other]) == (players[other], players[one]):
                    raise IllegalMove(f"players {other + 1} and {one + 1} would change places")
        resting = [pushed.get(box, box) for box in boxes]
        for cell in resting:
            if cell in there:
                raise IllegalMove(f"a player and a box would both stand at {self.where(cell)}")
            if resting.count(cell) > 1:
                raise IllegalMove(f"two boxes would both stand at {self.where(cell)}")

    def is_goal(self, state: State) -> bool:
        """Every target holds a box that may end there."""
        _, boxes = state
        held = {cell for box, cell in enumerate(boxes) if cell in self.allowed[box]}
        return held.issuperset(self.targets)

    def costs(self, plan: Plan) -> dict[str, Cost]:
        if len(self.players) > 1:
            return {"makespan": len(plan)}
        state, pushes, moves = self.initial, 0, len(plan)
        for move in plan.moves:
            after = self.apply(state, move)
            pushes += after[1] != state[1]
            state = after
        return {
            "pushes": pushes,
            "moves": moves,
            "pushes-then-moves": (pushes, moves),
            "moves-then-pushes": (moves, pushes),
        }

    # Plans.

    def _letters(self, move: str) -> str:
        letters = move.replace(",", "")
        if len(letters) != len(self.players):
            raise IllegalMove(f"{move!r} has {count(len(letters), 'letter')} for {count(len(self.players), 'player')}")
        for letter in letters:
            if letter.lower() not in STEPS and (letter != WAIT or len(letters) == 1):
                raise IllegalMove(f"{letter!r} is not a move; moves are u, l, r, d")
        return letters

    def capitalised(self, state: State, move: str) -> str:
        """A legal move with capitals for pushes and small letters for other steps."""
        players, boxes = state
        letters = [
            letter.upper() if letter != WAIT and here + self.offset(letter) in boxes else letter.lower()
            for here, letter in zip(players, self._letters(move), strict=True)
        ]
        return ",".join(letters)

    def plan(self, moves: Sequence[str]) -> Plan:
        """The plan with these moves; pushes are capitalised up to the first illegal move."""
        state, written = self.initial, list(moves)
        for index, move in enumerate(moves):
            try:
                after = self.apply(state, move)
            except IllegalMove:
                break
            written[index] = self.capitalised(state, move)
            state = after
        return Plan(tuple(written), " " if len(self.players) > 1 and written else "")

    def parse_plan(self, text: str) -> Plan:
        """LURD notation in either case, also with run lengths and groups; each step has one letter per player.

        >>> Sokoban.of(["#######", "#@$  .#", "#######"]).parse_plan("3r").text
        'RRR'
        >>> Sokoban.of(["#######", "#@$.@ #", "#######"]).parse_plan("r. .r").text
        'R,. .,r'
        """
        try:
            letters = unrolled(re.sub(r"[\s,]+", "", text), MAX_PLAN, f"ulrdULRD{WAIT}")
        except BadInput as problem:
            raise BadInput(f"the plan: {problem}") from None
        size = len(self.players)
        if size == 1 and WAIT in letters:
            raise BadInput("'.' in a plan; a player can wait only in levels with several players")
        if len(letters) % size:
            raise BadInput(f"{len(letters):,} letters in a plan for {size} players; expected {size} for every step")
        return self.plan([",".join(letters[start : start + size]) for start in range(0, len(letters), size)])

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return Plan(tuple(text.split(" ")), " ") if "," in text else Plan(tuple(text))

    # Theory and drawings.

    def why_unsolvable(self) -> str | None:
        from budge.puzzles.sokoban_theory import why_unsolvable

        return why_unsolvable(self)

    @property
    def pieces(self) -> int:
        return len(self.boxes)

    def fewer(self, pieces: int) -> Sokoban:
        """The level with only its first boxes and an equal number of targets, in reading order.

        >>> print("|".join(Sokoban.of(["######", "#@$$*#", "# .. #", "######"]).fewer(2).rows()))
        ######|#@$$.#|# .  #|######
        """
        if not 1 <= pieces <= len(self.boxes):
            raise BadInput(f"{count(pieces, 'box')} of a level with {len(self.boxes)}")
        rows = [list(row.ljust(self.width)) for row in self.rows()]
        for gone, marks in ((self.boxes[pieces:], "$ *."), (self.targets[pieces:], ". *$+@")):
            bare = dict(zip(marks[::2], marks[1::2], strict=True))
            for row, column in (divmod(cell, self.width) for cell in gone):
                rows[row][column] = bare[rows[row][column]]
        return Sokoban.of(["".join(row) for row in rows], name=self.name)

    @property
    def size(self) -> str:
        size = f"{self.width}×{self.height}"
        return size if len(self.players) == 1 else f"{size}, {len(self.players)} players"

    def where(self, cell: int) -> str:
        return place(cell, self.width)

    def rows(self, state: State | None = None) -> Iterator[str]:
        """The board in the characters of XSB."""
        players, boxes = state or self.initial
        marks = dict.fromkeys(self.floor, FLOOR) | dict.fromkeys(self.targets, ".")
        marks |= {cell: "*" if cell in self.targets else "$" for cell in boxes}
        marks |= {cell: "+" if cell in self.targets else "@" for cell in players}
        for row in range(self.height):
            cells = range(row * self.width, (row + 1) * self.width)
            yield "".join(marks.get(cell) or self._mark(cell) for cell in cells).rstrip()

    def draw(self, state: State | None = None) -> str:
        from budge.puzzles.sokoban_drawing import sokoban_text

        return sokoban_text(self, state or self.initial)

    def svg(self, state: State | None = None) -> str:
        from budge.puzzles.sokoban_drawing import sokoban_svg

        return sokoban_svg(self, state or self.initial)

    @classmethod
    def example(cls) -> Sokoban:
        return cls.of(["#####", "#@$.#", "#####"])

    def starting_at(self, state: State) -> Sokoban:
        """The same level started at another state. Boxes and players are renumbered in reading order: see
        `move_from`."""
        assigned = [self.assigned[box] for box in in_order(state[1])] if self.assigned else ()
        return Sokoban.of(list(self.rows(state)), assigned, self.name)

    def move_from(self, state: State, move: str) -> str:
        letters = dict(zip(in_order(state[0]), move.split(","), strict=True))
        return ",".join(letters[player] for player in range(len(letters)))

    def random_state(self, random: Random) -> State:
        from budge.puzzles.sokoban_backwards import shuffled

        return shuffled(self, random)

    def one_line(self, state: State) -> str:
        return "|".join(self.rows(state))

    def state_to_json(self, state: State) -> dict[str, list[int]]:
        players, boxes = state
        return {"players": list(players), "boxes": list(boxes)}

    def state_from_json(self, data: Any) -> State:
        if not isinstance(data, dict):
            raise BadInput('state: expected {"players": [...], "boxes": [...]}')
        players, boxes = (whole_numbers(data.get(what), what) for what in ("players", "boxes"))
        for given, own, what in ((players, self.players, "players"), (boxes, self.boxes, "boxes")):
            if len(given) != len(own):
                raise BadInput(f"state: {len(given)} {what}; the level has {len(own)}")
        if len({*players, *boxes}) < len(players + boxes) or not self.floor.issuperset(players + boxes):
            raise BadInput("state: expected players and boxes on distinct floor cells")
        return players, boxes if self.assigned else tuple(sorted(boxes))

    @property
    def state_length(self) -> int:
        return len(self.players) + len(self.boxes)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "board": list(self.board),
            "assigned": [list(numbers) for numbers in self.assigned],
        }

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Sokoban:
        board, assigned = data.get("board"), data.get("assigned") or []
        if not isinstance(board, list) or not board or not all(isinstance(row, str) for row in board):
            raise BadInput("board: expected a list of rows, each a string such as '#@ $.#'")
        if not isinstance(assigned, list) or not all(
            isinstance(numbers, list) and all(type(number) is int for number in numbers) for numbers in assigned
        ):
            raise BadInput("assigned: expected for each box a list of target numbers")
        return cls.of(board, assigned, data.get("name"))


def in_order(cells: Sequence[int]) -> list[int]:
    """The indices of the cells in reading order.

    >>> in_order((7, 3, 5))
    [1, 2, 0]
    """
    return sorted(range(len(cells)), key=cells.__getitem__)


def count(number: int, what: str) -> str:
    """
    >>> count(1, "box"), count(2, "box"), count(0, "target")
    ('1 box', '2 boxes', 'no targets')
    """
    plural = what + ("es" if what.endswith("x") else "s")
    return f"{number or 'no'} {what if number == 1 else plural}"
