"""New puzzles to order: made by a generator, solved by an engine before they are handed out, and graded by it.

Where an optimum is wanted that a drawn puzzle does not have, it is changed step by step until it does. What is left of
an optimal plan is optimal, so a puzzle that is too hard begins later on its plan; one that is too easy gives way to the
farthest position that it can reach, or to one much like it that is no farther from what is wanted than the last one.
Where that seldom leads anywhere, a generator may grow puzzles of its own, and every now and then one of these is taken.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from numbers import Integral
from random import Random
from types import NoneType
from typing import Any

from budge.api import prepare, run
from budge.arguments import expect
from budge.engines.domains import DOMAINS
from budge.explore import explore
from budge.generators import GENERATORS, Generator, Wanted
from budge.model import Limits, Objective, Observer, Outcome, Progress
from budge.names import near
from budge.native import core
from budge.puzzles import BadInput, Plan, Puzzle
from budge.spec import SolveSpec

GROWING_TRIES = 300  # where puzzles are grown, which takes seconds
GROWN = 10  # of so many tries one is grown
PATIENCE = 150  # variations in a row that come no nearer to what is wanted, before a new beginning
TOO_HARD = 50  # puzzles in a row whose optimum could not be proven
NEARER_FROM = 3  # from so many of them on, those drawn next begin nearer to their end
TOLD = 0.1  # seconds between two reports, where no search takes long enough to report
WISHES: dict[str, tuple[type, str]] = {  # the types that a wish can have, and in words
    "int": (Integral, "a whole number"),
    "bool": (bool, "True or False"),
    "str": (str, "a word"),
    "None": (NoneType, "None"),
}
EXPLORED = 2_000_000  # positions, at most, among which the hardest is looked for


class OutOfTime(BadInput):
    """The time was over before as many puzzles were found as were wanted."""


class Cancelled(BadInput):
    """The observer was cancelled before as many puzzles were found as were wanted."""


@dataclass(frozen=True)
class Generated:
    """A new puzzle and how hard it is.

    >>> [made] = generate("robots", width=6, height=6, least=3, most=3)
    >>> made.optima
    {'slides': 3}
    """

    puzzle: Puzzle
    optima: dict[str, int]  # by metric; all of them proven
    effort: int  # positions that the search for the first of them expanded
    grade: int | None = None  # how hard people will find it, from 1 to 10; None for a kind that has no such grade


def generate(
    kind: str,
    *,
    seed: int = 0,
    count: int = 1,
    least: int = 1,
    most: int | None = None,
    least_effort: int = 0,
    most_effort: int | None = None,
    hardest: bool = False,
    limits: Limits | None = None,
    observer: Observer | None = None,
    **wishes: Any,
) -> Iterator[Generated]:
    """Puzzles of a kind, each solved, with an optimum (and an effort) between `least` and `most`; no two are equal.

    `hardest` asks for the position that is farthest from a solution among all that a puzzle can reach. The other wishes
    are the fields of the kind's generator, in `budge.generators`: width, height and more; docs/generate.md tells what
    each is for. The same seed and wishes give the same puzzles. `limits` hold the nodes and
    memory of one search, and the seconds of all of them. `observer` is told how many were tried; cancelled, it ends
    them.

    >>> [level] = generate("sokoban", seed=3, width=6, height=6, boxes=1)
    >>> level.puzzle.pieces, level.optima["pushes"] >= 1
    (1, True)
    >>> [made.optima["moves"] for made in generate("tiles", width=3, height=3, least=31, most=31, count=2)]
    [31, 31]
    """
    expect(kind, str, "a kind of puzzle by name")
    if kind not in GENERATORS:
        raise BadInput(f"there is no generator for {kind!r}; {near(kind, GENERATORS)}")
    known = {field.name: str(field.type) for field in fields(GENERATORS[kind])}
    for wish, value in wishes.items():
        if wish not in known:
            raise BadInput(f"{kind} takes no wish {wish!r}; {near(wish, known)}")
        expect_wish(wish, value, known[wish])
    for name, number in (("seed", seed), ("count", count), ("least", least), ("least_effort", least_effort)):
        expect_wish(name, number, "int")
    for name, bound in (("most", most), ("most_effort", most_effort)):
        expect_wish(name, bound, "int | None")
    expect(limits, (Limits, NoneType), "limits, such as Limits(seconds=60)")
    expect(observer, (Observer, NoneType), "an observer, such as Observer(print)")
    if count < 0:
        raise BadInput(f"{count} puzzles; expected none or more")
    generator = GENERATORS[kind](**wishes)
    efforts = Wanted(least_effort, most_effort, "effort")
    watch = Watch(observer or Observer(), count)
    search = PuzzleSearch(generator, Random(seed), Wanted(least, most), efforts, hardest, limits or Limits(), watch)

    def stream() -> Iterator[Generated]:
        for number in range(1, count + 1):
            found = search.next()
            watch.found = number
            yield replace(found, puzzle=replace(found.puzzle, name=f"{kind}-{seed}-{number}"))

    return stream()


def expect_wish(name: str, value: object, types: str) -> None:
    """Raises `TypeError` unless the value is of one of the types, which are written as in an annotation.

    >>> expect_wish("zones", "no", "bool")
    Traceback (most recent call last):
    TypeError: str given; expected zones to be True or False
    """
    asked = [WISHES[each] for each in types.split(" | ")]
    expect(value, tuple(kind for kind, _ in asked), f"{name} to be {' or '.join(words for _, words in asked)}")


@dataclass(frozen=True)
class Candidate:
    """A puzzle and its optimum in its first metric, which exploring or solving has proven."""

    puzzle: Puzzle
    cost: int
    plan: Plan | None = None  # None: only explored so far
    effort: int = 0


class Watch(Observer):
    """Sees the searches, one after another, and tells the caller's observer how far all of them have come."""

    def __init__(self, given: Observer, count: int) -> None:
        super().__init__(None if given.progress is None else self.tell)
        self.given, self.count = given, count
        self.found = 0
        self.tried = 0
        self.began = self.told = time.monotonic()

    @property
    def cancelled(self) -> bool:
        return self.given.cancelled

    def tell_now_and_then(self) -> None:
        if time.monotonic() > self.told + TOLD:
            self.tell()

    def tell(self, progress: Progress | None = None) -> None:
        """Where things stand; `progress` is that of the search that is going on."""
        self.told = time.monotonic()
        if self.given.progress is not None:
            used = progress.bytes if progress else 0
            what = f"{self.found:,} of {self.count:,} puzzles, {self.tried:,} tried"
            spent = time.monotonic() - self.began
            self.given.progress(Progress(0, self.tried, 0, None, used, spent, what, self.found / self.count))


class PuzzleSearch:
    """Looks for puzzles as wanted, one after another, among those that a generator draws."""

    def __init__(
        self,
        generator: Generator,
        random: Random,
        wanted: Wanted,
        efforts: Wanted,
        hardest: bool,
        limits: Limits,
        watch: Watch,
    ) -> None:
        self.generator = generator
        self.random = random
        self.wanted = self.drawn = wanted
        self.efforts = efforts
        self.hardest = hardest
        self.nodes = limits.nodes or generator.nodes
        self.cluster = generator.cluster
        self.memory = limits.memory
        self.watch = watch
        self.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.given: set[Puzzle] = set()
        self.too_hard = 0  # in a row

    def next(self) -> Generated:
        """Another puzzle as wanted; raises `BadInput` if none is found."""
        nearest: Candidate | None = None
        idle = 0
        grows = self.generator.grows(self.wanted)
        tries = min(GROWING_TRIES, self.generator.tries) if grows else self.generator.tries
        for number in range(1, tries + 1):
            self.check()
            self.watch.tried += 1
            if idle == PATIENCE:
                nearest, idle = None, 0
            idle += 1
            varied = self.generator.varied(nearest.puzzle, self.random) if nearest else None
            grown = self.grown() if grows and number % GROWN == 0 else None
            puzzle = varied or grown or self.generator.draw(self.random, self.drawn, self.check)
            candidate = None
            if puzzle is not None and puzzle not in self.given:
                candidate = self.refined(puzzle, fresh=varied is None)
            if candidate is None:
                continue
            gap = self.wanted.gap(candidate.cost)
            if gap == 0 and self.efforts.gap(candidate.effort) == 0 and candidate.puzzle not in self.given:
                self.given.add(candidate.puzzle)
                return self.graded(candidate)
            if nearest is None or gap < self.wanted.gap(nearest.cost):
                nearest, idle = candidate, 0
            elif gap == self.wanted.gap(nearest.cost):
                nearest = candidate
        none = f"none of {tries:,} puzzles made is so"
        if self.given:
            none = f"after {self.so_far}, none of {tries:,} made is so and new"
        raise BadInput(f"{none}; ask for fewer pieces, more room or a wider range")

    def grown(self) -> Puzzle | None:
        def goes_on(now: core.Now) -> bool:
            self.watch.tell()
            return not self.watch.cancelled

        limits = self.limits()
        run = core.Run(seconds=limits.seconds, nodes=None, memory=limits.memory or 1 << 62, tick=goes_on)
        return self.generator.grown(self.random, self.wanted, run)

    def refined(self, puzzle: Puzzle, fresh: bool) -> Candidate | None:
        """The puzzle, or the nearest to what is wanted that is easily made of it; None if it has no solution.

        Variations are looked through at once: they are made only where puzzles as they come are too easy.
        """
        if not self.hardest and (fresh or not self.cluster):
            candidate = self.eased(self.solved(puzzle))
            if candidate is None or not self.cluster or self.wanted.gap(candidate.cost) == 0:
                return candidate
        farthest = self.farthest(puzzle)
        if farthest is None or farthest.cost < self.wanted.least:
            return farthest
        solved = self.solved(farthest.puzzle)
        return solved if self.hardest else self.eased(solved)

    def solved(self, puzzle: Puzzle) -> Candidate | None:
        """The puzzle with an optimal plan; None if it has none, or none that is found within the limits."""
        outcome = self.solve(puzzle, puzzle.own_metrics[0])
        if outcome.status == "stopped":
            self.too_hard += 1
            if self.too_hard == TOO_HARD:
                raise BadInput(
                    f"{TOO_HARD} puzzles in a row took more than {self.nodes:,} nodes or all memory to solve; ask for "
                    f"smaller or easier ones"
                )
            if self.too_hard >= NEARER_FROM and isinstance(outcome.lower_bound, int):
                self.drawn = replace(self.wanted, within=max(self.wanted.least, outcome.lower_bound // 2))
            return None
        self.too_hard = 0
        if outcome.plan is None or not isinstance(outcome.cost, int):
            return None
        return Candidate(puzzle, outcome.cost, outcome.plan, outcome.stats.expanded)

    def eased(self, solved: Candidate | None) -> Candidate | None:
        """One that is harder than wanted, begun later on its plan."""
        if solved is None or solved.plan is None or self.wanted.most is None or solved.cost <= self.wanted.most:
            return solved
        cost = self.random.randint(max(1, self.wanted.least), self.wanted.most)
        later = solved.puzzle.state_after(solved.plan.moves[: solved.cost - cost])
        puzzle = self.generator.restarted(solved.puzzle, later)
        return self.solved(puzzle) if puzzle else solved

    def solve(self, puzzle: Puzzle, metric: str) -> Outcome:
        heuristic = DOMAINS[puzzle.kind].reproducible_heuristic(puzzle)  # a seed means the same on every machine
        spec = SolveSpec(heuristic=heuristic, objective=Objective(metric=metric), limits=self.limits(self.nodes))
        task = prepare(puzzle, spec, self.watch)
        outcome = run(replace(task, holds_quick_plan=False))  # of what takes too long no plan is wanted
        self.go_on_unless(outcome.stopped_by)
        return outcome

    def farthest(self, puzzle: Puzzle) -> Candidate | None:
        """The position hardest to solve among all that this one can reach; None if none of them can be solved."""
        most = self.cluster or EXPLORED
        found = explore(puzzle, limits=self.limits(most), observer=self.watch)
        self.go_on_unless(found.stopped_by)
        if not found.complete and not self.cluster:
            raise BadInput(f"{puzzle.kind} {puzzle.size} can reach more than {most:,} positions; expected fewer")
        if not found.complete or not found.hardest:
            return None
        hardest = self.generator.restarted(puzzle, self.random.choice(found.hardest))
        return Candidate(hardest, found.depth) if hardest else None

    def limits(self, nodes: int | None = None) -> Limits:
        left = None if self.deadline is None else max(0.001, self.deadline - time.monotonic())
        return Limits(left, nodes, self.memory)

    def check(self) -> None:
        """Raises when the time is over, or the caller has had enough."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            self.go_on_unless("seconds")
        if self.watch.cancelled:
            self.go_on_unless("cancel")
        self.watch.tell_now_and_then()

    def go_on_unless(self, stopped_by: str | None) -> None:
        if stopped_by == "interrupt":
            raise KeyboardInterrupt
        if stopped_by == "cancel":
            raise Cancelled(f"cancelled after {self.so_far}")
        if stopped_by == "seconds":
            raise OutOfTime(f"the time was over after {self.so_far}")

    @property
    def so_far(self) -> str:
        return f"{len(self.given)} puzzle{'s' * (len(self.given) != 1)}"

    def graded(self, solved: Candidate) -> Generated:
        """With the optimum in every metric that is one number, as far as it is found within the limits: a puzzle that
        is made is handed out, even where the time ends before it is known in all of them."""
        first, *others = solved.puzzle.simple_metrics
        optima = {first: solved.cost}
        with suppress(OutOfTime):
            for metric in others:
                outcome = self.solve(solved.puzzle, metric)
                if outcome.status == "optimal" and isinstance(outcome.cost, int):
                    optima[metric] = outcome.cost
        difficulty = DOMAINS[solved.puzzle.kind].difficulty(solved.puzzle, solved.plan)
        return Generated(solved.puzzle, optima, solved.effort, difficulty.grade if difficulty else None)
