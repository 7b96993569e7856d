"""Why a Sokoban position is lost: dead squares, frozen boxes, corrals, and the rule that proves it.

The core applies the rules; this module turns the result into text and a map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from budge.engines.domains.base import Explanation
from budge.engines.domains.sokoban import to_native
from budge.native import core
from budge.puzzles import Sokoban
from budge.puzzles.sokoban import State
from budge.puzzles.sokoban_drawing import sokoban_text

DEAD, CORRAL, FROZEN, CULPRIT = "░░", "::", "{}", "!!"


@dataclass(frozen=True)
class SokobanExplanation(Explanation):
    """The result of the deadlock rules for a position. Squares and boxes are given by their cells."""

    level: Sokoban
    state: State
    dead_squares: frozenset[int]  # from which a box can reach no target
    frozen: frozenset[int]  # boxes that can never move again
    corrals: tuple[frozenset[int], ...]  # areas of floor that the player cannot reach
    rule: str | None  # the rule that proves the position lost
    culprits: frozenset[int]  # the boxes to which that rule applies
    reason: str | None  # as text

    @property
    def map(self) -> str:
        _, boxes = self.state
        marks = dict.fromkeys(self.dead_squares - {*boxes, *self.state[0]}, DEAD)
        marks |= dict.fromkeys((cell for corral in self.corrals for cell in corral - {*self.level.targets}), CORRAL)
        marks |= dict.fromkeys(self.frozen, FROZEN) | dict.fromkeys(self.culprits, CULPRIT)
        meanings = {DEAD: "dead square", CORRAL: "out of reach", FROZEN: "frozen box", CULPRIT: "box that is lost"}
        legend = "   ".join(f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in marks.values())
        board = sokoban_text(self.level, self.state, marks)
        return f"{board}\n\n{legend}" if legend else board

    def cells(self) -> dict[str, Any]:
        reasons = dict.fromkeys(self.culprits, self.reason)
        return {
            "dead": sorted(self.dead_squares),
            "frozen": [
                {"cell": cell, "reason": reasons.get(cell) or "this box can never move again"}
                for cell in sorted(self.frozen | self.culprits)
            ],
            "corrals": [sorted(corral) for corral in self.corrals],
            "culprits": sorted(self.culprits),
            "deadlock": self.reason,
        }

    def to_json(self) -> dict[str, Any]:
        def places(cells: frozenset[int]) -> list[list[int]]:
            return [[cell // self.level.width + 1, cell % self.level.width + 1] for cell in sorted(cells)]

        return {
            "dead_squares": places(self.dead_squares),
            "frozen": places(self.frozen),
            "corrals": [places(corral) for corral in self.corrals],
            "deadlock": self.rule,
            "culprits": places(self.culprits),
            "reason": self.reason,
        }


def explain(level: Sokoban, state: State | None = None) -> SokobanExplanation:
    """The explanation of a position, by default the start.

    >>> level = Sokoban.of(["######", "#@ $.#", "# $  #", "# .  #", "######"])
    >>> explain(level, ((7,), (9, 19))).rule
    'dead-square'
    """
    return _explained(level, state or level.initial)


@lru_cache(maxsize=4)  # the same position is explained for its reason and for its map
def _explained(level: Sokoban, state: State) -> SokobanExplanation:
    players, boxes = state
    found = core.explain_sokoban(to_native(level, (players, boxes)))
    return SokobanExplanation(
        level=level,
        state=(players, boxes),
        dead_squares=frozenset(found.dead_squares),
        frozen=frozenset(found.frozen),
        corrals=tuple(map(frozenset, found.corrals)),
        rule=found.rule,
        culprits=frozenset(found.culprits),
        reason=found.reason,
    )
