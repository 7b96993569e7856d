"""budge solve --jobs, --cluster, --output: many puzzles at once."""

from __future__ import annotations

import time
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
from budge.cli.terminal import StatusLine, complain, seconds_in_words, short_count
from budge.engines.base import Refusal
from budge.engines.team import WorkersLost
from budge.interrupts import Hold
from budge.many.device import settled
from budge.many.dispatch import in_order, numbered
from budge.many.orders import Order
from budge.many.solving import check_place, open_pool
from budge.many.together import can_be_shared, solve_by
from budge.model import Observer, Outcome
from budge.patterns import Store
from budge.puzzles import BadInput, Puzzle
from budge.spec import SolveSpec

Tell = Callable[[Item, Outcome, Hold], None]
Solve = Callable[[Observer], Iterator[tuple[int, Outcome]]]  # outcomes by the numbers of their orders
UNFINISHED = ("interrupt", "cancel", "workers")  # of a puzzle that a team solved: not the puzzle's own outcome


@dataclass
class Reader:
    """The puzzles that are asked for as orders, and what is to be said of each."""

    sources: tuple[str, ...]
    goal: str | None
    levels: list[range] | None
    spec: SolveSpec
    yes: bool
    on_cluster: bool
    items: dict[int, Item] = field(default_factory=dict)  # those that are under way, by the number of their order
    keys: dict[int, str] = field(default_factory=dict)  # likewise
    worst: Exit = Exit.SOLVED
    known: int = 0  # found in the file

    def orders(self, file: OutcomeFile | None) -> Iterator[Order]:
        """Those that the file does not know yet. A mistake in one puzzle does not stop the rest."""
        number, tried = 0, set[tuple[str, str]]()
        for item in read(self.sources, self.goal, self.levels):
            try:
                if isinstance(item, BadInput):
                    raise item
                self._try(item.puzzle, tried)
                made = Order(item.puzzle, self.spec)
            except (BadInput, Refusal) as problem:
                named = isinstance(item, Item) and not (len(self.sources) == 1 and item.alone)
                complain(f"{item.title}: {problem}" if named and isinstance(item, Item) else problem)
                self.see(Exit.BAD_INPUT)
                continue
            key = "" if file is None else self.spec.key(item.puzzle)
            if file is not None and (before := file.take(key)) is not None:
                self.known += 1
                self.see(before)
                continue
            self.items[number], self.keys[number] = item, key
            number += 1
            yield made

    def see(self, code: Exit) -> None:
        self.worst = max(self.worst, code)

    def count(self) -> int | None:
        """How many puzzles there are, where that can be known without reading standard input."""
        if "-" in self.sources:
            return None
        try:
            return sum(1 for source in self.sources for _ in chosen(source, self.goal, self.levels))
        except BadInput:
            return None

    def _try(self, puzzle: Puzzle, tried: set[tuple[str, str]]) -> None:
        """See that the first of each size can be solved so, and that the databases it needs are there. What is wrong
        with another is its outcome."""
        if (puzzle.kind, puzzle.size) in tried:
            return
        databases = prepare(puzzle, self.spec).databases
        what = self.spec.heuristic or self.spec.engine_name
        if self.on_cluster:
            ask(databases, Store(), what, yes=self.yes)  # built by the workers, in stores of their own
        else:
            build(databases, Store(), what, yes=self.yes)
        tried.add((puzzle.kind, puzzle.size))


def solve_at_once(reader: Reader, jobs: int | None, cluster: str | None, output: str | None, tell: Tell) -> Exit:
    """Solve what the reader finds. Outcomes go to the file as they come, or are told in the order of the puzzles."""
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
        progress = Progress(status, reader.count() if status.visible else None)
        try:
            for number, outcome in solve(observer):
                item, key = reader.items.pop(number), reader.keys.pop(number)
                reader.see(exit_of(outcome))
                if file is not None and outcome.stopped_by in UNFINISHED:
                    status.clear()
                    complain(f"{outcome.reason}; {kept(output)}")
                    return Exit.INTERRUPTED if hold.heard else Exit.NO_PLAN
                assert outcome.puzzle is not None
                outcome = replace(outcome, puzzle=replace(outcome.puzzle, name=item.name, level=item.level))
                if file is not None:
                    file.add(key, outcome)
                else:
                    status.clear()
                    tell(item, outcome, hold)
                done += 1
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
    return reader.worst


@contextmanager
def workers(reader: Reader, file: OutcomeFile | None, jobs: int | None, cluster: str | None) -> Iterator[Solve]:
    """Who solves the orders. One that is alone is solved by a whole cluster, where its engine can do that."""
    orders = reader.orders(file)
    first = [] if cluster is None else list(islice(orders, 2))
    if cluster is not None and len(first) == 1 and can_be_shared(first[0]):
        from budge.cluster import open_team

        with open_team(cluster, jobs) as team:
            yield lambda observer: ((number, solve_by(team, order, observer)) for number, order in enumerate(first))
    else:
        spec = reader.spec
        if cluster is None and jobs is None:
            orders, spec = settled(orders, spec)
        with open_pool(jobs or (1 if cluster is None else None), cluster, spec) as pool:
            yield lambda observer: (in_order if file is None else numbered)(chain(first, orders), pool, observer)


def kept(output: str | None) -> str:
    if output is None:
        return "with --output, what is done is kept"
    return f"{output} keeps what is done, and the same command goes on from there"


class Progress:
    """How far it is, on one line of a terminal."""

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
