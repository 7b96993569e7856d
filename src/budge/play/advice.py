"""Advice from the engines: the optimal cost and the next move. Callers run it in a thread, because it may be slow.

A plan is cached by position, so that a player who follows it gets further hints at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from budge.api import load, solve
from budge.engines.base import Refusal
from budge.library import find
from budge.model import Limits, Objective, Observer, Outcome
from budge.puzzles import BadInput, Cost, Puzzle
from budge.wording import amount

MEMORY = 1 << 30
UNKNOWN = "?"


@dataclass(frozen=True)
class Hint:
    """The next move, or None, and a text about it."""

    move: str | None
    note: str


class Adviser:
    """
    >>> [puzzle] = load("eight/12")
    >>> adviser = Adviser(puzzle, "moves")
    >>> adviser.best("moves", Observer()), adviser.hint(puzzle.initial, Observer())
    ('12', Hint(move='U', note='12 moves to go at best'))
    """

    def __init__(self, puzzle: Puzzle, metric: str, seconds: float = 10.0) -> None:
        self.puzzle, self.metric = puzzle, metric
        self.limits = Limits(seconds=seconds, memory=MEMORY)
        self._known: dict[Any, Hint] = {}

    def best(self, metric: str, observer: Observer) -> str:
        """The minimum cost in a metric, from the library or an engine; a lower bound if the time limit is reached."""
        for entry in find(self.puzzle.name or ""):
            if entry.optimum and metric in entry.optimum and load(entry.name) == [self.puzzle]:
                return str(entry.optimum[metric])
        outcome = self._solve(self.puzzle, metric, "optimal", observer)
        if outcome is None or outcome.stopped_by == "cancel":
            return UNKNOWN
        if metric == self.metric and outcome.plan is not None:
            self._remember(self.puzzle.initial, list(outcome.plan.moves), outcome)
        if outcome.status == "unsolvable":
            return "none"
        return str(outcome.cost) if outcome.status == "optimal" else f"≥ {_first(outcome.lower_bound)}"

    def hint(self, state: Any, observer: Observer) -> Hint:
        if state in self._known:
            return self._known[state]
        puzzle = self.puzzle.starting_at(state)
        for quality in ("optimal", "any"):
            outcome = self._solve(puzzle, self.metric, quality, observer)
            if outcome is not None and outcome.status == "unsolvable":
                return Hint(None, "no plan exists from here; undo some moves")
            if outcome is not None and outcome.plan is not None:
                self._remember(state, [self.puzzle.move_from(state, move) for move in outcome.plan.moves], outcome)
                return self._known.get(state, Hint(None, "it is solved"))
        return Hint(None, f"no plan was found within {self.limits.seconds:g} seconds")

    def _solve(self, puzzle: Puzzle, metric: str, quality: str, observer: Observer) -> Outcome | None:
        try:
            return solve(puzzle, objective=Objective(quality, metric), limits=self.limits, observer=observer)
        except (BadInput, Refusal):  # no engine supports this metric and quality
            return None

    def _remember(self, state: Any, moves: list[str], outcome: Outcome) -> None:
        """Stores a hint for every position along the plan, including those between the unit moves of a move."""
        for number, whole in enumerate(moves):
            if outcome.status != "optimal":
                note = "on a plan that may not be optimal"
            elif number == 0 and not isinstance(outcome.cost, tuple):
                note = f"{amount(outcome.cost or 0, self.metric)} to go at best"
            else:
                note = "on an optimal plan"
            for move, rest in self.puzzle.steps_of(whole):
                self._known.setdefault(state, Hint(rest, note))
                state = self.puzzle.apply(state, move)


def _first(cost: Cost) -> int:
    return cost[0] if isinstance(cost, tuple) else cost
