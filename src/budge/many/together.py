"""One puzzle by all the workers of a team."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from budge.api import prepare, run
from budge.engines.base import Refusal
from budge.engines.team import Team
from budge.many.orders import Order
from budge.many.worker import outcome_of
from budge.model import Observer, Outcome
from budge.puzzles import BadInput


def can_be_shared(order: Order) -> bool:
    with suppress(BadInput, Refusal):
        return prepare(order.puzzle, order.spec).can_be_shared
    return False


def solve_by(team: Team, order: Order, observer: Observer) -> Outcome:
    """The outcome is that of `budge.solve`, or says what went wrong as those of `solve_many` do."""

    def work() -> Outcome:
        return run(replace(prepare(order.puzzle, order.spec, observer), team=team))

    return outcome_of(order, work)
