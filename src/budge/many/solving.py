"""solve_many: what `solve` does, for many puzzles at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from budge.api import load, prepare
from budge.arguments import expect
from budge.device import named_device
from budge.engines.base import Refusal
from budge.machine import MOST_JOBS
from budge.many.device import AutoPool, DevicePool, settled
from budge.many.dispatch import in_order, numbered
from budge.many.orders import Order, check_importable
from budge.many.pool import LocalPool, Pool
from budge.model import Outcome
from budge.puzzles import BadInput, Puzzle
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
    **settings: Any,
) -> Iterator[Outcome]:
    """Solve puzzles on several processes, each as `solve` does with this `spec` and these `settings`.

    `jobs` processes of this machine work (by default one a core), or the workers of a Dask `cluster`: its address, the
    file of its scheduler, `"local"` or a `Client`; or the GPUs of this machine, with `device="gpu"` for all puzzles,
    and by `"auto"` for those that they are faster at. Puzzles are read as they are needed, and outcomes come in the
    order of the puzzles, or as they are found (`ordered=False`). What is wrong with the call raises `BadInput`. What
    goes wrong with a puzzle is its outcome, `stopped` by `refusal`, `referee` or `crash`. The limits hold for each
    puzzle, and are hard; on a GPU, for all that it solves at once.

    >>> [outcome.cost for outcome in solve_many(["1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/0 7 8"], jobs=2)]
    [2, 2]
    """
    check_place(jobs, cluster)
    spec = SolveSpec.of(spec, **settings)
    check_importable(spec)
    sources = [puzzles] if isinstance(puzzles, str | Path) else puzzles
    return _outcomes(orders(sources, spec), spec, jobs, cluster, ordered)


def _outcomes(
    orders: Iterator[Order], spec: SolveSpec, jobs: int | None, cluster: str | Client | None, ordered: bool
) -> Iterator[Outcome]:
    if cluster is None and jobs is None:
        orders, spec = settled(orders, spec)
    with open_pool(jobs, cluster, spec) as pool:
        for _, outcome in (in_order if ordered else numbered)(orders, pool):
            yield outcome


def check_place(jobs: int | None, cluster: str | Client | None) -> None:
    """Whether it can be said where to work; raises `BadInput`."""
    expect(jobs, (int, NoneType), "jobs to be a whole number or None")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"{jobs} jobs; expected 1 to {MOST_JOBS:,}")
    if jobs is not None and cluster is not None and cluster != "local":
        raise BadInput("jobs are processes of this machine, and a cluster has its own workers; choose one")


def open_pool(jobs: int | None = None, cluster: str | Client | None = None, spec: SolveSpec | None = None) -> Pool:
    """Workers of this machine, its GPU if that is what the spec asks for or may want, or workers of a cluster."""
    if cluster is None:
        device = "cpu" if spec is None else named_device(spec)
        return DevicePool() if device == "gpu" else AutoPool(jobs) if device is None else LocalPool(jobs)
    from budge.cluster import open_pool as open_cluster

    return open_cluster(cluster, jobs)


def orders(sources: Iterable[Puzzle | str | Path], spec: SolveSpec) -> Iterator[Order]:
    """An order for each puzzle, as it is read. The first of each kind is tried here: what is wrong with the call, be it
    the name of an engine or of a metric, is a `BadInput` at once, and not that of a thousand outcomes."""
    tried = set()
    for source in sources:
        for puzzle in [source] if isinstance(source, Puzzle) else load(source):
            if puzzle.kind not in tried:
                tried.add(puzzle.kind)
                with suppress(Refusal):  # which will be its outcome
                    prepare(puzzle, spec)
            yield Order(puzzle, spec)
