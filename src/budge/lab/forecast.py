"""Estimates the duration of a suite: the maximum by its limits, and a likely value from earlier results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from budge.lab.jobs import BenchJob, BenchPlan
from budge.lab.record import Record
from budge.lab.results import Results
from budge.lab.statistics import mean


@dataclass(frozen=True)
class Forecast:
    tasks: int
    done: int
    max_seconds: float  # if every remaining task takes its whole limit
    likely: float | None  # seconds, if tasks take as long as in earlier results; None without earlier results

    def __add__(self, other: Forecast) -> Forecast:
        likely = [each.max_seconds if each.likely is None else each.likely for each in (self, other)]
        known = self.likely is not None or other.likely is not None
        return Forecast(
            self.tasks + other.tasks,
            self.done + other.done,
            self.max_seconds + other.max_seconds,
            sum(likely) if known else None,
        )


def forecast(plan: BenchPlan, known: Results, processes: int = 1) -> Forecast:
    """The wall-clock time with this number of parallel processes."""
    remaining = known.lacking(plan.jobs)
    before = [record for record in known.records if record.suite == plan.suite.name]
    return Forecast(
        tasks=len(plan.jobs),
        done=len(plan.jobs) - len(remaining),
        max_seconds=sum(map(limit, remaining)) / processes,
        likely=likely(remaining, before) / processes if before else None,
    )


def limit(job: BenchJob) -> float:
    seconds = job.configuration.spec.limits.seconds
    assert seconds is not None, "a suite limits the time of every task"
    return seconds


def likely(jobs: Iterable[BenchJob], before: Iterable[Record]) -> float:
    """Seconds if each job takes the mean CPU time of its configuration, or its whole limit without earlier results.

    CPU time, because the time spent waiting for a core varies from run to run. A job that ran out of time, even in a
    short run with lower limits, is expected to run out of time again.
    """
    earlier: dict[str, list[Record]] = {}
    for record in before:
        earlier.setdefault(record.configuration, []).append(record)
    total = 0.0
    for job in jobs:
        max_seconds = limit(job)
        results = earlier.get(job.configuration.name, [])
        times = [max_seconds if out_of_time(record) else record.cpu_seconds for record in results]
        total += min(max_seconds, mean(times or [max_seconds]))
    return total


def out_of_time(record: Record) -> bool:
    return not record.answered and record.stopped_by == "seconds"
