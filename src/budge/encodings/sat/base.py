"""What an encoding is: clauses that hold of the plans of a puzzle, built step by step."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from budge.encodings.sat.formula import Formula

FAR = 1 << 20  # a lower bound from here on says that there is no plan at all


class Encoding(ABC):
    """The clauses of one puzzle. Step 0 is the start; step s is what the s-th move makes of step s - 1.

    With a `horizon` the formula is *closed*: plans have that length, and what cannot happen on the way is left out.
    Without one it is *open*: it can grow by steps, and the goal is asked for by assumptions.
    """

    horizon: int | None
    least: int  # no plan is shorter
    stride: int  # the lengths of all plans differ by multiples of it
    longest: int  # the longest plan that an open formula is able to describe
    positions: int = sys.maxsize  # at least as many as there are: no shortest plan has more, or as many, steps
    idles: bool = False  # with detours, a plan may also do nothing for a step
    counter_above: int = sys.maxsize  # plans longer than this are found sooner by formulas that count what is wasted
    proves: bool = True  # False: shortest plans may be forbidden, and that there is no model proves nothing

    @abstractmethod
    def start(self) -> Formula:
        """The state at step 0."""

    @abstractmethod
    def step(self, step: int) -> Formula:
        """All that links `step` to what comes before it; step ≥ 1."""

    @abstractmethod
    def goal(self, step: int) -> list[int]:
        """Literals that make `step` a goal: units of a closed formula, assumptions of an open one."""

    @abstractmethod
    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The plan that a model describes: for every step, its moves in the numbers of the kind's domain."""

    @abstractmethod
    def describe(self) -> Iterator[str]:
        """What every variable of a closed formula means: the comments of its DIMACS file."""

    def formula(self) -> Formula:
        """The whole of a closed formula."""
        assert self.horizon is not None
        formula = self.start()
        for step in range(1, self.horizon + 1):
            formula.extend(self.step(step))
        for literal in self.goal(self.horizon):
            formula.add_clause([literal])
        return formula


@dataclass(frozen=True)
class FormulaSpec:
    """Which plans a formula is to describe."""

    metric: str
    horizon: int | None
    detours: bool
    wait: bool


class Clauses(ABC):
    """How the puzzles of one kind become clauses."""

    metrics: ClassVar[tuple[str, ...]]  # what a step can be; the first one is the default

    @abstractmethod
    def encode(self, puzzle: Any, spec: FormulaSpec) -> Encoding:
        """Our own clauses."""
