"""The study's constraint problem and its solution as text, line by line: its tables 5.1 and 5.2 for any puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from budge.encodings.cp import STUDIES
from budge.encodings.extras import Extras
from budge.engines.logic.cp_sat import FOUND, cp_solver
from budge.puzzles import BadInput, Puzzle

SECONDS = 60.0  # to look for a solution


def csp_text(puzzle: Puzzle, horizon: int, extras: str = "") -> Iterator[str]:
    """Variables with their domains, constraints with their numbers in the study, and the values of a solution with the
    fewest steps. Raises `BadInput` where the study has no such problem.

    >>> from budge.puzzles import Sokoban
    >>> text = [*csp_text(Sokoban.of(["#####", "#@$.#", "#####"]), 1)]
    >>> print(*text[:3], *text[-1:], sep="\\n")
    # sokoban 5×3, pushes ≤ 1: 58 variables, 91 constraints
    steps ∈ {0,1}
    pi(0) ∈ [0,2]
    in(0,1,3) = 0
    """
    if puzzle.kind not in STUDIES:
        raise BadInput(f"the studies have constraint problems for {' and '.join(STUDIES)}, not {puzzle.kind}")
    study = STUDIES[puzzle.kind]
    if reason := study.refuses(puzzle):
        raise BadInput(reason)
    made = study.model(puzzle, 0, horizon, Extras.parse(extras, study.extras))
    csp = made.csp
    counts = f"{csp.variables} variables, {csp.constraints} constraints"
    yield f"# {puzzle.kind} {puzzle.size}, {study.metric} ≤ {horizon}: {counts}"
    yield from csp.text()
    csp.model.minimize(made.steps)
    solver = cp_solver(1)
    solver.parameters.max_time_in_seconds = SECONDS
    found = FOUND.get(solver.solve(csp.model))
    if not found:
        yield f"# {'no solution' if found is False else f'no solution was found in {SECONDS:g} seconds'}"
        return
    yield "# a solution"
    for variable, _, _ in csp.declared:
        yield f"{variable.name} = {solver.value(variable)}"
