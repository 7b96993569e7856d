"""A study's constraint problem and a solution as text: tables 5.1 and 5.2 of the SAT study, for any puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ortools.sat.python import cp_model

from budge.puzzles import BadInput, Puzzle
from budge.studies.cp import CP_STUDIES
from budge.studies.cp.csp_model import CspModel
from budge.studies.extras import Extras

MAX_SECONDS = 60.0  # for the solver


def study_problem(puzzle: Puzzle, horizon: int, extras: str = "") -> Any:
    """The constraint problem of a study, for plans of at most `horizon` steps. Raises `BadInput` if there is none."""
    if puzzle.kind not in CP_STUDIES:
        raise BadInput(f"the studies have constraint problems for {' and '.join(CP_STUDIES)}, not {puzzle.kind}")
    study = CP_STUDIES[puzzle.kind]
    if reason := study.refuses(puzzle):
        raise BadInput(reason)
    return study.model(puzzle, 0, horizon, Extras.parse(extras, study.extras))


def csp_text(puzzle: Puzzle, horizon: int, extras: str = "") -> Iterator[str]:
    """The variables with their domains, the constraints with their numbers in the study, and a solution with the fewest
    steps.

    >>> from budge.puzzles import Sokoban
    >>> text = [*csp_text(Sokoban.of(["#####", "#@$.#", "#####"]), 1)]
    >>> print(*text[:3], *text[-1:], sep="\\n")
    # sokoban 5×3, pushes ≤ 1: 58 variables, 91 constraints
    steps ∈ {0,1}
    pi(0) ∈ [0,2]
    in(0,1,3) = 0
    """
    made = study_problem(puzzle, horizon, extras)
    csp = made.csp
    counts = f"{len(csp.variables)} variables, {len(csp.constraints)} constraints"
    yield f"# {puzzle.kind} {puzzle.size}, {CP_STUDIES[puzzle.kind].metric} ≤ {horizon}: {counts}"
    yield from csp.text()
    model = CspModel(csp)
    model.minimize(made.steps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_time_in_seconds = MAX_SECONDS
    status = solver.solve(model.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        infeasible = status == cp_model.INFEASIBLE
        yield f"# {'no solution' if infeasible else f'no solution was found in {MAX_SECONDS:g} seconds'}"
        return
    yield "# a solution"
    for variable in csp.variables:
        yield f"{variable.name} = {model.value(solver, variable)}"
