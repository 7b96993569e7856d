"""The kinds that have clauses."""

from budge.encodings.sat.base import Clauses
from budge.kinds import by_kind

CLAUSES: dict[str, Clauses] = {kind: clauses() for kind, clauses in by_kind(__package__, Clauses).items()}
