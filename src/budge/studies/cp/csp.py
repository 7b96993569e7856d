"""A constraint satisfaction problem for OR-tools' CP-SAT that can count its constraints and print them as text.

A constraint of a study, such as "x = 0 iff y = 1 and z = 2", is one declaration, even if CP-SAT needs several. Each is
labelled with its number in the study.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ortools.sat.python import cp_model

Literal = cp_model.BoolVarT
Relation = tuple[cp_model.BoundedLinearExpression | bool, str]  # a relation and its text


class Csp:
    """
    >>> csp = Csp()
    >>> x, y = csp.integer("x", 0, 3), csp.integer("y", 0, 3)
    >>> csp.implies("1a", [csp.equal(x, 1)], [csp.equal(y, 2)])
    >>> csp.variables, csp.constraints
    (2, 1)
    >>> print(*csp.text(), sep="\\n")
    x ∈ [0,3]
    y ∈ [0,3]
    1a  x = 1 → y = 2
    """

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self.declared: list[tuple[cp_model.IntVar, int, int]] = []
        self._rules: list[tuple[str, str]] = []
        self._equal: dict[tuple[int, int], Literal] = {}
        self._words: dict[int, tuple[str, str]] = {}  # texts of a literal and of its negation

    @property
    def variables(self) -> int:
        return len(self.declared)

    @property
    def constraints(self) -> int:
        return len(self._rules)

    def text(self) -> Iterator[str]:
        """A line for every variable and every constraint."""
        for variable, low, high in self.declared:
            yield f"{variable.name} ∈ {'{0,1}' if (low, high) == (0, 1) else f'[{low},{high}]'}"
        for rule, words in self._rules:
            yield f"{rule:<3} {words}"

    def words(self, literal: Literal) -> str:
        index: int = literal.index
        return self._words[index][0] if index >= 0 else self._words[-index - 1][1]

    def _all(self, formulas: Iterable[Literal], sign: str = " ∧ ") -> str:
        return sign.join(map(self.words, formulas)) or "true"

    def _rule(self, rule: str, words: str) -> None:
        self._rules.append((rule, words))

    # Variables, and formulas over them for use in constraints.

    def integer(self, name: str, low: int, high: int) -> cp_model.IntVar:
        variable = self.model.new_int_var(low, high, name)
        self.declared.append((variable, low, high))
        return variable

    def boolean(self, name: str) -> cp_model.IntVar:
        variable = self.integer(name, 0, 1)
        self._words[variable.index] = f"{name} = 1", f"{name} = 0"
        return variable

    def _formula(self, words: str, negation: str) -> cp_model.IntVar:
        holds = self.model.new_bool_var("")
        self._words[holds.index] = words, negation
        return holds

    def equal(self, variable: cp_model.IntVar, value: int) -> Literal:
        """The formula variable = value."""
        key = variable.index, value
        if key not in self._equal:
            holds = self._formula(f"{variable.name} = {value}", f"{variable.name} ≠ {value}")
            self.model.add(variable == value).only_enforce_if(holds)
            self.model.add(variable != value).only_enforce_if(~holds)
            self._equal[key] = holds
        return self._equal[key]

    def all_of(self, formulas: Sequence[Literal]) -> Literal:
        """The formula that all `formulas` hold."""
        words = f"({self._all(formulas)})"
        return self._conjunction(formulas, words, f"¬{words}")

    def some_of(self, formulas: Sequence[Literal]) -> Literal:
        """The formula that at least one of `formulas` holds."""
        words = f"({self._all(formulas, ' ∨ ')})" if formulas else "false"
        return ~self._conjunction([~formula for formula in formulas], f"¬{words}", words)

    def _conjunction(self, formulas: Sequence[Literal], words: str, negation: str) -> Literal:
        holds = self._formula(words, negation)
        self.model.add_bool_and(formulas).only_enforce_if(holds)
        self.model.add_bool_or([holds, *(~formula for formula in formulas)])
        return holds

    def at_most(self, variable: cp_model.IntVar, value: int) -> Literal:
        """The formula variable ≤ value."""
        holds = self._formula(f"{variable.name} ≤ {value}", f"{variable.name} > {value}")
        self.model.add(variable <= value).only_enforce_if(holds)
        self.model.add(variable > value).only_enforce_if(~holds)
        return holds

    def same(self, one: cp_model.IntVar, other: cp_model.IntVar) -> Literal:
        """The formula one = other."""
        holds = self._formula(f"{one.name} = {other.name}", f"{one.name} ≠ {other.name}")
        self.model.add(one == other).only_enforce_if(holds)
        self.model.add(one != other).only_enforce_if(~holds)
        return holds

    # Constraints, each with its number.

    def fix(self, rule: str, variable: cp_model.IntVar, value: int) -> None:
        self._rule(rule, f"{variable.name} = {value}")
        self.model.add(variable == value)

    def all_different(self, rule: str, variables: Sequence[cp_model.IntVar]) -> None:
        self._rule(rule, f"all different: {', '.join(variable.name for variable in variables)}")
        self.model.add_all_different(variables)

    def iff(self, rule: str, formula: Literal, formulas: Sequence[Literal]) -> None:
        """`formula` if and only if all `formulas`."""
        self._rule(rule, f"{self.words(formula)} ⇔ {self._all(formulas)}")
        self.model.add_bool_and(formulas).only_enforce_if(formula)
        self.model.add_bool_or([formula, *(~each for each in formulas)])

    def any_of(self, rule: str, formulas: Sequence[Literal]) -> None:
        self._rule(rule, self._all(formulas, " ∨ "))
        self.model.add_bool_or(formulas)

    def implies(self, rule: str, conditions: Sequence[Literal], consequences: Sequence[Literal]) -> None:
        self._rule(rule, f"{self._all(conditions)} → {self._all(consequences)}")
        self.model.add_bool_and(consequences).only_enforce_if(conditions)

    def sum(self, rule: str, variable: cp_model.IntVar, terms: Sequence[cp_model.IntVar]) -> None:
        """`variable` is the sum of the terms."""
        self._rule(rule, f"{variable.name} = {' + '.join(term.name for term in terms) or '0'}")
        self.model.add(variable == sum(terms))

    def relations_if(self, rule: str, conditions: Sequence[Literal], *relations: Relation) -> None:
        """All relations, if all conditions hold."""
        self._rule(rule, f"{self._all(conditions)} → {' ∧ '.join(words for _, words in relations)}")
        for relation, _ in relations:
            self.model.add(relation).only_enforce_if(conditions)
