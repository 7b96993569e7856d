"""Random puzzles, one file per kind: a seed gives an endless sequence of candidates, most solvable by construction."""

from budge.generators.base import Generator, TargetRange
from budge.kinds import by_kind

GENERATORS: dict[str, type[Generator]] = by_kind(__name__, Generator)

__all__ = ["GENERATORS", "Generator", "TargetRange"]
