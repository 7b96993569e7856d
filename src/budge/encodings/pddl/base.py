"""A puzzle for planners: a domain, a problem, and a reader of plans.

Names in PDDL are case-insensitive and allow few characters. Each class gives its pieces readable names of that form,
and maps them back when it reads a plan.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import groupby
from typing import Any

from budge.puzzles import BadInput, Plan, Puzzle

LINE_WIDTH = 110  # characters
NON_IDENTIFIER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Action:
    """One action of a plan."""

    name: str
    arguments: tuple[str, ...]
    place: str  # for messages: `line 3 of the plan`

    def argument(self, number: int) -> str:
        if number >= len(self.arguments):
            raise BadInput(f"{self.place}: ({self.name} …) with too few arguments ({len(self.arguments)})")
        return self.arguments[number]

    def unknown(self) -> BadInput:
        return BadInput(
            f"{self.place}: ({' '.join([self.name, *self.arguments])[:60]}) is not an action of this puzzle"
        )


class Planning(ABC):
    """A puzzle in PDDL, in one metric."""

    @classmethod
    def refuses(cls, metric: str) -> str | None:
        """None, or the reason why a metric has no planning problem."""
        return None

    @classmethod
    @abstractmethod
    def of(cls, puzzle: Any, metric: str) -> Planning:
        """The planning problem of a puzzle of this kind."""

    @abstractmethod
    def domain(self) -> str:
        """The text of the domain."""

    @abstractmethod
    def problem(self) -> str:
        """The text of the problem: objects, start and goal."""

    @abstractmethod
    def plan(self, actions: list[Action]) -> Plan:
        """The plan of these actions; raises `BadInput` for an action that this puzzle does not have."""


class Names:
    """PDDL names: a prefix and the permitted characters of the original name, with a number if that is not unique.

    >>> names = Names({"v": ["a", "A", "θ"]})
    >>> names["v", "a"], names["v", "A"], names["v", "θ"], names.original("v", "v-a-2")
    ('v-a', 'v-a-2', 'v-3', 'A')
    """

    def __init__(self, originals_by_prefix: dict[str, Iterable[str]]) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._originals: dict[tuple[str, str], str] = {}
        for prefix, originals in originals_by_prefix.items():
            for number, original in enumerate(originals, 1):
                bare = NON_IDENTIFIER.sub("-", original.lower()).strip("-") or str(number)
                name = f"{prefix}-{bare}"
                while (prefix, name) in self._originals:
                    name = f"{prefix}-{bare}-{number}"
                    number += 1
                self._names[prefix, original] = name
                self._originals[prefix, name] = original

    def __getitem__(self, key: tuple[str, str]) -> str:
        return self._names[key]

    def original(self, prefix: str, name: str) -> str | None:
        """The original name of a PDDL name; None if there is none."""
        return self._originals.get((prefix, name))


def written_domain(name: str) -> str:
    """A domain that is the same for all puzzles, read from its file."""
    return resources.files(__package__).joinpath(f"{name}.pddl").read_text(encoding="utf-8")


def written_problem(
    puzzle: Puzzle,
    domain: str,
    objects: Mapping[str, Iterable[str]],
    start: Iterable[str],
    goal: Iterable[str],
    *,
    costs: bool = False,
) -> str:
    """The text of a problem, from objects by type and facts without parentheses."""
    title = NON_IDENTIFIER.sub("-", (puzzle.name or puzzle.kind).lower()).strip("-")
    lines = [
        f"; {puzzle.kind} {puzzle.size}",
        f"(define (problem {title if title[:1].isalpha() else f'{puzzle.kind}-{title}'.strip('-')})",
        f"  (:domain {domain})",
        "  (:objects",
        *(f"    {' '.join(names)} - {kind}" for kind, given in objects.items() if (names := list(given))),
        "  )",
        "  (:init",
        *_facts(start),
        "  )",
        "  (:goal (and",
        *_facts(goal),
        "  ))",
        *(["  (:metric minimize (total-cost))"] if costs else []),
        ")",
    ]
    return "\n".join(lines) + "\n"


def _facts(facts: Iterable[str]) -> Iterator[str]:
    """Facts, grouped by predicate."""
    for _, alike in groupby(facts, key=lambda fact: fact.split()[0]):
        yield "    " + wrapped(("(" + fact + ")" for fact in alike), indent=4)


def wrapped(expressions: Iterable[str], indent: int) -> str:
    """Wraps expressions to lines; the caller indents the first line.

    >>> wrapped(["(at t1 c1-1)", "(at t2 c1-2)"], indent=4)
    '(at t1 c1-1) (at t2 c1-2)'
    """
    lines = [""]
    for expression in expressions:
        if lines[-1] and indent + len(lines[-1]) + len(expression) >= LINE_WIDTH:
            lines.append("")
        lines[-1] += f" {expression}" if lines[-1] else expression
    return ("\n" + " " * indent).join(lines)


def cell_name(cell: int, width: int) -> str:
    """
    >>> cell_name(5, 4)
    'c2-2'
    """
    return f"c{cell // width + 1}-{cell % width + 1}"
