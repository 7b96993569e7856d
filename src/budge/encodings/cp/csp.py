"""A constraint satisfaction problem that knows how many variables and constraints it declares, over OR-tools' CP-SAT.

A study's constraint, such as "x = 0 just if y = 1 and z = 2", is one declaration here however many CP-SAT needs for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

Literal = cp_model.BoolVarT


class Csp:
    """
    >>> csp = Csp()
    >>> x, y = csp.integer("x", 0, 3), csp.integer("y", 0, 3)
    >>> csp.implies([csp.equal(x, 1)], [csp.equal(y, 2)])
    >>> csp.variables, csp.constraints
    (2, 1)
    """

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self.variables = 0
        self.constraints = 0
        self._equal: dict[tuple[int, int], Literal] = {}

    def integer(self, name: str, low: int, high: int) -> cp_model.IntVar:
        self.variables += 1
        return self.model.new_int_var(low, high, name)

    def boolean(self, name: str) -> cp_model.IntVar:
        self.variables += 1
        return self.model.new_bool_var(name)

    def equal(self, variable: cp_model.IntVar, value: int) -> Literal:
        """The formula variable = value, to be used in constraints."""
        key = variable.index, value
        if key not in self._equal:
            holds = self.model.new_bool_var(f"{variable.name}={value}")
            self.model.add(variable == value).only_enforce_if(holds)
            self.model.add(variable != value).only_enforce_if(~holds)
            self._equal[key] = holds
        return self._equal[key]

    def all_of(self, formulas: Sequence[Literal]) -> Literal:
        """The formula that all of them hold."""
        holds = self.model.new_bool_var("")
        self.model.add_bool_and(formulas).only_enforce_if(holds)
        self.model.add_bool_or([holds, *(~formula for formula in formulas)])
        return holds

    def some_of(self, formulas: Sequence[Literal]) -> Literal:
        """The formula that one of them holds, or more."""
        return ~self.all_of([~formula for formula in formulas])

    def at_most(self, variable: cp_model.IntVar, value: int) -> Literal:
        """The formula variable ≤ value."""
        holds = self.model.new_bool_var(f"{variable.name}<={value}")
        self.model.add(variable <= value).only_enforce_if(holds)
        self.model.add(variable > value).only_enforce_if(~holds)
        return holds

    def same(self, one: cp_model.IntVar, other: cp_model.IntVar) -> Literal:
        """The formula that both have one value."""
        holds = self.model.new_bool_var(f"{one.name}={other.name}")
        self.model.add(one == other).only_enforce_if(holds)
        self.model.add(one != other).only_enforce_if(~holds)
        return holds

    # Constraints

    def fix(self, variable: cp_model.IntVar, value: int) -> None:
        self.constraints += 1
        self.model.add(variable == value)

    def all_different(self, variables: Iterable[cp_model.IntVar]) -> None:
        self.constraints += 1
        self.model.add_all_different(variables)

    def iff(self, formula: Literal, formulas: Sequence[Literal]) -> None:
        """`formula` just if all of the others."""
        self.constraints += 1
        self.model.add_bool_and(formulas).only_enforce_if(formula)
        self.model.add_bool_or([formula, *(~each for each in formulas)])

    def any_of(self, formulas: Sequence[Literal]) -> None:
        self.constraints += 1
        self.model.add_bool_or(formulas)

    def implies(self, conditions: Sequence[Literal], consequences: Sequence[Literal]) -> None:
        self.constraints += 1
        self.model.add_bool_and(consequences).only_enforce_if(conditions)

    def linear(self, relation: cp_model.BoundedLinearExpression | bool) -> None:
        self.constraints += 1
        self.model.add(relation)

    def linear_if(self, conditions: Sequence[Literal], *relations: cp_model.BoundedLinearExpression | bool) -> None:
        """All of the relations, where all of the conditions hold."""
        self.constraints += 1
        for relation in relations:
            self.model.add(relation).only_enforce_if(conditions)
