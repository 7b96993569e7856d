"""A plan for a board of any size: tiles are placed one by one; then the plan is shortened until the time limit."""

from __future__ import annotations

from dataclasses import replace

from budge.engines.base import Engine, Task
from budge.engines.domains import DOMAINS
from budge.engines.domains.tiles import to_native
from budge.engines.native.search import Patience, native_run, outcome
from budge.engines.options import IMPROVE
from budge.model import Objective, Outcome
from budge.native import core
from budge.puzzles import Puzzle, Tiles

NARROW, DEFAULT_WIDTH = 1, 0  # beam width: 1 takes milliseconds, and plans are a third longer than by default


class Construct(Engine):
    name = "construct"
    summary = "some plan for a board of any size, fast; with --seconds it is improved as long as that succeeds"
    improves = always_finds = True
    kinds = ("tiles",)
    uses_threads = False
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
        width = NARROW if task.first_plan else DEFAULT_WIDTH
        answer = core.construct_tiles(to_native(puzzle), width, improving, native_run(task, patience))
        found = patience.complete(outcome(answer, task))
        if task.first_plan:
            return found  # on a board of 64×64, the bound would take half as long again
        return replace(found, lower_bound=DOMAINS[puzzle.kind].evaluate(puzzle, "linear-conflict", "moves"))
