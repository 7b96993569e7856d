"""Constraint programming by CP-SAT: the clauses of `sat`, a model of Sokoban by pushes, or those of the SAT study.

Optimal as `sat` is. The study's problems declare what its sections 5.2 and 6.1 to 6.3 say, to the count, and double the
limit on steps until there is a plan; its rule that completed rows and columns stay gives up optimality, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from budge.encodings.cp import STUDIES
from budge.encodings.extras import Extras
from budge.engines.base import Engine, Task
from budge.engines.logic.base import Watch, missing, no_clauses, race, refuse_completed
from budge.engines.logic.sat import Question
from budge.engines.options import Option
from budge.kinds import kinds_in
from budge.model import Objective, Outcome
from budge.names import listed
from budge.puzzles import BadInput, Puzzle, Sokoban

EXTRAS = tuple(extra for study in STUDIES.values() for extra in study.extras)


@dataclass(frozen=True)
class StudyQuestion:
    puzzle: Puzzle
    extras: Extras
    optimal: bool
    threads: int
    conflicts: int | None


@dataclass(frozen=True)
class PushesQuestion:
    level: Sokoban
    slack: float | None  # how far above the optimum a plan may be; None for any plan
    threads: int
    conflicts: int | None


class Cp(Engine):
    name = "cp"
    summary = "asks CP-SAT for a plan of each length, or solves the study's constraint problem; optimal"
    kinds = kinds_in("budge.encodings.sat")
    jobs = "budge.engines.logic.cp_sat"
    options = (
        Option(
            "style",
            "clauses",
            "what CP-SAT is given: our clauses, the circuits of walks between pushes, or the study's constraints",
            ("clauses", "walks", "study"),
        ),
        Option("extras", "", "for style=study, with + between: " + ", ".join(EXTRAS)),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("cp", "cp", "ortools", "numpy")
            or super().refuses(puzzle, objective)
            or no_clauses(puzzle, objective)
        )

    def solve(self, task: Task) -> Outcome:
        style = task.options["style"]
        if task.options["extras"] and style != "study":
            raise BadInput("extras= are for style=study")
        return {"clauses": self._clauses, "walks": self._walks, "study": self._study}[style](task)

    def _clauses(self, task: Task) -> Outcome:
        question = Question(
            task.puzzle,
            task.objective.metric_of(task.puzzle),
            f"cp-sat:{task.threads}",
            "restart",
            slack(task),
            task.limits.nodes,
        )
        return Watch(task).follow(race(f"{self.jobs}:answer_clauses", [question], task.limits, task.observer))

    def _walks(self, task: Task) -> Outcome:
        question = PushesQuestion(counted_by_pushes(task), slack(task), task.threads, task.limits.nodes)
        return Watch(task).follow(race(f"{self.jobs}:answer_pushes", [question], task.limits, task.observer))

    def _study(self, task: Task) -> Outcome:
        puzzle, metric = task.puzzle, task.objective.metric_of(task.puzzle)
        if puzzle.kind not in STUDIES:
            raise BadInput(f"style=study is for {listed([*STUDIES])}, not {puzzle.kind}")
        study = STUDIES[puzzle.kind]
        if metric != study.metric:
            raise BadInput(f"style=study of {puzzle.kind} counts {study.metric}, not {metric}")
        if reason := study.refuses(puzzle):
            raise BadInput(reason)
        extras = Extras.parse(task.options["extras"], study.extras)
        refuse_completed(extras, task.objective)
        question = StudyQuestion(puzzle, extras, task.objective.quality != "any", task.threads, task.limits.nodes)
        return Watch(task).follow(race(f"{self.jobs}:answer_study", [question], task.limits, task.observer))


def counted_by_pushes(task: Task) -> Sokoban:
    """The level, if its pushes are what counts; raises `BadInput` if not."""
    if not isinstance(task.puzzle, Sokoban):
        raise BadInput(f"style=walks is for sokoban, not {task.puzzle.kind}")
    if (metric := task.objective.metric_of(task.puzzle)) != "pushes":
        raise BadInput(f"style=walks of sokoban counts pushes, not {metric}")
    return task.puzzle


def slack(task: Task) -> float | None:
    """How far above the optimum a plan may be."""
    weight = task.objective.weight
    return None if weight is None else float(weight)
