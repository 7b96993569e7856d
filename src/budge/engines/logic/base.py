"""Common code of the logic engines: the events of child processes, and the outcome built from them."""

from __future__ import annotations

import importlib.util
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from budge.engines.base import Task
from budge.engines.domains import DOMAINS
from budge.model import REASONS, Limits, Objective, Observer, Outcome, Progress, Stats
from budge.processes.child import Ended, Job, work
from budge.processes.limits import no_children
from budge.puzzles import BadInput, Plan, Puzzle
from budge.studies.extras import Extras
from budge.trace import BoundStats, Trace

T = TypeVar("T")

UNANSWERED = Ended("crash", reason="the solver ended without an answer")
TICK = 0.5  # report progress at least this often, in seconds


def missing(engine: str, extra: str, *modules: str) -> str | None:
    """None if the modules that an engine needs are installed, else a message that says how to install them."""
    if problem := no_children():
        return f"{engine} needs child processes: {problem}"
    if all(_installed(module) for module in modules):
        return None
    return f"{engine} needs more than is installed: pip install 'budge[{extra}]'"


def no_clauses(puzzle: Puzzle, objective: Objective) -> str | None:
    """None, or why this puzzle cannot be encoded as clauses for this objective."""
    from budge.encodings.sat import no_encoding

    return no_encoding(puzzle, objective.metric_of(puzzle))


def refuse_completed(extras: Extras, objective: Objective) -> None:
    """Raises `BadInput` unless the objective accepts any plan, because `extras=completed` may exclude shorter plans."""
    if extras.completed and objective.quality != "any":
        raise BadInput(
            "extras=completed keeps rows and columns that a shortest plan may have to break; use --quality any"
        )


def _installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


@dataclass(frozen=True)
class Refuted:
    """No plan is shorter than `lower_bound`."""

    lower_bound: int


@dataclass(frozen=True)
class PlanFound:
    """A plan, as moves or as the core's numbers."""

    path: list[int] | Plan
    length: int


@dataclass(frozen=True)
class Exhausted:
    """No plan is as long as the last length tried, or longer."""


@dataclass(frozen=True)
class Impossible:
    """No plan exists."""

    reason: str


FAR_FROM_HOME = Impossible("a piece cannot reach its goal, even on an empty board")
NO_WAY = Impossible("all plans that visit no position twice are refuted")


def race(job: Job[T], questions: list[T], limits: Limits, observer: Observer) -> Iterator[Any]:
    """Runs a job for each question in parallel and yields their events. The first job that finishes cancels the others.
    Memory is divided among them."""
    if len(questions) == 1:
        yield from work(job, questions[0], limits, observer, tick=TICK)
        return
    share = replace(limits, memory=limits.memory and limits.memory // len(questions))
    observers = [Observer() for _ in questions]
    events: queue.Queue[Any] = queue.Queue()

    def run(question: T, own: Observer) -> None:
        end = Ended("crash", reason="the child process could not be started")
        try:
            for event in work(job, question, share, own, tick=TICK):
                if isinstance(event, Ended):
                    end = event
                else:
                    events.put(event)
        finally:
            events.put(end)

    threads = [threading.Thread(target=run, args=pair) for pair in zip(questions, observers, strict=True)]
    for thread in threads:
        thread.start()
    ends: list[Ended] = []
    try:
        while len(ends) < len(questions) and not observer.cancelled:
            try:
                event = events.get(timeout=0.05)
            except queue.Empty:
                continue
            if not isinstance(event, Ended):
                yield event
                continue
            ends.append(event)
            if event.stopped_by is None:
                break
    except KeyboardInterrupt:
        ends.insert(0, Ended("interrupt"))
    finally:  # also if the caller closes the generator
        for own in observers:
            own.cancel()
        for thread in threads:
            thread.join()
    rest = list(events.queue)
    if all(end.stopped_by for end in ends):  # no job has finished: their remaining events count too
        yield from (event for event in rest if not isinstance(event, Ended))
    ends += [event for event in rest if isinstance(event, Ended)]
    decisive = next((end for end in ends if end.stopped_by in (None, "interrupt")), ends[0])
    yield replace(
        decisive,
        stopped_by="cancel" if observer.cancelled else decisive.stopped_by,
        cpu_seconds=sum(end.cpu_seconds for end in ends),
        peak_bytes=sum(end.peak_bytes for end in ends),
    )


class OutcomeBuilder:
    """Builds the outcome of a task from the events of its child processes."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.began = time.monotonic()
        self.lower_bound = 0
        self.path: list[int] | Plan | None = None
        self.best: int | None = None  # the length of `path`
        self.bounds: list[BoundStats] = []
        self.out_of_nodes = False
        self.exhausted = False
        self.impossible: str | None = None  # the reason

    def follow(self, events: Iterator[Any]) -> Outcome:
        end = UNANSWERED
        try:
            for event in events:
                match event:
                    case BoundStats():
                        self.bounds.append(event)
                    case Refuted():
                        self.lower_bound = max(self.lower_bound, event.lower_bound)
                    case PlanFound():
                        if self.best is None or event.length < self.best:
                            self.path, self.best = event.path, event.length
                    case Exhausted():
                        self.exhausted = True
                    case Impossible():
                        self.impossible = event.reason
                    case Ended():
                        end = event
                    case "nodes":
                        self.out_of_nodes = True
                self.report(end)
        except KeyboardInterrupt:  # between two events
            end = Ended("interrupt")
        return self.outcome(end)

    def report(self, end: Ended) -> None:
        if self.task.observer.progress:
            counts = (sum(bound.decisions for bound in self.bounds), sum(bound.propagations for bound in self.bounds))
            seconds = time.monotonic() - self.began
            self.task.observer.progress(Progress(*counts, self.lower_bound, self.best, end.peak_bytes, seconds))

    def outcome(self, end: Ended) -> Outcome:
        status, stopped_by, reason = self.verdict(end)
        puzzle, metric = self.task.puzzle, self.task.metric
        return Outcome(
            status=status,
            plan=DOMAINS[puzzle.kind].plan(self.path, puzzle, metric) if isinstance(self.path, list) else self.path,
            lower_bound=self.lower_bound,
            reason=reason,
            stopped_by=stopped_by,
            stats=Stats(
                expanded=sum(bound.decisions for bound in self.bounds),
                generated=sum(bound.propagations for bound in self.bounds),
                cpu_seconds=end.cpu_seconds,
                peak_bytes=end.peak_bytes,
            ),
            trace=Trace(bounds=self.bounds) if self.task.observer.trace else None,
        )

    def verdict(self, end: Ended) -> tuple[str, str | None, str | None]:
        """The status, what stopped the search, and the reason as text. A `stopped` status always has the last two."""
        if self.impossible is not None:
            return "unsolvable", None, self.impossible
        if self.path is not None:
            if self.best == self.lower_bound:
                return "optimal", None, None
            if self.task.objective.weight is None or (end.stopped_by is None and not self.out_of_nodes):
                return "solved", None, None
        elif self.exhausted:
            return "unsolvable", "exhaustion", f"no plan has {self.bounds[-1].bound} moves or more"
        elif end.stopped_by is None:
            end = UNANSWERED
        if end.stopped_by == "memory" and self.path is None:
            return "stopped", "memory", "the memory limit was reached by formulas for longer plans"
        if self.out_of_nodes:
            return "stopped", "nodes", "the limit on conflicts was reached"
        stopped_by = end.stopped_by or UNANSWERED.stopped_by
        return "stopped", stopped_by, REASONS.get(stopped_by or "", end.reason or UNANSWERED.reason)
