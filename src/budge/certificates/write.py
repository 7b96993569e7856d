"""Writes certificates: a refutation of every length below that of the plan.

A search of all states writes the proofs where the encoding has one and there are not too many states; otherwise a SAT
solver logs them.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from budge.certificates.manifest import FORMAT, Manifest, Refutation, checksum
from budge.engines.base import Refusal
from budge.engines.logic.base import TICK, missing
from budge.model import REASONS, Limits, Objective, Observer, Outcome, Progress
from budge.native import core
from budge.processes.child import Emit, Ended, work
from budge.puzzles import BadInput, Puzzle

if TYPE_CHECKING:
    from budge.encodings.sat.formula import Formula

SOLVER = "glucose4"  # the fastest solver that logs proofs, by measurement
MAX_STATES = 4_000_000  # of a proof by search; it takes some 200 bytes per state
MAX_SEARCH_BYTES = 1 << 30
PROVING = "proving that no plan is shorter"


@dataclass(frozen=True)
class ProofJob:
    """The claim that the child process proves, and the folder for its files."""

    puzzle: Puzzle
    metric: str
    plan: str
    cost: int
    folder: Path


@dataclass(frozen=True)
class ProofProgress:
    """The child process starts to refute length `horizon`; `done` of `all` lengths are refuted."""

    horizon: int
    done: int
    all: int


@dataclass(frozen=True)
class Satisfiable:
    """A plan of length `horizon` exists, so the claimed optimum is wrong."""

    horizon: int


@dataclass(frozen=True)
class Unwritable:
    """The child process could not write a file, such as on a full disk."""

    problem: OSError


class Unproven(Exception):
    """No certificate: a limit, Ctrl-C, the observer or a crash stopped the proof, or the plan is not optimal."""

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
    """Writes files that prove that an outcome of any engine is optimal; `check_certificate` checks them.

    The folder must not exist; it is created only if the proof is complete. The seconds and memory of `limits` apply to
    all lengths together. Raises `Unproven` if a limit, Ctrl-C or `observer.cancel` stops the proof, and `OSError` if a
    file cannot be written.
    """
    folder = Path(folder)
    metric = outcome.metric or Objective().metric_of(puzzle)
    check_possible(puzzle, metric, folder)
    if outcome.status != "optimal" or outcome.plan is None or not isinstance(outcome.cost, int):
        raise Refusal(f"only an optimal plan can be certified; this one is {outcome.status}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        job = ProofJob(puzzle, metric, outcome.plan.text, outcome.cost, partial)
        _follow(job, limits or Limits(), observer or Observer())
        partial.chmod(0o755)
        partial.rename(folder)
    except KeyboardInterrupt:
        raise Unproven("interrupted", "interrupt") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return folder


def _follow(job: ProofJob, limits: Limits, observer: Observer) -> None:
    """Runs the child process that writes all files; raises `Unproven` or `OSError`."""
    began, at = time.monotonic(), None
    for event in work("budge.certificates.write:prove", job, limits, observer, tick=TICK):
        match event:
            case Unwritable():
                raise event.problem
            case Satisfiable():
                raise Unproven(f"there is a plan of {event.horizon} {job.metric}: the outcome is wrong")
            case ProofProgress():
                at = event
            case Ended(stopped_by=str() as stopped_by):
                what = "nothing was refuted" if at is None else f"length {at.horizon} was not refuted"
                raise Unproven(f"{what}: {REASONS.get(stopped_by, event.reason)}", stopped_by)
        if observer.progress:
            share, seconds = at.done / at.all if at else 0.0, time.monotonic() - began
            observer.progress(Progress(0, 0, job.cost, job.cost, 0, seconds, PROVING, share))


def check_possible(puzzle: Puzzle, metric: str, folder: str | Path) -> None:
    """Raises `Refusal` if the puzzle cannot have a certificate, and `BadInput` if the folder exists."""
    if reason := missing("a certificate", "sat", "pysat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import no_encoding

    if reason := no_encoding(puzzle, metric):
        raise Refusal(f"no certificate: {reason}")
    if Path(folder).exists():
        raise BadInput(f"{folder} exists; a certificate is written to a new folder")


def horizons(puzzle: Puzzle, metric: str, cost: int) -> range:
    """The lengths to refute: from the lower bound of the encoding to below the cost, in steps of its stride."""
    from budge.encodings.sat import encode

    encoding = encode(puzzle, metric=metric)
    return range(encoding.lower_bound, cost, encoding.stride)


def prove(job: ProofJob, emit: Emit) -> None:
    """The job of a child process: writes all files of the certificate."""
    try:
        _prove(job, emit)
    except OSError as problem:
        emit(Unwritable(OSError(problem.errno, problem.strerror)))  # the folder, which a name would show, is temporary


def _prove(job: ProofJob, emit: Emit) -> None:
    folder = job.folder
    (folder / "puzzle.json").write_text(json.dumps(job.puzzle.to_json()) + "\n", encoding="utf-8")
    (folder / "plan.txt").write_text(job.plan + "\n", encoding="utf-8")
    refutations: list[Refutation] = []
    lengths = horizons(job.puzzle, job.metric, job.cost)
    for horizon in lengths:
        emit(ProofProgress(horizon, len(refutations), len(lengths)))
        refutation = _refutation(job, horizon)
        if refutation is None:
            emit(Satisfiable(horizon))
            return
        refutations.append(refutation)
    Manifest(
        format=FORMAT,
        budge=version("budge"),
        metric=job.metric,
        cost=job.cost,
        puzzle="puzzle.json",
        plan="plan.txt",
        refutations=refutations,
        sha256={path.name: checksum(path) for path in sorted(folder.iterdir())},
    ).write(folder)


def _refutation(job: ProofJob, horizon: int) -> Refutation | None:
    """Refutes one length and writes its formula and proof; None if a plan of this length exists."""
    from budge.encodings.sat import encode

    encoding = encode(job.puzzle, horizon, metric=job.metric)
    formula = encoding.formula()
    text = formula.dimacs(encoding.describe()).encode()
    name = f"no-plan-of-{horizon:03}"
    (job.folder / f"{name}.cnf").write_bytes(text)
    proof = job.folder / f"{name}.pbp"
    with open(proof, "wb") as file:
        run = core.Run(seconds=None, nodes=MAX_STATES, memory=MAX_SEARCH_BYTES)
        result = encoding.prove_by_search(text, file.fileno(), run)
    if result not in ("refuted", "satisfiable"):
        proof.unlink()
        proof = job.folder / f"{name}.drat"
        result = _prove_by_solver(formula, proof)
    return Refutation(horizon, f"{name}.cnf", proof.name) if result == "refuted" else None


def _prove_by_solver(formula: Formula, proof: Path) -> str:
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=formula.clauses(), with_proof=True) as solver:
        if solver.solve():
            return "satisfiable"
        with open(proof, "w") as file:
            file.writelines(f"{line}\n" for line in solver.get_proof())
    return "refuted"
