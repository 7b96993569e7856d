"""Summaries of many results. Time is CPU time, children included, unless it is called wall time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from budge.lab.record import Record

MIN_SECONDS = 1e-4  # shorter times count as this in geometric means and on logarithmic axes


MIN_SHARE = 0.75  # of a core; below it, a limit on wall time is said to have struck early


def share_of_a_core(record: Record) -> str:
    """What to add to a limit on wall time that a task reached while other processes had its core; else nothing."""
    limit = record.limit_seconds
    if record.stopped_by != "seconds" or not limit or record.cpu_seconds >= MIN_SHARE * limit:
        return ""
    return f", with a core for {record.cpu_seconds / limit:.0%} of it"


@dataclass(frozen=True)
class Summary:
    """The results of one configuration. Means cover the answered tasks, PAR-2 all tasks."""

    tasks: int
    answered: int
    optimal: int
    out_of_time: int
    out_of_memory: int
    other: int  # crashes, refusals, node limits
    total: float
    wall: float
    mean: float
    deviation: float
    geometric: float
    par2: float
    expanded: float
    generated: float
    peak_bytes: int


def summary(records: Sequence[Record]) -> Summary:
    answered = [record for record in records if record.answered]
    times = [record.cpu_seconds for record in answered]
    stopped = [record.stopped_by for record in records if not record.answered]
    return Summary(
        tasks=len(records),
        answered=len(answered),
        optimal=sum(record.status == "optimal" for record in records),
        out_of_time=stopped.count("seconds"),
        out_of_memory=stopped.count("memory"),
        other=len(stopped) - stopped.count("seconds") - stopped.count("memory"),
        total=sum(times),
        wall=sum(record.seconds for record in answered),
        mean=mean(times),
        deviation=statistics.stdev(times) if len(times) > 1 else math.nan,
        geometric=geometric_mean(times),
        par2=mean([par2(record) for record in records]),
        expanded=mean([record.expanded for record in answered]),
        generated=mean([record.generated for record in answered]),
        peak_bytes=max((record.peak_bytes for record in answered), default=0),
    )


def mean(values: Sequence[float]) -> float:
    """
    >>> mean([1, 2]), mean([])
    (1.5, nan)
    """
    return sum(values) / len(values) if values else math.nan


def geometric_mean(times: Sequence[float]) -> float:
    """
    >>> round(geometric_mean([1, 100]), 9)
    10.0
    """
    return math.exp(mean([math.log(max(time, MIN_SECONDS)) for time in times])) if times else math.nan


def par2(record: Record) -> float:
    """The CPU time, or twice the limit if there is no answer."""
    return record.cpu_seconds if record.answered else 2 * (record.limit_seconds or math.inf)


def by_configuration(records: Sequence[Record]) -> dict[str, list[Record]]:
    """The records by configuration, in the order in which configurations first appear."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.configuration, []).append(record)
    return found
