"""The puzzles: immutable values and their rules. Imports nothing else of budge."""

from budge.puzzles.base import BadInput, IllegalMove, Plan, Puzzle, Verdict
from budge.puzzles.blocks import Blocks
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import Tokens

KINDS: dict[str, type[Puzzle]] = {kind.kind: kind for kind in (Tiles, Tokens, Blocks)}

__all__ = ["KINDS", "BadInput", "Blocks", "IllegalMove", "Plan", "Puzzle", "Tiles", "Tokens", "Verdict"]
