"""Tiles as an answer-set program."""

from __future__ import annotations

from budge.encodings.asp.base import LETTERS, Rules, Step
from budge.puzzles import Plan, Tiles


class TilesRules(Rules):
    metrics = ("moves",)

    def file(self, metric: str, encoding: str) -> str:
        return "tiles.lp"

    def lower_bound(self, puzzle: Tiles, metric: str) -> int:
        """
        >>> TilesRules().lower_bound(Tiles.of(["0 2", "1 3"]), "moves")
        2
        """
        homes = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.goal)}
        places = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.start)}
        apart = [abs(places[tile][0] - home[0]) + abs(places[tile][1] - home[1]) for tile, home in homes.items()]
        away, blank = sum(apart) - apart[puzzle.goal.index(0)], apart[puzzle.goal.index(0)]
        return away + (away - blank) % 2

    def stride(self, puzzle: Tiles, metric: str) -> int:
        return 2

    def plan(self, puzzle: Tiles, steps: list[Step]) -> Plan:
        return Plan(tuple(LETTERS[step[-2], step[-1]].upper() for step in steps))
