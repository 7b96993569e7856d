"""Planning as satisfiability (Kautz and Selman, 1992): is there a plan of T moves? Ask a SAT solver, T by T.

Optimal: every length below that of the plan is refuted first. Runs in child processes, so that limits are hard and a
crash of a solver costs nothing but the answer; with several threads as many different solvers race.
"""

from __future__ import annotations

import importlib.util
import queue
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from budge.engines.base import Engine, Option, Task
from budge.engines.child import Ended, work
from budge.engines.domains import DOMAINS
from budge.engines.model import BoundStats, Limits, Objective, Observer, Outcome, Progress, Stats, Trace
from budge.puzzles import Puzzle

RACERS = ("glucose4", "cadical195", "maplechrono", "lingeling", "minisat", "glucose42", "cadical153", "mergesat")
SHORT = 36  # moves: plans up to here are found soonest by one growing formula


class Sat(Engine):
    name = "sat"
    summary = "asks a SAT solver for a plan of each length; optimal, and every shorter length refuted"
    kinds = ("tiles", "tokens")
    options = (
        Option(
            "solver",
            "glucose4",
            "cadical, glucose, minisat, lingeling, kissat, … of python-sat, or a program",
        ),
        Option(
            "strategy",
            "auto",
            "which lengths are asked about, and how",
            ("auto", "incremental", "restart", "binary", "doubling"),
        ),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if importlib.util.find_spec("pysat") is None or importlib.util.find_spec("numpy") is None:
            return "sat needs python-sat: pip install 'budge[sat]'"
        return super().refuses(puzzle, objective)

    def solve(self, task: Task) -> Outcome:
        from budge.encodings.sat import encode
        from budge.engines.sat_solvers import check_solver
        from budge.engines.sat_strategies import Question

        check_solver(task.options["solver"])
        lower_bound = encode(task.puzzle).least
        strategy = task.options["strategy"]
        if strategy == "auto":
            strategy = "incremental" if lower_bound <= SHORT // 2 else "restart"
        weight = task.objective.weight
        solvers = [task.options["solver"], *(name for name in RACERS if name != task.options["solver"])]
        questions = [
            Question(task.puzzle, solver, strategy, None if weight is None else float(weight), task.limits.nodes)
            for solver in solvers[: task.threads]
        ]
        return _Watch(task, lower_bound).follow(race(questions, task.limits, task.observer))


def race(questions: list[Any], limits: Limits, observer: Observer) -> Iterator[Any]:
    """The events of all questions as they come; the first that is answered ends the others."""
    from budge.engines.sat_strategies import answer

    if len(questions) == 1:
        yield from work(answer, questions[0], limits, observer)
        return
    share = replace(limits, memory=limits.memory and limits.memory // len(questions))
    hushed = [Observer() for _ in questions]
    events: queue.Queue[Any] = queue.Queue()

    def run(question: Any, own: Observer) -> None:
        for event in work(answer, question, share, own):
            events.put(event)

    threads = [threading.Thread(target=run, args=pair) for pair in zip(questions, hushed, strict=True)]
    for thread in threads:
        thread.start()
    ends: list[Ended] = []
    try:
        while len(ends) < len(questions):
            try:
                event = events.get(timeout=0.05)
            except queue.Empty:
                if observer.cancelled:
                    break
                continue
            if not isinstance(event, Ended):
                yield event
                continue
            ends.append(event)
            if event.stopped_by is None:
                break
    except KeyboardInterrupt:
        ends.insert(0, Ended("interrupt"))
    for own in hushed:
        own.cancel()
    for thread in threads:
        thread.join()
    ends += [event for event in list(events.queue) if isinstance(event, Ended)]
    reason = next((end for end in ends if end.stopped_by in (None, "interrupt")), ends[0])
    yield replace(
        reason,
        stopped_by="cancel" if observer.cancelled else reason.stopped_by,
        cpu_seconds=sum(end.cpu_seconds for end in ends),
        peak_bytes=sum(end.peak_bytes for end in ends),
    )


class _Watch:
    """Makes an outcome of what the children say."""

    def __init__(self, task: Task, lower_bound: int) -> None:
        self.task = task
        self.lower_bound = lower_bound
        self.path: list[int] | None = None
        self.bounds: list[BoundStats] = []
        self.out_of_nodes = False

    def follow(self, events: Iterator[Any]) -> Outcome:
        from budge.engines.sat_strategies import Found, Refuted

        end = Ended("crash")
        for event in events:
            match event:
                case BoundStats():
                    self.bounds.append(event)
                case Refuted():
                    self.lower_bound = max(self.lower_bound, event.lower_bound)
                case Found():
                    if self.path is None or len(event.path) < len(self.path):
                        self.path = event.path
                case Ended():
                    end = event
                case "nodes":
                    self.out_of_nodes = True
            self.report(end)
        return self.outcome(end)

    def report(self, end: Ended) -> None:
        if self.task.observer.progress:
            best = None if self.path is None else len(self.path)
            seconds = sum(bound.seconds for bound in self.bounds)
            counts = (sum(bound.decisions for bound in self.bounds), sum(bound.propagations for bound in self.bounds))
            self.task.observer.progress(Progress(*counts, self.lower_bound, best, end.peak_bytes, seconds))

    def outcome(self, end: Ended) -> Outcome:
        stopped_by = "nodes" if self.out_of_nodes else end.stopped_by
        weight = self.task.objective.weight
        status = "stopped"
        if self.path is not None:
            if len(self.path) == self.lower_bound:
                status, stopped_by = "optimal", None
            elif stopped_by is None or weight is None:
                status, stopped_by = "solved", None
        reasons = {
            "seconds": "the time limit was reached",
            "nodes": "the limit on conflicts was reached",
            "memory": "the memory limit was reached",
            "interrupt": "interrupted",
            "cancel": "cancelled",
        }
        puzzle = self.task.puzzle
        return Outcome(
            status=status,
            plan=None if self.path is None else DOMAINS[puzzle.kind].plan(self.path, puzzle),
            lower_bound=self.lower_bound,
            reason=None if stopped_by is None else reasons.get(stopped_by, end.reason),
            stopped_by=stopped_by,
            stats=Stats(
                expanded=sum(bound.decisions for bound in self.bounds),
                generated=sum(bound.propagations for bound in self.bounds),
                cpu_seconds=end.cpu_seconds,
                peak_bytes=end.peak_bytes,
            ),
            trace=Trace(bounds=self.bounds) if self.task.observer.trace else None,
        )
