"""The native searches, seen from Python: a task in, an outcome out. Each search is an engine in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from budge.engines.base import Engine, Refusal, Task
from budge.engines.domains import DOMAINS, serves
from budge.engines.functions import HeuristicFunction
from budge.engines.native.databases import build_stopped, with_databases
from budge.engines.native.disk import disk_of
from budge.engines.native.options import DUAL, ORDER, REFLECT
from budge.engines.options import Option
from budge.model import REASONS, Objective, Outcome, Progress, Stats, as_pair
from budge.native import core
from budge.patterns import BuildStopped, Pattern
from budge.puzzles import KINDS, BadInput, Cost, Plan, Puzzle, metric_parts
from budge.trace import Expansion, Iteration, Trace

ANY_WEIGHT = Fraction(3)  # for quality `any`: fast, and the lower bound is still proven


class SearchEngine(Engine):
    """An algorithm of the native core."""

    options: ClassVar[tuple[Option, ...]] = (ORDER,)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return super().refuses(puzzle, objective) or DOMAINS[puzzle.kind].refuses(self.name, puzzle, objective)

    def one_thread(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if self.uses_threads and puzzle.kind not in KINDS:
            return "one thread where a puzzle is written in Python"
        return super().one_thread(puzzle, objective)

    def serves(self, kind: str) -> bool:
        return serves(self.name, kind)

    def solve(self, task: Task) -> Outcome:
        weight = task.objective.simple_weight or ANY_WEIGHT
        if task.function is not None:
            return solve_with_function(task, self.name, task.function, (weight.numerator, weight.denominator))
        domain = DOMAINS[task.puzzle.kind]
        try:
            task = with_databases(task, task.databases)
        except BuildStopped as stopped:
            return build_stopped(stopped, domain.evaluate(task.puzzle, "manhattan", "moves"))
        return self.search(task, (weight.numerator, weight.denominator))

    def search(self, task: Task, weight: tuple[int, int]) -> Outcome:
        """Run the search; its databases are built."""
        with disk_of(task, self.name) as (disk, folder):
            found = outcome(
                DOMAINS[task.puzzle.kind].search(task, self.name, weight, native_run(task, disk=disk)), task
            )
        if folder is not None and folder.exists() and found.reason:
            found = replace(found, reason=f"{found.reason}; the same command continues from {folder}")
        return found


class InformedEngine(SearchEngine):
    """An algorithm of the native core that follows a heuristic."""

    options: ClassVar[tuple[Option, ...]] = (ORDER, REFLECT, DUAL)
    takes_functions: ClassVar[bool] = True

    def default_heuristic(self, puzzle: Puzzle) -> str:
        return DOMAINS[puzzle.kind].default_heuristic(puzzle)

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]) -> list[Pattern]:
        return DOMAINS[puzzle.kind].databases(puzzle, heuristic or self.default_heuristic(puzzle), options)


Tick = Callable[[core.Now], bool]


def native_run(
    task: Task,
    tick: Tick | None = None,
    *,
    crew: object = None,
    batch: core.SubtreeBatch | None = None,
    disk: core.Disk | None = None,
) -> core.Run:
    """Limits and observer for the core."""
    return core.Run(
        seconds=task.limits.seconds,
        nodes=task.limits.nodes,
        memory=task.limits.memory or 1 << 62,
        threads=task.own_threads,
        trace=task.observer.trace,
        max_expansions=task.observer.max_expansions,
        tick=tick or ticker(task),
        crew=crew,
        batch=batch,
        disk=disk,
    )


class Patience:
    """Stops the improvement of a plan when no better one can be expected soon.

    Improvements become rarer as plans become better. So it stops after a pause as long as the time to the last one.
    """

    MIN_SECONDS = 5.0

    def __init__(self, task: Task) -> None:
        self.ended = False
        self._next = ticker(task)
        self._best, self._since = -1, 0.0

    def __call__(self, now: core.Now) -> bool:
        if now.best_cost != self._best:
            self._best, self._since = now.best_cost, now.seconds
        self.ended = now.best_cost >= 0 and now.seconds - self._since > max(self.MIN_SECONDS, self._since)
        return self._next(now) and not self.ended

    def complete(self, found: Outcome) -> Outcome:
        """The outcome of a run; the end of the improvement does not count as a cancellation."""
        if self.ended and found.stopped_by == "cancel" and found.plan is not None:
            return replace(found, stopped_by=None, reason=None)
        return found


def ticker(task: Task) -> Tick:
    observer = task.observer
    proves = task.function is None or task.function.admissible

    def tick(now: core.Now) -> bool:
        if observer.progress is not None:
            bound, cost = (decoded(value, task.metric) for value in (now.lower_bound * proves, now.best_cost))
            best = cost if now.best_cost >= 0 else None
            at = Progress(now.expanded, now.generated, bound, best, now.bytes, now.seconds, stage=stage(*now.stage))
            observer.progress(at if now.trace is None else replace(at, trace=trace(now.trace)))
        return not observer.cancelled

    return tick


def stage(name: str | None, done: int, of: int) -> str | None:
    """
    >>> stage("packing boxes by plan", 4, 16), stage("shortening the plan", 0, 0)
    ('packing boxes by plan, 4 of 16', 'shortening the plan')
    """
    return f"{name}, {done} of {of}" if of else name


def decoded(value: int, metric: str | None) -> Cost:
    """A cost of the core: if the metric has two parts, the second is in the lower 32 bits.

    >>> decoded(97, "pushes"), decoded(97 << 32 | 250, "pushes-then-moves")
    (97, (97, 250))
    """
    return (value >> 32, value & 0xFFFFFFFF) if len(metric_parts(metric or "")) == 2 else value


def solve_with_function(task: Task, algorithm: str, function: HeuristicFunction, weight: tuple[int, int]) -> Outcome:
    """Search by the rules in Python with a heuristic of the caller. Nothing is proven unless it is admissible."""
    puzzle, domain = task.puzzle, DOMAINS[task.puzzle.kind]
    calls = function.calls(domain.calls(puzzle, task.metric), puzzle)
    if algorithm in ("nbs", "bae") and calls.goals is None:
        raise Refusal(f"{algorithm} starts from all goal states; with a function as heuristic, use astar, ida or sma")
    answer = core.solve_custom(calls, algorithm, weight, native_run(task))
    plan = domain.plan_of(answer.plan, puzzle, task.metric) if answer.plan else None
    found = outcome(answer, task, plan)
    if not function.admissible:
        status = "solved" if found.status == "optimal" else found.status
        return replace(found, status=status, lower_bound=0)
    if found.plan is not None:
        cost = puzzle.costs(found.plan)[task.metric]
        if as_pair(cost) < as_pair(found.lower_bound):
            raise BadInput(
                f"heuristic {function.name} is not admissible: a plan costs {cost}, and it proved that none is cheaper "
                f"than {found.lower_bound}"
            )
    return found


def outcome(answer: core.Answer, task: Task, plan: Plan | None = None) -> Outcome:
    """The outcome of a native search; `plan` if it is not in the encoding of the core."""
    reason = None
    if answer.status == "unsolvable":
        known_reason = DOMAINS[task.puzzle.kind].why_unsolvable(task.puzzle) if answer.generated <= 1 else None
        reason = known_reason or "every reachable position was searched"
    elif answer.stopped_by:
        reason = REASONS[answer.stopped_by]
    has_plan = answer.status in ("optimal", "solved")
    metric = task.metric
    if has_plan and plan is None:
        plan = DOMAINS[task.puzzle.kind].plan(answer.plan, task.puzzle, metric)
    return Outcome(
        status=answer.status,
        plan=plan,
        lower_bound=decoded(answer.lower_bound, metric),
        reason=reason,
        stopped_by=answer.stopped_by,
        stats=Stats(
            expanded=answer.expanded,
            generated=answer.generated,
            peak_bytes=answer.peak_bytes,
            first_plan_seconds=answer.first_plan,
        ),
        trace=whole_trace(answer.trace, task.puzzle) if task.observer.trace else None,
    )


def whole_trace(kept: core.Trace, puzzle: Puzzle) -> Trace:
    """The trace of a complete search, with its expansions."""
    state_of = DOMAINS[puzzle.kind].state_of
    expansions = [
        Expansion(state_of(listed, puzzle), g, h, generated, backwards)
        for listed, g, h, generated, backwards in kept.expansions
    ]
    return replace(trace(kept), expansions=expansions)


def trace(kept: core.Trace) -> Trace:
    return Trace(
        expansions_by_depth=kept.by_depth,
        backward_by_depth=kept.backward_by_depth,
        depths=kept.depths,
        backward_depths=kept.backward_depths,
        stride=kept.stride,
        iterations=[Iteration(*row) for row in kept.iterations],
    )
