"""Estimates how hard a Sokoban level is for a person, from one plan.

Length alone says little. A level is hard if the player often switches to another box, if boxes take detours, and if
many of the possible pushes lose the level. (Pushes away from targets matter more than the number of pushes: P. Jarušek
and R. Pelánek, "Difficulty Rating of Sokoban Puzzle", 2010.) So the effort is

    changes of box × pushes of the plan / lower bound on pushes × (1 + share of pushes that lose)

and the grade is its logarithm to base 2.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from budge.engines.domains.base import Difficulty
from budge.engines.domains.sokoban import LETTERS, to_native
from budge.engines.domains.sokoban_deadlocks import explain
from budge.native import core
from budge.puzzles import Plan, Sokoban

EASIEST, HARDEST = 1, 10
# Limits of the search for a plan if none is given. The node limit makes it fast and its plan reproducible. The time
# limit matters only for levels so large that even this number of nodes takes long.
NODES, SECONDS, MEMORY = 150_000, 0.5, 512 << 20


@dataclass(frozen=True)
class SokobanDifficulty(Difficulty):
    """Measures of a plan; if none is found quickly, the level has the highest grade.

    >>> SokobanDifficulty(rooms=1, bound=5, pushes=5, changes=3, choices=20, traps=4).grade
    2
    """

    rooms: int
    bound: int  # lower bound on the pushes
    pushes: int | None  # of the plan; None if there is no plan
    changes: int  # of the pushed box; the first box counts as one
    choices: int  # possible pushes, summed over the pushes of the plan
    traps: int  # the number of these pushes that lose the level immediately

    @property
    def grade(self) -> int:
        if self.pushes is None:
            return HARDEST
        effort = self.changes * self.pushes / max(1, self.bound) * (1 + self.risk)
        return min(HARDEST, max(EASIEST, round(math.log2(max(1, effort)))))

    @property
    def risk(self) -> float:
        """The share of the possible pushes that lose."""
        return self.traps / max(1, self.choices)

    @property
    def rows(self) -> list[tuple[str, str]]:
        why = "no plan was found quickly"
        if self.pushes is not None:
            changes = "1 change of box" if self.changes == 1 else f"{self.changes} changes of box"
            why = f"{self.pushes} pushes, lower bound {self.bound}, {changes}, {self.risk:.0%} of pushes lose"
        return [("rooms", f"{self.rooms}"), ("difficulty", f"{self.grade} of {HARDEST}: {why}")]

    def to_json(self) -> dict[str, Any]:
        return {"grade": self.grade, **asdict(self)}


def difficulty(level: Sokoban, plan: Plan | None = None) -> SokobanDifficulty | None:
    """The difficulty measured on this plan or on one found quickly; None for several players and for lost levels.

    >>> difficulty(Sokoban.of(["#######", "#@$  .#", "#######"])).grade
    1
    """
    if len(level.players) > 1 or explain(level).reason:
        return None
    native = to_native(level)
    bound = core.evaluate_sokoban(native, "pushes", "matching")
    if bound < 0:
        return None
    steps = quick_plan(native) if plan is None else [LETTERS.index(move.lower()) for move in plan.moves]
    found = core.measure_sokoban_difficulty(native, steps or [])
    pushes = None if steps is None else found.pushes
    return SokobanDifficulty(found.rooms, bound, pushes, found.changes, found.choices, found.traps)


def quick_plan(native: core.SokobanPuzzle) -> list[int] | None:
    run = core.Run(seconds=SECONDS, nodes=NODES, memory=MEMORY)
    answer = core.solve_sokoban_any(native, "pushes", False, run)
    if answer.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return answer.plan if answer.status in ("optimal", "solved") else None
