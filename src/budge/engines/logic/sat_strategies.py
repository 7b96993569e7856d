"""Strategies of the engine `sat`: which plan lengths a SAT solver decides, and in which order.

`incremental` extends one formula and uses assumptions, so learned clauses are kept. `restart` builds a smaller formula
for each length, without variables that cannot be true. Both increase the length from the lower bound, so the first plan
is optimal. `binary` and `doubling` ask for plans of at most a given length, padded with detours. The length grows until
a plan exists, then bisection finds the shortest. With `doubling` it doubles. With `binary` it grows by 10 below 30 and
by 5 from there on; the model-checking study describes larger increments below 30 without numbers.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, chain

from budge.encodings.sat import FAR, Encoding, encode
from budge.encodings.sat.formula import Formula
from budge.engines.domains import DOMAINS
from budge.engines.logic.base import FAR_FROM_HOME, NO_WAY, PlanFound, Refuted
from budge.engines.logic.lengths import Lengths
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import ONE_SHOT, Effort, SatSolver, sat_solver
from budge.processes.child import Emit
from budge.trace import BoundStats

Steps = list[list[int]]  # of a plan, each in the numbers of the kind's domain


if importlib.util.find_spec("pysat"):
    import pysat.solvers  # noqa: F401 (so that children are forked with it)


def answer(question: SatQuestion, emit: Emit) -> None:
    """The job of a child process: emits BoundStats, Refuted and PlanFound events until the question is answered."""
    encoding = encode(question.puzzle, metric=question.metric)
    if encoding.lower_bound >= FAR:
        emit(FAR_FROM_HOME)
        return
    emit(Refuted(encoding.lower_bound))
    if question.strategy == "auto":
        question = replace(question, strategy=faster_strategy(encoding))
    Search(question, emit).run()


def lengths(question: SatQuestion, emit: Emit) -> None:
    """A job: emits the possible lengths of plans."""
    encoding = encode(question.puzzle, metric=question.metric)
    lengths = Lengths(encoding.lower_bound, encoding.stride, encoding.positions)
    emit(FAR_FROM_HOME if lengths.lower_bound >= FAR else lengths)


def answer_length(job: tuple[SatQuestion, int], emit: Emit) -> None:
    """A job: emits BoundStats, and a plan of one length if there is one."""
    question, length = job
    search = Search(question, emit)
    try:
        if (path := search.ask(length, detours=False)) is not None:
            emit(search.found(path))
    except OutOfConflicts:
        emit("nodes")


def faster_strategy(encoding: Encoding) -> str:
    """One growing formula keeps learned clauses. Separate formulas are smaller and faster if the encoding counts
    wasted moves, which it does above `counter_above`."""
    return "restart" if encoding.lower_bound > encoding.counter_above else "incremental"


def doubled(limit: int) -> int:
    return max(1, 2 * limit)


def incremented(limit: int) -> int:
    return limit + (10 if limit < 30 else 5)


LONGER = {"doubling": doubled, "binary": incremented}  # the next limit, by strategy


class OutOfConflicts(Exception):
    """The limit on nodes was reached."""


class NoPlan(Exception):
    """All lengths below the number of positions are refuted: any plan would visit a position twice."""


class Search:
    def __init__(self, question: SatQuestion, emit: Emit) -> None:
        self.question = question
        self.budget = question.conflicts  # remaining conflicts
        encoding = self.encode()
        # If waiting is forbidden, plans with waits may be shorter.
        self.proves = encoding.proves and question.wait
        self.emit = emit
        self.positions = encoding.positions
        self.lower_bound, self.stride, self.idles = encoding.lower_bound, encoding.stride, encoding.idles

    def encode(self, horizon: int | None = None, *, detours: bool = False) -> Encoding:
        question = self.question
        puzzle, metric, wait = question.puzzle, question.metric, question.wait
        if question.study is not None:
            from budge.studies.sat import encode_study

            return encode_study(puzzle, question.study, horizon, metric=metric, values=question.values, wait=wait)
        return encode(puzzle, horizon, metric=metric, detours=detours, wait=wait)

    def run(self) -> None:
        try:
            if self.question.slack is None or self.question.strategy in LONGER:
                longer = LONGER.get(self.question.strategy, doubled)
                self.from_above(longer, any_plan=self.question.slack is None)
            elif self.question.slack > 1:
                self.within(self.question.slack)
            elif self.question.strategy == "incremental" and not self.question.solver.startswith(ONE_SHOT):
                self.incremental()
            else:
                self.restart()
        except OutOfConflicts:
            self.emit("nodes")
        except NoPlan:
            self.emit(NO_WAY)

    def refuted(self, lower_bound: int) -> None:
        """Reports a lower bound, unless the formulas forbid more than the rules do."""
        if self.proves:
            self.emit(Refuted(lower_bound))
            if lower_bound >= self.positions:
                raise NoPlan

    def restart(self) -> None:
        horizon = self.lower_bound
        while (path := self.ask(horizon, detours=False)) is None:
            horizon += self.stride
            self.refuted(horizon)
        self.emit(self.found(path))

    def incremental(self) -> None:
        encoding = self.encode()
        solver = sat_solver(self.question.solver)
        variables: set[int] = set()
        clauses = 0
        grown, known = encoding.start(), 0
        for horizon in range(self.lower_bound, encoding.longest + 1, self.stride):
            began = time.process_time()
            for step in range(known + 1, horizon + 1):
                grown.extend(encoding.step(step))
            solver.add(grown)
            variables.update(grown.used())
            clauses += len(grown)
            grown, known = Formula(), horizon
            if self.decide(solver, (len(variables), clauses), horizon, began, encoding.goal(horizon)):
                self.emit(PlanFound([*chain(*encoding.plan(model(solver, variables), horizon))], horizon))
                return
            self.refuted(horizon + self.stride)
            self.lower_bound = horizon + self.stride
        self.restart()

    def within(self, slack: float) -> None:
        """Searches for a plan of at most slack × the lower bound, which rises until one exists."""
        lower = self.lower_bound
        while (path := self.ask_up_to(int(slack * lower))) is None:
            lower = self.next_length(int(slack * lower))
            self.refuted(lower)
        self.emit(self.found(path))

    def from_above(self, longer: Callable[[int], int], any_plan: bool) -> None:
        """Increases the length until a plan exists. Then, unless any plan is good enough, bisects between its length
        and the lower bound."""
        lower = limit = self.lower_bound
        while (path := self.ask_up_to(limit)) is None:
            lower = self.next_length(limit)
            self.refuted(lower)
            limit = longer(limit)
        best = self.found(path)
        self.emit(best)
        while lower < best.length and not any_plan:
            middle = lower + (best.length - self.stride - lower) // 2
            better = self.ask_up_to(middle)
            if better is None:
                lower = self.next_length(middle)
                self.refuted(lower)
            else:
                best = self.found(better)
                self.emit(best)

    def found(self, steps: Steps) -> PlanFound:
        """The plan without loops: the steps between two visits of a state are removed."""
        puzzle, path = self.question.puzzle, [*chain(*steps)]
        moves = DOMAINS[puzzle.kind].plan(path, puzzle, "steps").moves  # blocks: a move for every cell
        size = max(1, len(path) // max(1, len(moves)))  # numbers per move; the plan may have no moves, only waits
        every = puzzle.states(moves)
        states = [every[0], *(every[done // size] for done in accumulate(map(len, steps)))]
        last = {state: index for index, state in enumerate(states)}
        kept, index = [], last[states[0]]
        while index < len(steps):
            kept.append(index)
            index = last[states[index + 1]]
        return PlanFound([number for index in kept for number in steps[index]], len(kept))

    def next_length(self, refuted: int) -> int:
        """The smallest possible length above `refuted`."""
        steps = max(0, refuted - self.lower_bound) // self.stride + 1
        return self.lower_bound + steps * self.stride

    def ask_up_to(self, limit: int) -> Steps | None:
        """A plan of at most `limit` steps: detours pad shorter plans by two steps, idle steps by one."""
        last = self.lower_bound + (limit - self.lower_bound) // self.stride * self.stride
        for horizon in range(last, max(last - (1 if self.idles else 2), self.lower_bound - 1), -self.stride):
            if (path := self.ask(horizon, detours=True)) is not None:
                return path
        return None

    def ask(self, horizon: int, detours: bool) -> Steps | None:
        """A plan of `horizon` steps, or None; uses a new solver."""
        began = time.process_time()
        encoding = self.encode(horizon, detours=detours)
        formula = encoding.formula()
        variables = set(formula.used())
        solver = sat_solver(self.question.solver)
        solver.add(formula)
        try:
            if not self.decide(solver, (len(variables), len(formula)), horizon, began):
                return None
            return encoding.plan(model(solver, variables), horizon)
        finally:
            solver.close()

    def decide(
        self, solver: SatSolver, size: tuple[int, int], horizon: int, began: float, assumptions: list[int] | None = None
    ) -> bool:
        """Runs the solver and emits statistics; `size` is the number of variables and clauses."""
        building = time.process_time() - began
        before, kept = solver.effort(), solver.kept_clauses()
        found = solver.solve(assumptions or (), self.budget)
        effort = solver.effort()
        spent = Effort(
            effort.decisions - before.decisions,
            effort.conflicts - before.conflicts,
            effort.propagations - before.propagations,
        )
        if self.budget is not None:
            self.budget -= max(1, spent.conflicts)  # so that the search ends, however easy each length is
        counts = (*size, spent.decisions, spent.conflicts, spent.propagations)
        self.emit(BoundStats(horizon, found, *counts, time.process_time() - began, building, kept))
        if found is None or (not found and self.budget is not None and self.budget <= 0):
            raise OutOfConflicts
        return found


def model(solver: SatSolver, variables: set[int]) -> Callable[[int], bool]:
    """The values of the last model. A variable that occurs in no clause is false; the solver's value is ignored."""
    return lambda variable: variable in variables and solver.holds(variable)
