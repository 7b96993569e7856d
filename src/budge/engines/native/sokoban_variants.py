"""A level of Sokoban turned and mirrored: a search that breaks ties by the order of cells goes another way in each.

On several workers the eight of them race. The first plan wins, or the best one, where there is time to improve it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from budge.engines.base import Task
from budge.machine import free_memory
from budge.model import REASONS, Limits, Objective, Observer, Outcome, Progress, as_pair
from budge.processes import tuning
from budge.processes.child import Emit
from budge.processes.limits import hard_limits
from budge.processes.pool import Call, Pool, WorkersLost
from budge.puzzles import Plan, Sokoban
from budge.puzzles.sokoban import STEPS

MISSING = Outcome("stopped", stopped_by="crash", reason="no worker had an answer")


@dataclass(frozen=True)
class Image:
    """How a level is turned: rows become columns, then either is reversed.

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
        """The move of the level that is this one in its image."""
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
    """What a worker is asked."""

    solve: Solve  # of a module, or a method of an engine
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
    """The best that workers find, each with another image of the level; the first that one finds, if not improving."""
    level = task.puzzle
    assert isinstance(level, Sokoban)
    began = time.monotonic()
    metric = task.metric
    away = set(range(min(team.slots, len(IMAGES))))
    best: Outcome | None = None
    try:
        for number in away:
            about = (task.objective, task.limits, dict(task.options), task.first_plan)
            variant = Variant(solve, level, IMAGES[number], *about)
            team.submit(number, Call(solve_variant, variant, hard_limits(task.limits, free_memory())))
        until = began + (task.limits.seconds or math.inf) + tuning.ARRIVAL_SECONDS
        while away and not task.observer.cancelled and time.monotonic() < until:
            reply = team.next_reply(tuning.TEAM_WAIT_SECONDS)
            if reply is not None:
                number, (*found_by_worker, ended) = reply
                away.remove(number)
                found = (
                    found_by_worker[0]
                    if found_by_worker
                    else replace(MISSING, reason=ended.reason or REASONS["cancel"])
                )
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
    team.drop(away)
    stopped_by = "cancel" if task.observer.cancelled else "seconds"
    return best or Outcome("stopped", stopped_by=stopped_by, reason=REASONS[stopped_by])


def better(one: Outcome, other: Outcome, level: Sokoban, metric: str) -> Outcome:
    """The one of two outcomes that says more, with what both have proven and used."""
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
