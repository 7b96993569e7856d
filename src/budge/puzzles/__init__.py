"""The puzzles: immutable values and their rules. Imports nothing else of budge."""

from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, Puzzle, Verdict
from budge.puzzles.sokoban import Sokoban
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import Tokens

KINDS: dict[str, type[Puzzle]] = {kind.kind: kind for kind in (Tiles, Tokens, Sokoban)}

__all__ = ["KINDS", "BadInput", "Cost", "IllegalMove", "Plan", "Puzzle", "Sokoban", "Tiles", "Tokens", "Verdict"]
