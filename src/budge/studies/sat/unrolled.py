"""Bounded model checking: I(0) ∧ TR(0, 1) ∧ … ∧ TR(T - 1, T) ∧ G(T), with one transition relation for all steps.

The relation is built once, over the variables of steps 0 and 1, and shifted to every other step: variable v of step 0
is v + s × `variables` at step s. Unlike our own encodings, no variable is omitted because it cannot be true at its
step.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

import numpy as np

from budge.encodings.sat.base import FAR, Encoding
from budge.encodings.sat.formula import Formula


class Unrolled(Encoding):
    """An encoding whose steps all have the same variables and clauses."""

    longest = FAR
    variables: int  # of a step
    is_goal: int  # the variable of step 0 that makes it a goal

    @abstractmethod
    def initial(self) -> Formula:
        """I(0)."""

    @abstractmethod
    def transition(self) -> Formula:
        """TR(0, 1), and the constraints on step 1 alone."""

    @abstractmethod
    def target(self) -> Formula:
        """G(0), if `is_goal` holds."""

    @cached_property
    def _transition(self) -> Formula:
        return self.transition().joined()

    @cached_property
    def _target(self) -> Formula:
        return self.target().joined()

    def start(self) -> Formula:
        formula = self.initial()
        formula.extend(self._goal_at(0))
        return formula

    def step(self, step: int) -> Formula:
        formula = self._shifted(self._transition, step - 1)
        formula.extend(self._goal_at(step))
        return formula

    def goal(self, step: int) -> list[int]:
        return [self.is_goal + step * self.variables]

    def _goal_at(self, step: int) -> Formula:
        return self._shifted(self._target, step) if self.horizon in (None, step) else Formula()

    def _shifted(self, formula: Formula, steps: int) -> Formula:
        shifted = Formula()
        by = steps * self.variables
        shifted.blocks = [np.where(block > 0, block + by, block - by).astype(np.int32) for block in formula.blocks]
        return shifted
