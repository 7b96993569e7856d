"""Answer-set planning (Lifschitz, 1999) with clingo: rules describe the moves of a puzzle, and an answer set is a plan.

Optimal: every shorter length is refuted first. The rules are files in `budge/encodings/asp`, which clingo can also run
directly. Sokoban has three sets of rules: the programs of the answer-set study to the letter (listings), its encodings
with a switch for each of its optimisations, and faster ones in which boxes are interchangeable. clingo runs in a child
process, so limits are hard.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from budge.encodings.asp import ENCODINGS, LISTINGS, RULES, no_rules
from budge.engines.base import Engine, Task
from budge.engines.logic.base import OutcomeBuilder, missing, race
from budge.engines.logic.lengths import by_team
from budge.engines.options import Option, Switch
from budge.model import Objective, Outcome
from budge.puzzles import Puzzle


def by_moves(task: Task) -> bool:
    return task.metric == "moves"


def is_listing(task: Task) -> bool:
    return by_moves(task) and task.options.get("encoding") in LISTINGS


def switched(task: Task) -> bool:
    return not is_listing(task)


def switched_by_moves(task: Task) -> bool:
    return by_moves(task) and switched(task)


def without_names(task: Task) -> bool:
    return task.metric == "pushes" or task.options["encoding"] == "anonymous"


BY_MOVES: dict[str, Any] = {"used_with": "metric moves", "used_if": by_moves}
WITHOUT_NAMES: dict[str, Any] = {"used_with": "encoding=anonymous", "used_if": without_names}
SWITCHED: dict[str, Any] = {"used_with": "encodings other than the listings", "used_if": switched}
SWITCHED_BY_MOVES: dict[str, Any] = {
    "used_with": "metric moves and encodings other than the listings",
    "used_if": switched_by_moves,
}
LEVELS = ("sokoban",)
SWITCHES = (  # optimisations: each is a constant of the rules
    Switch("forbidden", "yes", "no box on a square from which it can reach no target", kinds=LEVELS, **SWITCHED),
    Switch("outer", "yes", "no more boxes than targets on a line along a wall", kinds=LEVELS, **SWITCHED),
    Switch("clutter", "yes", "no 2×2 square of walls and boxes off target", kinds=LEVELS, **SWITCHED),
    Switch("bounds", "yes", "no move off the floor", kinds=LEVELS, **SWITCHED_BY_MOVES),
    Switch("distance", "yes", "enough steps remain for the distances of all boxes", kinds=LEVELS, **WITHOUT_NAMES),
    Switch("undo", "yes", "no move undoes the previous one", **SWITCHED_BY_MOVES),
)


@dataclass(frozen=True)
class AspQuestion:
    """The input of a job: find a plan of at most `slack` × the optimum; any plan if `slack` is None."""

    puzzle: Puzzle
    metric: str
    encoding: str
    switches: dict[str, bool]  # optimisations by the names of their constants
    slack: float | None
    conflicts: int | None
    threads: int


class Asp(Engine):
    name = "asp"
    summary = "asks clingo for a plan of each length, with rules that clingo can also run alone; optimal"
    kinds = tuple(RULES)
    jobs = "budge.engines.logic.asp_answers"
    options = (
        Option(
            "encoding",
            "anonymous",
            "our rules, those of the answer-set study with optimisations, or its programs to the letter",
            ENCODINGS,
            kinds=LEVELS,
            **BY_MOVES,
        ),
        *SWITCHES,
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("asp", "asp", "clingo")
            or super().refuses(puzzle, objective)
            or no_rules(puzzle, objective.metric_of(puzzle))
        )

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        return objective.weight == 1

    def solve(self, task: Task) -> Outcome:
        weight = Fraction(1) if is_listing(task) else task.objective.weight  # the listings know no waits
        question = AspQuestion(
            task.puzzle,
            task.metric,
            task.options["encoding"],
            {switch.name: task.options[switch.name] for switch in SWITCHES},
            None if weight is None else float(weight),
            task.limits.nodes,
            task.threads,
        )
        if task.team is not None and weight == 1:
            return OutcomeBuilder(task).follow(by_team(task.team, self.jobs, question, task.limits, task.observer))
        return OutcomeBuilder(task).follow(race(f"{self.jobs}:answer", [question], task.limits, task.observer))
