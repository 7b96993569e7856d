"""The dispatcher cuts jobs into batches, and every job has one result; tested with a simulated pool."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from budge import SolveSpec, Tiles
from budge.execution import tuning
from budge.execution.dispatcher import as_found, in_order
from budge.execution.jobs import Batch, GivenBack, JobResult, NumberedJob, SolveJob
from budge.model import Outcome
from budge.processes.child import Ended
from budge.processes.pool import Pool

JOB = SolveJob(Tiles.of(["1 2", "3 0"]), SolveSpec())
Rule = Callable[[int, Batch], list[Any]]


def results(jobs: tuple[NumberedJob, ...], seconds: float = 0.001) -> list[JobResult]:
    return [JobResult(number, Outcome("stopped", reason=str(number)), seconds) for number, _ in jobs]


def numbers(batch: Batch) -> list[int]:
    return [number for number, _ in batch.jobs]


class SimulatedPool(Pool):
    """A simulated pool: answers batches in order with the events that a rule returns."""

    def __init__(self, rule: Rule, workers: int = 2) -> None:
        super().__init__()
        self.rule, self.workers = rule, workers
        self.sizes: list[int] = []
        self.max_waiting = 0
        self.batches: deque[tuple[int, Batch]] = deque()
        self.events: deque[tuple[int, Any]] = deque()

    @property
    def slots(self) -> int:
        return self.workers

    def submit(self, number: int, task: Batch) -> None:
        self.sizes.append(len(task.jobs))
        self.batches.append((number, task))
        self.max_waiting = max(self.max_waiting, len(self.batches))

    def next(self, seconds: float) -> tuple[int, Any] | None:
        if not self.events:
            number, batch = self.batches.popleft()
            self.events.extend((number, event) for event in self.rule(number, batch))
        return self.events.popleft() if self.events else None

    def drop(self, numbers: Iterable[int]) -> None: ...

    def close(self) -> None: ...


def run(pool: Pool, jobs: int) -> list[int]:
    found = list(as_found(iter([JOB] * jobs), pool))
    assert all(each.outcome.reason == str(each.number) or each.outcome.stopped_by == "crash" for each in found)
    return [each.number for each in found]


@pytest.mark.parametrize("seconds", [1e-9, 0.001, 0.02, 3.0])
def test_a_batch_takes_half_a_second(seconds: float) -> None:
    pool = SimulatedPool(lambda number, batch: [results(batch.jobs, seconds), Ended()])
    assert sorted(run(pool, 10_000)) == list(range(10_000))
    assert pool.sizes[0] == 1
    assert max(pool.sizes) == min(tuning.MAX_BATCH_JOBS, max(1, int(tuning.BATCH_SECONDS / seconds)))
    assert pool.max_waiting <= tuning.TASKS_PER_SLOT * pool.slots


def test_batches_get_smaller_towards_the_end_so_that_all_workers_end_together() -> None:
    pool = SimulatedPool(lambda number, batch: [results(batch.jobs), Ended()], workers=10)
    run(pool, 5000)
    smallest = pool.min_batch_seconds / 0.001
    assert pool.sizes[-1] <= smallest
    assert min(pool.sizes[tuning.TASKS_PER_SLOT * 10 : -1]) >= 0.9 * smallest, "but sending must not dominate"


def test_a_measured_job_is_sent_alone() -> None:
    pool = SimulatedPool(lambda number, batch: [results(batch.jobs), Ended()])
    measured = SolveJob(JOB.puzzle, JOB.spec, measured=True)
    assert len(list(as_found(iter([measured] * 50), pool))) == 50
    assert pool.sizes == [1] * 50


def test_workers_that_join_get_work() -> None:
    def rule(number: int, batch: Batch) -> list[Any]:
        pool.workers = 5
        return [results(batch.jobs, 1.0), Ended()]

    pool = SimulatedPool(rule, workers=1)
    run(pool, 100)
    assert pool.max_waiting == tuning.TASKS_PER_SLOT * 5


def test_jobs_that_a_batch_did_not_start_are_sent_again() -> None:
    pool = SimulatedPool(lambda number, batch: [results(batch.jobs[:1]), Ended()])
    assert sorted(run(pool, 300)) == list(range(300))


def test_a_job_that_is_given_back_is_sent_again_and_has_one_result() -> None:
    def rule(number: int, batch: Batch) -> list[Any]:
        late = results(batch.jobs[:2])  # the second job was given back but also has a result
        return [GivenBack(numbers(batch)[1:]), late, Ended()]

    assert sorted(run(SimulatedPool(rule), 300)) == list(range(300))


def test_in_a_batch_that_kills_workers_only_the_faulty_job_is_a_crash() -> None:
    def rule(number: int, batch: Batch) -> list[Any]:
        if 77 in numbers(batch):
            return [Ended("crash", reason="its worker died each time")]
        return [results(batch.jobs), Ended()]

    found = list(as_found(iter([JOB] * 200), SimulatedPool(rule)))
    assert len(found) == 200
    assert [each.number for each in found if each.outcome.stopped_by == "crash"] == [77]


def test_the_number_of_results_held_for_a_missing_one_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded, because not all other jobs are solved meanwhile."""
    monkeypatch.setattr(tuning, "MAX_HELD_OUTCOMES", 500)
    kept: list[tuple[int, Batch]] = []
    others = 0

    def rule(number: int, batch: Batch) -> list[Any]:
        nonlocal others
        if numbers(batch)[0] == 0 and pool.batches:
            kept.append((number, batch))
            return []
        others += len(batch.jobs)
        if not pool.batches:
            pool.events.extend((at, event) for at, each in kept for event in (results(each.jobs), Ended()))
            kept.clear()
        return [results(batch.jobs), Ended()]

    pool = SimulatedPool(rule)
    found = in_order(iter([JOB] * 5000), pool)
    assert next(found).number == 0
    assert 100 < others <= 500
    assert [each.number for each in found] == list(range(1, 5000))
