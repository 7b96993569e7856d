"""Programs of others as engines, to compare with, where they are installed.

They are given what `budge export` writes, in child processes, so that limits are hard; what they answer is read back
into a plan, which the referee replays like any other.
"""

from __future__ import annotations

import shutil
from dataclasses import replace

from budge.engines.base import Engine, Refusal, Task
from budge.engines.logic.sat import Sat
from budge.lab.fast_downward import FastDownward, downward
from budge.lab.gringo_clasp import GringoClasp, installed
from budge.model import Objective, Outcome
from budge.puzzles import Puzzle


def peers() -> list[Engine]:
    """Those that are installed.

    >>> {peer.name for peer in peers()} <= {"fast-downward", "minisat", "cadical", "clasp"}
    True
    """
    found: list[Engine] = [FastDownward()] if downward() else []
    found += [peer() for peer in (MiniSat, CaDiCaL) if shutil.which(peer.name)]
    return found + ([GringoClasp()] if installed() else [])


class SatProgram(Engine):
    """A SAT solver on the path: the formulas and lengths are those of the engine sat, so that solvers alone differ."""

    kinds = Sat.kinds
    jobs = Sat.jobs

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return Sat().refuses(puzzle, objective)

    def solve(self, task: Task) -> Outcome:
        if task.limits.nodes is not None:
            raise Refusal(f"{self.name} cannot be held to a number of nodes; limit its seconds or its memory")
        usual = {option.name: option.parse(option.default) for option in Sat.options}
        chosen = {"solver": shutil.which(self.name) or self.name, "strategy": "restart"}
        return Sat().solve(replace(task, threads=1, options=usual | chosen))


class MiniSat(SatProgram):
    name = "minisat"
    summary = "the program minisat on the formulas of sat"


class CaDiCaL(SatProgram):
    name = "cadical"
    summary = "the program cadical on the formulas of sat"
