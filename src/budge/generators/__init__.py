"""Puzzles made to order, one kind a file: candidates that are solvable by construction, endlessly many from a seed."""

from budge.generators.base import Generator, Wanted
from budge.generators.blocks import BlocksGenerator
from budge.generators.sokoban import SokobanGenerator
from budge.generators.tiles import TilesGenerator
from budge.generators.tokens import TokensGenerator

GENERATORS: dict[str, type[Generator]] = {
    generator.kind: generator for generator in (TilesGenerator, TokensGenerator, BlocksGenerator, SokobanGenerator)
}

__all__ = [
    "GENERATORS",
    "BlocksGenerator",
    "Generator",
    "SokobanGenerator",
    "TilesGenerator",
    "TokensGenerator",
    "Wanted",
]
