"""The puzzles: immutable values and their rules. This package imports nothing else from budge."""

from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, Puzzle, Verdict, metric_parts
from budge.puzzles.blocks import Blocks
from budge.puzzles.custom import CUSTOM, CustomPuzzle, puzzle
from budge.puzzles.robots import Robots
from budge.puzzles.sokoban import Sokoban
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import Tokens

KINDS: dict[str, type[Puzzle]] = {kind.kind: kind for kind in (Tiles, Tokens, Blocks, Sokoban, Robots)}


def kind_named(kind: str) -> type[Puzzle] | None:
    """The class of a kind: one of budge, or one that the program has defined."""
    return KINDS.get(kind) or CUSTOM.get(kind)


__all__ = [
    "CUSTOM",
    "KINDS",
    "BadInput",
    "Blocks",
    "Cost",
    "CustomPuzzle",
    "IllegalMove",
    "Plan",
    "Puzzle",
    "Robots",
    "Sokoban",
    "Tiles",
    "Tokens",
    "Verdict",
    "kind_named",
    "metric_parts",
    "puzzle",
]
