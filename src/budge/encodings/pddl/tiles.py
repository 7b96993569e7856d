"""Tiles for planners: a tile moves into the blank."""

from __future__ import annotations

from budge.encodings.pddl.base import Action, Planning, cell_name, written_domain, written_problem
from budge.puzzles import Plan, Tiles

ACTIONS = ("move-left", "move-right", "move-up", "move-down")


class TilesPlanning(Planning):
    @classmethod
    def of(cls, puzzle: Tiles, metric: str) -> TilesPlanning:
        return cls(puzzle)

    def __init__(self, puzzle: Tiles) -> None:
        self.puzzle = puzzle
        self.cells = [cell_name(cell, puzzle.width) for cell in range(len(puzzle.start))]

    def domain(self) -> str:
        return written_domain("tiles")

    def problem(self) -> str:
        puzzle, cells = self.puzzle, self.cells
        adjacent = [
            f"{relation} {cells[cell]} {cells[other]}"
            for relation, move in (("left-of", "R"), ("above", "D"))
            for cell in range(len(cells))
            if (other := puzzle.neighbour(cell, move)) is not None
        ]
        tiles = (f"t{tile}" for tile in range(1, len(cells)))
        return written_problem(
            puzzle,
            "tiles",
            {"tile": tiles, "cell": cells},
            [*self.arrangement(puzzle.start), *adjacent],
            self.arrangement(puzzle.goal),
        )

    def arrangement(self, state: tuple[int, ...]) -> list[str]:
        return [f"at t{tile} {cell}" if tile else f"blank {cell}" for tile, cell in zip(state, self.cells, strict=True)]

    def plan(self, actions: list[Action]) -> Plan:
        for action in actions:
            tile = action.argument(0)
            if action.name not in ACTIONS or not tile[1:].isdecimal():
                raise action.unknown()
        return self.puzzle.parse_plan(" ".join(action.arguments[0][1:] for action in actions))
