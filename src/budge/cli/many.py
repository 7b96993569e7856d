"""Many puzzles at once: the options --jobs, --cluster and --output of `budge solve`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from budge.api import prepare
from budge.cli.building import ask, build
from budge.cli.exits import Exit, exit_of
from budge.cli.outcome_file import OutcomeFile, open_outcomes
from budge.cli.output import check_output
from budge.cli.parameters import Item, chosen, read
from budge.cli.terminal import StatusLine, complain, short_count
from budge.engines.base import Refusal
from budge.execution.device_pool import choose_bulk_device
from budge.execution.dispatcher import as_found, in_order
from budge.execution.jobs import JobResult, SolveJob
from budge.execution.solving import check_place, open_pool, shared_task, solve_by_team
from budge.formats.source import is_stream
from budge.interrupts import Hold
from budge.model import STATUSES, Observer, Outcome
from budge.patterns import Store
from budge.processes.pool import WorkersLost
from budge.puzzles import BadInput, Puzzle
from budge.spec import SolveSpec
from budge.wording import seconds_in_words

Report = Callable[[Item, Outcome, Hold], None]
Solve = Callable[[Observer], Iterator[JobResult]]
UNFINISHED = ("interrupt", "cancel", "workers")  # why a solve by a team may end without an outcome of the puzzle


@dataclass
class JobReader:
    """Reads the requested puzzles as jobs, and remembers the source of each."""

    sources: tuple[str, ...]
    goal: str | None
    levels: list[range] | None
    spec: SolveSpec
    yes: bool
    on_cluster: bool
    items: dict[int, Item] = field(default_factory=dict)  # the puzzles in progress, by job number
    keys: dict[int, str] = field(default_factory=dict)  # their keys in the output file, by job number
    worst: Exit = Exit.SOLVED
    known: int = 0  # outcomes that were in the file before this run

    def jobs(self, file: OutcomeFile | None) -> Iterator[SolveJob]:
        """The jobs whose outcomes are not in the file. An error in one puzzle does not stop the others."""
        number, checked = 0, set[tuple[str, str]]()
        for item in read(self.sources, self.goal, self.levels, self.spec.limits.seconds):
            try:
                if isinstance(item, BadInput):
                    raise item
                if file is not None:
                    file.check(item.puzzle)
                self._check(item.puzzle, checked)
            except (BadInput, Refusal) as problem:
                named = isinstance(item, Item) and not (len(self.sources) == 1 and item.alone)
                complain(f"{item.title}: {problem}" if named and isinstance(item, Item) else problem)
                self.note(Exit.BAD_INPUT)
                continue
            key = "" if file is None else self.spec.key(item.puzzle)
            if file is not None and (before := file.take(key)) is not None:
                self.known += 1
                self.note(before)
                continue
            self.items[number], self.keys[number] = item, key
            number += 1
            yield SolveJob(item.puzzle, self.spec)

    def note(self, code: Exit) -> None:
        self.worst = max(self.worst, code)

    def count(self) -> int | None:
        """The number of puzzles; None if a source is a stream, which can be read only once."""
        if any(is_stream(source) for source in self.sources):
            return None
        try:
            return sum(1 for source in self.sources for _ in chosen(source, self.goal, self.levels))
        except BadInput:
            return None

    def _check(self, puzzle: Puzzle, checked: set[tuple[str, str]]) -> None:
        """Prepare the first puzzle of each size, and build the databases that it needs. An error in a later puzzle is
        its outcome."""
        if (puzzle.kind, puzzle.size) in checked:
            return
        databases = prepare(puzzle, self.spec).databases
        what = self.spec.heuristic_name or self.spec.engine_name
        if self.on_cluster:
            ask(databases, Store(), what, yes=self.yes)  # the workers build them in their own stores
        else:
            build(databases, Store(), what, yes=self.yes)
        checked.add((puzzle.kind, puzzle.size))


def solve_at_once(reader: JobReader, jobs: int | None, cluster: str | None, output: str | None, report: Report) -> Exit:
    """Solve the puzzles of the reader. Outcomes go to the file as they come, or to `report` in the order of puzzles."""
    check_place(jobs, cluster)
    began, done = time.monotonic(), 0
    with ExitStack() as stack:
        file = None
        if output is not None:
            check_output(output, reader.sources)
            file = stack.enter_context(open_outcomes(output))
        solve = stack.enter_context(workers(reader, file, jobs, cluster))
        status = stack.enter_context(StatusLine())
        observer = Observer(status.show if status.visible else None)
        hold = stack.enter_context(Hold(observer.cancel))
        progress = ProgressLine(status, reader.count() if status.visible else None)
        statuses = Counter[str]()
        try:
            for result in solve(observer):
                outcome = result.outcome
                item, key = reader.items.pop(result.number), reader.keys.pop(result.number)
                reader.note(exit_of(outcome))
                if file is not None and outcome.stopped_by in UNFINISHED:
                    status.clear()
                    complain(f"{outcome.reason}; {kept(output)}")
                    return Exit.INTERRUPTED if hold.heard else Exit.NO_PLAN
                assert outcome.puzzle is not None
                outcome = replace(outcome, puzzle=replace(outcome.puzzle, name=item.name, level=item.level))
                if file is not None:
                    file.add(key, item.puzzle, outcome)
                else:
                    status.clear()
                    report(item, outcome, hold)
                done += 1
                statuses[outcome.status] += 1
                progress.show(done, reader.known, outcome)
        except WorkersLost as problem:
            status.clear()
            complain(f"{problem}; {kept(output)}")
            return Exit.NO_PLAN
    if hold.heard:
        if output is not None:
            complain(f"stopped; {kept(output)}")
        return Exit.INTERRUPTED
    if output is not None:
        before = f", {reader.known:,} of them before" if reader.known else ""
        took = seconds_in_words(time.monotonic() - began)
        complain(f"{done + reader.known:,} outcomes in {output}{before}; {took}")
    elif done > 1:
        complain(summary(statuses, time.monotonic() - began))
    return reader.worst


def summary(statuses: Counter[str], seconds: float) -> str:
    """How the puzzles of a run ended, in one line.

    >>> summary(Counter(optimal=150, solved=3, stopped=2), 4.2)
    '155 puzzles in 4.200 s: 150 optimal, 3 solved, 2 stopped'
    """
    ended = ", ".join(f"{statuses[status]:,} {status}" for status in STATUSES if statuses[status])
    return f"{statuses.total():,} puzzles in {seconds_in_words(seconds)}: {ended}"


@contextmanager
def workers(reader: JobReader, file: OutcomeFile | None, jobs: int | None, cluster: str | None) -> Iterator[Solve]:
    """The workers that solve the jobs. A cluster solves a single puzzle together if the engine can share it."""
    spec, solve_jobs = reader.spec, reader.jobs(file)
    first = [] if cluster is None else list(islice(solve_jobs, 2))
    task = shared_task(first[0]) if len(first) == 1 else None
    if cluster is None and jobs is None:
        solve_jobs, spec = choose_bulk_device(solve_jobs, spec)
    with open_pool(jobs or (1 if cluster is None else None), cluster, spec) as pool:
        if task is not None:
            yield lambda observer: iter([solve_by_team(pool, first[0], task, observer)])
        else:
            yield lambda observer: (in_order if file is None else as_found)(chain(first, solve_jobs), pool, observer)


def kept(output: str | None) -> str:
    if output is None:
        return "--output FILE would keep the finished outcomes"
    return f"{output} keeps what is done, and the same command continues from there"


class ProgressLine:
    """The progress of a run on one line of a terminal."""

    def __init__(self, status: StatusLine, total: int | None) -> None:
        self._status, self._total = status, total
        self._began, self._shown, self._failed = time.monotonic(), 0.0, 0

    def show(self, done: int, before: int, outcome: Outcome) -> None:
        self._failed += outcome.status == "stopped"
        now = time.monotonic()
        if not self._status.visible or now < self._shown + 0.1:
            return
        self._shown = now
        rate = done / (now - self._began)
        parts = [
            f"{done + before:,} done" if self._total is None else f"{done + before:,} of {self._total:,} done",
            f"{self._failed:,} failed",
            f"{short_count(rate)}/s",
        ]
        if self._total is not None:
            parts.append(f"about {seconds_in_words(round((self._total - done - before) / rate))} left")
        self._status.shown = True
        self._status.write(parts)
