"""solve_many: what `solve` does, for many puzzles at once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Unpack

from budge.api import load, prepare, run
from budge.arguments import expect
from budge.device import named_device
from budge.engines.base import Prepared, Refusal
from budge.execution.batch_job import outcome_of
from budge.execution.device_pool import AutoPool, DevicePool, choose_bulk_device
from budge.execution.dispatcher import as_found, in_order
from budge.execution.jobs import JobResult, SolveJob, check_importable
from budge.execution.local_pool import LocalPool
from budge.machine import MAX_JOBS
from budge.model import Observer, Outcome
from budge.processes.pool import Pool
from budge.puzzles import BadInput, Puzzle
from budge.solve_settings import SolveSettings
from budge.spec import SolveSpec, takes_settings

if TYPE_CHECKING:
    from distributed import Client


@takes_settings
def solve_many(
    puzzles: str | Path | Iterable[Puzzle | str | Path],
    spec: SolveSpec | None = None,
    *,
    jobs: int | None = None,
    cluster: str | Client | None = None,
    ordered: bool = True,
    files: bool = True,
    **settings: Unpack[SolveSettings],
) -> Iterator[Outcome]:
    """Solve puzzles on several processes, each as `solve` does with this `spec` and these `settings`.

    The workers are `jobs` processes of this machine (by default one per core), or the workers of a Dask `cluster`: its
    address, the file of its scheduler, `"local"` or a `Client`. With `device="gpu"`, the GPUs of this machine solve all
    puzzles; with `"auto"`, those that they solve faster. Puzzles are read as they are needed. Outcomes come in the
    order of the puzzles, or as they are found (`ordered=False`). Raises `BadInput` if an argument is invalid. An error
    in a puzzle is its outcome, `stopped` by `refusal`, `referee` or `crash`. The limits hold for each puzzle and are
    hard; on a GPU they hold for all puzzles that it solves at once.

    >>> [outcome.cost for outcome in solve_many(["1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/0 7 8"], jobs=2)]
    [2, 2]
    """
    expect(puzzles, (str, Path, Iterable), "puzzles: a list, a file or a name; solve() takes one")
    check_place(jobs, cluster)
    spec = SolveSpec.of(spec, **settings)
    check_importable(spec)
    sources = [puzzles] if isinstance(puzzles, str | Path) else puzzles
    expect(files, bool, "files=True or False")
    return _outcomes(solve_jobs(sources, spec, files), spec, jobs, cluster, ordered)


def _outcomes(
    solve_jobs: Iterator[SolveJob], spec: SolveSpec, jobs: int | None, cluster: str | Client | None, ordered: bool
) -> Iterator[Outcome]:
    if cluster is None and jobs is None:
        solve_jobs, spec = choose_bulk_device(solve_jobs, spec)
    with open_pool(jobs, cluster, spec) as pool:
        for result in (in_order if ordered else as_found)(solve_jobs, pool):
            yield result.outcome


def check_place(jobs: int | None, cluster: str | Client | None) -> None:
    """Raises `TypeError` for values of a wrong type, and `BadInput` if `jobs` is out of range or conflicts with
    `cluster`."""
    expect(jobs, (int, NoneType), "jobs to be a whole number or None")
    if cluster is not None:
        from budge.execution.dask_pool import check_cluster

        check_cluster(cluster)
    if jobs is not None and not 1 <= jobs <= MAX_JOBS:
        raise BadInput(f"{jobs} jobs; expected 1 to {MAX_JOBS:,}")
    if jobs is not None and cluster is not None and cluster != "local":
        raise BadInput("jobs are processes of this machine, and a cluster has its own workers; choose one")


def open_pool(jobs: int | None = None, cluster: str | Client | None = None, spec: SolveSpec | None = None) -> Pool:
    """The workers of a cluster, or those of this machine: its processes, its GPUs or both, as the spec requires."""
    if cluster is not None:
        from budge.execution.dask_pool import DaskPool

        return DaskPool(cluster, jobs)
    device = "cpu" if spec is None else named_device(spec)
    return DevicePool() if device == "gpu" else AutoPool(jobs) if device is None else LocalPool(jobs)


def solve_jobs(sources: Iterable[Puzzle | str | Path], spec: SolveSpec, files: bool = True) -> Iterator[SolveJob]:
    """A job for each puzzle, as it is read. The first puzzle of each kind is prepared here, so that an invalid setting,
    such as an unknown engine, raises `BadInput` once instead of failing for every puzzle."""
    checked = set()
    for source in sources:
        for puzzle in [source] if isinstance(source, Puzzle) else load(source, files=files):
            if puzzle.kind not in checked:
                checked.add(puzzle.kind)
                with suppress(Refusal):  # the refusal becomes the outcome of the job
                    prepare(puzzle, spec)
            yield SolveJob(puzzle, spec)


def shared_task(job: SolveJob) -> Prepared | None:
    """The task of a job if several workers can solve its puzzle together."""
    with suppress(BadInput, Refusal):
        task = prepare(job.puzzle, job.spec)
        return task if task.can_be_shared else None
    return None


def solve_by_team(team: Pool, job: SolveJob, task: Prepared, observer: Observer) -> JobResult:
    """The result of one puzzle that all workers of a pool solve together; an error becomes a `stopped` outcome."""
    began = time.monotonic()
    outcome = outcome_of(job, lambda: run(replace(task, observer=observer, team=team)))
    return JobResult(0, outcome, time.monotonic() - began)
