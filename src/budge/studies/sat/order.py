"""Constraint problems in the order encoding (N. Tamura, A. Taga, S. Kitagawa, M. Banbara, 2009), as Sugar translates
those of Copris: variable x becomes the Boolean variables x ≤ v for all v below its maximum.

A condition becomes its clauses where it stands; a variable that stands for a condition is introduced only inside a
disjunction. All-different variables are pairwise smaller or greater, and at least one of n has a value of at most
max - n + 1, and one of at least min + n - 1. `study` gives these formulas to the strategies of the engine `sat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np

from budge.encodings.sat.base import Encoding
from budge.encodings.sat.formula import Formula
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
    formula_text,
)

TRUE = 1 << 30  # a literal that is always true; its negation is always false
FALSE = -TRUE


class OrderEncoding:
    """
    >>> csp = Csp()
    >>> x, y = csp.integer("x", 0, 3), csp.integer("y", 0, 3)
    >>> csp.iff("", Equal(x, 0), [Equal(y, 2)])
    >>> encoded = OrderEncoding(csp)
    >>> print(*encoded.names, sep=", ")
    x ≤ 0, x ≤ 1, x ≤ 2, y ≤ 0, y ≤ 1, y ≤ 2
    >>> encoded.clauses().clauses()
    [[-1, 2], [-2, 3], [-4, 5], [-5, 6], [-1, 6], [-1, -5], [-6, 5, 1]]
    """

    def __init__(self, csp: Csp) -> None:
        self.names: list[str] = []  # of the Boolean variables
        self._clauses: dict[int, list[list[int]]] = {}  # by length
        self._first: list[int] = []  # x ≤ the minimum of x, for every x
        self._introduced: dict[Condition, int] = {}
        for variable in csp.variables:
            self._first.append(len(self.names) + 1)
            bounds = [self._new(f"{variable.name} ≤ {value}") for value in range(variable.low, variable.high)]
            for low, high in pairwise(bounds):
                self._add([-low, high])
        for _, constraint in csp.constraints:
            self._constrain(constraint)

    def clauses(self) -> Formula:
        found = Formula()
        found.blocks = [np.array(block, np.int32) for block in self._clauses.values()]
        return found

    def value(self, holds: Callable[[int], bool], variable: Variable) -> int:
        bounds = range(variable.low, variable.high)
        return next((value for value in bounds if holds(self._at_most(variable, value))), variable.high)

    def _new(self, name: str) -> int:
        self.names.append(name)
        return len(self.names)

    def _add(self, literals: Iterable[int]) -> None:
        clause = [literal for literal in dict.fromkeys(literals) if literal != FALSE]
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            for each in [clause] if clause else [[1], [-1]]:  # some programs cannot read an empty clause
                self._clauses.setdefault(len(each), []).append(each)

    def _at_most(self, variable: Variable, value: int) -> int:
        if value >= variable.high:
            return TRUE
        return FALSE if value < variable.low else self._first[variable.index] + value - variable.low

    def _constrain(self, constraint: Constraint) -> None:
        match constraint:
            case Fixed(variable, value):
                self._require([], Equal(variable, value))
            case AllDifferent(variables):
                self._all_different(variables)
            case Iff(formula, parts):
                for part in parts:
                    self._require(self._refutations([formula]), part)
                self._require(self._refutations(parts), formula)
            case AnyOf(parts):
                self._require([], Or(parts))
            case Implies(conditions, consequences):
                given = self._refutations(conditions)
                for consequence in consequences:
                    self._require(given, consequence)
            case SumOf(variable, terms):
                for term in terms:
                    self._require(self._refutations([term]), variable)
                for one, other in combinations(terms, 2):
                    self._require([], Or((~one, ~other)))
                self._require(self._refutations([variable]), Or(terms))
            case RelationsIf(conditions, relations):
                given = self._refutations(conditions)
                for relation in relations:
                    self._relate(given, relation)

    def _refutations(self, formulas: Iterable[Condition]) -> list[int]:
        """Literals of which one holds if one of the formulas does not: the beginning of a clause."""
        return [literal for formula in formulas for literal in self._disjuncts(~formula)]

    def _require(self, given: list[int], formula: Condition) -> None:
        """Clauses stating that a literal of `given` holds, or else the formula."""
        match formula:
            case Equal(variable, value):
                self._add([*given, self._at_most(variable, value)])
                self._add([*given, -self._at_most(variable, value - 1)])
            case And(parts):
                for part in parts:
                    self._require(given, part)
            case Not(Or(parts)):
                for part in parts:
                    self._require(given, ~part)
            case _:
                self._add([*given, *self._disjuncts(formula)])

    def _disjuncts(self, formula: Condition) -> list[int]:
        """Literals of which at least one holds if and only if the formula does."""
        match formula:
            case Not(Equal(variable, value)):
                return [-self._at_most(variable, value), self._at_most(variable, value - 1)]
            case Or(parts):
                return [literal for part in parts for literal in self._disjuncts(part)]
            case Not(And(parts)):
                return [literal for part in parts for literal in self._disjuncts(~part)]
        return [self._literal(formula)]

    def _literal(self, formula: Condition) -> int:
        match formula:
            case Variable():
                return -self._at_most(formula, 0)
            case Not(negated):
                return -self._literal(negated)
            case AtMost(variable, value):
                return self._at_most(variable, value)
            case Equal(variable, value) if value == variable.low:
                return self._at_most(variable, value)
            case Equal(variable, value) if value == variable.high:
                return -self._at_most(variable, value - 1)
        if formula not in self._introduced:
            new = self._introduced[formula] = self._new(formula_text(formula))
            if isinstance(formula, Same):
                self._relate([-new], MovedBy(formula.one, formula.other, 0))
                self._differ([new], formula.one, formula.other)
            else:
                self._require([-new], formula)
                self._require([new], ~formula)
        return self._introduced[formula]

    def _differ(self, given: list[int], one: Variable, other: Variable) -> None:
        less = self._new(f"{one.name} < {other.name}")
        self._relate([*given, -less], Greater(other, one))
        self._relate([*given, less], Greater(one, other))

    def _all_different(self, variables: tuple[Variable, ...]) -> None:
        for one, other in combinations(variables, 2):
            self._differ([], one, other)
        low, high = min(each.low for each in variables), max(each.high for each in variables)
        self._add([self._at_most(each, high - len(variables) + 1) for each in variables])
        self._add([-self._at_most(each, low + len(variables) - 2) for each in variables])

    def _relate(self, given: list[int], relation: Relation) -> None:
        """Clauses stating that a literal of `given` holds, or else the relation."""
        match relation:
            case MovedBy(here, there, by):
                for value in range(min(here.low, there.low - by) - 1, max(here.high, there.high - by) + 1):
                    before, after = self._at_most(here, value), self._at_most(there, value + by)
                    self._add([*given, -before, after])
                    self._add([*given, before, -after])
            case Greater(one, other):
                for value in range(other.low, one.high + 1):
                    self._add([*given, -self._at_most(one, value), self._at_most(other, value - 1)])
            case LeftAtLeast(steps, done, groups):
                for count, reached in enumerate([TRUE, *self._sum(groups)]):
                    self._add([*given, -reached, -self._at_most(steps, done + count - 1)])

    def _sum(self, groups: Iterable[Sequence[tuple[int, Condition]]]) -> list[int]:
        """Literals that hold if the weights of the formulas that hold add up to at least 1, 2, 3, …"""
        sums = []
        for group in groups:
            reached = self._counts(max((weight for weight, _ in group), default=0))
            for weight, formula in group:
                for literal in reached[:weight]:
                    self._add([*self._refutations([formula]), literal])
            sums.append(reached)
        while len(sums) > 1:
            one, other, *rest = sums
            both = self._counts(len(one) + len(other))
            for i, j in product(range(len(one) + 1), range(len(other) + 1)):
                if i + j:
                    given = [-one[i - 1]] * (i > 0) + [-other[j - 1]] * (j > 0)
                    self._add([*given, both[i + j - 1]])
            sums = [*rest, both]
        return sums[0] if sums else []

    def _counts(self, highest: int) -> list[int]:
        return [self._new(f"a sum is at least {count}") for count in range(1, highest + 1)]


class OrderStudyEncoding(Encoding):
    """A study's constraint problem for one horizon: plans of at most that length. It does not grow by steps.

    >>> from budge.puzzles import Tiles
    >>> from budge.studies.cp import CP_STUDIES
    >>> from budge.studies.extras import Extras
    >>> from budge.studies.sat.tiles_clauses import TilesStudyEncoding
    >>> eight = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])
    >>> build = lambda horizon: CP_STUDIES["tiles"].model(eight, 0, horizon, Extras())
    >>> OrderStudyEncoding(TilesStudyEncoding(eight), build, 32).formula().greatest_variable
    4250
    """

    longest = -1  # no open formulas

    def __init__(self, direct: Encoding, build: Callable[[int], Any], horizon: int | None) -> None:
        self.horizon = horizon
        self.lower_bound, self.stride = direct.lower_bound, direct.stride
        self.idles, self.proves = direct.idles, direct.proves
        if horizon is not None:
            self._problem = build(horizon)
            self._order = OrderEncoding(self._problem.csp)

    def start(self) -> Formula:
        return Formula() if self.horizon is None else self._order.clauses()

    def step(self, step: int) -> Formula:
        return Formula()

    def goal(self, step: int) -> list[int]:
        return []  # the problem says that it is reached

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        plan: list[list[int]] = self._problem.plan(partial(self._order.value, holds))
        return plan

    def describe(self) -> Iterator[str]:
        for number, name in enumerate(self._order.names, 1):
            yield f"{number}: {name}"
