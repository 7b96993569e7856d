"""Puzzles made to order, one kind a file: candidates that are solvable by construction, endlessly many from a seed."""

from budge.generators.base import Generator
from budge.generators.sokoban import SokobanGenerator

GENERATORS: dict[str, type[Generator]] = {generator.kind: generator for generator in (SokobanGenerator,)}

__all__ = ["GENERATORS", "Generator", "SokobanGenerator"]
