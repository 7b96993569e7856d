"""Engines and their tasks. Each solving method is one `Engine`, found through the registry."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from budge.engines.options import Option
from budge.machine import cores
from budge.model import Limits, Objective, Observer, Outcome
from budge.names import listed
from budge.patterns import Pattern
from budge.processes.pool import Pool
from budge.puzzles import Puzzle

if TYPE_CHECKING:
    from budge.engines.functions import HeuristicFunction


class Refusal(Exception):
    """An engine cannot solve a task; the message says why, and which engines can.

    >>> import budge
    >>> budge.solve("1 2/0 3", engine="construct")
    Traceback (most recent call last):
    budge.engines.base.Refusal: construct proves nothing about the length of its plans; it serves quality any; ...
    """


@dataclass(frozen=True)
class Task:
    """Everything that an engine needs. `limits.memory` is always set; `options` has all options, parsed.

    >>> from budge.puzzles import Tiles
    >>> task = Task(Tiles.of(["1 0 2"]), limits=Limits(seconds=1, memory=1_000_000))
    >>> task.objective.quality, task.limits.seconds, task.observer.cancelled
    ('optimal', 1, False)
    """

    puzzle: Puzzle
    objective: Objective = field(default_factory=Objective)
    heuristic: str | None = None
    function: HeuristicFunction | None = None  # the heuristic, if it is a function of the caller; `heuristic` names it
    heuristic_named: bool = True  # by the caller; an engine may continue with a better one than a default
    limits: Limits = field(default_factory=Limits)
    observer: Observer = field(default_factory=Observer)
    threads: int = 1  # as given; see `own_threads`
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)  # every setting of the `SolveSpec` by name, as given
    databases: tuple[Pattern, ...] = ()  # the stored databases that the search looks into; missing ones are built
    first_plan: bool = False  # return the first plan without improving it
    team: Pool | None = None  # the workers that solve the puzzle together; only for an engine that `shares`

    @property
    def metric(self) -> str:
        """What a plan costs; `prepare` has checked that the puzzle has this metric."""
        return self.objective.metric or self.puzzle.own_metrics[0]

    @property
    def heuristic_asked(self) -> bool:
        """The old name of `heuristic_named`."""
        warnings.warn("Task.heuristic_asked is now heuristic_named", DeprecationWarning, stacklevel=2)
        return self.heuristic_named

    @property
    def own_threads(self) -> int:
        """Threads to use on this machine: at most its cores. Machines of a team may have more."""
        return min(self.threads, cores())


class Engine(ABC):
    """A solving method: a subclass with a name, a summary, its kinds and `solve`.

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
    improves: ClassVar[bool] = False  # whether more time gives better plans of quality `any`
    uses_threads: ClassVar[bool] = True  # whether it can use several; if not, more than one is refused
    uses_disk: ClassVar[bool] = False  # whether it can store its states on disk; if not, `disk` is refused
    always_finds: ClassVar[bool] = False  # whether it finds a plan of quality `any` for every puzzle, and fast
    takes_functions: ClassVar[bool] = False  # whether the heuristic may be a function of the caller
    jobs: ClassVar[str | None] = None  # module of the functions that it calls in child processes, if any

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        """None, or why this engine cannot solve this puzzle with this objective."""
        if not self.serves(puzzle.kind):
            return f"{self.name} solves {listed(self.kinds)}, not {puzzle.kind}"
        return None

    def one_thread(self, puzzle: Puzzle, objective: Objective) -> str | None:
        """None if it can use several threads here; else on what it uses only one, as text."""
        return None if self.uses_threads else "one thread"

    def serves(self, kind: str) -> bool:
        """Whether it solves puzzles of a kind."""
        return kind in self.kinds

    def default_heuristic(self, puzzle: Puzzle) -> str | None:
        """The heuristic used when none is named; None for an engine that takes none."""
        return None

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]) -> list[Pattern]:
        """The stored databases that a search looks into: `task.databases`. The engine builds those that are missing."""
        return []

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        """Whether several workers can solve this puzzle together, as `task.team`."""
        return False

    @abstractmethod
    def solve(self, task: Task) -> Outcome:
        """Called only if `refuses` returned None. Must obey the limits and `observer.cancelled`."""

    def describe(self) -> dict[str, Any]:
        """Plain data for `budge list` and the page."""
        return {
            "name": self.name,
            "summary": self.summary,
            "kinds": list(self.kinds),
            "options": [{**option.describe(), "kinds": list(option.kinds or self.kinds)} for option in self.options],
        }


@dataclass(frozen=True, kw_only=True)
class Prepared(Task):
    """A task with its engine: `budge.api.prepare` makes it, `budge.api.run` runs it."""

    engine: Engine
    holds_quick_plan: bool = True  # see `budge.engines.quick`
    all_free_memory: bool = False  # `limits.memory` is what the machine has free, because no limit was given

    @property
    def can_be_shared(self) -> bool:
        """Whether a team can solve it."""
        return self.engine.shares(self.puzzle, self.objective)
