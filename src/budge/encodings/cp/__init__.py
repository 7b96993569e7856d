"""Puzzles as constraints."""

from budge.encodings.cp.base import Study, Walks
from budge.kinds import by_kind

STUDIES: dict[str, Study] = {kind: study() for kind, study in by_kind(__name__, Study).items()}
WALKS: dict[str, Walks] = {kind: study.walks for kind, study in STUDIES.items() if study.walks is not None}

__all__ = ["STUDIES", "WALKS", "Study", "Walks"]
