"""What an engine is. One object per way of solving, each in one file, found through the registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from budge.engines.options import Option
from budge.machine import cores
from budge.model import Limits, Objective, Observer, Outcome
from budge.names import listed
from budge.patterns import Pattern
from budge.processes.pool import Pool
from budge.puzzles import Puzzle


class Refusal(Exception):
    """An engine cannot do what was asked of it; the message says why and who can.

    >>> import budge
    >>> budge.solve("1 2/0 3", engine="construct")
    Traceback (most recent call last):
    budge.engines.base.Refusal: construct proves nothing about the length of its plans; it serves quality any; ...
    """


@dataclass(frozen=True)
class Task:
    """All that an engine needs to know. `limits.memory` is always set; `options` has all options, parsed.

    >>> from budge.puzzles import Tiles
    >>> task = Task(Tiles.of(["1 0 2"]), limits=Limits(seconds=1, memory=1_000_000))
    >>> task.objective.quality, task.limits.seconds, task.observer.cancelled
    ('optimal', 1, False)
    """

    puzzle: Puzzle
    objective: Objective = field(default_factory=Objective)
    heuristic: str | None = None
    heuristic_asked: bool = True  # else it is a default, and an engine may go on to a better one
    limits: Limits = field(default_factory=Limits)
    observer: Observer = field(default_factory=Observer)
    threads: int = 1  # as asked for; see `own_threads`
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)  # every setting of the `SolveSpec` by name, as given
    databases: tuple[Pattern, ...] = ()  # the stored databases that the search looks into; missing ones are built
    first_plan: bool = False  # of an engine that improves its plans the first will do, whatever time is left
    team: Pool | None = None  # the workers that solve the puzzle together; only for an engine that `shares`

    @property
    def metric(self) -> str:
        """What a plan costs; `prepare` has checked that the puzzle has this metric."""
        return self.objective.metric or self.puzzle.own_metrics[0]

    @property
    def own_threads(self) -> int:
        """Threads to use here: no more than there are cores. Machines of the team may have more."""
        return min(self.threads, cores())


class Engine(ABC):
    """A way of solving. A subclass with a name, a summary, its kinds and `solve` is one.

    >>> import budge
    >>> class Right(Engine):
    ...     name, summary, kinds = "right", "tries one move", ("tiles",)
    ...     def solve(self, task): return Outcome("solved", budge.Plan(("R",)))
    >>> budge.solve("1 2/0 3", engine=Right()).status
    'solved'
    """

    name: ClassVar[str]
    summary: ClassVar[str]  # one line
    kinds: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    improves: ClassVar[bool] = False  # whether more time gives a better plan of quality `any`
    always_finds: ClassVar[bool] = False  # whether a plan of quality `any` is sure to come, soon for its size
    jobs: ClassVar[str | None] = None  # the module whose functions it calls in child processes; None: it has none

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        """None, or the reason in words why this engine cannot serve this objective on this puzzle."""
        if puzzle.kind not in self.kinds:
            return f"{self.name} solves {listed(self.kinds)}, not {puzzle.kind}"
        return None

    def default_heuristic(self, puzzle: Puzzle) -> str | None:
        """The heuristic used when none is named; None for an engine that takes none."""
        return None

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]) -> list[Pattern]:
        """The stored databases that a search looks into: `task.databases`. The engine builds those that are missing."""
        return []

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        """Whether several workers can solve this puzzle together: the task may then have a team."""
        return False

    @abstractmethod
    def solve(self, task: Task) -> Outcome:
        """Called only if `refuses` gave None. Must obey the limits and the observer's `cancel`."""

    def describe(self) -> dict[str, Any]:
        """For `budge list`: plain data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "kinds": list(self.kinds),
            "options": [{**option.describe(), "kinds": list(option.kinds or self.kinds)} for option in self.options],
        }


@dataclass(frozen=True, kw_only=True)
class Prepared(Task):
    """A task and the engine that is to solve it; `budge.api.prepare` makes it, `budge.api.run` runs it."""

    engine: Engine
    holds_quick_plan: bool = True  # a search that is stopped has at least the plan that comes quickest
    all_free_memory: bool = False  # no limit on memory was asked for: `limits` has what the machine had free

    @property
    def can_be_shared(self) -> bool:
        """Whether a team can take part in it."""
        return self.engine.shares(self.puzzle, self.objective)
