"""The puzzles: immutable values and their rules. This package imports nothing else from budge."""

from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, Puzzle, Verdict, metric_parts
from budge.puzzles.blocks import Blocks
from budge.puzzles.robots import Robots
from budge.puzzles.sokoban import Sokoban
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import Tokens

KINDS: dict[str, type[Puzzle]] = {kind.kind: kind for kind in (Tiles, Tokens, Blocks, Sokoban, Robots)}

__all__ = [
    "KINDS",
    "BadInput",
    "Blocks",
    "Cost",
    "IllegalMove",
    "Plan",
    "Puzzle",
    "Robots",
    "Sokoban",
    "Tiles",
    "Tokens",
    "Verdict",
    "metric_parts",
]
