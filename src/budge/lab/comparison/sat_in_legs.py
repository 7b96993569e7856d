"""The engine `sat` for Sokoban divided into subproblems, as the model-checking study suggests: see `legs`."""

from __future__ import annotations

from dataclasses import replace

from budge.engines.base import Task
from budge.engines.logic.sat import Sat
from budge.model import Objective, Outcome
from budge.puzzles import Puzzle


class SatInLegs(Sat):
    name = "sat-in-legs"
    summary = "sat with the clauses of the model-checking study, one target after another: finds some plan fast"
    kinds = ("sokoban",)
    jobs = "budge.lab.comparison.legs"
    options = tuple(option for option in Sat.options if option.name in ("solver", "extras"))

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if objective.quality != "any" or objective.metric_of(puzzle) != "moves":
            return "sat-in-legs finds any plan for one player by moves; use --quality any"
        return super().refuses(puzzle, objective)

    def solve(self, task: Task) -> Outcome:
        usual = {option.name: option.parse(option.default) for option in Sat.options}
        return super().solve(replace(task, options={**usual, "style": "study", **task.options}))
