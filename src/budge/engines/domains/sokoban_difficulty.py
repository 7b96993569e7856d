"""Estimates how hard a Sokoban level is for a person, from one plan.

Length alone says little. A level is hard if the player often switches to another box, if boxes take detours, and if
many of the possible pushes lose the level. (Pushes away from targets matter more than the number of pushes: P. Jarušek
and R. Pelánek, "Difficulty Rating of Sokoban Puzzle", 2010.) So the effort is

    changes of box × pushes of the plan / lower bound on pushes × (1 + share of pushes that lose)

and the grade is its logarithm to base 2. The logarithms of the factors, which sum to the grade before rounding, show
the causes. The changes of box are divided into the boxes that the plan pushes and the times it turns to each of them.
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
SMALLEST_CAUSE = 0.05  # grades below which a cause is not named
# Limits of the search for a plan if none is given. The node limit makes it fast and its plan reproducible. The time
# limit matters only for levels so large that even this number of nodes takes long.
NODES, SECONDS, MEMORY = 150_000, 0.5, 512 << 20


@dataclass(frozen=True)
class SokobanDifficulty(Difficulty):
    """Measures of a plan; if none is found quickly, the level has the highest grade.

    >>> found = SokobanDifficulty(rooms=1, bound=5, pushes=5, moved=2, changes=4, choices=20, traps=8)
    >>> found.grade, found.causes
    (2, {'boxes': 1.0, 'returns': 1.0, 'detours': 0.0, 'traps': 0.49})
    """

    rooms: int
    bound: int  # lower bound on the pushes
    pushes: int | None  # of the plan; None if there is no plan
    moved: int  # boxes that the plan pushes
    changes: int  # of the pushed box; the first box counts as one
    choices: int  # possible pushes, summed over the pushes of the plan
    traps: int  # the number of these pushes that lose the level immediately

    @property
    def grade(self) -> int:
        if self.pushes is None:
            return HARDEST
        effort = self.changes * self.detour * (1 + self.risk)
        return min(HARDEST, max(EASIEST, round(math.log2(max(1, effort)))))

    @property
    def causes(self) -> dict[str, float]:
        """How many grades each cause adds."""
        factors = {"boxes": self.moved, "returns": self.returns, "detours": self.detour, "traps": 1 + self.risk}
        return {cause: round(math.log2(max(1, factor)), 2) for cause, factor in factors.items()}

    @property
    def returns(self) -> float:
        """How often the plan turns to each box that it pushes."""
        return self.changes / max(1, self.moved)

    @property
    def detour(self) -> float:
        """The pushes of the plan, divided by the lower bound."""
        return (self.pushes or 0) / max(1, self.bound)

    @property
    def risk(self) -> float:
        """The share of the possible pushes that lose."""
        return self.traps / max(1, self.choices)

    @property
    def rows(self) -> list[tuple[str, str]]:
        grade = f"{self.grade} of {HARDEST}"
        if self.pushes is None:
            return [("rooms", f"{self.rooms}"), ("difficulty", f"{grade}: no plan was found quickly")]
        words = {
            "boxes": "1 box to push" if self.moved == 1 else f"{self.moved} boxes to push",
            "returns": f"{self.returns:.1f} turns to each",
            "detours": f"{self.pushes - self.bound} pushes above the lower bound",
            "traps": f"{self.risk:.0%} of pushes lose",
        }
        ordered = sorted(self.causes.items(), key=lambda cause: -cause[1])
        causes = [f"{words[cause]} (+{grades:.1f})" for cause, grades in ordered if grades >= SMALLEST_CAUSE]
        rows = [("rooms", f"{self.rooms}"), ("difficulty", f"{grade}: {self.pushes} pushes, lower bound {self.bound}")]
        return [*rows, ("causes", ", ".join(causes))] if causes else rows

    def to_json(self) -> dict[str, Any]:
        return {"grade": self.grade, **asdict(self), "causes": None if self.pushes is None else self.causes}


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
    return SokobanDifficulty(found.rooms, bound, pushes, found.moved, found.changes, found.choices, found.traps)


def quick_plan(native: core.SokobanPuzzle) -> list[int] | None:
    run = core.Run(seconds=SECONDS, nodes=NODES, memory=MEMORY)
    answer = core.solve_sokoban_any(native, "pushes", False, run)
    if answer.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return answer.plan if answer.status in ("optimal", "solved") else None
