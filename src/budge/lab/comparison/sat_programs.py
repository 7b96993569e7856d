"""SAT solvers on the path as engines, so that formulas and lengths are equal and only the solvers differ."""

from __future__ import annotations

import shutil
from dataclasses import replace

from budge.engines.base import Engine, Refusal, Task
from budge.engines.logic.sat import Sat
from budge.model import Objective, Outcome
from budge.puzzles import Puzzle


class SatProgram(Engine):
    """A SAT solver on the path, given the formulas of the engine `sat` length by length."""

    kinds = Sat.kinds
    jobs = Sat.jobs

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return Sat().refuses(puzzle, objective)

    def solve(self, task: Task) -> Outcome:
        if task.limits.nodes is not None:
            raise Refusal(f"{self.name} has no node limit; limit its seconds or its memory")
        defaults = {option.name: option.parse(option.default) for option in Sat.options}
        chosen = {"solver": shutil.which(self.name) or self.name, "strategy": "restart"}
        return Sat().solve(replace(task, threads=1, options=defaults | chosen))


class MiniSat(SatProgram):
    name = "minisat"
    summary = "the program minisat on the formulas of sat"


class CaDiCaL(SatProgram):
    name = "cadical"
    summary = "the program cadical on the formulas of sat"
