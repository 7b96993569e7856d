"""The studies as clauses: `parse_study` checks a request, `encode_study` builds the formula."""

from __future__ import annotations

from budge.encodings.sat.base import Encoding, FormulaSpec
from budge.kinds import by_kind
from budge.puzzles import BadInput, Puzzle
from budge.studies.cp import CP_STUDIES
from budge.studies.extras import Extras
from budge.studies.sat.base import SatStudy
from budge.studies.sat.order import OrderStudyEncoding

SAT_STUDIES: dict[str, SatStudy] = {kind: study() for kind, study in by_kind(__name__, SatStudy).items()}

__all__ = ["SAT_STUDIES", "encode_study", "parse_study"]


def parse_study(text: str, puzzle: Puzzle, metric: str, values: str = "direct") -> Extras:
    """The extras of a puzzle's study; raises `BadInput` if the study lacks the kind, the metric, an extra or, for
    values=order, a constraint problem."""
    if puzzle.kind not in SAT_STUDIES:
        raise BadInput(f"style=study is for {' and '.join(SAT_STUDIES)}, not {puzzle.kind}")
    study = SAT_STUDIES[puzzle.kind]
    if metric not in study.extras:
        raise BadInput(f"style=study of {puzzle.kind} counts {' or '.join(study.extras)}, not {metric}")
    if values == "order" and metric != CP_STUDIES[puzzle.kind].metric:
        raise BadInput(
            f"values=order is for constraint problems; that of {puzzle.kind} counts {CP_STUDIES[puzzle.kind].metric}, "
            f"not {metric}"
        )
    if reason := study.refuses(puzzle, metric):
        raise BadInput(reason)
    return Extras.parse(text, study.extras[metric])


def encode_study(
    puzzle: Puzzle,
    extras: Extras,
    horizon: int | None = None,
    *,
    metric: str,
    values: str = "direct",
    wait: bool = True,
) -> Encoding:
    """The clauses of a puzzle in the study's encoding; the counterpart of `budge.encodings.sat.encode`. `values` says
    how variables of constraint problems become Boolean ones: `direct`, one per value, or `order`, one per bound."""
    spec = FormulaSpec(metric, None if values == "order" else horizon, detours=True, wait=wait)
    direct = SAT_STUDIES[puzzle.kind].encode(puzzle, spec, extras)
    if values == "direct":
        return direct
    return OrderStudyEncoding(direct, lambda steps: CP_STUDIES[puzzle.kind].model(puzzle, 0, steps, extras), horizon)
