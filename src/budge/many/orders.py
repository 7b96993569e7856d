"""What is to be solved, and how: all that a worker on any machine needs to know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from budge.api import prepare
from budge.engines.base import Engine, Prepared
from budge.engines.registry import engines
from budge.model import Limits, Objective, Outcome, PuzzleName
from budge.puzzles import BadInput, Puzzle


@dataclass(frozen=True)
class Settings:
    """What `budge.solve` is told beside the puzzle."""

    engine: str | Engine = "auto"
    heuristic: str | None = None
    objective: Objective = field(default_factory=Objective)
    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"

    def __post_init__(self) -> None:
        if not isinstance(self.engine, str) and type(self.engine).__module__ == "__main__":
            name = type(self.engine).__name__
            raise BadInput(f"engine {name} stands in the program itself; workers can only import it from a module")

    def prepare(self, puzzle: Puzzle) -> Prepared:
        """As `budge.api.prepare`: raises `BadInput` or `Refusal`."""
        return prepare(
            *(puzzle, self.engine, self.heuristic, self.objective, self.limits),
            threads=self.threads,
            options=self.options,
            device=self.device,
        )

    @property
    def engine_name(self) -> str:
        return self.engine if isinstance(self.engine, str) else self.engine.name

    @property
    def has_children(self) -> bool:
        """Whether the engine runs child processes of its own, as logic engines do; `auto` picks a native one."""
        return self._known_engine is not None and self._known_engine.jobs is not None

    @property
    def modules(self) -> list[str]:
        """What a worker imports for the engine beside budge itself."""
        module = type(self._known_engine).__module__
        return [] if self._known_engine is None or module.startswith("budge.") else [module]

    @property
    def _known_engine(self) -> Engine | None:
        return engines().get(self.engine) if isinstance(self.engine, str) else self.engine


@dataclass(frozen=True)
class Order:
    """One puzzle to be solved. The orders of a run have the same settings, which are sent once a batch by that."""

    puzzle: Puzzle
    settings: Settings

    @property
    def metric(self) -> str:
        """That asked for; whether the puzzle has it, solving will show."""
        return self.settings.objective.metric or self.puzzle.own_metrics[0]

    @property
    def key(self) -> str:
        """By which an outcome is known to be of this very order: equal puzzles, settings and versions, equal keys."""
        settings, limits = self.settings, self.settings.limits
        about = (
            {**self.puzzle.to_json(), "name": None},
            *(settings.engine_name, settings.heuristic, settings.device, settings.objective.quality),
            *(self.metric, settings.threads, sorted(settings.options.items())),
            *(limits.seconds, limits.nodes, limits.memory, own_version()),
        )
        return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]

    def failed(self, stopped_by: str, reason: str) -> Outcome:
        """The outcome of an order that nobody could carry out to its end."""
        settings = self.settings
        return Outcome(
            "stopped",
            stopped_by=stopped_by,
            reason=reason,
            puzzle=PuzzleName(self.puzzle.kind, self.puzzle.name),
            engine=settings.engine_name,
            heuristic=settings.heuristic,
            metric=self.metric,
            quality=settings.objective.quality,
        )


def within(settings: Settings, memory: int) -> Settings:
    """The settings with a limit on memory where there is none."""
    limits = settings.limits
    return settings if limits.memory else replace(settings, limits=replace(limits, memory=memory))


@cache
def own_version() -> str:
    from importlib.metadata import version  # slow to import, and seldom needed

    return version("budge")
