"""The base class of puzzles: an immutable value with its rules.

A `Puzzle` is also the referee: budge replays every plan of every engine here, move by move, with the plain code of the
kind, before it reports the plan.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, ClassVar

from budge.puzzles.space import Space

WALK = 100  # moves of a random walk, for kinds that cannot draw a random position directly

Cost = int | tuple[int, int]  # a pair: a primary and a tie-breaking cost


def metric_parts(metric: str) -> tuple[str, ...]:
    """The costs that a metric counts: one, or a primary and a tie-breaking one.

    >>> metric_parts("moves"), metric_parts("pushes-then-moves")
    (('moves',), ('pushes', 'moves'))
    """
    return tuple(metric.split("-then-"))


class BadInput(ValueError):
    """Input that budge cannot accept: one line that says what, where, and what was expected.

    >>> from budge.puzzles import Tiles
    >>> Tiles.of(["1 1", "2 0"])
    Traceback (most recent call last):
    budge.puzzles.base.BadInput: tile 1 occurs twice in the start, and tile 3 is missing
    """


class IllegalMove(BadInput):
    """A move that the rules do not allow in the current state.

    >>> from budge.puzzles import Tiles
    >>> Tiles.of(["1 0"]).apply((1, 0), "R")
    Traceback (most recent call last):
    budge.puzzles.base.IllegalMove: R takes the blank off the board at row 1, column 2
    """


@dataclass(frozen=True)
class Plan:
    """A sequence of moves, each in the notation of its puzzle kind.

    >>> Plan(("U", "L")).text
    'UL'
    >>> plan = Plan(("c", "a"), separator=" ")
    >>> len(plan), list(plan), str(plan)
    (2, ['c', 'a'], 'c a')
    """

    moves: tuple[str, ...]
    separator: str = ""

    @property
    def text(self) -> str:
        return self.separator.join(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Verdict:
    """The referee's verdict on a plan: whether it is legal, whether it solves the puzzle, where it breaks, its costs.

    >>> from budge.puzzles import Tiles
    >>> verdict = Tiles.of(["1 0 2"]).verify(Plan(("R", "R")))
    >>> bool(verdict), verdict.broken_at, verdict.reason
    (False, 1, 'R takes the blank off the board at row 1, column 3')
    """

    legal: bool
    solves: bool
    costs: dict[str, Cost]
    broken_at: int | None = None  # index of the first illegal move
    reason: str | None = None
    state: Any = field(default=None, repr=False)  # at the end of the plan, or before its first illegal move

    def __bool__(self) -> bool:
        return self.legal and self.solves


@dataclass(frozen=True, kw_only=True)
class Puzzle(ABC):
    """An immutable puzzle: a start, a goal and the rules between them.

    >>> from budge.puzzles import Tiles
    >>> puzzle = Tiles.of(["1 0 2"])
    >>> puzzle.kind, puzzle.size, puzzle.moves(puzzle.initial), puzzle.is_goal(puzzle.apply(puzzle.initial, "R"))
    ('tiles', '3×1', ['L', 'R'], True)
    """

    kind: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]  # the first is the default
    things: ClassVar[str] = "pieces"  # what `pieces` counts
    blank: ClassVar[bool] = False  # whether pieces move by exchanging places with a blank

    name: str | None = None

    @property
    def own_metrics(self) -> tuple[str, ...]:
        """The metrics of the kind that apply to this puzzle; the first one is the default."""
        return self.metrics

    @property
    def simple_metrics(self) -> tuple[str, ...]:
        """The metrics of this puzzle that are single numbers."""
        return tuple(metric for metric in self.own_metrics if len(metric_parts(metric)) == 1)

    @property
    @abstractmethod
    def initial(self) -> tuple[Any, ...]:
        """The state that every plan starts from."""

    @abstractmethod
    def moves(self, state: Any) -> list[str]:
        """All legal moves in `state`."""

    @abstractmethod
    def apply(self, state: Any, move: str) -> Any:
        """The state after `move`; raises `IllegalMove` with the reason."""

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Whether a plan may end in `state`."""

    @property
    def stored_plan(self) -> str | None:
        """The plan that its file has for the puzzle, as text and not checked."""
        return None

    @classmethod
    @abstractmethod
    def example(cls) -> Puzzle:
        """A minimal puzzle of the kind."""

    def neighbours(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Every legal move in `state`, and the state that it leads to.

        >>> from budge.puzzles import Tiles
        >>> dict(Tiles.of(["1 0 2"]).neighbours((1, 0, 2)))
        {'L': (0, 1, 2), 'R': (1, 2, 0)}
        """
        return ((move, self.apply(state, move)) for move in self.moves(state))

    # Puzzles that start at another state.

    @abstractmethod
    def starting_at(self, state: Any) -> Puzzle:
        """The same puzzle with another start."""

    def random(self, seed: int | Random = 0) -> Puzzle:
        """The same puzzle started at a random state; equal seeds give equal puzzles.

        If all moves are reversible and this puzzle is solvable, the result is solvable. Some kinds guarantee more: for
        tiles and tokens all solvable states are equally likely, and a Sokoban level is always solvable.

        >>> from budge.puzzles import Tiles
        >>> board = Tiles.of(["1 2 3", "4 5 6", "7 8 0"]).random(seed=7)
        >>> board.why_unsolvable() is None, board == board.random(7)
        (True, True)
        """
        return self.starting_at(self.random_state(seed if isinstance(seed, Random) else Random(seed)))

    def random_state(self, random: Random) -> Any:
        """The start state for `random`: by default the end of a random walk from this start."""
        state: Any = self.initial
        for _ in range(random.randint(WALK // 2, WALK)):
            moves = self.moves(state)
            if not moves:
                break
            state = self.apply(state, random.choice(moves))
        return state

    def move_from(self, state: Any, move: str) -> str:
        """Translates a move of a plan of `starting_at(state)` to the notation of this puzzle."""
        return move

    def steps_of(self, move: str) -> list[tuple[str, str]]:
        """The unit moves that make up a move; each is paired with the part of the move that it begins."""
        return [(move, move)]

    def state_key(self, state: Any) -> Any:
        """A key that is equal for states that differ only in the places of interchangeable pieces."""
        return state

    def grid_text(self, state: Any) -> str:
        """The state as text for programs that draw graphs: one character per cell, if the kind has such a form."""
        return self.draw(state)

    def one_line(self, state: Any) -> Any:
        """The state as one line of text for `budge solve`; the state itself if the kind has no such form."""
        return state

    def state_to_json(self, state: Any) -> Any:
        """The state as plain data; `state_from_json` reads it back. Cells are numbered in reading order from 0."""
        return list(state)

    @abstractmethod
    def state_from_json(self, data: Any) -> Any:
        """The state that plain data describes; raises `BadInput` if this puzzle has no such state."""

    @property
    def state_length(self) -> int:
        """The number of values in the JSON form of a state."""
        return len(self.initial)

    @abstractmethod
    def parse_plan(self, text: str) -> Plan:
        """Reads a plan in any notation of this kind; raises `BadInput`."""

    @classmethod
    @abstractmethod
    def split_plan(cls, text: str) -> Plan:
        """The exact inverse of `Plan.text`."""

    @classmethod
    def compact(cls, plan: Plan) -> str:
        """A plan in the shortest notation of this kind."""
        return plan.text

    @abstractmethod
    def why_unsolvable(self) -> str | None:
        """The reason why no plan exists, if theory proves it without search. None does not imply that a plan exists."""

    @property
    def solvable_goal(self) -> str | None:
        """The name of another usual goal, if theory proves that no plan reaches this one but some plan reaches that."""
        return None

    def space(self) -> Space | None:
        """The size of the state space; None if no theorem gives it."""
        return None

    def layout(self) -> list[tuple[float, float]] | None:
        """Positions for drawing the vertices of a graph; None for boards."""
        return None

    @abstractmethod
    def draw(self, state: Any = None) -> str:
        """The state (by default the start) as text for a terminal."""

    @abstractmethod
    def svg(self, state: Any = None) -> str:
        """The state (by default the start) as a self-contained SVG picture."""

    def restated(self, kind: str) -> Puzzle | None:
        """The same puzzle as one of another kind; None if it cannot be stated as one."""
        return self if kind == self.kind else None

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain data, `kind` and `name` included; `from_json` reads it back."""

    @classmethod
    def from_json(cls, data: Any) -> Puzzle:
        """The puzzle that `to_json` described; raises `BadInput` for any other data.

        >>> from budge.puzzles import Tiles
        >>> Tiles.from_json({"start": [[1, 0]]}).size
        '2×1'
        """
        known = {"kind", *(field.name for field in fields(cls) if field.compare)}
        if not isinstance(data, dict):
            raise BadInput(f"expected an object with {', '.join(sorted(known))}")
        if data.get("kind", cls.kind) != cls.kind:
            raise BadInput(f"the kind is {data['kind']!r}"[:80] + f"; expected {cls.kind!r}")
        if unknown := set(data) - known:
            raise BadInput(f"unknown key {min(unknown, key=str)!r}; {cls.kind} has {', '.join(sorted(known))}")
        if not isinstance(data.get("name"), str | None):
            raise BadInput("the name is not a string")
        return cls.from_fields(data)

    @classmethod
    @abstractmethod
    def from_fields(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle with these fields in plain data, whose keys `from_json` has checked, but not their values."""

    @property
    @abstractmethod
    def size(self) -> str:
        """The size as text, for messages: `4×4`, `7 vertices`."""

    @property
    @abstractmethod
    def pieces(self) -> int:
        """The number of pieces that can move."""

    def fewer(self, pieces: int) -> Puzzle:
        """The puzzle with only `pieces` pieces, for studies of how search effort grows with their number."""
        raise BadInput(f"{self.kind} cannot be reduced to fewer pieces")

    def costs(self, plan: Plan) -> dict[str, Cost]:
        """The cost of a legal plan in every metric of this puzzle."""
        return {metric: len(plan) for metric in self.own_metrics}

    def replay(self, plan: Plan | str) -> Iterator[Any]:
        """Yields the states along a plan, beginning with the start; raises `IllegalMove` at an illegal move.

        >>> from budge.puzzles import Tiles
        >>> list(Tiles.of(["1 0 2"]).replay("RL"))
        [(1, 0, 2), (1, 2, 0), (1, 0, 2)]
        """
        plan = self.parse_plan(plan) if isinstance(plan, str) else plan
        state: Any = self.initial
        yield state
        for number, move in enumerate(plan.moves, 1):
            try:
                state = self.apply(state, move)
            except IllegalMove as illegal:
                raise IllegalMove(f"move {number} of the plan: {illegal}") from None
            yield state

    def states(self, moves: Iterable[str]) -> list[Any]:
        """The states along legal moves, the start included."""
        return list(self.replay(Plan(tuple(moves))))

    def state_after(self, moves: Iterable[str]) -> Any:
        """The state that legal moves lead to from the start."""
        state, made, illegal = self.follow(moves)
        if illegal:
            raise IllegalMove(f"move {made + 1} of the plan: {illegal}")
        return state

    def follow(self, moves: Iterable[str]) -> tuple[Any, int, IllegalMove | None]:
        """The state after the legal prefix of `moves`, its length, and the reason why the next move is illegal.

        >>> from budge.puzzles import Tiles
        >>> Tiles.of(["1 0 2"]).follow("RR")
        ((1, 2, 0), 1, IllegalMove('R takes the blank off the board at row 1, column 3'))
        """
        state: Any = self.initial
        made = 0
        for move in moves:
            try:
                state = self.apply(state, move)
            except IllegalMove as illegal:
                return state, made, illegal
            made += 1
        return state, made, None

    def verify(self, plan: Plan) -> Verdict:
        """Replays `plan` by the rules."""
        state, made, illegal = self.follow(plan.moves)
        if illegal:
            prefix = Plan(plan.moves[:made], plan.separator)
            return Verdict(False, False, self.costs(prefix), made, str(illegal), state)
        if self.is_goal(state):
            return Verdict(True, True, self.costs(plan), state=state)
        return Verdict(True, False, self.costs(plan), None, "the plan is legal but does not end at the goal", state)

    def __str__(self) -> str:
        """The name or kind, the size, and the start as text."""
        return f"{self.name or self.kind}  {self.size}\n{self.draw()}"

    def _repr_svg_(self) -> str:
        return self.svg()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the fields without cached values, so that equal puzzles give equal bytes."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def check_rows(rows: object) -> None:
    """Raises `TypeError` for a string, which would be read as rows of one character each."""
    if isinstance(rows, str):
        raise TypeError("str given; expected a list of rows; load() reads text")


def whole_numbers(data: Any, what: str) -> tuple[int, ...]:
    """A list of whole numbers from untrusted JSON; raises `BadInput`."""
    if not isinstance(data, list) or not all(type(item) is int for item in data):
        raise BadInput(f"{what}: expected a list of whole numbers")
    return tuple(data)
