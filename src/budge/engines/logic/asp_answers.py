"""Searches for a plan with clingo, length by length.

Incremental rules are grounded step by step in one solver, which keeps its learned clauses (multi-shot solving). Other
rules are grounded again for each length. For an optimal plan, lengths increase from the lower bound. Otherwise a plan
may contain waiting steps, so a length is an upper bound on the plan.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

import clingo
from clingo import Function, Number

from budge.encodings.asp import RULES, facts, read_answer, rules_of
from budge.engines.logic.asp import AspQuestion
from budge.engines.logic.base import Exhausted, PlanFound, Refuted
from budge.engines.logic.lengths import Lengths
from budge.machine import cores
from budge.processes.child import Emit
from budge.puzzles import Plan
from budge.trace import BoundStats

# Trendy takes two thirds of the time of the default, but its preprocessing eliminates variables that later steps need.
SETTINGS = ("--warn=none", "--configuration=trendy", "--sat-prepro=no")


def answer(question: AspQuestion, emit: Emit) -> None:
    """The job of a child process: emits BoundStats, Refuted and PlanFound events until the question is answered."""
    puzzle, metric, slack = question.puzzle, question.metric, question.slack
    rules = RULES[puzzle.kind]
    lower = rules.lower_bound(puzzle, metric)
    emit(Refuted(lower))
    solver = solver_for(question)
    while True:
        horizon = max(lower, 2 * lower if slack is None else int(slack * lower))
        if answered(solver, horizon, emit):
            return
        lower = horizon + 1 + (lower - horizon - 1) % rules.stride(puzzle, metric)
        emit(Refuted(lower))


def lengths(question: AspQuestion, emit: Emit) -> None:
    """A job: emits the possible lengths of plans."""
    rules, about = RULES[question.puzzle.kind], (question.puzzle, question.metric)
    emit(Lengths(rules.lower_bound(*about), rules.stride(*about)))


def answer_length(job: tuple[AspQuestion, int], emit: Emit) -> None:
    """A job: emits the events of one length."""
    question, length = job
    answered(solver_for(question), length, emit)


def answered(solver: ClingoSolver, horizon: int, emit: Emit) -> bool:
    """Decides one length and emits the result. Returns whether the search is over: a plan exists, no plan can exist, or
    the budget is used up."""
    stats, plan = solver.ask(horizon)
    emit(stats)
    if stats.satisfiable is None:
        emit("nodes")
        return True
    if plan is not None:
        cost = solver.question.puzzle.costs(plan)[solver.question.metric]
        assert isinstance(cost, int)
        emit(PlanFound(plan, cost))
        return True
    if solver.exhausted:
        emit(Exhausted())
    return solver.exhausted


def solver_for(question: AspQuestion) -> ClingoSolver:
    grows = RULES[question.puzzle.kind].grows(question.metric, question.encoding)
    return MultiShot(question) if grows else SingleShot(question)


class ClingoSolver(ABC):
    """clingo with the facts and rules of a puzzle."""

    exhausted = False  # the rules are unsatisfiable even without the goal

    def __init__(self, question: AspQuestion) -> None:
        self.question = question
        self.budget = question.conflicts  # remaining conflicts

    def ask(self, horizon: int) -> tuple[BoundStats, Plan | None]:
        """Statistics, and a plan or None. The plan has this length; if it may wait, at most this length."""
        began = time.process_time()
        control = self.grounded(horizon)
        grounding = time.process_time() - began
        if self.budget is not None:
            solve = control.configuration.solve
            assert isinstance(solve, clingo.Configuration)
            solve.solve_limit = f"{max(self.budget, 1)},umax"
        plan = None
        with control.solve(yield_=True) as handle:
            if (model := handle.model()) is not None:
                plan = read_answer(self.question.puzzle, " ".join(map(str, model.symbols(shown=True))))
            found = handle.get().satisfiable
        problem, solving = control.statistics["problem"]["lp"], control.statistics["solving"]["solvers"]
        atoms, rules, choices, conflicts = map(
            int, (problem["atoms"], problem["rules"], solving["choices"], solving["conflicts"])
        )
        if self.budget is not None:
            self.budget -= max(1, conflicts)
        seconds = time.process_time() - began
        return BoundStats(horizon, found, atoms, rules, choices, conflicts, 0, seconds, grounding), plan

    @abstractmethod
    def grounded(self, horizon: int) -> clingo.Control:
        """A solver for plans of this length."""

    def base(self, **constants: int) -> clingo.Control:
        """A solver with the facts and the rules that do not depend on time."""
        question = self.question
        constants |= question.switches | {"wait": question.slack != 1}
        arguments = [argument for name, value in constants.items() for argument in ("-c", f"{name}={int(value)}")]
        control = clingo.Control([*SETTINGS, f"--parallel-mode={min(question.threads, cores())}", *arguments])
        control.load(str(rules_of(question.puzzle, question.metric, question.encoding)))
        control.add("base", [], facts(question.puzzle))
        control.ground([("base", [])])
        return control


class SingleShot(ClingoSolver):
    """Rules for plans of one length, the constant `horizon`: a new solver for each length."""

    def grounded(self, horizon: int) -> clingo.Control:
        return self.base(horizon=horizon)


class MultiShot(ClingoSolver):
    """Rules in the parts base, step(t) and check(t): one solver for all lengths; a longer length adds steps."""

    def __init__(self, question: AspQuestion) -> None:
        super().__init__(question)
        self.control = self.base()
        self.steps = 0

    def grounded(self, horizon: int) -> clingo.Control:
        self.control.release_external(Function("query", [Number(self.steps)]))
        steps = [("step", [Number(step)]) for step in range(self.steps + 1, horizon + 1)]
        self.control.ground([*steps, ("check", [Number(horizon)])])
        self.control.assign_external(Function("query", [Number(horizon)]), True)
        self.steps = horizon
        return self.control

    def ask(self, horizon: int) -> tuple[BoundStats, Plan | None]:
        answered = super().ask(horizon)
        self.exhausted = self.control.is_conflicting
        return answered
