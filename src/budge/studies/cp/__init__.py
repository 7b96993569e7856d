"""Studies as constraint problems for CP-SAT."""

from budge.kinds import by_kind
from budge.studies.cp.base import CpStudy

CP_STUDIES: dict[str, CpStudy] = {kind: study() for kind, study in by_kind(__name__, CpStudy).items()}

__all__ = ["CP_STUDIES", "CpStudy"]
