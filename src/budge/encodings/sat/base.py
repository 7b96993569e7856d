"""The interface of encodings: clauses that describe the plans of a puzzle, built step by step."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from budge.encodings.sat.formula import Formula

FAR = 1 << 20  # a lower bound of at least this means that no plan exists


class Encoding(ABC):
    """The clauses of one puzzle. Step 0 is the start; the s-th move leads from step s - 1 to step s.

    With a `horizon` the formula is *closed*: plans have exactly that length, and variables that cannot be true are
    omitted. Without one it is *open*: it can grow by steps, and the goal is stated by assumptions.
    """

    horizon: int | None
    lower_bound: int  # on the length of plans
    stride: int  # the lengths of plans differ by multiples of this
    longest: int  # maximum length of plans that an open formula can describe
    positions: int = sys.maxsize  # upper bound on the number of states; a shortest plan has fewer steps
    idles: bool = False  # with detours, a plan may also have steps without a move
    counter_above: int = sys.maxsize  # for longer plans, closed formulas that count waste are faster
    proves: bool = True  # False: clauses may forbid all shortest plans, so unsatisfiability proves nothing

    @abstractmethod
    def start(self) -> Formula:
        """The state at step 0."""

    @abstractmethod
    def step(self, step: int) -> Formula:
        """The clauses that link `step` to earlier steps; step ≥ 1."""

    @abstractmethod
    def goal(self, step: int) -> list[int]:
        """Literals that make `step` a goal: unit clauses of a closed formula, assumptions of an open one."""

    @abstractmethod
    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The plan of a model: for every step its moves, numbered as in the kind's domain."""

    @abstractmethod
    def describe(self) -> Iterator[str]:
        """The meaning of every variable of a closed formula, for comments in its DIMACS file."""

    def prove_by_search(self, formula: bytes, file: int, run: Any) -> str | None:
        """Searches all states and writes a proof, in VeriPB's format, that a closed formula (DIMACS) is unsatisfiable.

        Returns "refuted", "satisfiable" or "stopped: reason"; None if this puzzle has no such search.
        """
        return None

    def formula(self) -> Formula:
        """All clauses of a closed formula."""
        assert self.horizon is not None
        formula = self.start()
        for step in range(1, self.horizon + 1):
            formula.extend(self.step(step))
        for literal in self.goal(self.horizon):
            formula.add_clause([literal])
        return formula


@dataclass(frozen=True)
class FormulaSpec:
    """The parameters of a formula: which plans it describes."""

    metric: str
    horizon: int | None
    detours: bool
    wait: bool


class Clauses(ABC):
    """Builds the encodings of one kind."""

    metrics: ClassVar[tuple[str, ...]]  # those in which a step can cost one; the first is the default

    @abstractmethod
    def encode(self, puzzle: Any, spec: FormulaSpec) -> Encoding:
        """The clauses of a puzzle."""
