"""Solve jobs, batches of jobs, and results: plain values, pickled to send them to a worker and back."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING

from budge.engines.base import Engine, Prepared
from budge.engines.registry import engine_called
from budge.model import Outcome, PuzzleName
from budge.puzzles import BadInput, Puzzle
from budge.spec import SolveSpec

if TYPE_CHECKING:
    from budge.execution.usage import Usage


@dataclass(frozen=True)
class SolveJob:
    """One puzzle and how to solve it. The jobs of a run share one spec, so pickle sends it once per batch."""

    puzzle: Puzzle
    spec: SolveSpec
    task: Prepared | None = None  # if the job is already prepared
    trace: bool = False
    measured: bool = False  # whether it runs in a process of its own and its use of resources is recorded

    @property
    def imports(self) -> list[str]:
        """Modules that are slow to import, which the fork server imports for all children: the module of an engine that
        is not part of budge, and the module that a logic engine runs in its own child processes."""
        if (engine := self._engine) is None:
            return []
        module = type(engine).__module__
        return [*([] if module.startswith("budge.") else [module]), *([engine.jobs] if engine.jobs else [])]

    @property
    def has_children(self) -> bool:
        """Whether the engine runs child processes of its own, as logic engines do. False for `auto`, which selects a
        native engine."""
        return self._engine is not None and self._engine.jobs is not None

    @property
    def _engine(self) -> Engine | None:
        return engine_called(self.spec.engine) if isinstance(self.spec.engine, str) else self.spec.engine

    def stopped(self, stopped_by: str, reason: str) -> Outcome:
        """The outcome if the job could not be completed."""
        return Outcome(
            "stopped",
            stopped_by=stopped_by,
            reason=reason,
            puzzle=PuzzleName(self.puzzle.kind, self.puzzle.name),
            engine=self.spec.engine_name,
            heuristic=self.spec.heuristic_name,
            metric=self.spec.objective.metric or self.puzzle.own_metrics[0],
            quality=self.spec.objective.quality,
        )


NumberedJob = tuple[int, SolveJob]  # a job and its position among all jobs


@dataclass(frozen=True)
class Batch:
    """A task: jobs that one worker runs one after another."""

    jobs: tuple[NumberedJob, ...]


@dataclass(frozen=True)
class GivenBack:
    """An event of a batch: jobs that it will not start; the dispatcher sends them to other workers."""

    numbers: list[int]


@dataclass(frozen=True)
class JobResult:
    number: int
    outcome: Outcome
    seconds: float  # including the preparation
    usage: Usage | None = None  # of a measured job


@dataclass(frozen=True)
class Bundle:
    """An event of a batch: results, pickled once although they pass through several processes."""

    numbers: list[int]
    packed: bytes

    @classmethod
    def of(cls, results: list[JobResult]) -> Bundle:
        return cls([result.number for result in results], pickle.dumps(results))

    def unpacked(self) -> list[JobResult]:
        results: list[JobResult] = pickle.loads(self.packed)
        return results


def check_importable(spec: SolveSpec) -> None:
    """Raises `BadInput` for an engine that the program itself defines: a worker could not import it."""
    if not isinstance(spec.engine, str) and type(spec.engine).__module__ == "__main__":
        name = type(spec.engine).__name__
        raise BadInput(f"engine {name} is defined in the program itself; workers can only import it from a module")
