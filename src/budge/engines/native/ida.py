"""IDA* (Korf, 1985) and weighted IDA* on several threads, and the heuristic ladder of long searches."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from budge.engines.base import Refusal, Task
from budge.engines.domains import DOMAINS, served
from budge.engines.domains.base import Step
from budge.engines.native.crew import Crew
from budge.engines.native.databases import build_stopped, with_databases
from budge.engines.native.options import DUAL, FSM, ORDER, REFLECT, uses_pdb
from budge.engines.native.search import InformedEngine, native_run, outcome, ticker
from budge.machine import free_memory
from budge.model import MAX_COUNT, Objective, Observer, Offer, Outcome, Progress, as_pair
from budge.patterns import BuildStopped, Store, build_seconds
from budge.puzzles import Puzzle

OFFER_BYTES = 10_000_000  # larger databases are built only if the observer accepts the offer
MEMORY_FACTOR = 2  # free memory needed to build a database, as a multiple of its size


def may_use_pdb(task: Task) -> bool:
    """Whether the heuristic looks into pattern databases, or a better one that a long search continues with."""
    return uses_pdb(task) or bool(heuristic_ladder(task))


def heuristic_ladder(task: Task) -> tuple[Step, ...]:
    """The heuristics that a long search continues with, if none was named."""
    if task.heuristic_named or task.objective.simple_weight != 1:
        return ()
    return DOMAINS[task.puzzle.kind].heuristic_ladder(task.puzzle, task.heuristic)


class IDAStar(InformedEngine):
    name = "ida"
    kinds = served(name)
    summary = "depth-first to a growing bound on f = g + h; optimal, stores little, uses --threads"
    options = (ORDER, *(replace(option, used_if=may_use_pdb) for option in (REFLECT, DUAL)), FSM)

    def one_thread(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if not DOMAINS[puzzle.kind].cuts_iterations:
            return f"one thread on {puzzle.kind}, where it remembers positions in a table"
        return super().one_thread(puzzle, objective)

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        return DOMAINS[puzzle.kind].cuts_iterations

    def search(self, task: Task, weight: tuple[int, int]) -> Outcome:
        if task.team is None:
            return super().search(task, weight)
        crew, tick = Crew(task, weight), ticker(task)
        run = native_run(task, lambda now: tick(now) and not crew.lost, crew=crew)
        found = outcome(DOMAINS[task.puzzle.kind].search(task, self.name, weight, run), task)
        if crew.lost and found.stopped_by == "cancel":
            found = replace(found, stopped_by="workers", reason=crew.lost)
        return replace(found, stats=replace(found.stats, cpu_seconds=crew.cpu_seconds))

    def solve(self, task: Task) -> Outcome:
        """If no heuristic was named, a long search continues with better ones, whose databases it builds."""
        return self._climb(task, heuristic_ladder(task))

    def _climb(self, task: Task, steps: tuple[Step, ...]) -> Outcome:
        limits = task.limits
        if not steps or (limits.nodes is not None and limits.nodes <= steps[0].nodes):
            return super().solve(task)
        step, *rest = steps
        began = monotonic()
        first = super().solve(replace(task, limits=replace(limits, nodes=step.nodes), team=None))
        if first.stopped_by != "nodes" or (limits.nodes is not None and first.stats.generated >= limits.nodes):
            return first
        left = limits.after(monotonic() - began)
        if left.nodes is not None:
            left = replace(left, nodes=left.nodes - first.stats.generated)
        task = replace(task, limits=left, observer=ContinuedObserver(task.observer, first))
        try:
            task = self._with_better(task, step)
        except BuildStopped as stopped:
            return joined(first, build_stopped(stopped, 0))
        second = self._climb(task, tuple(rest))
        return joined(first, replace(second, heuristic=second.heuristic or task.heuristic))

    def _with_better(self, task: Task, step: Step) -> Task:
        """The task with the heuristic of a step and its databases; unchanged if these may not or cannot be built."""
        patterns = self.databases(task.puzzle, step.heuristic, task.options)
        missing = [pattern for pattern in patterns if pattern not in Store()]
        size, seconds = sum(pattern.size for pattern in missing), sum(map(build_seconds, missing))
        offer = Offer(step.heuristic, step.fewer, size, seconds)
        room, time = (
            min(task.limits.memory or MAX_COUNT, free_memory()),
            task.limits.seconds,
        )  # other processes may have taken memory since
        if room < MEMORY_FACTOR * offer.bytes or (time is not None and time < 2 * offer.seconds):
            return task  # building would take most of what is left
        if size > OFFER_BYTES and task.observer.offer is not None and not task.observer.offer(offer):
            return task
        try:
            return replace(with_databases(task, patterns), heuristic=step.heuristic)
        except Refusal:  # the disk is full or the store is not writable
            return task
        except BuildStopped as stopped:
            if stopped.reason != "memory":
                raise
            return task


def joined(first: Outcome, second: Outcome) -> Outcome:
    """The outcome of two consecutive searches of one puzzle; what the first one proved remains valid."""
    stats = replace(
        second.stats,
        expanded=first.stats.expanded + second.stats.expanded,
        generated=first.stats.generated + second.stats.generated,
        peak_bytes=max(first.stats.peak_bytes, second.stats.peak_bytes),
    )
    trace = first.trace and second.trace and first.trace.followed_by(second.trace)
    bound = max(first.lower_bound, second.lower_bound, key=as_pair)
    return replace(second, lower_bound=bound, stats=stats, trace=trace or first.trace)


class ContinuedObserver(Observer):
    """The observer of a second search: its counts include those of the first."""

    def __init__(self, given: Observer, before: Outcome) -> None:
        super().__init__(self._add_counts if given.progress else None, given.trace, given.offer, given.max_expansions)
        self.given = given
        self.before = before

    @property
    def cancelled(self) -> bool:
        return self.given.cancelled

    def _add_counts(self, progress: Progress) -> None:
        assert self.given.progress is not None
        before = self.before
        traced = before.trace and progress.trace and before.trace.followed_by(progress.trace)
        self.given.progress(
            replace(
                progress,
                expanded=before.stats.expanded + progress.expanded,
                generated=before.stats.generated + progress.generated,
                lower_bound=max(before.lower_bound, progress.lower_bound, key=as_pair),
                trace=traced,
            )
        )
