"""A run writes all that its suite needs, even if the file already contains results of other suites."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_suite import record_for

from budge.execution import batch_job, worker
from budge.execution.batch_job import BatchJob, run_batch
from budge.execution.jobs import Bundle, SolveJob
from budge.lab import runner
from budge.lab.jobs import plan
from budge.lab.results import ResultsFile, read_results
from budge.lab.runner import begin
from budge.lab.suite import parse_suite
from budge.patterns import Store
from budge.processes.child import _ForkServer, work

SUITE = """
[[instances]]
name = "tiles"
puzzles = ["eight/12"]
[[configurations]]
engine = "ida"
heuristic = ["pdb:4-4", "pdb:4-3-1"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The results file of two suites that share databases; `begin` ran twice for each."""
    path = tmp_path / "both.jsonl"
    for name in ("first", "second", "first", "second"):
        with ResultsFile(path) as results:
            begin(plan(parse_suite(SUITE, name, name)), results, short=False)
    return path


def test_two_suites_in_one_file_each_have_their_databases(file: Path) -> None:
    databases = [(each["suite"], each["heuristic"]) for each in read_results([file]).databases]
    assert sorted(set(databases)) == [(suite, pdb) for suite in ("first", "second") for pdb in ("pdb:4-3-1", "pdb:4-4")]
    assert databases.count(("first", "pdb:4-4")) == databases.count(("second", "pdb:4-4")) == 2
    assert databases.count(("second", "pdb:4-3-1")) == 3


def test_databases_are_opened_again_to_measure_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(runner, "open_database", seen.append)
    found = plan(parse_suite(SUITE, "x", "x"))
    with ResultsFile(tmp_path / "x.jsonl") as results:
        begin(found, results, short=False)
    wanted = {Store().path(pattern) for patterns in found.databases.values() for pattern in patterns}
    assert set(seen) == wanted


def test_a_job_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`plan` prepares it, and the process that runs it gets the task."""
    [job, _] = plan(parse_suite(SUITE, "x", "x")).jobs
    sent: SolveJob = pickle.loads(pickle.dumps(job.solve_job()))
    monkeypatch.setattr(batch_job, "prepare", None)
    bundles: list[Bundle] = []
    run_batch(BatchJob([(7, sent)], 60.0, 1 << 30, bundled=False), bundles.append)
    [result] = bundles[0].unpacked()
    assert (result.number, result.outcome.cost) == (7, 12)


def test_a_measured_process_does_not_build_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(_ForkServer, "_current", None)  # one with this environment
    started: list[object] = []

    def counting(*given: Any, **options: Any) -> Iterator[Any]:
        started.append(given)
        return work(*given, **options)

    monkeypatch.setattr(worker, "work", counting)
    for processes in (2, 3):  # the first of them builds, and the others find the database
        [job, _] = plan(parse_suite(SUITE, "x", "x")).jobs
        assert record_for(job).status == "optimal"
        assert len(started) == processes
