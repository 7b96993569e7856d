"""What all logic engines promise: limits that hold from the first moment, progress, and a reason for every stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import budge
from budge import Blocks, Limits, Objective, Observer, Outcome, Progress, Sokoban, Tiles, Tokens
from budge.engines.base import Task
from budge.engines.logic.base import OutcomeBuilder, PlanFound, Refuted
from budge.processes.child import Ended

ENGINES = ["sat", "cp"]


@pytest.fixture(scope="module")
def vast() -> Tokens:
    """A graph of 4,096 vertices, some moves from home; to find all its distances takes twenty seconds."""
    side = range(64)
    graph = {
        f"{row}.{column}": [f"{y}.{x}" for y, x in ((row + 1, column), (row, column + 1)) if y in side and x in side]
        for row in side
        for column in side
    }
    goal = [*map(str, range(1, 4096)), "_"]
    puzzle = Tokens.of(graph, start=goal, goal=goal)
    state = puzzle.start
    for vertex in ("63.62", "62.62", "62.63", "61.63", "61.62", "60.62", "60.61"):
        state = puzzle.apply(state, vertex)
    return Tokens.of(graph, start=state, goal=goal)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_comes_before_the_search_counts_against_the_time(engine: str, vast: Tokens) -> None:
    began = time.monotonic()
    outcome = budge.solve(vast, engine=engine, limits=Limits(seconds=0.5))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")
    assert time.monotonic() - began < 10  # of twenty


@pytest.mark.parametrize("engine", ENGINES)
def test_cancel_is_heard_before_the_search_begins(engine: str, vast: Tokens) -> None:
    observer = Observer()
    threading.Timer(0.5, observer.cancel).start()
    began = time.monotonic()
    outcome = budge.solve(vast, engine=engine, observer=observer)
    assert (outcome.status, outcome.stopped_by, outcome.reason) == ("stopped", "cancel", "cancelled")
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("engine", ["sat", "cp", "asp"])
def test_a_long_silence_is_filled_with_progress(engine: str) -> None:
    seen: list[Progress] = []
    puzzle = Tiles.of(["0 15 14 13", "12 11 10 9", "8 7 6 5", "4 3 2 1"])  # no formula gets to its length soon
    budge.solve(puzzle, engine=engine, limits=Limits(seconds=1.6), observer=Observer(seen.append))
    seconds = [progress.seconds for progress in seen]
    assert len(seconds) >= 2
    assert seconds == sorted(seconds)
    assert seconds[-1] > 1


def events(*given: Any) -> Iterator[Any]:
    yield from given


def follow(*given: Any, quality: str = "optimal") -> Outcome:
    [puzzle] = budge.load("1 2 3/4 0 6/7 5 8")
    return OutcomeBuilder(Task(puzzle, Objective(quality))).follow(events(*given))


@pytest.mark.parametrize(
    ("given", "stopped_by", "reason"),
    [
        ([], "crash", "the solver ended without an answer"),
        ([Ended()], "crash", "the solver ended without an answer"),
        ([Ended("crash")], "crash", "the solver ended without an answer"),
        ([Ended("crash", reason="the solver died of SIGSEGV")], "crash", "the solver died of SIGSEGV"),
        ([PlanFound([7, 4, 7, 8], 4), Ended("memory")], "memory", "the memory limit was reached"),
        (
            [Ended("memory")],
            "memory",
            "the memory limit was reached by formulas for longer plans",
        ),
        ([Ended("seconds")], "seconds", "the time limit was reached"),
        (["nodes", Ended()], "nodes", "the limit on conflicts was reached"),
    ],
)
def test_every_stop_has_a_reason(given: list[Any], stopped_by: str, reason: str) -> None:
    outcome = follow(*given)
    assert (outcome.status, outcome.stopped_by, outcome.reason) == ("stopped", stopped_by, reason)


def test_ctrl_c_between_two_events_is_a_stop_that_keeps_the_bound() -> None:
    def interrupted() -> Iterator[Any]:
        yield Refuted(2)
        raise KeyboardInterrupt

    [puzzle] = budge.load("1 2 3/4 0 6/7 5 8")
    outcome = OutcomeBuilder(Task(puzzle)).follow(interrupted())
    assert (outcome.status, outcome.stopped_by, outcome.lower_bound) == ("stopped", "interrupt", 2)


LOST = {  # no rule sees it: without a search, only the number of positions ends the questions
    "makespan": Sokoban.of(["####", "#@.#", "## #", "#@$#", "## #", " ###"]),
    "pushes": Sokoban.of(["########", "#@ $$..#", "########"], [[2], [1]]),
}


@pytest.mark.parametrize(
    ("metric", "engine", "quality"),
    [
        ("makespan", "sat", "optimal"),
        ("makespan", "sat", "1.5"),
        ("makespan", "sat", "any"),
        ("makespan", "cp", "any"),
        ("pushes", "sat", "any"),
    ],
)
def test_a_small_level_without_a_solution_is_told_from_one_with_a_long_one(
    metric: str, engine: str, quality: str
) -> None:
    outcome = budge.solve(LOST[metric], engine=engine, objective=Objective(quality, metric))
    assert (outcome.status, outcome.stopped_by) == ("unsolvable", None)
    assert outcome.reason == "all plans that visit no position twice are refuted"


SOLVED = [
    Sokoban.of(["#######", "#@* $ #", "#     #", "#######"]),
    Sokoban.of(["#######", "#@* $ #", "#     #", "#######"], [[1], [1]]),
    Sokoban.of(["#######", "#@*  @#", "#     #", "#######"]),
    Blocks.of(["AB.", "..."], goals=[["A..", "..."]]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("puzzle", SOLVED, ids=str)
def test_for_what_is_solved_any_plan_is_the_empty_one(engine: str, puzzle: Any) -> None:
    for metric in set(puzzle.own_metrics) & {"moves", "pushes", "makespan", "steps"}:
        outcome = budge.solve(puzzle, engine=engine, objective=Objective("any", metric))
        assert (outcome.status, outcome.cost) == ("optimal", 0)
