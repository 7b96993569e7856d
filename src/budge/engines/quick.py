"""A quick plan, held while a search for a better one goes on: a search that is stopped still returns a plan.

The engine that `auto` picks for quality `any` is asked now and then, between two reports of the search: for a plan at
first, then for better ones where it can shorten its own. All of that takes at most a fiftieth of the time so far. The
first plan may take more: 40 ms and, on a large board, a quarter of the time so far, up to two seconds; or as long as it
takes, where it is sure to come. The search does not see any of this: its counts are the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from budge.engines.base import Prepared
from budge.model import Limits, Observer, Outcome, Progress, as_pair
from budge.puzzles import Cost, Plan

SHARE = 0.02  # of the time so far that may be spent here
FIRST = 0.04  # seconds more for the first plan, and
FIRST_SHARE = 0.25  # of the time so far, up to
FIRST_MOST = 2.0  # seconds: a large board takes a while to be read
GROWTH = 2  # each attempt may take so much longer than the last
AT_THE_END = 0.1  # seconds for a last attempt, if a search was stopped without a plan; where it had time left,
AT_THE_END_MOST = 1.0  # as long as the search worked, up to so many seconds
BUSY = 10  # times as long by the clock, where others keep the processor busy
MOST_BYTES = 256_000_000
LEAST_BYTES = 1_000_000  # with less there is nothing to try


@dataclass(frozen=True)
class Held:
    """A plan that the rules accept, and its cost in the metric that is asked for."""

    plan: Plan
    cost: Cost


class Allowance(Observer):
    """Ends a search that has worked so many seconds: on a busy machine it may take longer to have them. Or one that is
    no longer wanted, as `goes_on` says."""

    def __init__(self, seconds: float, goes_on: Callable[[], bool]) -> None:
        super().__init__(self._check)
        self._end = time.thread_time() + seconds
        self._goes_on = goes_on

    def _check(self, progress: Progress) -> None:
        if time.thread_time() > self._end or not self._goes_on():
            self.cancel()


class Quick:
    """Looks for quick plans to one task; `ask` makes the task of quality `any`, when it is first needed."""

    def __init__(self, task: Prepared, ask: Callable[[], Prepared | None]) -> None:
        self.task = task
        self.best: Held | None = None
        self._ask: Callable[[], Prepared | None] | None = ask
        self._any: Prepared | None = None
        self._began, self._began_work = time.monotonic(), time.thread_time()
        self._spent = self._last = 0.0  # seconds of work

    def watch(self, progress: Progress, tell: Callable[[Progress], bool] = lambda progress: True) -> Progress:
        """What a search reports, with the best plan that is known; perhaps looks for one first. Meanwhile `tell` hears
        that time goes by, and says whether to go on."""
        began = time.monotonic()

        def now() -> Progress:
            return replace(progress, seconds=progress.seconds + time.monotonic() - began)

        left = (self.task.limits.seconds or math.inf) - (began - self._began)
        allowed = min(self._allowed(began - self._began), left)
        if allowed >= GROWTH * self._last and allowed > 0:
            memory = (self.task.limits.memory or MOST_BYTES) - progress.bytes
            self._attempt(allowed, min(BUSY * allowed, left), memory, lambda: tell(now()))
        if self.best is None or not self._is_better(progress.best_cost):
            return now()
        return replace(now(), best_cost=self.best.cost)

    def completed(self, outcome: Outcome) -> Outcome:
        """The outcome; one that was stopped has the best plan known."""
        if outcome.status != "stopped":
            return outcome
        if outcome.plan is None and self.best is None:
            out_of_time = outcome.stopped_by in ("seconds", "cancel", "interrupt")
            worked = 0 if out_of_time else time.thread_time() - self._began_work
            seconds = max(AT_THE_END, min(AT_THE_END_MOST, worked))
            self._attempt(seconds, BUSY * seconds, self.task.limits.memory or MOST_BYTES, lambda: True)
        if self.best is None:
            return outcome
        if outcome.plan is not None:
            own = self.task.puzzle.verify(outcome.plan)
            if not own or not self._is_better(own.costs[self.task.metric]):
                return outcome  # a plan that does not hold is for the referee to see
        return replace(outcome, plan=self.best.plan)

    def _is_better(self, cost: Cost | None) -> bool:
        """Whether the plan that is held costs less than another."""
        return self.best is not None and (cost is None or as_pair(self.best.cost) < as_pair(cost))

    def _allowed(self, so_far: float) -> float:
        """Seconds of work that may be spent now, so many having gone by."""
        allowed = SHARE * so_far - self._spent
        if self.best is not None:
            return allowed
        task = self._prepared()
        if task is not None and task.engine.always_finds:
            return math.inf
        return allowed + FIRST + min(FIRST_SHARE * so_far, FIRST_MOST)

    def _attempt(self, seconds: float, at_most: float, memory: int, goes_on: Callable[[], bool]) -> None:
        """Look for a plan for so many seconds of work, and no more than others of the clock."""
        began = time.thread_time()
        task = self._prepared()
        if task is not None and memory >= LEAST_BYTES and (self.best is None or task.engine.improves):
            limits = Limits(seconds=None if math.isinf(at_most) else at_most, memory=min(memory, MOST_BYTES))
            watch = Allowance(seconds, goes_on)
            try:
                found = task.engine.solve(
                    replace(task, limits=limits, observer=watch, first_plan=self.best is None)
                ).plan
            except MemoryError:
                found = None
            verdict = None if found is None else self.task.puzzle.verify(found)
            if found is not None and verdict:
                cost = verdict.costs[self.task.metric]
                if self.best is None or not self._is_better(cost):
                    self.best = Held(found, cost)
        self._last = time.thread_time() - began
        self._spent += self._last

    def _prepared(self) -> Prepared | None:
        if self._ask is not None:
            self._any, self._ask = self._ask(), None
        return self._any
