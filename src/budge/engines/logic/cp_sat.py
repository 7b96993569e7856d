"""Jobs for CP-SAT: clauses, the study's constraint problems, and models of walks between pushes."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from ortools.sat.python import cp_model

from budge.encodings.cp import WALKS
from budge.encodings.sat import FAR, encode
from budge.encodings.sat.formula import Formula
from budge.engines.domains import DOMAINS
from budge.engines.logic.base import FAR_FROM_HOME, PlanFound, Refuted
from budge.engines.logic.cp import StudyQuestion, WalksQuestion
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import Effort, SatSolver
from budge.engines.logic.sat_strategies import answer
from budge.processes.child import Emit
from budge.puzzles import Puzzle
from budge.studies.cp import CP_STUDIES
from budge.trace import BoundStats

FOUND = {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}  # otherwise unknown


def cp_solver(threads: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = threads
    solver.parameters.random_seed = 1
    return solver


def clause_solver(threads: int) -> cp_model.CpSolver:
    """A solver for models of clauses only, without linear relaxation, probing and symmetry detection: 40% less time."""
    solver = cp_solver(threads)
    solver.parameters.linearization_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    return solver


def found_by(solver: cp_model.CpSolver, model: cp_model.CpModel, conflicts: int | None) -> bool | None:
    """Whether a solution exists; None if the conflict budget was reached."""
    if conflicts is not None:
        solver.parameters.max_number_of_conflicts = conflicts
    status = solver.solve(model)
    if status not in FOUND and conflicts is None:
        raise RuntimeError(f"CP-SAT stopped without an answer: {solver.status_name(status)}")
    return FOUND.get(status)


class CpSat(SatSolver):
    """CP-SAT as a SAT solver, for one call of `solve`."""

    def __init__(self, threads: int) -> None:
        self._model = cp_model.CpModel()
        self._solver = clause_solver(threads)

    def add(self, formula: Formula) -> None:
        # Write to the model's buffers: the methods of CpModel take a hundred times as long.
        proto = self._model.proto
        for _ in range(len(proto.variables), formula.greatest_variable + 1):
            proto.variables.add().domain.extend([0, 1])
        for block in formula.blocks:
            for literals in np.where(block > 0, block, block - 1).tolist():  # CP-SAT writes not x as -x - 1
                proto.constraints.add().bool_or.literals.extend(literals)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        return found_by(self._solver, self._model, conflicts)

    def holds(self, variable: int) -> bool:
        return bool(self._solver.response_proto.solution[variable])

    def effort(self) -> Effort:
        try:
            return Effort(self._solver.num_branches, self._solver.num_conflicts)
        except RuntimeError:  # before the first call
            return Effort()


def answer_clauses(question: SatQuestion, emit: Emit) -> None:
    """The job of `sat`, in a module that imports CP-SAT."""
    if lower_bound(question.puzzle, question.metric, emit) is not None:
        answer(question, emit)


def lower_bound(puzzle: Puzzle, metric: str, emit: Emit) -> int | None:
    """A lower bound on the length of plans, or None if no plan exists. Emits this result too."""
    if metric == "pushes":
        pushes = DOMAINS[puzzle.kind].evaluate(puzzle, "matching", "pushes")
        bound = FAR if pushes < 0 else pushes
    else:
        bound = encode(puzzle, metric=metric).lower_bound
    emit(FAR_FROM_HOME if bound >= FAR else Refuted(bound))
    return None if bound >= FAR else bound


def answer_study(question: StudyQuestion, emit: Emit) -> None:
    """The job of a child process: solves the study's CSP, with a step limit that doubles until a plan exists."""
    puzzle, extras = question.puzzle, question.extras
    study_of = CP_STUDIES[puzzle.kind]
    bound = lower_bound(puzzle, study_of.metric, emit)
    if bound is None:
        return
    limit, left = max(bound, 1), question.conflicts
    while True:
        began = time.process_time()
        study = study_of.model(puzzle, bound, limit, extras)
        if question.optimal:
            study.csp.model.minimize(study.steps)
        building = time.process_time() - began
        solver = cp_solver(question.threads)
        found = found_by(solver, study.csp.model, left)
        best = solver.response_proto.status == cp_model.OPTIMAL
        counts = (study.csp.variables, study.csp.constraints, solver.num_branches, solver.num_conflicts, 0)
        emit(BoundStats(limit, found, *counts, time.process_time() - began, building))
        if found:
            length = study.length(solver)
            if question.optimal and best:
                emit(Refuted(length))
            emit(PlanFound(study.plan(solver), length))
        left = None if left is None else left - solver.num_conflicts
        if found and (best or not question.optimal):
            return
        if found is not False or (left is not None and left <= 0):
            emit("nodes")
            return
        bound = limit + 1
        if not extras.completed:
            emit(Refuted(bound))
        limit *= 2


def answer_walks(question: WalksQuestion, emit: Emit) -> None:
    """The job of a child process: searches for a plan within a limit, which rises until a plan exists."""
    puzzle, left = question.puzzle, question.conflicts
    walks_of = WALKS[puzzle.kind]
    bound = lower_bound(puzzle, walks_of.metric, emit)
    if bound is None:
        return
    lower = walks_of.next_length(puzzle, bound)
    emit(Refuted(lower))
    limit = lower if question.slack is None else int(question.slack * lower)
    while True:
        began = time.process_time()
        walks = walks_of.model(puzzle, lower, limit)
        building = time.process_time() - began
        solver = clause_solver(question.threads)
        found = found_by(solver, walks.model, left)
        size = len(walks.model.proto.variables), len(walks.model.proto.constraints)
        counts = (*size, solver.num_branches, solver.num_conflicts, 0)
        emit(BoundStats(limit, found, *counts, time.process_time() - began, building))
        if found:
            emit(PlanFound(walks.plan(solver), walks.length(solver)))
            return
        left = None if left is None else left - solver.num_conflicts
        if found is None or (left is not None and left <= 0):
            emit("nodes")
            return
        lower = walks_of.next_length(puzzle, limit + 1)
        emit(Refuted(lower))
        limit = max(2 * limit, lower) if question.slack is None else int(question.slack * lower)
