"""Constraint programming by OR-tools' CP-SAT: the clauses of `sat`, or the constraint problem of the SAT study.

Optimal as `sat` is. The study's problem declares what its sections 6.1 to 6.3 say, to the count, and doubles the limit
on moves until there is a plan; its rule that completed rows and columns stay gives up optimality, and says so.
"""

from __future__ import annotations

from budge.engines.base import Engine, Option, Task
from budge.engines.logic import Watch, missing, race, unsaid
from budge.engines.model import Objective, Outcome
from budge.puzzles import BadInput, Puzzle, Tiles

EXTRAS = ("no-undo", "completed", "distance")


class Cp(Engine):
    name = "cp"
    summary = "asks CP-SAT for a plan of each length, or solves the study's constraint problem; optimal"
    kinds = ("tiles", "tokens", "blocks", "sokoban")
    options = (
        Option(
            "style", "clauses", "what CP-SAT is given: our clauses, or the study's constraints", ("clauses", "study")
        ),
        Option("extras", "", f"for style=study, with + between: {', '.join(EXTRAS)}"),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("cp", "cp", "ortools", "numpy") or super().refuses(puzzle, objective) or unsaid(puzzle, objective)
        )

    def solve(self, task: Task) -> Outcome:
        from budge.encodings.sat import FAR, encode

        least = encode(task.puzzle, metric=task.objective.metric_of(task.puzzle)).least
        if least >= FAR:
            return Outcome("unsolvable", reason="something cannot get to its place, even alone")
        if task.options["style"] == "study":
            return self._study(task, least)
        from budge.engines.cp_sat import answer_clauses
        from budge.engines.sat_strategies import Question

        weight = task.objective.weight
        slack = None if weight is None else float(weight)
        question = Question(
            task.puzzle,
            task.objective.metric_of(task.puzzle),
            f"cp-sat:{task.threads}",
            "restart",
            slack,
            task.limits.nodes,
        )
        return Watch(task, least).follow(race(answer_clauses, [question], task.limits, task.observer))

    def _study(self, task: Task, least: int) -> Outcome:
        from budge.encodings.cp.tiles_study import Extras
        from budge.engines.cp_sat import StudyQuestion, answer_study

        given = [word for word in task.options["extras"].split("+") if word]
        if unknown := set(given) - set(EXTRAS):
            raise BadInput(f"extras={min(unknown)}; known are {', '.join(EXTRAS)}")
        if not isinstance(task.puzzle, Tiles):
            raise BadInput(f"style=study is for tiles, not {task.puzzle.kind}")
        extras = Extras("no-undo" not in given, "completed" in given, "distance" in given)
        optimal = task.objective.quality != "any"
        if optimal and extras.completed:
            raise BadInput(
                "extras=completed keeps rows and columns that a shortest plan may have to break; use --quality any"
            )
        question = StudyQuestion(task.puzzle, extras, optimal, least, task.threads)
        return Watch(task, least).follow(race(answer_study, [question], task.limits, task.observer))
