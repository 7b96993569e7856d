"""A plan for any board, at any size: tiles go home one by one; then the plan is shortened while time lasts."""

from __future__ import annotations

from dataclasses import replace

from budge.engines.base import Engine, Task
from budge.engines.domains import DOMAINS
from budge.engines.domains.tiles import stated
from budge.engines.native.search import Patience, native_run, outcome
from budge.engines.options import IMPROVE
from budge.model import Objective, Outcome
from budge.native import core
from budge.puzzles import Puzzle, Tiles

NARROW, USUAL = 1, 0  # boards kept in mind: one gives a plan in milliseconds, a third longer than the usual number


class Construct(Engine):
    name = "construct"
    summary = "some plan for any board, at once; with --seconds it is improved while that succeeds"
    improves = always_finds = True
    kinds = ("tiles",)
    options = (IMPROVE,)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if objective.quality != "any" and puzzle.kind in self.kinds:
            return "construct proves nothing about the length of its plans; it serves quality any"
        return super().refuses(puzzle, objective)

    def solve(self, task: Task) -> Outcome:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        improving = task.limits.seconds is not None and task.options["improve"] and not task.first_plan
        patience = Patience(task)
        width = NARROW if task.first_plan else USUAL
        answer = core.construct_tiles(stated(puzzle), width, improving, native_run(task, patience))
        found = patience.settled(outcome(answer, task))
        if task.first_plan:
            return found  # on a board of 64×64 the bound would take half as long
        return replace(found, lower_bound=DOMAINS[puzzle.kind].evaluate(puzzle, "linear-conflict", "moves"))
