"""Improving a plan ends by itself when nothing better is to be expected soon."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from budge import Observer, Outcome, Plan
from budge.engines.base import Task
from budge.engines.native.search import Patience
from budge.puzzles import Tiles

TASK = Task(Tiles.of(["1 2", "3 0"]))
FOUND = Outcome("solved", Plan(("U",)), stopped_by="cancel", reason="cancelled")


def now(best: int, seconds: float) -> Any:
    """As much of what the core tells of a search that runs as patience looks at."""
    return SimpleNamespace(best_cost=best, seconds=seconds)


def improved_at(*moments: float, patience: Patience, until: float = 1000.0) -> float:
    """When the improvement ends, if a better plan comes at each of these moments."""
    clock = 0.0
    while clock < until:
        clock += 0.05
        best = 100 - sum(moment <= clock for moment in moments) if moments and moments[0] <= clock else -1
        if not patience(now(best, clock)):
            return clock
    return clock


def test_it_waits_as_long_as_the_last_improvement_took_and_some_seconds() -> None:
    assert round(improved_at(0.1, 1.0, patience=Patience(TASK))) == 1 + Patience.MIN_SECONDS
    assert round(improved_at(0.1, 4.0, 7.0, 12.0, 20.0, patience=Patience(TASK))) == 40


def test_it_waits_for_ever_for_the_first_plan() -> None:
    assert improved_at(patience=Patience(TASK)) >= 1000


def test_a_search_without_patience_was_not_stopped_by_a_limit() -> None:
    patience = Patience(TASK)
    assert patience.complete(FOUND) == FOUND
    improved_at(0.1, patience=patience)
    settled = patience.complete(FOUND)
    assert (settled.status, settled.stopped_by, settled.reason) == ("solved", None, None)


def test_the_observer_is_heard_all_the_while() -> None:
    observer = Observer()
    patience = Patience(Task(TASK.puzzle, observer=observer))
    assert patience(now(9, 0.1))
    observer.cancel()
    assert not patience(now(9, 0.2))
    assert patience.complete(FOUND) == FOUND
