"""Puzzles made to order, one kind a file: candidates that are solvable by construction, endlessly many from a seed."""

from budge.generators.base import Generator, Wanted
from budge.kinds import by_kind

GENERATORS: dict[str, type[Generator]] = by_kind(__name__, Generator)

__all__ = ["GENERATORS", "Generator", "Wanted"]
