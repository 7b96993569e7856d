"""What is to be solved, and how: all that a worker on any machine needs to know."""

from __future__ import annotations

from dataclasses import dataclass

from budge.engines.base import Engine
from budge.engines.registry import engines
from budge.model import Outcome, PuzzleName
from budge.puzzles import BadInput, Puzzle
from budge.spec import SolveSpec


def check_importable(spec: SolveSpec) -> None:
    """Raises `BadInput` for an engine of the program itself: a worker could not import it."""
    if not isinstance(spec.engine, str) and type(spec.engine).__module__ == "__main__":
        name = type(spec.engine).__name__
        raise BadInput(f"engine {name} is defined in the program itself; workers can only import it from a module")


def has_children(spec: SolveSpec) -> bool:
    """Whether the engine runs child processes of its own, as logic engines do; `auto` selects a native one."""
    engine = known_engine(spec)
    return engine is not None and engine.jobs is not None


def modules(spec: SolveSpec) -> list[str]:
    """The modules that a worker imports for the engine, other than budge itself."""
    engine = known_engine(spec)
    module = type(engine).__module__
    return [] if engine is None or module.startswith("budge.") else [module]


def known_engine(spec: SolveSpec) -> Engine | None:
    return engines().get(spec.engine) if isinstance(spec.engine, str) else spec.engine


@dataclass(frozen=True)
class Order:
    """One puzzle to solve. The orders of a run share one spec, so pickle sends it once per batch."""

    puzzle: Puzzle
    spec: SolveSpec

    def failed(self, stopped_by: str, reason: str) -> Outcome:
        """The outcome of an order that could not be completed."""
        return Outcome(
            "stopped",
            stopped_by=stopped_by,
            reason=reason,
            puzzle=PuzzleName(self.puzzle.kind, self.puzzle.name),
            engine=self.spec.engine_name,
            heuristic=self.spec.heuristic,
            metric=self.spec.objective.metric or self.puzzle.own_metrics[0],
            quality=self.spec.objective.quality,
        )
