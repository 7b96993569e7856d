"""How hard a person will find a level of Sokoban, guessed from one plan for it.

What makes a level hard is seldom its length. It is how often one has to turn to another box, how far boxes must go out
of their way, and how many pushes that offer themselves lose the level. (That pushes away from targets tell more than
their number: P. Jarušek and R. Pelánek, "Difficulty Rating of Sokoban Puzzle", 2010.) So the effort is

    changes of box × pushes of the plan / pushes that boxes would need alone × (1 + share of pushes that lose)

and the grade its logarithm to base 2.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from budge.engines.domains.base import Difficulty
from budge.engines.domains.sokoban import LETTERS, stated
from budge.engines.domains.sokoban_deadlocks import explain
from budge.native import core
from budge.puzzles import Plan, Sokoban

EASIEST, HARDEST = 1, 10
# Of the search for a plan, where none is given: so few nodes that whoever asks is answered at once, and the same plan
# every time; the seconds are for levels so large that even these take long.
NODES, SECONDS, MEMORY = 150_000, 0.5, 512 << 20


@dataclass(frozen=True)
class SokobanDifficulty(Difficulty):
    """What a plan tells; where none is soon found, the level is as hard as can be.

    >>> SokobanDifficulty(rooms=1, bound=5, pushes=5, changes=3, choices=20, traps=4).grade
    2
    """

    rooms: int
    bound: int  # pushes that boxes need if none is in the way of another
    pushes: int | None  # of the plan; None if there is no plan
    changes: int  # of the box that is pushed, the first among them
    choices: int  # pushes that were possible before each of the plan
    traps: int  # those of them that lose the level at once

    @property
    def grade(self) -> int:
        if self.pushes is None:
            return HARDEST
        effort = self.changes * self.pushes / max(1, self.bound) * (1 + self.risk)
        return min(HARDEST, max(EASIEST, round(math.log2(max(1, effort)))))

    @property
    def risk(self) -> float:
        """The share of pushes on the way that lose."""
        return self.traps / max(1, self.choices)

    @property
    def rows(self) -> list[tuple[str, str]]:
        why = "no plan was found at once"
        if self.pushes is not None:
            changes = "1 change of box" if self.changes == 1 else f"{self.changes} changes of box"
            why = f"{self.pushes} pushes where boxes alone need {self.bound}, {changes}, {self.risk:.0%} of pushes lose"
        return [("rooms", f"{self.rooms}"), ("difficulty", f"{self.grade} of {HARDEST}: {why}")]

    def to_json(self) -> dict[str, Any]:
        return {"grade": self.grade, **asdict(self)}


def difficulty(level: Sokoban, plan: Plan | None = None) -> SokobanDifficulty | None:
    """The difficulty by a plan, or else by one that is soon found; None for several players, or if all is lost.

    >>> difficulty(Sokoban.of(["#######", "#@$  .#", "#######"])).grade
    1
    """
    if len(level.players) > 1 or explain(level).reason:
        return None
    given = stated(level)
    bound = core.evaluate_sokoban(given, "pushes", "matching")
    if bound < 0:
        return None
    steps = quick_plan(given) if plan is None else [LETTERS.index(move.lower()) for move in plan.moves]
    found = core.appraise_sokoban(given, steps or [])
    pushes = None if steps is None else found.pushes
    return SokobanDifficulty(found.rooms, bound, pushes, found.changes, found.choices, found.traps)


def quick_plan(given: core.SokobanPuzzle) -> list[int] | None:
    run = core.Run(seconds=SECONDS, nodes=NODES, memory=MEMORY)
    answer = core.solve_sokoban_any(given, "pushes", False, run)
    if answer.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return answer.plan if answer.status in ("optimal", "solved") else None
