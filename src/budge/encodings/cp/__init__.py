"""Puzzles as constraints."""

from budge.encodings.cp.base import Study
from budge.kinds import by_kind

STUDIES: dict[str, Study] = {kind: study() for kind, study in by_kind(__name__, Study).items()}

__all__ = ["STUDIES", "Study"]
