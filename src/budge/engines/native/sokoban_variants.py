"""Races searches of a Sokoban level in its eight orientations, one per worker.

A search that breaks ties by the order of cells explores another part of the space in each orientation. The first plan
wins, or the best one if there is time for improvement.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from budge.engines.base import Task
from budge.machine import free_memory
from budge.model import REASONS, Limits, Objective, Observer, Outcome, Progress, as_pair, stop_reason
from budge.processes import tuning
from budge.processes.child import Emit
from budge.processes.limits import hard_limits
from budge.processes.pool import Call, Pool, WorkersLost
from budge.puzzles import Plan, Sokoban
from budge.puzzles.sokoban import STEPS

MISSING = Outcome("stopped", stopped_by="crash", reason="no worker returned an outcome")


@dataclass(frozen=True)
class Image:
    """An orientation of a level: rows may become columns, then each of both may be reversed.

    >>> level = Sokoban.of(["#####", "#@$.#", "#####"])
    >>> turned = Image(transposed=True, upside_down=True, mirrored=False)
    >>> print("\\n".join(turned.of(level).board))
    ###
    #.#
    #$#
    #@#
    ###
    >>> turned.back("U")
    'R'
    """

    transposed: bool
    upside_down: bool
    mirrored: bool

    def of(self, level: Sokoban) -> Sokoban:
        rows = [row.ljust(level.width) for row in level.board]
        if self.transposed:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        if self.upside_down:
            rows.reverse()
        return replace(level, board=tuple(row[::-1] if self.mirrored else row for row in rows))

    def back(self, move: str) -> str:
        """The move in the level that corresponds to this move in its image."""
        down, right = STEPS[move.lower()]
        down, right = -down if self.upside_down else down, -right if self.mirrored else right
        if self.transposed:
            down, right = right, down
        letter = next(letter for letter, step in STEPS.items() if step == (down, right))
        return letter.upper() if move.isupper() else letter


IMAGES = [Image(*how) for how in product((False, True), repeat=3)]

Solve = Callable[[Task], Outcome]


@dataclass(frozen=True)
class Variant:
    """The search of one worker."""

    solve: Solve  # a module-level function, or a method of an engine
    level: Sokoban
    image: Image
    objective: Objective
    limits: Limits
    options: dict[str, object]
    first_plan: bool


def solve_variant(variant: Variant, emit: Emit) -> None:
    """The job of a worker: solves the image and turns the plan back."""
    memory = min(variant.limits.memory or free_memory(), free_memory())
    task = Task(
        variant.image.of(variant.level),
        variant.objective,
        limits=replace(variant.limits, memory=memory),
        observer=Observer(),
        options=variant.options,
        first_plan=variant.first_plan,
    )
    found = variant.solve(task)
    if found.plan is not None:
        moves = tuple(variant.image.back(move) for move in found.plan.moves)
        found = replace(found, plan=Plan(moves, found.plan.separator), trace=None)
    emit(found)


def race(team: Pool, task: Task, solve: Solve, *, improving: bool) -> Outcome:
    """The best outcome of the workers, each of which solves another image; without `improving`, the first plan."""
    level = task.puzzle
    assert isinstance(level, Sokoban)
    began = time.monotonic()
    metric = task.metric
    running = set(range(min(team.slots, len(IMAGES))))
    best: Outcome | None = None
    try:
        for number in running:
            about = (task.objective, task.limits, dict(task.options), task.first_plan)
            variant = Variant(solve, level, IMAGES[number], *about)
            team.submit(number, Call(solve_variant, variant, hard_limits(task.limits, free_memory())))
        until = began + (task.limits.seconds or math.inf) + tuning.ARRIVAL_SECONDS
        while running and not task.observer.cancelled and time.monotonic() < until:
            reply = team.next_reply(tuning.TEAM_WAIT_SECONDS)
            if reply is not None:
                number, (*outcomes, ended) = reply
                running.remove(number)
                lost = replace(MISSING, reason=ended.reason or stop_reason(ended.stopped_by))
                found = outcomes[0] if outcomes else lost
                best = found if best is None else better(best, found, level, metric)
                if best.status == "unsolvable" or (best.plan is not None and not improving):
                    break
            if task.observer.progress:
                cost = level.costs(best.plan)[metric] if best and best.plan else None
                lower, seconds = best.lower_bound if best else 0, time.monotonic() - began
                task.observer.progress(Progress(0, 0, lower, cost, 0, seconds))
    except WorkersLost as problem:
        lost = replace(MISSING, stopped_by="workers", reason=str(problem))
        best = best if best is not None and best.plan is not None else lost
    team.drop(running)
    stopped_by = "cancel" if task.observer.cancelled else "seconds"
    return best or Outcome("stopped", stopped_by=stopped_by, reason=REASONS[stopped_by])


def better(one: Outcome, other: Outcome, level: Sokoban, metric: str) -> Outcome:
    """The outcome with the cheaper plan, with the larger lower bound and the nodes of both."""
    if one.plan is None or (other.plan is not None and cost_of(other, level, metric) < cost_of(one, level, metric)):
        one, other = other, one
    lower = max(one.lower_bound, other.lower_bound, key=as_pair)
    used = replace(
        one.stats,
        expanded=one.stats.expanded + other.stats.expanded,
        generated=one.stats.generated + other.stats.generated,
    )
    return replace(one, lower_bound=lower, stats=used)


def cost_of(outcome: Outcome, level: Sokoban, metric: str) -> tuple[int, int]:
    assert outcome.plan is not None
    return as_pair(level.costs(outcome.plan)[metric])
