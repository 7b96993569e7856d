"""How long a suite will take: at most, by its limits; and likely, by results that are there already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from budge.lab.jobs import Job, Plan
from budge.lab.record import Record
from budge.lab.results import Results
from budge.lab.statistics import mean


@dataclass(frozen=True)
class Forecast:
    tasks: int
    done: int
    most: float  # seconds, if every task that is left takes all of its time
    likely: float | None  # seconds, if they take as long as those before; None where there are none

    def __add__(self, other: Forecast) -> Forecast:
        likely = [each.most if each.likely is None else each.likely for each in (self, other)]
        known = self.likely is not None or other.likely is not None
        return Forecast(
            self.tasks + other.tasks, self.done + other.done, self.most + other.most, sum(likely) if known else None
        )


def forecast(plan: Plan, known: Results, processes: int = 1) -> Forecast:
    """The time by the clock, with so many processes at once."""
    left = known.lacking(plan.jobs)
    before = [record for record in known.records if record.suite == plan.suite.name]
    return Forecast(
        tasks=len(plan.jobs),
        done=len(plan.jobs) - len(left),
        most=sum(map(limit, left)) / processes,
        likely=likely(left, before) / processes if before else None,
    )


def limit(job: Job) -> float:
    seconds = job.configuration.spec.limits.seconds
    assert seconds is not None, "a suite limits the time of every task"
    return seconds


def likely(jobs: Iterable[Job], before: Iterable[Record]) -> float:
    """Each job takes as long as those of its configuration did on average, or all of its time where there were none.

    What counts is how long they computed: that they had to wait says nothing of the next run. What ran out of time, as
    in a short run, is taken to do so again.
    """
    took: dict[str, list[Record]] = {}
    for record in before:
        took.setdefault(record.configuration, []).append(record)
    total = 0.0
    for job in jobs:
        most = limit(job)
        alike = took.get(job.configuration.name, [])
        total += min(most, mean([most if out_of_time(record) else record.cpu_seconds for record in alike] or [most]))
    return total


def out_of_time(record: Record) -> bool:
    return not record.answered and record.stopped_by == "seconds"
