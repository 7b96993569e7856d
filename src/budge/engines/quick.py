"""Quick plans: while a search proves an optimum, a faster engine finds some plan, so a search that is stopped has one.

Between two reports of the search, the engine that `auto` selects for quality `any` runs for a moment: first for a plan,
then for better ones if it can improve its own. Together, these attempts take at most 2 % of the elapsed time. The first
plan may take more: 40 ms and, on a large board, up to a quarter of the elapsed time but no more than two seconds; or
as long as it takes, if the engine always finds one. The search itself is not affected: its counts are the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from budge.engines.base import Prepared
from budge.model import Limits, Observer, Outcome, Progress, as_pair
from budge.puzzles import Cost, Plan

SHARE = 0.02  # of the elapsed time for all attempts
FIRST_SECONDS = 0.04  # more for the first plan,
FIRST_SHARE = 0.25  # and this share of the elapsed time,
FIRST_MAX_SECONDS = 2.0  # up to this: reading a large board takes time
GROWTH = 2  # an attempt starts when this many times the last one's time is allowed
FINAL_ATTEMPT_SECONDS = 0.1  # if a search stops without a plan; if it stopped before its time limit,
FINAL_ATTEMPT_MAX_SECONDS = 1.0  # as long as the search took, up to this
MAX_SLOWDOWN = 10  # ratio of elapsed time to processor time that an attempt may have on a busy machine
MAX_BYTES = 256_000_000
MIN_BYTES = 1_000_000  # with less, no attempt is made


@dataclass(frozen=True)
class QuickPlan:
    """A plan that the rules accept, and its cost in the task's metric."""

    plan: Plan
    cost: Cost


class AttemptObserver(Observer):
    """Cancels an attempt after some seconds of processor time, or when `is_wanted` returns False."""

    def __init__(self, seconds: float, is_wanted: Callable[[], bool]) -> None:
        super().__init__(self._check)
        self._end = time.thread_time() + seconds
        self._is_wanted = is_wanted

    def _check(self, progress: Progress) -> None:
        if time.thread_time() > self._end or not self._is_wanted():
            self.cancel()


class QuickPlans:
    """The quick plans of one task. `prepare_any` prepares its puzzle for quality `any` at the first attempt."""

    def __init__(self, task: Prepared, prepare_any: Callable[[], Prepared | None]) -> None:
        self.task = task
        self.best: QuickPlan | None = None
        self._prepare_any: Callable[[], Prepared | None] | None = prepare_any
        self._any_task: Prepared | None = None
        self._began, self._began_work = time.monotonic(), time.thread_time()
        self._spent = self._last = 0.0  # seconds of processor time

    def update(self, progress: Progress, report: Callable[[Progress], bool] = lambda progress: True) -> Progress:
        """The progress of the search with the best known plan, after an attempt if one is due.

        During the attempt, `report` is called as time passes; if it returns False, the attempt ends.
        """
        began = time.monotonic()

        def now() -> Progress:
            return replace(progress, seconds=progress.seconds + time.monotonic() - began)

        left = (self.task.limits.seconds or math.inf) - (began - self._began)
        allowed = min(self._allowed(began - self._began), left)
        if allowed >= GROWTH * self._last and allowed > 0:
            memory = (self.task.limits.memory or MAX_BYTES) - progress.bytes
            self._attempt(allowed, min(MAX_SLOWDOWN * allowed, left), memory, lambda: report(now()))
        if self.best is None or not self._is_better(progress.best_cost):
            return now()
        return replace(now(), best_cost=self.best.cost)

    def complete(self, outcome: Outcome) -> Outcome:
        """The outcome; if it is stopped, with the best known plan."""
        if outcome.status != "stopped":
            return outcome
        if outcome.plan is None and self.best is None:
            seconds = self._final_seconds(outcome.stopped_by in ("seconds", "cancel", "interrupt"))
            self._attempt(seconds, MAX_SLOWDOWN * seconds, self.task.limits.memory or MAX_BYTES, lambda: True)
        if self.best is None:
            return outcome
        if outcome.plan is not None:
            own = self.task.puzzle.verify(outcome.plan)
            if not own or not self._is_better(own.costs[self.task.metric]):
                return outcome  # the referee must see a plan that does not hold
        return replace(outcome, plan=self.best.plan)

    def _final_seconds(self, out_of_time: bool) -> float:
        """The time for a last attempt. If the time is up, no longer than the search, unless it is sure to succeed."""
        if not out_of_time:
            worked = time.thread_time() - self._began_work
            return max(FINAL_ATTEMPT_SECONDS, min(FINAL_ATTEMPT_MAX_SECONDS, worked))
        task = self._prepared()
        if task is not None and task.engine.always_finds:
            return FINAL_ATTEMPT_SECONDS
        return min(FINAL_ATTEMPT_SECONDS, time.monotonic() - self._began)

    def _is_better(self, cost: Cost | None) -> bool:
        """Whether the best quick plan is cheaper than a plan of this cost."""
        return self.best is not None and (cost is None or as_pair(self.best.cost) < as_pair(cost))

    def _allowed(self, elapsed: float) -> float:
        """Seconds of processor time that an attempt may take now."""
        allowed = SHARE * elapsed - self._spent
        if self.best is not None:
            return allowed
        task = self._prepared()
        if task is not None and task.engine.always_finds:
            return math.inf
        return allowed + FIRST_SECONDS + min(FIRST_SHARE * elapsed, FIRST_MAX_SECONDS)

    def _attempt(self, seconds: float, max_elapsed: float, memory: int, is_wanted: Callable[[], bool]) -> None:
        """Search for a plan with a limit on processor time and another on elapsed time."""
        began = time.thread_time()
        task = self._prepared()
        if task is not None and memory >= MIN_BYTES and (self.best is None or task.engine.improves):
            limits = Limits(seconds=None if math.isinf(max_elapsed) else max_elapsed, memory=min(memory, MAX_BYTES))
            observer = AttemptObserver(seconds, is_wanted)
            attempt = replace(task, limits=limits, observer=observer, first_plan=self.best is None)
            try:
                found = task.engine.solve(attempt).plan
            except MemoryError:
                found = None
            verdict = None if found is None else self.task.puzzle.verify(found)
            if found is not None and verdict:
                cost = verdict.costs[self.task.metric]
                if self.best is None or not self._is_better(cost):
                    self.best = QuickPlan(found, cost)
        self._last = time.thread_time() - began
        self._spent += self._last

    def _prepared(self) -> Prepared | None:
        if self._prepare_any is not None:
            self._any_task, self._prepare_any = self._prepare_any(), None
        return self._any_task
