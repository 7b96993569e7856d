"""load · solve · verify: what the command line, the page, the lab and your own programs call."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

from budge.engines.base import Engine, Task
from budge.engines.heuristics import checked
from budge.engines.machine import free_memory
from budge.engines.model import REASONS, Limits, Objective, Observer, Outcome, PuzzleName, as_pair
from budge.engines.near import choice, near
from budge.engines.registry import engine_named
from budge.formats import read_source
from budge.puzzles import BadInput, Plan, Puzzle, Verdict


class RefereeError(RuntimeError):
    """An engine returned a plan that the rules reject: a bug in the engine, never a fault of the input."""


def load(source: str | Path, *, goal: str | None = None) -> list[Puzzle]:
    """All puzzles of a source: a file, `-` for standard input, a name from the library, or the puzzle as text.

    >>> [puzzle] = load("1 2 3/4 5 6/7 0 8")
    >>> puzzle.size
    '3×3'
    """
    return read_source(source, goal=goal)


def solve(
    puzzle: Puzzle | str | Path,
    *,
    engine: str | Engine = "auto",
    heuristic: str | None = None,
    objective: Objective | None = None,
    limits: Limits | None = None,
    observer: Observer | None = None,
    threads: int = 1,
    **options: str,
) -> Outcome:
    """Solve one puzzle. Ctrl-C ends the search, not the program: the outcome is `stopped` with its best bound.

    >>> outcome = solve("1 2 3/4 0 6/7 5 8")
    >>> outcome.status, outcome.cost, outcome.plan.text
    ('optimal', 2, 'DR')
    """
    if not isinstance(puzzle, Puzzle):
        puzzles = load(puzzle)
        if len(puzzles) != 1:
            raise BadInput(f"{puzzle} holds {len(puzzles)} puzzles; load() them and solve each")
        puzzle = puzzles[0]
    objective, limits, observer = objective or Objective(), limits or Limits(), observer or Observer()
    chosen, task = prepare(puzzle, engine, heuristic, objective, limits, observer, threads, options)
    began, cpu = time.perf_counter(), time.process_time()
    reason = puzzle.why_unsolvable()
    outcome = Outcome("unsolvable", reason=reason) if reason else chosen.solve(task)
    seconds = time.perf_counter() - began
    cpu_seconds = outcome.stats.cpu_seconds + time.process_time() - cpu  # what child processes used, and our own
    return replace(
        _explained(_refereed(outcome, task), limits, task),
        puzzle=PuzzleName(puzzle.kind, puzzle.name),
        engine=chosen.name,
        heuristic=task.heuristic,
        metric=task.objective.metric,
        quality=task.objective.quality,
        stats=replace(outcome.stats, seconds=seconds, cpu_seconds=cpu_seconds),
    )


def prepare(
    puzzle: Puzzle,
    engine: str | Engine,
    heuristic: str | None,
    objective: Objective,
    limits: Limits,
    observer: Observer,
    threads: int,
    options: dict[str, str],
) -> tuple[Engine, Task]:
    """The engine and all that it will be told, checked; raises `BadInput`, or `Refusal` where it cannot serve."""
    if threads < 1:
        raise BadInput(f"{threads} threads; expected at least 1")
    chosen = engine_named(engine, puzzle, objective)
    return chosen, Task(
        puzzle=puzzle,
        objective=replace(objective, metric=objective.metric_of(puzzle)),
        heuristic=_heuristic(chosen, heuristic, puzzle),
        limits=replace(limits, memory=limits.memory or free_memory()),
        observer=observer,
        threads=min(threads, os.cpu_count() or 1),
        options=_options(chosen, options),
    )


def verify(puzzle: Puzzle, plan: Plan | str) -> Verdict:
    """The referee's word on a plan.

    >>> [puzzle] = load("1 2 3/4 0 6/7 5 8")
    >>> bool(verify(puzzle, "DR")), verify(puzzle, "DD").reason
    (True, 'D takes the blank off the board at row 3, column 2')
    """
    return puzzle.verify(puzzle.parse_plan(plan) if isinstance(plan, str) else plan)


def _heuristic(engine: Engine, name: str | None, puzzle: Puzzle) -> str | None:
    if name is None:
        return engine.default_heuristic(puzzle)
    if engine.default_heuristic(puzzle) is None:
        raise BadInput(f"{engine.name} takes no heuristic")
    return checked(name, puzzle)


def _options(engine: Engine, given: dict[str, str]) -> dict[str, str]:
    """Every option of the engine with its value; unknown names and values are bad input."""
    known = {option.name: option for option in engine.options}
    chosen = {option.name: option.default for option in engine.options}
    for name, value in given.items():
        if name not in known:
            hint = near(name, known) if known else "it has none"
            raise BadInput(f"{engine.name} has no option {name!r}; {hint}")
        chosen[name] = str(value)  # from Python, fsm=12 means what --option fsm=12 does
        choices = known[name].choices
        if choices and chosen[name] not in choices:
            raise BadInput(f"{name}={chosen[name][:40]}; {choice(chosen[name], choices)}")
    return chosen


def _explained(outcome: Outcome, limits: Limits, task: Task) -> Outcome:
    """The outcome; one that is stopped says by what, and says it in words, whatever the engine left out."""
    if outcome.status != "stopped":
        return outcome
    stopped_by = outcome.stopped_by or "engine"
    reason = outcome.reason or REASONS[stopped_by if stopped_by in REASONS else "engine"]
    if stopped_by == "memory" and limits.memory is None:
        most = f"{(task.limits.memory or 0) / 1e6:,.0f} MB"
        reason = reason.replace(REASONS["memory"], f"memory ran out: no limit was set, and the machine had {most} free")
    return replace(outcome, stopped_by=stopped_by, reason=reason)


def _refereed(outcome: Outcome, task: Task) -> Outcome:
    """The outcome with its plan replayed and its cost counted by the rules; raises `RefereeError`."""
    if outcome.plan is None:
        return outcome
    verdict = task.puzzle.verify(outcome.plan)
    if not verdict:
        raise RefereeError(f"the engine returned a plan that does not hold: {verdict.reason}")
    cost = verdict.costs[task.objective.metric or ""]
    pair, bound = as_pair(cost), as_pair(outcome.lower_bound)
    if pair < bound or (outcome.status == "optimal" and pair != bound):
        raise RefereeError(f"the engine claims the bound {outcome.lower_bound} but its plan costs {cost}")
    return replace(outcome, cost=cost, costs=verdict.costs)
