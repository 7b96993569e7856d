"""Constraint programming with CP-SAT: the clauses of `sat`, a model of walks between pushes, or the SAT study's models.

Optimal, like `sat`. The study's models have exactly the variables and constraints of its sections 5.2 and 6.1 to 6.3.
Their step limit doubles until a plan exists, unless `strategy` says otherwise. The extra `completed` may exclude the
optimum, so it requires quality `any`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from budge.encodings.cp import WALKS, WalkModels
from budge.engines.base import Engine, Task
from budge.engines.logic.base import OutcomeBuilder, missing, no_clauses, race, refuse_completed
from budge.engines.logic.sat import STRATEGIES, SatQuestion
from budge.engines.options import Option
from budge.kinds import kinds_in
from budge.model import Objective, Outcome
from budge.names import listed
from budge.puzzles import BadInput, Puzzle
from budge.studies.cp import CP_STUDIES, CpStudy
from budge.studies.extras import Extras

EXTRAS = tuple(extra for study in CP_STUDIES.values() for extra in study.extras)
Model = TypeVar("Model", CpStudy, WalkModels)


@dataclass(frozen=True)
class StudyQuestion:
    puzzle: Puzzle
    extras: Extras
    strategy: str
    optimal: bool
    threads: int
    conflicts: int | None


@dataclass(frozen=True)
class WalksQuestion:
    puzzle: Puzzle
    slack: float | None  # largest allowed length as a multiple of the optimum; None for any plan
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
            "the model: our clauses, the circuits of walks between pushes, or the study's constraints",
            ("clauses", "walks", "study"),
            kinds=tuple(CP_STUDIES | WALKS),
        ),
        Option(
            "strategy",
            "auto",
            "which lengths are tested in which order",
            STRATEGIES,
            used_with="style=clauses or style=study",
            used_if=lambda task: task.options["style"] != "walks",
        ),
        Option(
            "extras",
            "",
            "joined by +: " + ", ".join(EXTRAS),
            kinds=tuple(CP_STUDIES),
            used_with="style=study",
            used_if=lambda task: task.options["style"] == "study",
        ),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("cp", "cp", "ortools", "numpy")
            or super().refuses(puzzle, objective)
            or no_clauses(puzzle, objective)
        )

    def solve(self, task: Task) -> Outcome:
        return {"clauses": self._clauses, "walks": self._walks, "study": self._study}[task.options["style"]](task)

    def _clauses(self, task: Task) -> Outcome:
        question = SatQuestion(
            task.puzzle,
            task.metric,
            f"cp-sat:{task.own_threads}",
            task.options["strategy"],
            slack(task),
            task.limits.nodes,
        )
        return OutcomeBuilder(task).follow(race(f"{self.jobs}:answer_clauses", [question], task.limits, task.observer))

    def _walks(self, task: Task) -> Outcome:
        model_of(task, "walks", WALKS)
        question = WalksQuestion(task.puzzle, slack(task), task.own_threads, task.limits.nodes)
        return OutcomeBuilder(task).follow(race(f"{self.jobs}:answer_walks", [question], task.limits, task.observer))

    def _study(self, task: Task) -> Outcome:
        puzzle, study = task.puzzle, model_of(task, "study", CP_STUDIES)
        if reason := study.refuses(puzzle):
            raise BadInput(reason)
        extras, strategy = Extras.parse(task.options["extras"], study.extras), task.options["strategy"]
        refuse_completed(extras, task.objective)
        if strategy == "incremental":
            raise BadInput("style=study makes a model for each limit; use strategy restart, binary or doubling")
        optimal, limits = task.objective.quality != "any", task.limits
        question = StudyQuestion(puzzle, extras, strategy, optimal, task.own_threads, limits.nodes)
        return OutcomeBuilder(task).follow(race(f"{self.jobs}:answer_study", [question], task.limits, task.observer))


def model_of(task: Task, style: str, models: Mapping[str, Model]) -> Model:
    """The model of a style for a puzzle; raises `BadInput` if it has none for the kind or the metric."""
    kind, metric = task.puzzle.kind, task.metric
    if kind not in models:
        raise BadInput(f"style={style} is for {listed([*models])}, not {kind}")
    if metric != models[kind].metric:
        raise BadInput(f"style={style} of {kind} counts {models[kind].metric}, not {metric}")
    return models[kind]


def slack(task: Task) -> float | None:
    """The largest allowed length as a multiple of the optimum; None for any plan."""
    weight = task.objective.weight
    return None if weight is None else float(weight)
