"""A constraint problem in XCSP3 (F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, 2016), which many solvers read.

Every constraint but all-different is an expression. Names of variables keep their text: num(0,1,2) is num_0_1_2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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

TRUE, FALSE = "eq(0,0)", "eq(0,1)"


def xcsp3(csp: Csp, minimized: Variable) -> Iterator[str]:
    """The lines of the instance, which asks for a solution with the smallest value of `minimized`.

    >>> csp = Csp()
    >>> x, y = csp.integer("x(1)", 0, 3), csp.integer("y", 0, 3)
    >>> csp.implies("1a", [Equal(x, 1)], [Equal(y, 2), ~AtMost(x, 0)])
    >>> print(*xcsp3(csp, x), sep="\\n")
    <instance format="XCSP3" type="COP">
      <variables>
        <var id="x_1"> 0..3 </var>
        <var id="y"> 0..3 </var>
      </variables>
      <constraints>
        <intension note="1a"> imp(eq(x_1,1),and(eq(y,2),gt(x_1,0))) </intension>
      </constraints>
      <objectives>
        <minimize> x_1 </minimize>
      </objectives>
    </instance>
    """
    yield '<instance format="XCSP3" type="COP">'
    yield "  <variables>"
    for variable in csp.variables:
        yield f'    <var id="{identifier(variable)}"> {variable.low}..{variable.high} </var>'
    yield "  </variables>"
    yield "  <constraints>"
    for rule, constraint in csp.constraints:
        yield f"    {_element(rule, constraint)}"
    yield "  </constraints>"
    yield "  <objectives>"
    yield f"    <minimize> {identifier(minimized)} </minimize>"
    yield "  </objectives>"
    yield "</instance>"


def identifier(variable: Variable) -> str:
    return re.sub(r"\W", "_", variable.name).strip("_")


def _element(rule: str, constraint: Constraint) -> str:
    note = f' note="{rule}"' if rule else ""
    if isinstance(constraint, AllDifferent):
        return f"<allDifferent{note}> {' '.join(map(identifier, constraint.variables))} </allDifferent>"
    return f"<intension{note}> {_constraint(constraint)} </intension>"


def _constraint(constraint: Constraint) -> str:
    match constraint:
        case Fixed(variable, value):
            return f"eq({identifier(variable)},{value})"
        case Iff(condition, parts):
            return f"iff({_condition(condition)},{_all(parts)})"
        case AnyOf(parts):
            return _condition(Or(parts))
        case Implies(conditions, consequences):
            return f"imp({_all(conditions)},{_all(consequences)})"
        case SumOf(variable, terms):
            return f"eq({identifier(variable)},{_sum(map(identifier, terms))})"
        case RelationsIf(conditions, relations):
            return f"imp({_all(conditions)},{_joined('and', map(_relation, relations), TRUE)})"
    raise AssertionError(constraint)


def _relation(relation: Relation) -> str:
    match relation:
        case MovedBy(here, there, by):
            return f"eq({_sum([identifier(here), str(by)] if by else [identifier(here)])},{identifier(there)})"
        case Greater(one, other):
            return f"gt({identifier(one)},{identifier(other)})"
        case LeftAtLeast(steps, done):
            away = (f"mul({weight},{_condition(part)})" for weight, part in relation.terms)
            return f"ge(sub({identifier(steps)},{done}),{_sum(away)})"


def _condition(condition: Condition) -> str:
    match condition:
        case Variable():
            return f"eq({identifier(condition)},1)"
        case Not(Variable() as variable):
            return f"eq({identifier(variable)},0)"
        case Equal(variable, value):
            return f"eq({identifier(variable)},{value})"
        case Not(Equal(variable, value)):
            return f"ne({identifier(variable)},{value})"
        case AtMost(variable, value):
            return f"le({identifier(variable)},{value})"
        case Not(AtMost(variable, value)):
            return f"gt({identifier(variable)},{value})"
        case Same(one, other):
            return f"eq({identifier(one)},{identifier(other)})"
        case And(parts):
            return _all(parts)
        case Or(parts):
            return _joined("or", map(_condition, parts), FALSE)
        case Not(negated):
            return f"not({_condition(negated)})"
    raise AssertionError(condition)


def _all(conditions: Iterable[Condition]) -> str:
    return _joined("and", map(_condition, conditions), TRUE)


def _sum(terms: Iterable[str]) -> str:
    return _joined("add", terms, "0")


def _joined(operator: str, operands: Iterable[str], empty: str) -> str:
    """The operator applied to its operands; a single one needs none.

    >>> _joined("and", [], TRUE), _joined("and", ["a"], TRUE), _joined("and", ["a", "b"], TRUE)
    ('eq(0,0)', 'a', 'and(a,b)')
    """
    given = list(operands)
    return f"{operator}({','.join(given)})" if len(given) > 1 else given[0] if given else empty
