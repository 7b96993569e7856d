"""IDA*, and weighted IDA* for qualities below optimal; over several threads if asked."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from budge.engines.base import Task
from budge.engines.domains import DOMAINS, served
from budge.engines.native.crew import Crew
from budge.engines.native.informed import InformedEngine
from budge.engines.native.options import FSM
from budge.engines.native.search import native_run, outcome, ticker
from budge.model import Objective, Observer, Outcome, Progress, Stats
from budge.puzzles import Puzzle

LONG = 20_000_000  # nodes, a fifth of a second: who needs more does well to have a database built
ROOM = 1 << 30  # bytes that there have to be for one


class IDAStar(InformedEngine):
    name = "ida"
    kinds = served(name)
    summary = "depth-first to a growing bound on f = g + h; optimal, next to no memory, uses --threads"
    options = (*InformedEngine.options, FSM)

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        return DOMAINS[puzzle.kind].cuts_iterations

    def search(self, task: Task, weight: tuple[int, int]) -> Outcome:
        if task.team is None:
            return super().search(task, weight)
        crew, tick = Crew(task, weight), ticker(task)
        run = native_run(task, lambda *counts: tick(*counts) and not crew.lost, crew=crew)
        found = outcome(DOMAINS[task.puzzle.kind].search(task, self.name, weight, run), task)
        if crew.lost and found.stopped_by == "cancel":
            found = replace(found, stopped_by="workers", reason=crew.lost)
        return replace(found, stats=replace(found.stats, cpu_seconds=crew.cpu_seconds))

    def solve(self, task: Task) -> Outcome:
        """Where no heuristic was asked for, a search that takes long goes on with a better one, built for it."""
        domain, limits = DOMAINS[task.puzzle.kind], task.limits
        better = None if task.heuristic_asked else domain.heuristic_when_long(task.puzzle, task.heuristic)
        if (
            better is None
            or task.observer.trace
            or task.objective.simple_weight != 1
            or (limits.nodes is not None and limits.nodes <= LONG)
            or (limits.memory is not None and limits.memory < ROOM)
        ):
            return super().solve(task)
        began = monotonic()
        first = super().solve(replace(task, limits=replace(limits, nodes=LONG), team=None))
        if first.stopped_by != "nodes":
            return first
        left = limits.after(monotonic() - began)
        if left.nodes is not None:
            left = replace(left, nodes=left.nodes - LONG)
        going_on = GoingOn(task.observer, first.stats)
        try:
            second = super().solve(replace(task, heuristic=better, limits=left, observer=going_on))
        except OSError:  # no room on the disk, or a store that is not ours: it can be done without
            better = task.heuristic
            second = super().solve(replace(task, limits=left, observer=going_on))
        return replace(
            second,
            heuristic=better,
            lower_bound=max(first.lower_bound, second.lower_bound),
            stats=replace(
                second.stats,
                expanded=first.stats.expanded + second.stats.expanded,
                generated=first.stats.generated + second.stats.generated,
            ),
        )


class GoingOn(Observer):
    """The observer of a second search, which counts on from the first."""

    def __init__(self, given: Observer, before: Stats) -> None:
        super().__init__(self._count_on if given.progress else None, given.trace)
        self.given = given
        self.before = before

    @property
    def cancelled(self) -> bool:
        return self.given.cancelled

    def _count_on(self, progress: Progress) -> None:
        assert self.given.progress is not None
        expanded, generated = self.before.expanded + progress.expanded, self.before.generated + progress.generated
        self.given.progress(replace(progress, expanded=expanded, generated=generated))
