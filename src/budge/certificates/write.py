"""Writing a certificate: every length below the plan's is refuted by a SAT solver that logs its proof."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from budge.certificates.manifest import FORMAT, Manifest, Refutation, checksum
from budge.engines.base import Refusal
from budge.engines.child import Emit, Ended, work
from budge.engines.logic import missing
from budge.engines.model import Limits, Objective, Observer, Outcome
from budge.puzzles import BadInput, Puzzle

SOLVER = "glucose4"  # the quickest of those that log proofs, by measurement


@dataclass(frozen=True)
class Order:
    puzzle: Puzzle
    metric: str
    horizon: int
    formula: Path
    proof: Path


class Unproven(Exception):
    """A length could not be refuted within the limits, or not at all."""


def write_certificate(
    puzzle: Puzzle,
    outcome: Outcome,
    folder: str | Path,
    *,
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> Path:
    """Show that an optimal outcome is optimal, whichever engine found it, in files that anyone can check.

    The folder must not exist; it appears when all is proven, or not at all. Raises `Unproven` if a limit ends it first.
    """
    folder = Path(folder)
    metric = outcome.metric or Objective().metric_of(puzzle)
    check_possible(puzzle, metric, folder)
    if outcome.status != "optimal" or outcome.plan is None or not isinstance(outcome.cost, int):
        raise Refusal(f"only an optimal plan can be certified; this one is {outcome.status}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        (partial / "puzzle.json").write_text(json.dumps(puzzle.to_json()) + "\n")
        (partial / "plan.txt").write_text(outcome.plan.text + "\n")
        refutations = [
            _refute(puzzle, metric, horizon, partial, limits or Limits(), observer or Observer())
            for horizon in horizons(puzzle, metric, outcome.cost)
        ]
        files = sorted(path.name for path in partial.iterdir())
        Manifest(
            format=FORMAT,
            budge=version("budge"),
            metric=metric,
            cost=outcome.cost,
            puzzle="puzzle.json",
            plan="plan.txt",
            refutations=refutations,
            sha256={name: checksum(partial / name) for name in files},
        ).write(partial)
        partial.chmod(0o755)
        partial.rename(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return folder


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
    return range(encoding.least, cost, encoding.stride)


def _refute(puzzle: Puzzle, metric: str, horizon: int, folder: Path, limits: Limits, observer: Observer) -> Refutation:
    names = f"no-plan-of-{horizon:03}.cnf", f"no-plan-of-{horizon:03}.drat"
    order = Order(puzzle, metric, horizon, *(folder / name for name in names))
    for event in work(refute, order, limits, observer):
        if isinstance(event, Ended) and event.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if isinstance(event, Ended) and event.stopped_by:
            raise Unproven(f"length {horizon} was not refuted: {event.reason or event.stopped_by}")
        if event == "satisfiable":
            raise Unproven(f"there is a plan of {horizon} {metric}: the outcome is wrong")
    return Refutation(horizon, *names)


def refute(order: Order, emit: Emit) -> None:
    """The job of a child process: the formula and its refutation, as files."""
    from pysat.solvers import Solver

    from budge.encodings.sat import encode

    encoding = encode(order.puzzle, order.horizon, metric=order.metric)
    formula = encoding.formula()
    order.formula.write_text(formula.dimacs(encoding.describe()))
    with Solver(name=SOLVER, bootstrap_with=formula.clauses(), with_proof=True) as solver:
        if solver.solve():
            emit("satisfiable")
            return
        with open(order.proof, "w") as file:
            file.writelines(f"{line}\n" for line in solver.get_proof())
