"""Constraint problems: every translation has exactly the solutions that the declarations describe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from pysat.solvers import Solver

import budge
from budge.studies.cp.csp import (
    AllDifferent,
    And,
    AnyOf,
    AtMost,
    Condition,
    Constraint,
    Csp,
    Equal,
    Fixed,
    Greater,
    Iff,
    Implies,
    LeftAtLeast,
    MovedBy,
    Not,
    Or,
    Relation,
    RelationsIf,
    Same,
    SumOf,
    Variable,
)
from budge.studies.cp.csp_model import CspModel
from budge.studies.cp.csp_text import study_problem
from budge.studies.cp.xcsp3 import xcsp3
from budge.studies.extras import Extras
from budge.studies.sat import encode_study
from budge.studies.sat.order import OrderEncoding

DOCS = Path(__file__).parents[2] / "docs"

Values = tuple[int, ...]


def satisfies(formula: Condition, values: Values) -> bool:
    match formula:
        case Variable():
            return values[formula.index] == 1
        case Equal(variable, value):
            return values[variable.index] == value
        case AtMost(variable, value):
            return values[variable.index] <= value
        case Same(one, other):
            return values[one.index] == values[other.index]
        case And(parts):
            return all(satisfies(part, values) for part in parts)
        case Or(parts):
            return any(satisfies(part, values) for part in parts)
        case Not(negated):
            return not satisfies(negated, values)
    raise AssertionError(formula)


def related(relation: Relation, values: Values) -> bool:
    match relation:
        case MovedBy(here, there, by):
            return values[here.index] + by == values[there.index]
        case Greater(one, other):
            return values[one.index] > values[other.index]
        case LeftAtLeast(steps, done):
            away = sum(weight for weight, formula in relation.terms if satisfies(formula, values))
            return values[steps.index] - done >= away


def allows(constraint: Constraint, values: Values) -> bool:
    def each(formulas: tuple[Condition, ...]) -> list[bool]:
        return [satisfies(formula, values) for formula in formulas]

    match constraint:
        case Fixed(variable, value):
            return values[variable.index] == value
        case AllDifferent(variables):
            return len({values[variable.index] for variable in variables}) == len(variables)
        case Iff(formula, parts):
            return satisfies(formula, values) == all(each(parts))
        case AnyOf(parts):
            return any(each(parts))
        case Implies(conditions, consequences):
            return not all(each(conditions)) or all(each(consequences))
        case SumOf(variable, terms):
            return values[variable.index] == sum(values[term.index] for term in terms)
        case RelationsIf(conditions, relations):
            return not all(each(conditions)) or all(related(relation, values) for relation in relations)


def solutions(csp: Csp) -> set[Values]:
    domains = [range(variable.low, variable.high + 1) for variable in csp.variables]
    return {
        values for values in product(*domains) if all(allows(constraint, values) for _, constraint in csp.constraints)
    }


def by_clauses(csp: Csp) -> Iterator[Values]:
    order = OrderEncoding(csp)
    with Solver(name="cadical195", bootstrap_with=order.clauses().clauses()) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            found = tuple(order.value(true.__contains__, variable) for variable in csp.variables)
            yield found
            bounds = [bound for bound, name in enumerate(order.names, 1) if name in bound_names(csp)]
            solver.add_clause([-bound if bound in true else bound for bound in bounds] or [1, -1])
            if not bounds:
                return


def bound_names(csp: Csp) -> set[str]:
    return {f"{each.name} ≤ {value}" for each in csp.variables for value in range(each.low, each.high)}


class Every(cp_model.CpSolverSolutionCallback):
    def __init__(self, csp: Csp, model: CspModel) -> None:
        super().__init__()
        self.csp, self.model = csp, model
        self.found: set[Values] = set()

    def on_solution_callback(self) -> None:
        self.found.add(tuple(self.value(self.model._of(variable)) for variable in self.csp.variables))


def by_cp_sat(csp: Csp) -> set[Values]:
    model, solver = CspModel(csp), cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    every = Every(csp, model)
    solver.solve(model.model, every)
    return every.found


@st.composite
def problems(draw: Any) -> Csp:
    csp = Csp()
    for name in "xyz"[: draw(st.integers(2, 3))]:
        low = draw(st.integers(-1, 1))
        csp.integer(name, low, low + draw(st.integers(0, 3)))
    for name in "abc":
        csp.boolean(name)
    anything = st.sampled_from(csp.variables)
    booleans = st.sampled_from([each for each in csp.variables if each.is_boolean])
    numbers = st.integers(-1, 4)
    atoms = st.one_of(
        booleans,
        st.builds(Equal, anything, numbers).filter(lambda each: each.variable.low <= each.value <= each.variable.high),
        st.builds(AtMost, anything, numbers),
        st.builds(Same, anything, anything),
    )
    formulas = st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds(And, st.lists(inner, max_size=3).map(tuple)),
            st.builds(Or, st.lists(inner, max_size=3).map(tuple)),
            inner.map(lambda each: ~each),
        ),
        max_leaves=4,
    )
    several = st.lists(formulas, max_size=2)
    for _ in range(draw(st.integers(1, 3))):
        match draw(st.integers(0, 7)):
            case 0:
                csp.all_different("", draw(st.lists(anything, min_size=2, max_size=3, unique=True)))
            case 1:
                csp.iff("", draw(formulas), draw(several))
            case 2:
                csp.any_of("", draw(several))
            case 3:
                csp.implies("", draw(several), draw(several))
            case 4:
                csp.sum("", draw(booleans), draw(st.lists(booleans, max_size=3, unique=True)))
            case 5:
                csp.relations_if("", draw(several), MovedBy(draw(anything), draw(anything), draw(st.integers(-1, 1))))
            case 6:
                csp.relations_if("", draw(several), Greater(draw(anything), draw(anything)))
            case 7:
                variable = draw(anything)
                groups = (
                    tuple((weight, Equal(variable, value)) for weight, value in enumerate(values_of(variable), 1)),
                    ((draw(st.integers(1, 2)), draw(booleans)),),
                )
                csp.relations_if("", draw(several), LeftAtLeast(draw(anything), draw(st.integers(-2, 1)), groups))
    return csp


def values_of(variable: Variable) -> range:
    return range(variable.low, variable.high + 1)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_the_order_encoding_has_the_solutions_of_the_problem(csp: Csp) -> None:
    found = list(by_clauses(csp))
    assert len(found) == len(set(found))
    assert set(found) == solutions(csp)


@settings(max_examples=60, deadline=None)
@given(problems())
def test_the_model_for_cp_sat_has_the_solutions_of_the_problem(csp: Csp) -> None:
    assert by_cp_sat(csp) == solutions(csp)


@pytest.mark.parametrize(
    ("name", "metric", "horizon", "values", "variables", "clauses"),
    [
        ("eight/12", "moves", 32, "direct", 3096, 26863),
        ("eight/12", "moves", 32, "order", 4250, 32717),
        ("sokoban/rooms-9", "pushes", 20, "direct", 20566, 84092),
        ("sokoban/rooms-9", "pushes", 20, "order", 22796, 94247),
    ],
)
def test_sizes_of_the_formulas_in_the_docs(
    name: str, metric: str, horizon: int, values: str, variables: int, clauses: int
) -> None:
    [puzzle] = budge.load(name)
    formula = encode_study(puzzle, Extras(), horizon, metric=metric, values=values).formula()
    assert (len(formula.used()), len(formula)) == (variables, clauses)
    assert f"{variables:,}, {clauses:,}" in (DOCS / "logic.md").read_text()


@pytest.mark.filterwarnings("ignore:Loading a model whilst")
@settings(max_examples=40, deadline=None)
@given(problems())
def test_choco_reads_the_problem_from_xcsp3_and_finds_the_minimum(csp: Csp) -> None:
    from cpmpy.tools.xcsp3 import load_xcsp3

    minimized = csp.variables[0]
    model = load_xcsp3("\n".join(xcsp3(csp, minimized)))
    found = solutions(csp)
    assert model.solve(solver="choco") is bool(found)
    if found:
        assert model.objective_value() == min(values[0] for values in found)


@pytest.mark.filterwarnings("ignore:Loading a model whilst")
@pytest.mark.parametrize(("source", "horizon", "optimum"), [("1 0/3 2", 3, 1), ("#####|#@$.#|#####", 2, 1)])
def test_choco_solves_puzzles_from_xcsp3(source: str, horizon: int, optimum: int) -> None:
    from cpmpy.tools.xcsp3 import load_xcsp3

    [puzzle] = budge.load(source)
    problem = study_problem(puzzle, horizon)
    model = load_xcsp3("\n".join(xcsp3(problem.csp, problem.steps)))
    assert model.solve(solver="choco")
    assert model.objective_value() == optimum
