"""Sokoban of the model-checking study: boxes and players are numbered, and frame axioms say why a box is on a cell.

`player(p, c)` and `box(b, c)` place pieces on floor cells. A box is on a cell because it was there, or because a player
behind it has moved to its place. That disjunction of conjunctions is multiplied out, as in the study: 625 clauses per
box and cell with two players. Three players would need 6,561; with three or more, each step of a player therefore has a
variable. The letters in comments are those of the study's constraints. In the study no player waits: `wait=False`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

import numpy as np

from budge.encodings.sat.formula import Formula
from budge.encodings.sat.sokoban import WAIT, SokobanEncoding
from budge.puzzles.sokoban import Sokoban
from budge.puzzles.sokoban_theory import dead_squares
from budge.studies.extras import Extras
from budge.studies.sat.unrolled import Unrolled

MAX_MULTIPLIED_PLAYERS = 2  # with more, clauses are not multiplied out


class SokobanStudyEncoding(Unrolled):
    """
    >>> study = SokobanStudyEncoding(Sokoban.of(["######", "#@ $.#", "######"]), horizon=2)
    >>> len(study.formula().used()), "cells × (players + boxes) × steps, and the goal:", 4 * (1 + 1) * 3 + 1
    (25, 'cells × (players + boxes) × steps, and the goal:', 25)
    """

    stride = 1

    def __init__(
        self,
        level: Sokoban,
        *,
        horizon: int | None = None,
        wait: bool = True,
        extras: Extras | None = None,
        wanted: Sequence[int] = (),
    ) -> None:
        self.level, self.horizon = level, horizon
        self.wanted = tuple(wanted) or level.targets  # the targets that must hold boxes
        self.wait = wait and len(level.players) > 1
        self.cells = sorted(level.floor)
        self.number = {cell: index for index, cell in enumerate(self.cells)}
        self.players, self.boxes = range(len(level.players)), range(len(level.boxes))
        self.is_goal = len(self.cells) * (len(self.players) + len(self.boxes)) + 1
        multiplied = len(self.players) <= MAX_MULTIPLIED_PLAYERS
        self.stepping = 0 if multiplied else 4 * len(self.cells) * len(self.players)  # variables
        self.variables = self.is_goal + self.stepping
        self.lower_bound = SokobanEncoding(level).lower_bound
        all_go_home = len(level.boxes) == len(level.targets)
        self.dead = dead_squares(level) if extras and extras.dead_squares and all_go_home else frozenset()

    def _player(self, step: int, player: int, cell: int) -> int:
        return step * self.variables + player * len(self.cells) + self.number[cell] + 1

    def _box(self, step: int, box: int, cell: int) -> int:
        return self._player(step, len(self.players) + box, cell)

    def initial(self) -> Formula:  # A
        formula = Formula()
        for piece, place in enumerate([*self.level.players, *self.level.boxes]):
            formula.add([self._player(0, piece, cell) * (1 if cell == place else -1) for cell in self.cells])
        return formula

    def transition(self) -> Formula:
        formula = Formula()
        for cell in self.cells:
            near = [there for there in self.level.adjacent(cell) if there in self.number] + [cell] * self.wait
            for player in self.players:  # B
                for here, there in ((1, 0), (0, 1)):
                    come = [self._player(there, player, other) for other in near]
                    formula.add_clause([-self._player(here, player, cell), *come])
            for box in self.boxes:
                self._frame(formula, box, cell)
            for player, there in product(self.players if self.stepping else (), self.level.adjacent(cell)):
                if there in self.number:
                    step = self._step(player, cell, there)
                    formula.add_clause([-step, self._player(0, player, cell)])
                    formula.add_clause([-step, self._player(1, player, there)])
        for cell, box in product(self.dead, self.boxes):
            formula.add_clause([-self._box(1, box, cell)])
        self._keep_apart(formula)
        if len(self.boxes) > len(
            self.wanted
        ):  # otherwise a box without a target could vanish; the study has no such boxes
            for box in self.boxes:
                formula.add_clause([self._box(1, box, cell) for cell in self.cells])
        return formula

    def _frame(self, formula: Formula, box: int, cell: int) -> None:  # C
        ways = []
        for there in self.level.adjacent(cell):
            behind = 2 * there - cell
            if there in self.number and behind in self.number:
                ways.append([[self._box(0, box, there)], *self._pushed(behind, there)])
        rows = [[literal for part in choice for literal in part] for choice in product(*ways)]
        for row in rows:
            formula.add_clause([-self._box(1, box, cell), self._box(0, box, cell), *row])

    def _pushed(self, behind: int, there: int) -> list[tuple[int, ...]]:
        """Clauses stating that some player goes from one cell to the next."""
        if self.stepping:
            return [tuple(self._step(player, behind, there) for player in self.players)]
        pushers = [(self._player(0, player, behind), self._player(1, player, there)) for player in self.players]
        return [*product(*pushers)]

    def _step(self, player: int, behind: int, there: int) -> int:
        """The variable of a player's step, with more than `MAX_MULTIPLIED_PLAYERS`."""
        way = self.level.adjacent(behind).index(there)
        return self.is_goal + (player * len(self.cells) + self.number[behind]) * 4 + way + 1

    def _keep_apart(self, formula: Formula) -> None:
        for one, other in combinations(self.players, 2):  # D
            for cell in self.cells:
                for there in (there for there in self.level.adjacent(cell) if there in self.number):
                    meeting = ((0, one, cell), (1, one, there), (0, other, there), (1, other, cell))
                    formula.add_clause([-self._player(*each) for each in meeting])
        pieces = range(len(self.players) + len(self.boxes))
        places = np.array([[self._player(1, piece, cell) for cell in self.cells] for piece in pieces])
        for piece in pieces:  # E, F
            formula.at_most_one(places[piece])
        first, second = np.triu_indices(len(pieces), 1)
        formula.add(-places[first], -places[second])  # G, H, I

    def target(self) -> Formula:  # J
        formula = Formula()
        for cell in self.wanted:
            able = [self._box(0, box, cell) for box in self.boxes if cell in self.level.allowed[box]]
            formula.add_clause([-self.is_goal, *able])
        return formula

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The direction of every player in every step, numbered as in the core: up, left, right, down, wait."""
        path, places = [], list(self.level.players)
        for step in range(1, length + 1):
            taken = []
            for player, here in enumerate(places):
                ways = (*self.level.adjacent(here), here)
                [way] = [
                    way
                    for way, there in enumerate(ways)
                    if there in self.number and holds(self._player(step, player, there))
                ]
                assert way != WAIT or self.wait
                taken.append(way)
                places[player] = ways[way]
            path.append(taken)
        return path

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        names = [f"player {player + 1}" for player in self.players] + [f"box {box + 1}" for box in self.boxes]
        for step in range(self.horizon + 1):
            for piece, name in enumerate(names):
                for cell in self.cells:
                    yield f"{self._player(step, piece, cell)}: step {step}, {name} at {self.level.where(cell)}"
        yield f"{self.goal(self.horizon)[0]}: every target holds a box at step {self.horizon}"
