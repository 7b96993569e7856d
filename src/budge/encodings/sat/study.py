"""The studies' own encodings, as `style=study` has them."""

from __future__ import annotations

from budge.encodings.extras import Extras
from budge.encodings.sat.kinds import CLAUSES
from budge.puzzles import BadInput, Puzzle

METRICS = ("moves", "makespan")


def parse_study(text: str, puzzle: Puzzle, metric: str) -> Extras:
    """The extras of a puzzle's study; raises `BadInput` if it knows no such kind, metric or extra."""
    studied = [kind for kind, clauses in CLAUSES.items() if clauses.study_extras is not None]
    if puzzle.kind not in studied:
        raise BadInput(f"style=study is for {' and '.join(studied)}, not {puzzle.kind}")
    if metric not in METRICS:
        raise BadInput(f"style=study counts {' or the '.join(METRICS)}, not {metric}")
    if reason := CLAUSES[puzzle.kind].refuses_study(puzzle):
        raise BadInput(reason)
    return Extras.parse(text, CLAUSES[puzzle.kind].study_extras or ())
