"""Puzzles as clauses: one file a kind and metric; `encode` picks it."""

from __future__ import annotations

from budge.encodings.sat.base import FAR, Encoding, FormulaSpec
from budge.encodings.sat.kinds import CLAUSES
from budge.puzzles import Puzzle

__all__ = ["CLAUSES", "FAR", "Encoding", "default_metric", "encode", "no_encoding"]


def no_encoding(puzzle: Puzzle, metric: str) -> str | None:
    """None, or why there are no clauses for a puzzle and metric."""
    if puzzle.kind not in CLAUSES:
        return f"formulas are for {', '.join(CLAUSES)}, not {puzzle.kind}"
    if metric not in (known := CLAUSES[puzzle.kind].metrics):
        return f"formulas of {puzzle.kind} count {', '.join(known)}, not {metric}"
    return None


def default_metric(puzzle: Puzzle) -> str | None:
    """The first metric that formulas count in such a puzzle."""
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
    """The clauses of a puzzle: closed at a horizon, else open. A step costs one in `metric`.

    With `detours` a plan may take moves back, so that one of length T makes one of T + 2. Without, clauses may forbid
    all but one of several shortest plans, and longer ones: the formula is satisfiable at the least length at all.
    Without `wait` every one of several players moves in every step.
    """
    spec = FormulaSpec(metric or default_metric(puzzle) or "", horizon, detours, wait)
    return CLAUSES[puzzle.kind].encode(puzzle, spec)
