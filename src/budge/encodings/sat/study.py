"""The studies' own encodings, as `style=study` has them."""

from __future__ import annotations

from budge.encodings.extras import Extras
from budge.encodings.sat.kinds import CLAUSES
from budge.puzzles import BadInput, Puzzle


def parse_study(text: str, puzzle: Puzzle, metric: str) -> Extras:
    """The extras of a puzzle's study; raises `BadInput` if it knows no such kind, metric or extra."""
    studied = [kind for kind, clauses in CLAUSES.items() if clauses.study_extras]
    if puzzle.kind not in studied:
        raise BadInput(f"style=study is for {' and '.join(studied)}, not {puzzle.kind}")
    clauses = CLAUSES[puzzle.kind]
    if metric not in clauses.study_extras:
        raise BadInput(f"style=study of {puzzle.kind} counts {' or '.join(clauses.study_extras)}, not {metric}")
    if reason := clauses.refuses_study(puzzle, metric):
        raise BadInput(reason)
    return Extras.parse(text, clauses.study_extras[metric])
