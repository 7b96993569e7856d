"""A constraint problem as a model for OR-tools' CP-SAT."""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

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

Literal = cp_model.BoolVarT


class CspModel:
    """The model of a problem; one constraint of the problem may need several of CP-SAT.

    >>> csp = Csp()
    >>> x, y = csp.integer("x", 0, 3), csp.integer("y", 0, 3)
    >>> csp.any_of("", [Same(x, y), AtMost(y, 1)])
    >>> csp.fix("", y, 3)
    >>> model, solver = CspModel(csp), cp_model.CpSolver()
    >>> solver.solve(model.model) == cp_model.OPTIMAL, model.value(solver, x)
    (True, 3)
    """

    def __init__(self, csp: Csp) -> None:
        self.model = cp_model.CpModel()
        self._variables = [self.model.new_int_var(each.low, each.high, each.name) for each in csp.variables]
        self._literals: dict[Equal, Literal] = {}
        for _, constraint in csp.constraints:
            self._add(constraint)

    def minimize(self, variable: Variable) -> None:
        self.model.minimize(self._of(variable))

    def value(self, solver: cp_model.CpSolver, variable: Variable) -> int:
        return solver.value(self._of(variable))

    def _of(self, variable: Variable) -> cp_model.IntVar:
        return self._variables[variable.index]

    def _add(self, constraint: Constraint) -> None:
        model = self.model
        match constraint:
            case Fixed(variable, value):
                model.add(self._of(variable) == value)
            case AllDifferent(variables):
                model.add_all_different(map(self._of, variables))
            case Iff(formula, parts):
                holds, each = self._literal(formula), self._all(parts)
                model.add_bool_and(each).only_enforce_if(holds)
                model.add_bool_or([holds, *(~part for part in each)])
            case AnyOf(parts):
                model.add_bool_or(self._all(parts))
            case Implies(conditions, consequences):
                model.add_bool_and(self._all(consequences)).only_enforce_if(self._all(conditions))
            case SumOf(variable, terms):
                model.add(self._of(variable) == sum(map(self._of, terms)))
            case RelationsIf(conditions, relations):
                given = self._all(conditions)
                for relation in relations:
                    model.add(self._relation(relation)).only_enforce_if(given)

    def _relation(self, relation: Relation) -> cp_model.BoundedLinearExpression | bool:
        match relation:
            case MovedBy(here, there, by):
                return self._of(here) + by == self._of(there)
            case Greater(one, other):
                return self._of(one) > self._of(other)
            case LeftAtLeast(steps, done):
                return self._of(steps) - done >= sum(weight * self._literal(part) for weight, part in relation.terms)

    def _all(self, formulas: Iterable[Condition]) -> list[Literal]:
        return [self._literal(formula) for formula in formulas]

    def _literal(self, formula: Condition) -> Literal:
        match formula:
            case Variable():
                return self._of(formula)
            case Not(negated):
                return ~self._literal(negated)
            case Equal(variable, value):
                if formula not in self._literals:
                    number = self._of(variable)
                    self._literals[formula] = self._reified(number == value, number != value)
                return self._literals[formula]
            case AtMost(variable, value):
                return self._reified(self._of(variable) <= value, self._of(variable) > value)
            case Same(one, other):
                return self._reified(self._of(one) == self._of(other), self._of(one) != self._of(other))
            case And(parts):
                return self._conjunction(self._all(parts))
            case Or(parts):
                return ~self._conjunction([~part for part in self._all(parts)])
        raise AssertionError(formula)

    def _reified(
        self, relation: cp_model.BoundedLinearExpression | bool, opposite: cp_model.BoundedLinearExpression | bool
    ) -> Literal:
        holds = self.model.new_bool_var("")
        self.model.add(relation).only_enforce_if(holds)
        self.model.add(opposite).only_enforce_if(~holds)
        return holds

    def _conjunction(self, literals: list[Literal]) -> Literal:
        holds = self.model.new_bool_var("")
        self.model.add_bool_and(literals).only_enforce_if(holds)
        self.model.add_bool_or([holds, *(~each for each in literals)])
        return holds
