"""The programs gringo and clasp as an engine: one grounds the answer-set rules of Sokoban, the other solves them.

Lengths are tested from the lower bound up, so that the first plan is optimal. The rules are those of the study that are
grounded for one length, because the programs, unlike clingo, do not support incremental grounding.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from dataclasses import dataclass

from budge.encodings.asp import ONE_LENGTH, RULES, facts, no_rules, read_answer, rules_of
from budge.engines.base import Engine, Refusal, Task
from budge.engines.logic.base import TICK, OutcomeBuilder, PlanFound, Refuted
from budge.engines.options import Option
from budge.model import Objective, Outcome
from budge.processes.child import Emit, temporary_folder, work
from budge.puzzles import Puzzle, Sokoban
from budge.trace import BoundStats

SATISFIABLE, UNSATISFIABLE = (10, 30), 20  # exit codes of clasp


def installed() -> bool:
    return all(shutil.which(program) for program in ("gringo", "clasp"))


class GringoClasp(Engine):
    name = "clasp"
    summary = "the programs gringo and clasp on the answer-set rules of Sokoban; optimal"
    kinds = ("sokoban",)
    jobs = __name__
    options = (Option("encoding", "split", "which rules of the answer-set study", ONE_LENGTH),)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if not installed():
            return "clasp needs the programs gringo and clasp on the path"
        if refused := super().refuses(puzzle, objective):
            return refused
        metric = objective.metric_of(puzzle)
        return no_rules(puzzle, metric) or (None if metric == "moves" else f"clasp counts moves, not {metric}")

    def solve(self, task: Task) -> Outcome:
        if task.limits.nodes is not None:
            raise Refusal("clasp has no node limit; limit its seconds or its memory")
        assert isinstance(task.puzzle, Sokoban)
        question = ClaspQuestion(task.puzzle, task.options.get("encoding", "split"))
        return OutcomeBuilder(task).follow(work(answer, question, task.limits, task.observer, tick=TICK))


@dataclass(frozen=True)
class ClaspQuestion:
    """The input of the child process."""

    level: Sokoban
    encoding: str


def answer(question: ClaspQuestion, emit: Emit) -> None:
    """The job of the child process: emits BoundStats and Refuted events until a plan is found."""
    level = question.level
    horizon = RULES[level.kind].lower_bound(level, "moves")
    emit(Refuted(horizon))
    with temporary_folder() as folder:
        start, ground = folder / "facts.lp", folder / "ground.lp"
        start.write_text(facts(level), encoding="utf-8")
        program = [str(rules_of(level, "moves", question.encoding)), str(start)]
        while True:
            began = time.perf_counter()
            with ground.open("wb") as out:
                given = ["-c", f"horizon={horizon}", "--warn=none"]
                subprocess.run(["gringo", *program, *given], stdout=out, check=True)
            clasp = ["clasp", str(ground), "--stats"]
            solved = subprocess.run(clasp, capture_output=True, text=True, check=False)
            found = solved.returncode in SATISFIABLE
            if not found and solved.returncode != UNSATISFIABLE:
                raise RuntimeError(f"clasp ended with exit code {solved.returncode}")
            counts = {what: counted(solved.stdout, what) for what in ("Atoms", "Rules", "Choices", "Conflicts")}
            size, effort = (counts["Atoms"], counts["Rules"]), (counts["Choices"], counts["Conflicts"])
            emit(BoundStats(horizon, found, *size, *effort, 0, time.perf_counter() - began))
            if found:
                plan = read_answer(level, solved.stdout)
                emit(PlanFound(plan, len(plan)))
                return
            horizon += 1
            emit(Refuted(horizon))


def counted(statistics: str, what: str) -> int:
    """
    >>> counted("Rules        : 1203     (Original: 1177)", "Rules")
    1203
    """
    match = re.search(rf"^{what}\s*:\s*(\d+)", statistics, re.MULTILINE)
    return int(match[1]) if match else 0
