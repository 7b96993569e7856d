"""CP-SAT as a solver of clauses, and of the studies' constraint problems."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from ortools.sat.python import cp_model

from budge.encodings.cp.tiles_study import TilesStudy
from budge.encodings.extras import Extras
from budge.encodings.sat.formula import Formula
from budge.engines.child import Emit
from budge.engines.logic import Found, Refuted
from budge.engines.model import BoundStats
from budge.engines.sat_solvers import Effort, SatSolver
from budge.engines.sat_strategies import Question, answer
from budge.puzzles import Tiles


def cp_solver(threads: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = threads
    solver.parameters.random_seed = 1
    return solver


class CpSat(SatSolver):
    """Clauses for CP-SAT; one question a solver."""

    def __init__(self, threads: int) -> None:
        self._model = cp_model.CpModel()
        self._solver = cp_solver(threads)
        # There is nothing linear in clauses, and the encodings leave little to probe: 40 % of the time saved.
        self._solver.parameters.linearization_level = 0
        self._solver.parameters.cp_model_probing_level = 0
        self._solver.parameters.symmetry_level = 0

    def add(self, formula: Formula) -> None:
        # Straight into the model's buffers: the methods of CpModel take a hundred times as long.
        proto = self._model.proto
        for _ in range(len(proto.variables), formula.greatest_variable + 1):
            proto.variables.add().domain.extend([0, 1])
        for block in formula.blocks:
            for literals in np.where(block > 0, block, block - 1).tolist():  # CP-SAT writes not x as -x - 1
                proto.constraints.add().bool_or.literals.extend(literals)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        status = self._solver.solve(self._model)
        return {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}.get(status)

    def holds(self, variable: int) -> bool:
        return bool(self._solver.response_proto.solution[variable])

    def effort(self) -> Effort:
        try:
            return Effort(self._solver.num_branches, self._solver.num_conflicts)
        except RuntimeError:  # not asked yet
            return Effort()


def answer_clauses(question: Question, emit: Emit) -> None:
    """The job of `sat`, in a module that brings CP-SAT along."""
    answer(question, emit)


@dataclass(frozen=True)
class StudyQuestion:
    puzzle: Tiles
    extras: Extras
    optimal: bool
    least: int
    threads: int


def answer_study(question: StudyQuestion, emit: Emit) -> None:
    """The job of a child process: the study's CSP with its limit doubled until there is a plan."""
    least, most = question.least, max(question.least, 1)
    while True:
        began = time.process_time()
        study = TilesStudy(question.puzzle, least, most, question.extras)
        if question.optimal:
            study.csp.model.minimize(study.steps)
        solver = cp_solver(question.threads)
        found = solver.solve(study.csp.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        counts = (study.csp.variables, study.csp.constraints, solver.num_branches, solver.num_conflicts, 0)
        emit(BoundStats(most, found, *counts, time.process_time() - began))
        if found:
            path = study.plan(solver)
            if question.optimal:
                emit(Refuted(len(path)))
            emit(Found(path, len(path)))
            return
        least = most + 1
        if not question.extras.completed:
            emit(Refuted(least))
        most *= 2
