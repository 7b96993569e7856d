"""A suite of four jobs: two 8-puzzles by A*, each with two heuristics."""

from __future__ import annotations

from budge.execution.worker import measure
from budge.lab.jobs import BenchJob
from budge.lab.record import Record, record_of
from budge.model import Observer

TWO_BY_TWO = """
[[instances]]
name = "tiles"
puzzles = ["eight/12", "eight/20"]
[[configurations]]
engine = "astar"
heuristic = ["manhattan", "zero"]
"""


def record_for(job: BenchJob, observer: Observer | None = None) -> Record:
    """The record of a job that runs here, in a process of its own."""
    result = measure(0, job.solve_job(), 4 << 30, observer or Observer())
    assert result is not None, "it was cancelled"
    return record_of(job, result)
