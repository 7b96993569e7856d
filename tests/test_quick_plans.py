"""Whoever is stopped does not leave empty-handed: there is a plan, and what is proven about the best one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from told_engine import Told

import budge
from budge import Limits, Objective, Observer, Outcome, Plan, Progress, RefereeError
from budge.api import prepare, run
from budge.engines import quick
from budge.engines.base import Engine, Task
from budge.model import as_pair
from budge.spec import SolveSpec

HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
HARD_OF_EVERY_KIND = {
    "tiles": HARD,
    "tokens": "graphs/theta0",
    "blocks": "klotski",
    "sokoban": "sokoban/rooms-12",
    "robots": "robots/four-corners",
}
FEW = Limits(nodes=20)


@pytest.fixture(autouse=True)
def _a_loaded_machine_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "FINAL_ATTEMPT_SECONDS", 20.0)


@pytest.mark.parametrize("kind", HARD_OF_EVERY_KIND)
@pytest.mark.parametrize("quality", ["optimal", "1.1"])
def test_a_search_that_is_stopped_at_once_has_a_plan_and_an_interval(kind: str, quality: str) -> None:
    [puzzle] = budge.load(HARD_OF_EVERY_KIND[kind], goal="blank-first" if kind == "tiles" else None)
    outcome = budge.solve(puzzle, engine="astar", objective=Objective(quality), limits=FEW)
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert outcome.plan is not None
    assert outcome.cost is not None
    assert puzzle.verify(outcome.plan)
    assert as_pair(outcome.lower_bound) < as_pair(outcome.cost)


@pytest.mark.parametrize("metric", ["pushes", "moves", "pushes-then-moves", "moves-then-pushes"])
def test_the_plan_is_counted_in_the_metric_that_was_asked_for(metric: str) -> None:
    outcome = budge.solve("sokoban/rooms-12", objective=Objective(metric=metric), limits=FEW)
    assert outcome.costs is not None
    assert outcome.cost == outcome.costs[metric]


@pytest.mark.parametrize("engine", ["ida", "dijkstra", "sat"])
def test_a_running_search_reports_a_plan_that_it_did_not_find_itself(engine: str) -> None:
    seen: list[Progress] = []
    observer = Observer()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.best_cost is not None:
            observer.cancel()

    observer.progress = watch
    [puzzle] = budge.load(HARD, goal="blank-first")
    heuristic = {"heuristic": "manhattan"} if engine == "ida" else {}
    outcome = budge.solve(puzzle, engine=engine, observer=observer, limits=Limits(seconds=60), **heuristic)
    assert outcome.stopped_by == "cancel"
    assert outcome.cost is not None
    assert as_pair(outcome.cost) <= as_pair(seen[-1].best_cost or 0)


@pytest.mark.parametrize("engine", ["ida", "astar"])
def test_a_search_expands_the_same_nodes_whether_or_not_a_plan_is_held(engine: str) -> None:
    [puzzle] = budge.load("fifteen/46")
    task = prepare(puzzle, SolveSpec(engine, "manhattan", limits=Limits(nodes=4_000_000)))
    held, bare = run(task), run(replace(task, holds_quick_plan=False))
    assert (held.stats.expanded, held.stats.generated, held.lower_bound) == (
        bare.stats.expanded,
        bare.stats.generated,
        bare.lower_bound,
    )
    assert held.plan is not None


def test_a_quick_plan_that_meets_the_bound_is_proven_optimal() -> None:
    outcome = budge.solve("1 2 3/4 5 6/7 0 8", engine=Told(Outcome("stopped", lower_bound=1, stopped_by="nodes")))
    assert (outcome.status, outcome.cost, outcome.stopped_by, outcome.reason) == ("optimal", 1, None, None)


def test_a_bound_above_a_quick_plan_is_an_error_of_the_engine() -> None:
    with pytest.raises(RefereeError, match="claims the bound 2 but its plan costs 1"):
        budge.solve("1 2 3/4 5 6/7 0 8", engine=Told(Outcome("stopped", lower_bound=2, stopped_by="nodes")))


def test_a_plan_of_the_engine_that_is_better_is_kept() -> None:
    [puzzle] = budge.load("8 6 7/2 5 4/3 0 1")
    best = budge.solve(puzzle).plan
    outcome = budge.solve(puzzle, engine=Told(Outcome("stopped", plan=best, lower_bound=1, stopped_by="nodes")))
    assert outcome.plan == best


class Clock:
    """Stands for the module `time`, so that the test takes none."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.now


class Improver(Engine):
    """Uses up all the time that it is given; every plan is shorter than the last. The first needs some time."""

    name, summary, kinds, improves = "improver", "a test", ("tiles",), True

    def __init__(self, clock: Clock, needs: float = 0.0) -> None:
        self.clock, self.needs, self.spent, self.there_and_back = clock, needs, 0.0, 30

    def solve(self, task: Task) -> Outcome:
        began = self.clock.now
        while not task.observer.cancelled:
            self.clock.now += 1e-4
            assert task.observer.progress is not None
            task.observer.progress(Progress(0, 0, 0, None, 0, self.clock.now))
        self.spent += self.clock.now - began
        if self.clock.now - began < self.needs:
            return Outcome("stopped", stopped_by="cancel")
        self.there_and_back -= 1
        return Outcome("solved", Plan(("L", "R") * self.there_and_back + ("R",)))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(quick, "time", clock)
    return clock


def looking_with(engine: Improver, limits: Limits | None = None) -> quick.QuickPlans:
    [puzzle] = budge.load("1 2 3/4 5 6/7 0 8")
    task = prepare(puzzle, SolveSpec("ida", limits=limits or Limits()))
    return quick.QuickPlans(task, lambda: replace(task, engine=engine))


def test_looking_for_better_plans_takes_a_fiftieth_of_the_time(clock: Clock) -> None:
    engine, costs, step = Improver(clock), [], 0.05
    looking = looking_with(engine)
    for _ in range(2_000):
        clock.now += step
        costs.append(looking.update(Progress(0, 0, 0, None, 0, clock.now)).best_cost)
        first = quick.FIRST_SECONDS + quick.FIRST_SHARE * step
        assert engine.spent <= quick.SHARE * clock.now + first + 1e-3
    assert engine.spent > 0.5 * quick.SHARE * clock.now
    assert None not in costs
    assert costs[-1] < costs[0]


@pytest.mark.parametrize("needs", [0.05, 0.2])
def test_a_large_board_has_its_first_plan_while_it_is_searched(clock: Clock, needs: float) -> None:
    engine = Improver(clock, needs)
    looking = looking_with(engine)
    while looking.update(Progress(0, 0, 0, None, 0, clock.now)).best_cost is None:
        clock.now += 0.05
    assert clock.now < 3.0


def test_where_no_first_plan_is_found_the_search_is_soon_left_in_peace(clock: Clock) -> None:
    engine = Improver(clock, needs=1e9)
    looking = looking_with(engine)
    while clock.now < 100:
        clock.now += 0.05
        assert looking.update(Progress(0, 0, 0, None, 0, clock.now)).best_cost is None
    assert engine.spent <= quick.SHARE * clock.now + quick.FIRST_SECONDS + quick.FIRST_MAX_SECONDS + 1e-3


class Sure(Improver):
    """Finds a plan in the end, and takes as long as is needed for that; no longer than it may."""

    always_finds = True

    def solve(self, task: Task) -> Outcome:
        end = self.clock.now + (task.limits.seconds or 1e9)
        while self.clock.now < self.needs:
            self.clock.now += 0.1
            assert task.observer.progress is not None
            task.observer.progress(Progress(0, 0, 0, None, 0, self.clock.now))
            if task.observer.cancelled or self.clock.now >= end:
                return Outcome("stopped", stopped_by="cancel")
        return Outcome("solved", Plan(("R",)))


def test_where_a_plan_is_sure_to_come_it_is_waited_for_and_time_is_told_meanwhile(clock: Clock) -> None:
    told: list[Progress] = []

    def tell(progress: Progress) -> bool:
        told.append(progress)
        return True

    found = looking_with(Sure(clock, needs=7.0)).update(Progress(1, 2, 3, None, 4, 0.0), tell)
    assert found.best_cost == 1
    assert found.seconds >= told[-1].seconds
    assert [round(progress.seconds) for progress in told[9:60:10]] == [1, 2, 3, 4, 5, 6]
    assert {replace(progress, seconds=0.0) for progress in told} == {Progress(1, 2, 3, None, 4, 0.0)}


def test_no_plan_is_waited_for_once_the_search_is_cancelled_or_has_had_its_time(clock: Clock) -> None:
    engine = Sure(clock, needs=1e6)
    assert looking_with(engine).update(Progress(0, 0, 0, None, 0, 0.0), lambda now: now.seconds < 2).best_cost is None
    assert 2 <= clock.now < 2.5
    looking_with(engine, Limits(seconds=3)).update(Progress(0, 0, 0, None, 0, 0.0))
    assert 5 <= clock.now < 5.5
