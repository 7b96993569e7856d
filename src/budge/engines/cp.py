"""Constraint programming by CP-SAT: the clauses of `sat`, a model of Sokoban by pushes, or those of the SAT study.

Optimal as `sat` is. The study's problems declare what its sections 5.2 and 6.1 to 6.3 say, to the count, and double the
limit on steps until there is a plan; its rule that completed rows and columns stay gives up optimality, and says so.
"""

from __future__ import annotations

from budge.encodings.extras import Extras
from budge.engines.base import Engine, Option, Task
from budge.engines.domains import DOMAINS
from budge.engines.logic import Watch, missing, race, refuse_completed, unsaid
from budge.engines.model import Objective, Outcome
from budge.puzzles import BadInput, Puzzle, Sokoban, Tiles

EXTRAS = {"tiles": ("no-undo", "completed", "distance"), "sokoban": ("dead-squares",)}


class Cp(Engine):
    name = "cp"
    summary = "asks CP-SAT for a plan of each length, or solves the study's constraint problem; optimal"
    kinds = ("tiles", "tokens", "blocks", "sokoban")
    options = (
        Option(
            "style",
            "clauses",
            "what CP-SAT is given: our clauses, the circuits of walks between pushes, or the study's constraints",
            ("clauses", "walks", "study"),
        ),
        Option("extras", "", "for style=study, with + between: " + ", ".join(sum(EXTRAS.values(), ()))),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("cp", "cp", "ortools", "numpy") or super().refuses(puzzle, objective) or unsaid(puzzle, objective)
        )

    def solve(self, task: Task) -> Outcome:
        least = lower_bound(task)
        if least is None:
            return Outcome("unsolvable", reason="something cannot get to its place, even alone")
        style = task.options["style"]
        if task.options["extras"] and style != "study":
            raise BadInput("extras= are for style=study")
        return {"clauses": self._clauses, "walks": self._walks, "study": self._study}[style](task, least)

    def _clauses(self, task: Task, least: int) -> Outcome:
        from budge.engines.cp_sat import answer_clauses
        from budge.engines.sat_strategies import Question

        question = Question(
            task.puzzle,
            task.objective.metric_of(task.puzzle),
            f"cp-sat:{task.threads}",
            "restart",
            slack(task),
            task.limits.nodes,
        )
        return Watch(task, least).follow(race(answer_clauses, [question], task.limits, task.observer))

    def _walks(self, task: Task, least: int) -> Outcome:
        from budge.engines.cp_sat import PushesQuestion, answer_pushes

        level = counted_by_pushes(task, "walks")
        question = PushesQuestion(level, slack(task), least, task.threads, task.limits.nodes)
        return Watch(task, least).follow(race(answer_pushes, [question], task.limits, task.observer))

    def _study(self, task: Task, least: int) -> Outcome:
        from budge.engines.cp_sat import StudyQuestion, answer_study

        puzzle = task.puzzle if isinstance(task.puzzle, Tiles) else counted_by_pushes(task, "study")
        if isinstance(puzzle, Sokoban) and puzzle.assigned:
            raise BadInput("style=study lets every box end on every target; this level assigns them")
        extras = Extras.parse(task.options["extras"], EXTRAS[puzzle.kind])
        refuse_completed(extras, task.objective)
        optimal = task.objective.quality != "any"
        question = StudyQuestion(puzzle, extras, optimal, least, task.threads, task.limits.nodes)
        return Watch(task, least).follow(race(answer_study, [question], task.limits, task.observer))


def by_pushes(puzzle: Puzzle, objective: Objective) -> bool:
    return isinstance(puzzle, Sokoban) and objective.metric_of(puzzle) == "pushes"


def counted_by_pushes(task: Task, style: str) -> Sokoban:
    """The level, if its pushes are what counts; raises `BadInput` if not."""
    if not isinstance(task.puzzle, Sokoban):
        kinds = "tiles and sokoban" if style == "study" else "sokoban"
        raise BadInput(f"style={style} is for {kinds}, not {task.puzzle.kind}")
    if not by_pushes(task.puzzle, task.objective):
        raise BadInput(f"style={style} of sokoban counts pushes, not {task.objective.metric_of(task.puzzle)}")
    return task.puzzle


def lower_bound(task: Task) -> int | None:
    """That no plan is shorter; None if there is none at all."""
    from budge.encodings.sat import FAR, encode

    if by_pushes(task.puzzle, task.objective):
        pushes = DOMAINS["sokoban"].evaluate(task.puzzle, "matching", "pushes")
        return None if pushes < 0 else pushes
    least = encode(task.puzzle, metric=task.objective.metric_of(task.puzzle)).least
    return None if least >= FAR else least


def slack(task: Task) -> float | None:
    """How far above the optimum a plan may be."""
    weight = task.objective.weight
    return None if weight is None else float(weight)
