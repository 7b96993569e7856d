"""Some plan for large Sokoban levels: feature space search, then a search near the plan until the time limit."""

from __future__ import annotations

from dataclasses import replace

from budge.engines.base import Engine, Task
from budge.engines.domains.sokoban import to_native
from budge.engines.native.search import native_run, outcome
from budge.engines.native.sokoban_variants import race
from budge.engines.options import IMPROVE
from budge.model import Objective, Outcome
from budge.native import core
from budge.puzzles import Puzzle, Sokoban
from budge.trace import MacroMove, PackingStep, Square, Trace


class Fess(Engine):
    name = "fess"
    summary = "some plan for large levels; with --seconds it is improved until the time limit"
    improves = True
    kinds = ("sokoban",)
    options = (IMPROVE,)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if reason := super().refuses(puzzle, objective):
            return reason
        assert isinstance(puzzle, Sokoban)
        if objective.quality != "any":
            return "fess finds some plan, rarely a shortest one; it serves quality any"
        if len(puzzle.players) > 1:
            return f"fess moves one player; this level has {len(puzzle.players)}"
        return None

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        """Variants of the level race. Assigned targets would need new numbers in each variant, so they are excluded."""
        assert isinstance(puzzle, Sokoban)
        return not puzzle.assigned

    def solve(self, task: Task) -> Outcome:
        puzzle = task.puzzle
        assert isinstance(puzzle, Sokoban)
        metric = task.metric
        improving = task.limits.seconds is not None and task.options["improve"] and not task.first_plan
        if task.team is not None:
            return race(task.team, task, self.solve, improving=improving)
        answer = core.solve_sokoban_any(to_native(puzzle), metric, improving, native_run(task))
        found = outcome(answer, task)
        return replace(found, trace=found.trace and with_advice(found.trace, answer.trace, puzzle))


def with_advice(trace: Trace, kept: core.Trace, level: Sokoban) -> Trace:
    """The trace with the packing plan, and the advisor of each macro move."""

    def square(cell: int) -> Square:
        return cell // level.width + 1, cell % level.width + 1

    packing = [PackingStep(square(to), square(parked) if parked >= 0 else None) for to, parked in kept.packing]
    moves = [
        MacroMove(square(start), square(end), square(player), advisor, stage)
        for start, end, player, advisor, stage in kept.macro_moves
    ]
    return replace(trace, packing=packing, macro_moves=moves)
