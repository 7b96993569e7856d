"""budge's own constraint models for CP-SAT, which `style=walks` of the engine `cp` uses."""

from budge.encodings.cp.base import WalkModels
from budge.kinds import by_kind

WALKS: dict[str, WalkModels] = {kind: models() for kind, models in by_kind(__name__, WalkModels).items()}

__all__ = ["WALKS", "WalkModels"]
