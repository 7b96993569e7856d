"""SAT solvers behind one interface: those of python-sat, in this process, and any program that reads DIMACS."""

from __future__ import annotations

import re
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from budge.encodings.sat.formula import Formula
from budge.names import near
from budge.processes.child import temporary_folder
from budge.puzzles import BadInput

# Names for `--option solver=`, and their names in python-sat.
INSIDE = {
    "cadical": "cadical195",
    "cadical153": "cadical153",
    "cadical195": "cadical195",
    "cadical300": "cadical300",
    "glucose": "glucose4",
    "glucose3": "glucose3",
    "glucose4": "glucose4",
    "glucose42": "glucose42",
    "kissat": "kissat404",
    "lingeling": "lingeling",
    "maplechrono": "maplechrono",
    "maplesat": "maplesat",
    "mergesat": "mergesat3",
    "minisat": "minisat22",
}
ONE_SHOT = ("kissat",)  # these accept no assumptions, and no clauses after the first call
# MiniSat and its descendants: they accept a budget of conflicts, and count clauses after reading as MiniSat does.
BUDGETED = {"glucose", "glucose3", "glucose4", "glucose42", "maplechrono", "maplesat", "mergesat", "minisat"}


@dataclass(frozen=True)
class Effort:
    """The work of a solver so far; 0 if unknown."""

    decisions: int = 0
    conflicts: int = 0
    propagations: int = 0


class SatSolver(ABC):
    """A solver whose formula may grow between calls."""

    @abstractmethod
    def add(self, formula: Formula) -> None: ...

    @abstractmethod
    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Whether the formula is satisfiable; None if the conflict budget was reached."""

    @abstractmethod
    def holds(self, variable: int) -> bool:
        """The value of a variable in the model just found."""

    def effort(self) -> Effort:
        return Effort()

    def kept_clauses(self) -> int | None:
        """The clauses left after reading, as MiniSat reports them: those that are neither units nor satisfied by the
        units read before them. None if the solver does not simplify in this way."""
        return None

    def close(self) -> None:  # noqa: B027 (most solvers have nothing to free)
        """Frees its memory."""


def sat_solver(name: str) -> SatSolver:
    """The solver with this name: CP-SAT, one of python-sat's, or a program on the path."""
    if name.startswith("cp-sat"):
        from budge.engines.logic.cp_sat import CpSat

        return CpSat(threads=int(name.partition(":")[2] or 1))
    return Inside(name) if name in INSIDE else Program(name)


def check_solver(name: str) -> None:
    """Raises `BadInput` if the solver is not available."""
    if name not in INSIDE and shutil.which(name) is None:
        raise BadInput(f"no SAT solver {name!r}, nor a program of that name; {near(name, INSIDE)}")


class Inside(SatSolver):
    """A solver of python-sat.

    >>> solver = Inside("minisat")
    >>> solver.solve([1]), solver.holds(1)
    (True, True)
    """

    def __init__(self, name: str) -> None:
        from pysat.solvers import Solver

        self._name = name
        self._solver = Solver(name=INSIDE[name])
        self._model: list[int] = []

    def add(self, formula: Formula) -> None:
        self._solver.append_formula(formula.clauses())

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        if conflicts is not None and self._name in BUDGETED:
            self._solver.conf_budget(conflicts)
            found: bool | None = self._solver.solve_limited(assumptions=list(assumptions))
        else:
            found = self._solver.solve(assumptions=list(assumptions))
        if found:
            self._model = self._solver.get_model()
        return found

    def holds(self, variable: int) -> bool:
        # A model lists every variable up to the greatest one used, in order.
        return variable <= len(self._model) and self._model[variable - 1] > 0

    def effort(self) -> Effort:
        try:
            counted = self._solver.accum_stats() or {}
        except NotImplementedError:
            counted = {}
        return Effort(*(counted.get(key, 0) for key in ("decisions", "conflicts", "propagations")))

    def kept_clauses(self) -> int | None:
        return int(self._solver.nof_clauses()) if self._name in BUDGETED else None

    def close(self) -> None:
        self._solver.delete()


class Program(SatSolver):
    """A program that takes a DIMACS file and answers as in the SAT competitions: exit code 10 or 20, or an `s` line."""

    def __init__(self, name: str) -> None:
        self._program = shutil.which(name) or name
        self._formula = Formula()
        self._true: set[int] = set()

    def add(self, formula: Formula) -> None:
        self._formula.extend(formula)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        whole = Formula()
        whole.extend(self._formula)
        for literal in assumptions:
            whole.add_clause([literal])
        with temporary_folder() as folder:
            cnf, answer = folder / "formula.cnf", folder / "answer"
            cnf.write_text(whole.dimacs())
            # MiniSat and its descendants write the model to a second file; others print it.
            model_file = [str(answer)] if "minisat" in Path(self._program).name else []
            run = subprocess.run([self._program, str(cnf), *model_file], capture_output=True, text=True, check=False)
            printed = run.stdout + (answer.read_text() if answer.exists() else "")
        if run.returncode == 20 or re.search(r"^s?\s*UNSAT", printed, re.MULTILINE):
            return False
        if run.returncode != 10:
            raise RuntimeError(f"{self._program} answered neither SAT nor UNSAT (exit code {run.returncode})")
        lines = re.findall(r"^(?:v\s+)?((?:-?\d+\s+)*-?\d+)\s*$", printed, re.MULTILINE)
        self._true = {int(word) for line in lines for word in line.split() if int(word) > 0}
        return True

    def holds(self, variable: int) -> bool:
        return variable in self._true
