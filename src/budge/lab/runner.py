"""Runs a suite: its jobs in random order, each record written at once.

Another run with the same file skips the jobs that have results. The order is random so that a busy minute of the
machine affects all configurations alike and the remaining time can be estimated. The seed of the suite determines it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from budge.execution.dispatcher import as_found
from budge.lab.jobs import BenchPlan
from budge.lab.record import Record, record_of
from budge.lab.results import Results, ResultsFile, read_results
from budge.model import Observer
from budge.patterns import Pattern, Store
from budge.patterns.file import open_database
from budge.patterns.placements import counts_placements, placement_histogram
from budge.processes.pool import Pool


def begin(plan: BenchPlan, file: ResultsFile, *, short: bool) -> BenchPlan:
    """Write the suite and its databases if the file lacks them. Returns the plan of the jobs without results."""
    known = Results() if file.empty else read_results([file.path])
    about = {
        "type": "suite",
        "name": plan.suite.name,
        "text": plan.suite.text,
        "left_out": plan.left_out,
        "short": short,
        "jobs": len(plan.jobs),
    }
    if known.suites.get(plan.suite.name) != about:
        file.append(about)
    written = {(each["suite"], each["heuristic"], each["key"]) for each in known.databases}
    for name, patterns in plan.databases.items():
        for pattern in patterns:
            if (plan.suite.name, name, pattern.key) not in written:
                file.append(database_line(name, plan.suite.name, pattern))
    remaining = known.lacking(plan.jobs)
    Random(plan.suite.seed).shuffle(remaining)
    return replace(plan, jobs=remaining)


def database_line(heuristic: str, suite: str, pattern: Pattern) -> dict[str, Any]:
    """A database as a line of the results file: its statistics, and the shortest of five times to open and read it."""
    store = Store()
    database = store.fetch(pattern)
    return {
        "type": "database",
        "suite": suite,
        "heuristic": heuristic,
        "key": pattern.key,
        "title": pattern.title,
        "load_seconds": min(seconds_to_open(store.path(pattern)) for _ in range(5)),
        "read_seconds": min(seconds_to_read(store.path(pattern)) for _ in range(5)),
        "build_seconds": database.seconds,
        "bytes": len(database.data),
        "mean": database.mean,
        "histogram": list(database.histogram),
        "placements": list(placement_histogram(pattern)) if counts_placements(pattern) else None,
    }


def seconds_to_read(path: Path) -> float:
    """How long it takes to copy the file into memory, as programs do that do not map it."""
    began = time.perf_counter()
    path.read_bytes()
    return time.perf_counter() - began


def seconds_to_open(path: Path) -> float:
    """How long the file takes to open. Does not use the store, which returns databases that are already open."""
    began = time.perf_counter()
    open_database(path)
    return time.perf_counter() - began


def run(plan: BenchPlan, file: ResultsFile, pool: Pool, observer: Observer, watch: Callable[[Record], None]) -> None:
    """Run the jobs of the plan until all are done or the observer is cancelled. Each record is written at once."""
    for result in as_found((job.solve_job() for job in plan.jobs), pool, observer):
        record = record_of(plan.jobs[result.number], result)
        file.append(record.to_json())
        watch(record)
