"""Answer-set planning (Lifschitz, 1999) by clingo: rules say how a puzzle is played, an answer set is a plan.

Optimal: every shorter length is refuted first. The rules are files in `budge/encodings/asp`, which clingo can also run
directly: those of the answer-set study of Sokoban, with a switch for each of its optimisations, and faster ones with
interchangeable boxes. Runs in a child process, so that limits are hard.
"""

from __future__ import annotations

from dataclasses import dataclass

from budge.encodings.asp import ENCODINGS, RULES, no_rules
from budge.engines.base import Engine, Task
from budge.engines.logic.base import OutcomeBuilder, missing, race
from budge.engines.logic.lengths import by_team
from budge.engines.options import Option, Switch
from budge.model import Objective, Outcome
from budge.puzzles import BadInput, Puzzle

SWITCHES = {  # the constants of the rules
    "forbidden": "Sokoban: no box where it can be pushed to no target",
    "outer": "Sokoban: no more boxes than targets on a line along a wall",
    "clutter": "Sokoban: no 2×2 square of walls and boxes off target",
    "bounds": "Sokoban by moves: no move off the floor",
    "distance": "Sokoban, boxes without names: as many steps are left as boxes are away from targets",
    "undo": "no move is taken back at once",
}


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
    summary = "asks clingo for a plan of each length, by rules to read and run by hand; optimal"
    kinds = tuple(RULES)
    jobs = "budge.engines.logic.asp_answers"
    options = (
        Option("encoding", "anonymous", "Sokoban by moves: our own rules, or those of the answer-set study", ENCODINGS),
        *(Switch(name, "yes", rule) for name, rule in SWITCHES.items()),
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
        metric = task.metric
        encoding = task.options["encoding"]
        if encoding not in RULES[task.puzzle.kind].encodings(metric):
            what = metric if metric == "pushes" else task.puzzle.kind
            raise BadInput(f"encoding={encoding} is for moves of sokoban, not for {what}")
        weight = task.objective.weight
        question = AspQuestion(
            task.puzzle,
            metric,
            encoding,
            {name: task.options[name] for name in SWITCHES},
            None if weight is None else float(weight),
            task.limits.nodes,
            task.threads,
        )
        if task.team is not None and weight == 1:
            return OutcomeBuilder(task).follow(by_team(task.team, self.jobs, question, task.limits, task.observer))
        return OutcomeBuilder(task).follow(race(f"{self.jobs}:answer", [question], task.limits, task.observer))
