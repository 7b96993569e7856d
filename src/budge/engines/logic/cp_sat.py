"""Jobs for CP-SAT: clauses, the study's constraint problems, and models of walks between pushes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

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
from budge.engines.logic.sat_strategies import LONGER, OutOfConflicts, answer, doubled
from budge.processes.child import Emit
from budge.puzzles import Puzzle
from budge.studies.cp import CP_STUDIES
from budge.studies.cp.csp_model import CspModel
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
    """CP-SAT as a SAT solver. It solves every formula from scratch, with assumptions as unit clauses."""

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
        model = self._model
        if assumptions:
            model = model.clone()
            for literal in assumptions:
                model.proto.constraints.add().bool_or.literals.append(literal if literal > 0 else literal - 1)
        return found_by(self._solver, model, conflicts)

    def holds(self, variable: int) -> bool:
        return bool(self._solver.response_proto.solution[variable])

    def effort(self) -> Effort:
        try:
            return Effort(self._solver.num_branches, self._solver.num_conflicts)
        except RuntimeError:  # before the first call
            return Effort()


def answer_clauses(question: SatQuestion, emit: Emit) -> None:
    """The job of `sat`, in a module that imports CP-SAT. A growing formula saves nothing, so `auto` means `restart`."""
    if question.strategy == "auto":
        question = replace(question, strategy="restart")
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
    """The job of a child process: solves the study's CSP, with a step limit that grows until a plan exists."""
    bound = lower_bound(question.puzzle, CP_STUDIES[question.puzzle.kind].metric, emit)
    if bound is None:
        return
    search = StudySearch(question, bound, emit)
    try:
        search.run()
    except OutOfConflicts:
        emit("nodes")


class StudySearch:
    def __init__(self, question: StudyQuestion, lower: int, emit: Emit) -> None:
        self.question, self.lower, self.emit = question, lower, emit
        self.left = question.conflicts

    def run(self) -> None:
        strategy = self.question.strategy
        limit = self.lower if strategy in LONGER else max(self.lower, 1)
        minimizes = self.question.optimal and strategy != "binary"
        while (length := self.ask(limit, minimize=minimizes)) is None:
            limit = limit + 1 if strategy == "restart" else LONGER.get(strategy, doubled)(limit)
        while self.question.optimal and self.lower < length:  # `binary`: bisect
            shorter = self.ask((self.lower + length - 1) // 2, minimize=False)
            length = length if shorter is None else shorter

    def ask(self, limit: int, minimize: bool) -> int | None:
        """The length of a plan from the lower bound to the limit, the minimum if `minimize`; emits what is found."""
        question = self.question
        began = time.process_time()
        study = CP_STUDIES[question.puzzle.kind].model(question.puzzle, self.lower, limit, question.extras)
        model, solver = CspModel(study.csp), cp_solver(question.threads)
        if minimize:
            model.minimize(study.steps)
        building = time.process_time() - began
        found = found_by(solver, model.model, self.left)
        counts = (len(study.csp.variables), len(study.csp.constraints), solver.num_branches, solver.num_conflicts, 0)
        self.emit(BoundStats(limit, found, *counts, time.process_time() - began, building))
        if self.left is not None:
            self.left -= max(1, solver.num_conflicts)
        value = partial(model.value, solver)
        length = study.length(value) if found else None
        is_best = solver.response_proto.status == cp_model.OPTIMAL
        if length is not None:
            if minimize and is_best:
                self.refuted(length)
            self.emit(PlanFound([*chain(*study.plan(value))], length))
        elif found is False:
            self.refuted(limit + 1)
        finished = found and is_best and (minimize or not question.optimal)
        if found is None or (minimize and found and not is_best) or (exhausted(self.left) and not finished):
            raise OutOfConflicts
        return length

    def refuted(self, bound: int) -> None:
        self.lower = bound
        if not self.question.extras.completed:
            self.emit(Refuted(bound))


def exhausted(left: int | None) -> bool:
    return left is not None and left <= 0


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
        left = None if left is None else left - max(1, solver.num_conflicts)
        if found is None or exhausted(left):
            emit("nodes")
            return
        lower = walks_of.next_length(puzzle, limit + 1)
        emit(Refuted(lower))
        limit = max(2 * limit, lower) if question.slack is None else int(question.slack * lower)
