"""Writing a certificate: every length below the plan's is refuted by a SAT solver that logs its proof."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from budge.certificates.manifest import FORMAT, Manifest, Refutation, checksum
from budge.engines.base import Refusal
from budge.engines.logic.base import TICK, missing
from budge.model import REASONS, Limits, Objective, Observer, Outcome, Progress
from budge.processes.child import Emit, Ended, work
from budge.puzzles import BadInput, Puzzle

SOLVER = "glucose4"  # the quickest of those that log proofs, by measurement
PROVING = "proving that no plan is shorter"


@dataclass(frozen=True)
class Order:
    """What the child is to prove, and where the files go."""

    puzzle: Puzzle
    metric: str
    plan: str
    cost: int
    folder: Path


@dataclass(frozen=True)
class Proving:
    """The child begins with a length, so many of all having been refuted."""

    horizon: int
    done: int
    all: int


@dataclass(frozen=True)
class Satisfiable:
    """There is a plan of a length that was to be refuted."""

    horizon: int


class Unproven(Exception):
    """There is no certificate: a limit, Ctrl-C, the observer or a crash ended it, or the plan is not optimal at all."""

    def __init__(self, message: str, stopped_by: str | None = None) -> None:
        super().__init__(message)
        self.stopped_by = stopped_by  # seconds, memory, interrupt, cancel, crash; None if the plan is not optimal


def write_certificate(
    puzzle: Puzzle,
    outcome: Outcome,
    folder: str | Path,
    *,
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> Path:
    """Show that an optimal outcome is optimal, whichever engine found it, in files that anyone can check.

    The folder must not exist; it appears when all is proven, or not at all. The seconds and memory of `limits` hold for
    all lengths together. Raises `Unproven` if they, Ctrl-C or `observer.cancel` end it first.
    """
    folder = Path(folder)
    metric = outcome.metric or Objective().metric_of(puzzle)
    check_possible(puzzle, metric, folder)
    if outcome.status != "optimal" or outcome.plan is None or not isinstance(outcome.cost, int):
        raise Refusal(f"only an optimal plan can be certified; this one is {outcome.status}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        order = Order(puzzle, metric, outcome.plan.text, outcome.cost, partial)
        _follow(order, limits or Limits(), observer or Observer())
        partial.chmod(0o755)
        partial.rename(folder)
    except KeyboardInterrupt:
        raise Unproven("interrupted", "interrupt") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return folder


def _follow(order: Order, limits: Limits, observer: Observer) -> None:
    """Have all files written by a child; raises `Unproven`."""
    began, at = time.monotonic(), None
    for event in work("budge.certificates.write:prove", order, limits, observer, tick=TICK):
        match event:
            case Satisfiable():
                raise Unproven(f"there is a plan of {event.horizon} {order.metric}: the outcome is wrong")
            case Proving():
                at = event
            case Ended(stopped_by=str() as stopped_by):
                what = "nothing was refuted" if at is None else f"length {at.horizon} was not refuted"
                raise Unproven(f"{what}: {REASONS.get(stopped_by, event.reason)}", stopped_by)
        if observer.progress:
            share, seconds = at.done / at.all if at else 0.0, time.monotonic() - began
            observer.progress(Progress(0, 0, order.cost, order.cost, 0, seconds, PROVING, share))


def check_possible(puzzle: Puzzle, metric: str, folder: str | Path) -> None:
    """Raises, before any work is done, if there can be no certificate or no such folder."""
    if reason := missing("a certificate", "sat", "pysat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import no_encoding

    if reason := no_encoding(puzzle, metric):
        raise Refusal(f"no certificate: {reason}")
    if Path(folder).exists():
        raise BadInput(f"{folder} exists; a certificate is written to a new folder")


def horizons(puzzle: Puzzle, metric: str, cost: int) -> range:
    """The lengths that must be refuted: those from the encoding's own bound up, of the parity that plans have."""
    from budge.encodings.sat import encode

    encoding = encode(puzzle, metric=metric)
    return range(encoding.lower_bound, cost, encoding.stride)


def prove(order: Order, emit: Emit) -> None:
    """The job of a child process: all files of the certificate."""
    folder = order.folder
    (folder / "puzzle.json").write_text(json.dumps(order.puzzle.to_json()) + "\n", encoding="utf-8")
    (folder / "plan.txt").write_text(order.plan + "\n", encoding="utf-8")
    refutations: list[Refutation] = []
    lengths = horizons(order.puzzle, order.metric, order.cost)
    for horizon in lengths:
        emit(Proving(horizon, len(refutations), len(lengths)))
        refutation = Refutation(horizon, f"no-plan-of-{horizon:03}.cnf", f"no-plan-of-{horizon:03}.drat")
        if not _refuted(order, refutation):
            emit(Satisfiable(horizon))
            return
        refutations.append(refutation)
    Manifest(
        format=FORMAT,
        budge=version("budge"),
        metric=order.metric,
        cost=order.cost,
        puzzle="puzzle.json",
        plan="plan.txt",
        refutations=refutations,
        sha256={path.name: checksum(path) for path in sorted(folder.iterdir())},
    ).write(folder)


def _refuted(order: Order, claim: Refutation) -> bool:
    """Whether there is no plan of one length; if so, the formula and its refutation are files."""
    from pysat.solvers import Solver

    from budge.encodings.sat import encode

    encoding = encode(order.puzzle, claim.horizon, metric=order.metric)
    formula = encoding.formula()
    (order.folder / claim.formula).write_text(formula.dimacs(encoding.describe()), encoding="utf-8")
    with Solver(name=SOLVER, bootstrap_with=formula.clauses(), with_proof=True) as solver:
        if solver.solve():
            return False
        with open(order.folder / claim.proof, "w") as file:
            file.writelines(f"{line}\n" for line in solver.get_proof())
    return True
