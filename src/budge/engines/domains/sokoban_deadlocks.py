"""Why a position of Sokoban is lost, or where it may be: dead squares, frozen boxes, corrals, and the deciding rule.

The core knows the rules; here they become words and a map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from budge.engines.domains.sokoban import described
from budge.native import core
from budge.puzzles import Puzzle, Sokoban
from budge.puzzles.sokoban import State
from budge.puzzles.sokoban_drawing import sokoban_text

DEAD, CORRAL, FROZEN, CULPRIT = "░░", "::", "{}", "!!"


@dataclass(frozen=True)
class Explanation:
    """What the rules of deadlock say of a position; cells are places on the board."""

    level: Sokoban
    state: State
    dead_squares: frozenset[int]  # no box that stands there can ever reach a target
    frozen: frozenset[int]  # boxes that can never move again
    corrals: tuple[frozenset[int], ...]  # floor that the player cannot walk to
    rule: str | None  # that calls the position lost
    culprits: frozenset[int]  # the boxes that make it so
    reason: str | None  # in words

    @property
    def map(self) -> str:
        """The board with all of it marked, and the key to the marks."""
        _, boxes = self.state
        marks = dict.fromkeys(self.dead_squares - {*boxes, *self.state[0]}, DEAD)
        marks |= dict.fromkeys((cell for corral in self.corrals for cell in corral - {*self.level.targets}), CORRAL)
        marks |= dict.fromkeys(self.frozen, FROZEN) | dict.fromkeys(self.culprits, CULPRIT)
        meanings = {DEAD: "dead square", CORRAL: "out of reach", FROZEN: "frozen box", CULPRIT: "box that is lost"}
        key = "   ".join(f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in marks.values())
        board = sokoban_text(self.level, self.state, marks)
        return f"{board}\n\n{key}" if key else board

    def to_json(self) -> dict[str, Any]:
        """Plain data, cells as [row, column] counted from 1."""

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


def explain(puzzle: Puzzle, state: Any = None) -> Explanation | None:
    """What can be said of a position (by default the start); None for kinds that have no deadlocks.

    >>> level = Sokoban.of(["######", "#@ $.#", "# $  #", "# .  #", "######"])
    >>> explain(level, ((7,), (9, 19))).rule
    'dead-square'
    """
    if not isinstance(puzzle, Sokoban):
        return None
    players, boxes = state or puzzle.initial
    width, height, walls, _, _, targets, assigned = described(puzzle)
    found = core.explain_sokoban(width, height, walls, list(players), list(boxes), targets, assigned)
    return Explanation(
        level=puzzle,
        state=(players, boxes),
        dead_squares=frozenset(found.dead_squares),
        frozen=frozenset(found.frozen),
        corrals=tuple(map(frozenset, found.corrals)),
        rule=found.rule,
        culprits=frozenset(found.culprits),
        reason=found.reason,
    )
