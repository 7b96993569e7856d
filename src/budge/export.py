"""export and convert: puzzles as text for other programs and in other formats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from budge.arguments import expect
from budge.engines.base import Refusal
from budge.engines.logic.base import missing
from budge.formats import Format, format_named, read_source, restated
from budge.formats.source import one_puzzle, with_goal
from budge.model import Objective
from budge.names import choice
from budge.puzzles import BadInput, Puzzle

if TYPE_CHECKING:
    from budge.encodings.sat.formula import Formula

FORMULAS = ("dimacs", "opb")
CONSTRAINTS = ("csp", "xcsp3")
EXPORTS = (*FORMULAS, *CONSTRAINTS, "asp", "pddl")
STYLES = ("budge", "study")
VALUES = ("direct", "order")
MAX_HORIZON = 10_000


class SettingConflict(BadInput):
    """Settings that do not fit together. The message begins with the name of a setting."""


def convert(puzzles: str | Path | Puzzle | Iterable[Puzzle], to: str, *, files: bool = True) -> str:
    """Puzzles as text in another format; `budge list formats` shows them. Raises `BadInput` if the format cannot
    express a puzzle.

    >>> convert("1 2 3/4 5 6/7 0 8", "tiles-list")
    '[[1,2,3],[4,5,6],[7,0,8]]\\n'
    """
    expect(puzzles, (str, Path, Puzzle, Iterable), "puzzles, or their file, name or text")
    format = format_named(to)
    if isinstance(puzzles, str | Path):
        puzzles = read_source(puzzles, files=files)
    return written([puzzles] if isinstance(puzzles, Puzzle) else puzzles, format)


def written(puzzles: Iterable[Puzzle], format: Format) -> str:
    """Puzzles as text in a format."""
    return format.separator.join(format.write(restated(puzzle, format)) for puzzle in puzzles)


@overload
def export(
    puzzle: Puzzle | str | Path, format: Literal["pddl"], *, metric: str | None = None, files: bool = True
) -> dict[str, str]: ...


@overload
def export(
    puzzle: Puzzle | str | Path,
    format: str = "dimacs",
    *,
    horizon: int | None = None,
    metric: str | None = None,
    style: str = "budge",
    values: str = "direct",
    extras: str = "",
    goal: str | None = None,
    files: bool = True,
) -> str | dict[str, str]: ...


def export(
    puzzle: Puzzle | str | Path,
    format: str = "dimacs",
    *,
    horizon: int | None = None,
    metric: str | None = None,
    style: str = "budge",
    values: str = "direct",
    extras: str = "",
    goal: str | None = None,
    files: bool = True,
) -> str | dict[str, str]:
    """A puzzle as input for other programs: `dimacs` or `opb` (the question whether a plan of `horizon` moves exists),
    `csp` or `xcsp3` (constraints for plans of at most `horizon`), `asp` (facts), or `pddl`: the texts of two files, by
    name. The settings are those of `budge export`.

    >>> print(export("1 2 3/4 5 6/7 0 8", "asp").splitlines()[0])
    init(at(1,1,1)). init(at(2,2,1)). init(at(3,3,1)).
    >>> sorted(export("klotski", "pddl", metric="steps"))
    ['domain.pddl', 'problem.pddl']
    """
    for name, value, known in (("format", format, EXPORTS), ("style", style, STYLES), ("values", values, VALUES)):
        if value not in known:
            raise BadInput(f"{name} {value!r}; {choice(value, known)}")
    puzzle = one_puzzle(puzzle, files)
    puzzle = puzzle if goal is None else with_goal(puzzle, goal)
    if horizon is not None and not 0 <= horizon <= MAX_HORIZON:
        raise BadInput(f"a horizon of {horizon}; expected 0 to {MAX_HORIZON:,}")
    of_study = style == "study" and format in FORMULAS
    if metric is not None and format in (*CONSTRAINTS, "asp"):
        raise SettingConflict(f"metric is for formulas and PDDL, not for {format}")
    if extras and format not in CONSTRAINTS and not of_study:
        raise SettingConflict("extras are for style study and for the formats csp and xcsp3")
    if values != "direct" and not of_study:
        raise SettingConflict("values is for formulas of style study")
    if format in FORMULAS:
        encoded, description = formula(puzzle, horizon, metric, extras if of_study else None, values)
        return encoded.dimacs(description) if format == "dimacs" else encoded.opb(description)
    if format in CONSTRAINTS:
        return constraints(puzzle, format, horizon, extras)
    if format == "asp":
        return asp(puzzle, horizon)
    if horizon is not None:
        raise SettingConflict("horizon is for formulas and asp; a planner looks for plans of any length")
    return pddl(puzzle, metric)


def formula(
    puzzle: Puzzle, horizon: int | None, metric: str | None, study: str | None, values: str
) -> tuple[Formula, list[str]]:
    """The formula, and as text its question and the meaning of its variables."""
    if horizon is None:
        raise SettingConflict("horizon is missing: a formula is about plans of one length")
    if reason := missing("export", "sat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import default_metric, encode, no_encoding
    from budge.studies.sat import encode_study, parse_study

    metric = Objective(metric=metric or default_metric(puzzle)).metric_of(puzzle)
    if reason := no_encoding(puzzle, metric):
        raise Refusal(reason)
    if study is None:
        encoding = encode(puzzle, horizon, metric=metric)
    else:
        chosen = parse_study(study, puzzle, metric, values)
        encoding = encode_study(puzzle, chosen, horizon, metric=metric, values=values)
    title = f"budge: is there a plan of {horizon} {metric} for {puzzle.kind} {puzzle.size}?"
    return encoding.formula(), [title, *encoding.describe()]


def constraints(puzzle: Puzzle, format: str, horizon: int | None, extras: str) -> str:
    if horizon is None:
        raise SettingConflict("horizon is missing: a constraint problem is about plans up to a length")
    if reason := missing("export", "cp", "ortools"):
        raise Refusal(reason)
    from budge.studies.cp.csp_text import csp_text, study_problem
    from budge.studies.cp.xcsp3 import xcsp3

    if format == "csp":
        return "\n".join(csp_text(puzzle, horizon, extras)) + "\n"
    problem = study_problem(puzzle, horizon, extras)
    return "\n".join(xcsp3(problem.csp, problem.steps)) + "\n"


def asp(puzzle: Puzzle, horizon: int | None) -> str:
    from budge.encodings.asp import facts, no_rules

    if reason := no_rules(puzzle):
        raise Refusal(reason)
    return ("" if horizon is None else f"#const horizon = {horizon}.\n") + facts(puzzle)


def pddl(puzzle: Puzzle, metric: str | None) -> dict[str, str]:
    """Domain and problem, by the names of their files."""
    from budge.encodings.pddl import no_planning, planning

    counted = Objective(metric=metric).metric_of(puzzle)
    if reason := no_planning(puzzle, counted):
        raise Refusal(reason)
    found = planning(puzzle, counted)
    return {"domain.pddl": found.domain(), "problem.pddl": found.problem()}
