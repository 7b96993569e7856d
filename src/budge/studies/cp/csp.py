"""A constraint satisfaction problem as data: it counts its constraints, and other modules translate it.

`cp_sat.py` builds a model for CP-SAT, `csp_text.py` prints the problem, `minizinc.py` writes it for other solvers, and
`budge/studies/sat/order.py` turns it into clauses. A constraint of a study, such as "x = 0 iff y = 1 and z = 2", is one
declaration. Each is labelled with its number in the study.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain


class Condition:
    """A condition on the values of variables."""

    __slots__ = ()

    def __invert__(self) -> Condition:
        return Not(self)


@dataclass(frozen=True, slots=True)
class Variable(Condition):
    """An integer variable. As a formula it says that the variable is 1."""

    index: int
    name: str
    low: int
    high: int

    @property
    def is_boolean(self) -> bool:
        return (self.low, self.high) == (0, 1)


@dataclass(frozen=True, slots=True)
class Equal(Condition):
    variable: Variable
    value: int


@dataclass(frozen=True, slots=True)
class AtMost(Condition):
    variable: Variable
    value: int


@dataclass(frozen=True, slots=True)
class Same(Condition):
    one: Variable
    other: Variable


@dataclass(frozen=True, slots=True)
class And(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    negated: Condition

    def __invert__(self) -> Condition:
        return self.negated


@dataclass(frozen=True, slots=True)
class MovedBy:
    """The relation `there` = `here` + `by`."""

    here: Variable
    there: Variable
    by: int


@dataclass(frozen=True, slots=True)
class Greater:
    """The relation `one` > `other`."""

    one: Variable
    other: Variable


@dataclass(frozen=True, slots=True)
class LeftAtLeast:
    """The relation `steps` - `done` ≥ the sum of the weights of the formulas that hold, at most one in each group."""

    steps: Variable
    done: int
    groups: tuple[tuple[tuple[int, Condition], ...], ...]

    @property
    def terms(self) -> Iterator[tuple[int, Condition]]:
        return chain(*self.groups)


Relation = MovedBy | Greater | LeftAtLeast


@dataclass(frozen=True, slots=True)
class Fixed:
    variable: Variable
    value: int


@dataclass(frozen=True, slots=True)
class AllDifferent:
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Iff:
    """`formula` if and only if all `parts`."""

    formula: Condition
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    """All `consequences`, if all `conditions` hold."""

    conditions: tuple[Condition, ...]
    consequences: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class SumOf:
    """The Boolean `variable` is the sum of Boolean `terms`."""

    variable: Variable
    terms: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class RelationsIf:
    """All `relations`, if all `conditions` hold."""

    conditions: tuple[Condition, ...]
    relations: tuple[Relation, ...]


Constraint = Fixed | AllDifferent | Iff | AnyOf | Implies | SumOf | RelationsIf


class Csp:
    """
    >>> csp = Csp()
    >>> x, y = csp.integer("x", 0, 3), csp.integer("y", 0, 3)
    >>> csp.implies("1a", [Equal(x, 1)], [Equal(y, 2)])
    >>> len(csp.variables), len(csp.constraints)
    (2, 1)
    >>> print(*csp.text(), sep="\\n")
    x ∈ [0,3]
    y ∈ [0,3]
    1a  x = 1 → y = 2
    """

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.constraints: list[tuple[str, Constraint]] = []  # each with its number in the study

    def integer(self, name: str, low: int, high: int) -> Variable:
        variable = Variable(len(self.variables), name, low, high)
        self.variables.append(variable)
        return variable

    def boolean(self, name: str) -> Variable:
        return self.integer(name, 0, 1)

    def _add(self, rule: str, constraint: Constraint) -> None:
        self.constraints.append((rule, constraint))

    def fix(self, rule: str, variable: Variable, value: int) -> None:
        self._add(rule, Fixed(variable, value))

    def all_different(self, rule: str, variables: Sequence[Variable]) -> None:
        self._add(rule, AllDifferent(tuple(variables)))

    def iff(self, rule: str, formula: Condition, parts: Sequence[Condition]) -> None:
        self._add(rule, Iff(formula, tuple(parts)))

    def any_of(self, rule: str, parts: Sequence[Condition]) -> None:
        self._add(rule, AnyOf(tuple(parts)))

    def implies(self, rule: str, conditions: Sequence[Condition], consequences: Sequence[Condition]) -> None:
        self._add(rule, Implies(tuple(conditions), tuple(consequences)))

    def sum(self, rule: str, variable: Variable, terms: Sequence[Variable]) -> None:
        assert all(each.is_boolean for each in (variable, *terms))
        self._add(rule, SumOf(variable, tuple(terms)))

    def relations_if(self, rule: str, conditions: Sequence[Condition], *relations: Relation) -> None:
        self._add(rule, RelationsIf(tuple(conditions), relations))

    def text(self) -> Iterator[str]:
        """A line for every variable and every constraint."""
        for variable in self.variables:
            domain = "{0,1}" if variable.is_boolean else f"[{variable.low},{variable.high}]"
            yield f"{variable.name} ∈ {domain}"
        for rule, constraint in self.constraints:
            yield f"{rule:<3} {constraint_text(constraint)}"


def constraint_text(constraint: Constraint) -> str:
    match constraint:
        case Fixed(variable, value):
            return f"{variable.name} = {value}"
        case AllDifferent(variables):
            return f"all different: {', '.join(variable.name for variable in variables)}"
        case Iff(formula, parts):
            return f"{formula_text(formula)} ⇔ {_joined(parts)}"
        case AnyOf(parts):
            return _joined(parts, " ∨ ")
        case Implies(conditions, consequences):
            return f"{_joined(conditions)} → {_joined(consequences)}"
        case SumOf(variable, terms):
            return f"{variable.name} = {' + '.join(term.name for term in terms) or '0'}"
        case RelationsIf(conditions, relations):
            return f"{_joined(conditions)} → {' ∧ '.join(map(_relation_text, relations))}"


def formula_text(formula: Condition) -> str:
    """
    >>> x = Variable(0, "x", 0, 1)
    >>> formula_text(~And((x, ~Equal(x, 0)))), formula_text(Or(()))
    ('¬(x = 1 ∧ x ≠ 0)', 'false')
    """
    match formula:
        case Variable(name=name):
            return f"{name} = 1"
        case Not(Variable(name=name)):
            return f"{name} = 0"
        case Equal(variable, value):
            return f"{variable.name} = {value}"
        case Not(Equal(variable, value)):
            return f"{variable.name} ≠ {value}"
        case AtMost(variable, value):
            return f"{variable.name} ≤ {value}"
        case Not(AtMost(variable, value)):
            return f"{variable.name} > {value}"
        case Same(one, other):
            return f"{one.name} = {other.name}"
        case Not(Same(one, other)):
            return f"{one.name} ≠ {other.name}"
        case And(parts):
            return f"({_joined(parts)})"
        case Or(parts):
            return f"({_joined(parts, ' ∨ ')})" if parts else "false"
        case Not(negated):
            return f"¬{formula_text(negated)}"
    raise AssertionError(formula)


def _joined(parts: Iterable[Condition], sign: str = " ∧ ") -> str:
    return sign.join(map(formula_text, parts)) or "true"


def _relation_text(relation: Relation) -> str:
    match relation:
        case MovedBy(here, there, by):
            sign = f" {'+' if by > 0 else '-'} {abs(by)}" if by else ""
            return f"{here.name}{sign} = {there.name}"
        case Greater(one, other):
            return f"{one.name} > {other.name}"
        case LeftAtLeast(steps, done):
            away = " + ".join(f"{weight}·[{formula_text(part)}]" for weight, part in relation.terms)
            return f"{steps.name} - {done} ≥ {away or 0}"
