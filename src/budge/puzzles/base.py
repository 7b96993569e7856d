"""What every puzzle is: an immutable value that knows its rules.

A `Puzzle` is the referee of the whole system: any plan, whoever made it, is replayed here, move by move, by the
plain code of its kind before anyone sees it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

Cost = int | tuple[int, int]  # a pair where one thing is counted first and another decides between equals


class BadInput(ValueError):
    """Input that budge cannot accept: one line that says what, where, and what was expected."""


class IllegalMove(BadInput):
    """A move that the rules do not allow in the state at hand."""


@dataclass(frozen=True)
class Plan:
    """A sequence of moves, each in the notation of its puzzle kind.

    >>> Plan(("U", "L")).text
    'UL'
    >>> len(Plan(("c", "a"), separator=" "))
    2
    """

    moves: tuple[str, ...]
    separator: str = ""

    @property
    def text(self) -> str:
        return self.separator.join(self.moves)

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Verdict:
    """The referee's word on a plan: is it legal, does it solve, where does it break, what does it cost."""

    legal: bool
    solves: bool
    costs: dict[str, Cost]
    broken_at: int | None = None  # index of the first illegal move
    reason: str | None = None

    def __bool__(self) -> bool:
        return self.legal and self.solves


@dataclass(frozen=True, kw_only=True)
class Puzzle(ABC):
    """An immutable puzzle: a start, a goal and the rules between them."""

    kind: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]  # the first one is the default

    name: str | None = None

    @property
    def own_metrics(self) -> tuple[str, ...]:
        """Those metrics of the kind that this very puzzle has; the first one is its default."""
        return self.metrics

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
    def is_goal(self, state: Any) -> bool: ...

    @abstractmethod
    def parse_plan(self, text: str) -> Plan:
        """Read a plan in any notation of this kind; raises `BadInput`."""

    @classmethod
    @abstractmethod
    def split_plan(cls, text: str) -> Plan:
        """The plan whose `text` this is: the exact inverse of `Plan.text`."""

    @classmethod
    def compact(cls, plan: Plan) -> str:
        """A plan in the shortest notation of this kind."""
        return plan.text

    @abstractmethod
    def why_unsolvable(self) -> str | None:
        """A proof in words that no plan exists, where theory gives one at once; None says nothing."""

    @abstractmethod
    def draw(self, state: Any = None) -> str:
        """The state (default: the start) as text for a terminal."""

    @abstractmethod
    def svg(self, state: Any = None) -> str:
        """The state (default: the start) as a self-contained SVG picture."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain data, `kind` and `name` included; `from_json` reads it back."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle that `to_json` described; raises `BadInput` for any other data."""

    @property
    @abstractmethod
    def size(self) -> str:
        """The size in words, for messages: `4×4`, `7 vertices`."""

    @property
    @abstractmethod
    def pieces(self) -> int:
        """How many pieces can move."""

    def costs(self, plan: Plan) -> dict[str, Cost]:
        """What a legal plan costs, in every metric of this puzzle."""
        return {metric: len(plan) for metric in self.own_metrics}

    def states(self, moves: Iterable[str]) -> list[Any]:
        """The states along a legal plan, the start included."""
        states: list[Any] = [self.initial]
        for move in moves:
            states.append(self.apply(states[-1], move))
        return states

    def verify(self, plan: Plan) -> Verdict:
        """Replay `plan` by the rules."""
        state: Any = self.initial
        for index, move in enumerate(plan.moves):
            try:
                state = self.apply(state, move)
            except IllegalMove as illegal:
                prefix = Plan(plan.moves[:index], plan.separator)
                return Verdict(False, False, self.costs(prefix), index, str(illegal))
        if not self.is_goal(state):
            return Verdict(True, False, self.costs(plan), None, "the plan is legal but does not end at the goal")
        return Verdict(True, True, self.costs(plan))

    def _repr_svg_(self) -> str:
        return self.svg()
