"""Puzzles as clauses: one file per kind and metric; `encode` selects it."""

from __future__ import annotations

from budge.encodings.sat.base import FAR, Encoding, FormulaSpec
from budge.encodings.sat.kinds import CLAUSES
from budge.puzzles import Puzzle

__all__ = ["CLAUSES", "FAR", "Encoding", "default_metric", "encode", "no_encoding"]


def no_encoding(puzzle: Puzzle, metric: str) -> str | None:
    """None, or the reason why a puzzle and metric have no clauses."""
    if puzzle.kind not in CLAUSES:
        return f"formulas are for {', '.join(CLAUSES)}, not {puzzle.kind}"
    if metric not in (known := CLAUSES[puzzle.kind].metrics):
        return f"formulas of {puzzle.kind} count {', '.join(known)}, not {metric}"
    return None


def default_metric(puzzle: Puzzle) -> str | None:
    """The first metric of the puzzle that formulas can count, if any."""
    known = CLAUSES[puzzle.kind].metrics if puzzle.kind in CLAUSES else ()
    return next((metric for metric in known if metric in puzzle.own_metrics), None)


def encode(
    puzzle: Puzzle,
    horizon: int | None = None,
    *,
    metric: str | None = None,
    detours: bool = False,
    wait: bool = True,
) -> Encoding:
    """The clauses of a puzzle: closed if a horizon is given, else open. A step costs one in `metric`.

    With `detours` a plan may undo moves, so a plan of length T implies one of length T + 2. Without `detours`, clauses
    may forbid longer plans and all but one shortest plan; the formula is still satisfiable at the optimal length.
    Without `wait`, each of several players moves in every step.
    """
    spec = FormulaSpec(metric or default_metric(puzzle) or "", horizon, detours, wait)
    return CLAUSES[puzzle.kind].encode(puzzle, spec)
