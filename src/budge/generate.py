"""New puzzles with a given optimum: drawn by a generator, then solved and graded by an engine.

A puzzle whose optimum is outside the target range is changed step by step. A suffix of an optimal plan is optimal, so a
puzzle that is too hard starts at a later state of its plan. One that is too easy is replaced by the hardest state
that it can reach, or by a variation that is no farther from the range (hill climbing). Where this seldom succeeds, some
generators grow puzzles instead, and every tenth candidate is grown.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import islice
from numbers import Integral
from random import Random
from types import NoneType
from typing import Any

from budge.api import prepare, run
from budge.arguments import expect, renamed
from budge.engines.domains import DOMAINS
from budge.explore import explore
from budge.generators import GENERATORS, Generator, TargetRange
from budge.generators.likeness import Likeness
from budge.model import Limits, Objective, Observer, Outcome, Progress
from budge.names import near
from budge.native import core
from budge.puzzles import BadInput, Plan, Puzzle
from budge.spec import SolveSpec

MAX_GROWING_TRIES = 300  # for generators that grow puzzles, because each takes seconds
GROWN_PERIOD = 10  # one candidate in this many is grown
MAX_GROWN_SHORT = 2  # stop after this many grown puzzles in a row far below the target range
SHORT = 0.75  # share of the minimum below which an optimum is far
PATIENCE = 150  # restart after this many variations without progress
MAX_TOO_HARD = 50  # stop after this many puzzles in a row that could not be solved
MIN_TOO_HARD = 3  # after this many, draw puzzles whose start is nearer to the goal
REPORT_SECONDS = 0.1  # between two reports
PARAMETER_TYPES: dict[str, tuple[type, str]] = {  # types of parameters, and how messages name them
    "int": (Integral, "a whole number"),
    "bool": (bool, "True or False"),
    "str": (str, "a word"),
    "tuple[Sokoban, ...]": (tuple, "a tuple of levels"),
    "None": (NoneType, "None"),
}
MAX_EXPLORED = 2_000_000  # positions among which `hardest` is looked for


class OutOfTime(BadInput):
    """The time limit was reached before all puzzles were found."""


class Cancelled(BadInput):
    """The observer cancelled the search before all puzzles were found."""


@dataclass(frozen=True)
class Generated:
    """A new puzzle and how hard it is.

    >>> [made] = generate("robots", width=6, height=6, min_optimum=3, max_optimum=3)
    >>> made.optima
    {'slides': 3}
    """

    puzzle: Puzzle
    optima: dict[str, int]  # by metric; all of them proven
    effort: int  # states expanded by the search in the first metric
    grade: int | None = None  # difficulty for people, from 1 to 10; None for kinds without a grade


@renamed(least="min_optimum", most="max_optimum", least_effort="min_effort", most_effort="max_effort")
def generate(
    kind: str,
    *,
    seed: int = 0,
    count: int = 1,
    min_optimum: int = 1,
    max_optimum: int | None = None,
    min_effort: int = 0,
    max_effort: int | None = None,
    hardest: bool = False,
    like: Mapping[str, int] | None = None,
    candidates: int = 100,
    limits: Limits | None = None,
    observer: Observer | None = None,
    **parameters: Any,
) -> Iterator[Generated]:
    """Puzzles of a kind, each solved; no two are equal. The minima and maxima restrict the optimum in the kind's first
    metric, and the effort of the search.

    `like` holds expansions of engines, as in `{"astar linear-conflict": 145, "ida linear-conflict": 515}`. Of
    `candidates` random puzzles, those with the nearest expansions (in logarithms) are returned, the nearest first.

    With `hardest`, each puzzle starts at the state farthest from a solution among all that it can reach. The other
    parameters are the fields of the kind's generator in `budge.generators`, such as width and height;
    docs/generate.md lists them. Equal seeds and parameters give equal puzzles. `limits` hold the nodes and memory of
    one search, and the seconds of all searches. `observer` receives the number of puzzles tried and can cancel.

    >>> [level] = generate("sokoban", seed=3, width=6, height=6, boxes=1)
    >>> level.puzzle.pieces, level.optima["pushes"] >= 1
    (1, True)
    >>> [made.optima["moves"] for made in generate("tiles", width=3, height=3, min_optimum=31, max_optimum=31, count=2)]
    [31, 31]
    """
    expect(kind, str, "a kind of puzzle by name")
    if kind not in GENERATORS:
        raise BadInput(f"there is no generator for {kind!r}; {near(kind, GENERATORS)}")
    known = {field.name: str(field.type) for field in fields(GENERATORS[kind])}
    for name, value in parameters.items():
        if name not in known:
            raise BadInput(f"{kind} has no parameter {name!r}; {near(name, known)}")
        expect_parameter(name, value, known[name])
    for name, number in (("seed", seed), ("count", count), ("min_optimum", min_optimum), ("min_effort", min_effort)):
        expect_parameter(name, number, "int")
    for name, bound in (("max_optimum", max_optimum), ("max_effort", max_effort)):
        expect_parameter(name, bound, "int | None")
    expect(limits, (Limits, NoneType), "limits, such as Limits(seconds=60)")
    expect(observer, (Observer, NoneType), "an observer, such as Observer(print)")
    if count < 0:
        raise BadInput(f"{count} puzzles; expected none or more")
    expect(like, (Mapping, NoneType), 'expansions by engine, as {"astar manhattan": 100}')
    expect_parameter("candidates", candidates, "int")
    if like is not None and candidates < count:
        raise BadInput(f"{candidates} candidates for {count} puzzles; expected at least as many candidates as puzzles")
    likeness = Likeness.of(like) if like else None
    generator = GENERATORS[kind](**parameters)
    if hardest and not generator.restarts:
        raise BadInput(f"hardest: {kind} with these parameters cannot start at another position")
    efforts = TargetRange(min_effort, max_effort, "effort")
    watch = GenerationObserver(observer or Observer(), count)
    search = PuzzleSearch(
        generator, Random(seed), TargetRange(min_optimum, max_optimum), efforts, hardest, limits or Limits(), watch
    )

    def stream() -> Iterator[Generated]:
        found_ones = (search.next() for _ in range(count)) if likeness is None else search.nearest(likeness, candidates)
        for number, found in enumerate(islice(found_ones, count), 1):
            watch.found = number
            yield replace(found, puzzle=replace(found.puzzle, name=f"{kind}-{seed}-{number}"))

    return stream()


def expect_parameter(name: str, value: object, types: str) -> None:
    """Raises `TypeError` unless the value has one of the types, written as in an annotation.

    >>> expect_parameter("zones", "no", "bool")
    Traceback (most recent call last):
    TypeError: str given; expected zones to be True or False
    """
    allowed = [PARAMETER_TYPES[each] for each in types.split(" | ")]
    expect(value, tuple(kind for kind, _ in allowed), f"{name} to be {' or '.join(words for _, words in allowed)}")


@dataclass(frozen=True)
class Candidate:
    """A puzzle and its proven optimum in its first metric."""

    puzzle: Puzzle
    cost: int
    plan: Plan | None = None  # None: explored, not solved
    effort: int = 0


class GenerationObserver(Observer):
    """Observes every search, and reports their joint progress to the caller's observer."""

    def __init__(self, given: Observer, count: int) -> None:
        super().__init__(None if given.progress is None else self.report)
        self.given, self.count = given, count
        self.found = 0
        self.tried = 0
        self.longest = 0  # the greatest optimum of the candidates
        self.began = self.last_report = time.monotonic()

    @property
    def cancelled(self) -> bool:
        return self.given.cancelled

    def report_throttled(self) -> None:
        if time.monotonic() > self.last_report + REPORT_SECONDS:
            self.report()

    def report(self, progress: Progress | None = None) -> None:
        """Reports the puzzles found and tried; `progress` is that of the current search."""
        self.last_report = time.monotonic()
        if self.given.progress is not None:
            used = progress.bytes if progress else 0
            what = f"{self.found:,} of {self.count:,} puzzles, {self.tried:,} tried"
            what += f", optima up to {self.longest:,}" if self.longest else ""
            seconds = time.monotonic() - self.began
            self.given.progress(Progress(0, self.tried, 0, None, used, seconds, what, self.found / self.count))


class PuzzleSearch:
    """Finds puzzles in the target range among those that a generator draws."""

    def __init__(
        self,
        generator: Generator,
        random: Random,
        target: TargetRange,
        efforts: TargetRange,
        hardest: bool,
        limits: Limits,
        watch: GenerationObserver,
    ) -> None:
        self.generator = generator
        self.random = random
        self.target = self.drawn = target
        self.efforts = efforts
        self.hardest = hardest
        self.nodes = limits.nodes or generator.max_nodes
        self.max_cluster = generator.max_cluster
        self.memory = limits.memory
        self.watch = watch
        self.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.given: set[Puzzle] = set()
        self.too_hard = 0  # in a row

    def next(self) -> Generated:
        """The next puzzle in the target range; raises `BadInput` if none is found."""
        nearest: Candidate | None = None
        idle = 0  # candidates without progress
        short = 0  # grown puzzles in a row far below the target range
        grows = self.generator.grows(self.target)
        tries = min(MAX_GROWING_TRIES, self.generator.max_tries) if grows else self.generator.max_tries
        for number in range(1, tries + 1):
            self.check()
            self.watch.tried += 1
            if idle == PATIENCE:
                nearest, idle = None, 0
            idle += 1
            varied = self.generator.varied(nearest.puzzle, self.random) if nearest else None
            is_grown = grows and number % GROWN_PERIOD == 0
            grown = self.grown() if is_grown else None
            puzzle = varied or grown or self.generator.draw(self.random, self.drawn, self.check)
            candidate = None
            if puzzle is not None and puzzle not in self.given:
                candidate = self.refined(puzzle, fresh=varied is None)
            if is_grown:
                is_short = candidate is None or candidate.cost < SHORT * self.target.minimum
                short = short + 1 if is_short else 0
                if short == MAX_GROWN_SHORT:
                    break
            if candidate is None:
                continue
            gap = self.target.gap(candidate.cost)
            self.watch.longest = max(self.watch.longest, candidate.cost)
            if gap == 0 and self.efforts.gap(candidate.effort) == 0 and self.is_new_and_accepted(candidate):
                self.given.add(candidate.puzzle)
                return self.graded(candidate)
            if nearest is None or gap < self.target.gap(nearest.cost):
                nearest, idle = candidate, 0
            elif gap == self.target.gap(nearest.cost):
                nearest = candidate
        failure = f"none of {number:,} candidates is in the range"
        if self.given:
            failure = f"after {self.so_far}, none of {number:,} candidates is new and in the range"
        if 0 < self.watch.longest < self.target.minimum:
            failure += f", the greatest optimum is {self.watch.longest}"
        raise BadInput(f"{failure}; ask for fewer pieces, a larger board or a wider range")

    def is_new_and_accepted(self, candidate: Candidate) -> bool:
        return candidate.puzzle not in self.given and self.generator.accepts(candidate.puzzle, candidate.plan)

    def nearest(self, like: Likeness, candidates: int) -> list[Generated]:
        """The next puzzles in the target range, in the order of their distance from a likeness."""
        found = [self.next() for _ in range(candidates)]
        return sorted(found, key=lambda each: self.distance(each.puzzle, like))

    def distance(self, puzzle: Puzzle, like: Likeness) -> float:
        expanded = []
        for engine, heuristic in like.searches:
            spec = SolveSpec(engine=engine, heuristic=heuristic, limits=self.limits(like.max_expanded))
            outcome = run(replace(prepare(puzzle, spec, self.watch), holds_quick_plan=False))
            self.raise_if_stopped(outcome.stopped_by)
            expanded.append(outcome.stats.expanded)
        return like.distance(expanded)

    def grown(self) -> Puzzle | None:
        def tick(now: core.Now) -> bool:
            self.watch.longest = max(self.watch.longest, now.stage[1])
            self.watch.report()
            return not self.watch.cancelled

        limits = self.limits()
        run = core.Run(seconds=limits.seconds, nodes=None, memory=limits.memory or 1 << 62, tick=tick)
        return self.generator.grown(self.random, self.target, run)

    def refined(self, puzzle: Puzzle, fresh: bool) -> Candidate | None:
        """The puzzle, or one made from it that is nearer to the target range; None if it has no solution.

        The state spaces of variations are explored at once, because variations exist only where drawn puzzles are too
        easy.
        """
        if not self.hardest and (fresh or not self.max_cluster):
            candidate = self.eased(self.solved(puzzle))
            if candidate is None or not self.max_cluster or self.target.gap(candidate.cost) == 0:
                return candidate
        farthest = self.farthest(puzzle)
        if farthest is None or farthest.cost < self.target.minimum:
            return farthest
        solved = self.solved(farthest.puzzle)
        return solved if self.hardest else self.eased(solved)

    def solved(self, puzzle: Puzzle) -> Candidate | None:
        """The puzzle with an optimal plan; None if it has no plan, or if a limit is reached."""
        outcome = self.solve(puzzle, puzzle.own_metrics[0])
        if outcome.status == "stopped":
            self.too_hard += 1
            if self.too_hard == MAX_TOO_HARD:
                raise BadInput(
                    f"{MAX_TOO_HARD} puzzles in a row took more than {self.nodes:,} nodes or all memory to solve; ask "
                    f"for smaller or easier ones"
                )
            if self.too_hard >= MIN_TOO_HARD and isinstance(outcome.lower_bound, int):
                self.drawn = replace(self.target, within=max(self.target.minimum, outcome.lower_bound // 2))
            return None
        self.too_hard = 0
        if outcome.plan is None or not isinstance(outcome.cost, int):
            return None
        return Candidate(puzzle, outcome.cost, outcome.plan, outcome.stats.expanded)

    def eased(self, solved: Candidate | None) -> Candidate | None:
        """A puzzle above the target range started at a later state of its plan, within the range."""
        if solved is None or solved.plan is None or self.target.maximum is None or solved.cost <= self.target.maximum:
            return solved
        cost = self.random.randint(max(1, self.target.minimum), self.target.maximum)
        later = solved.puzzle.state_after(solved.plan.moves[: solved.cost - cost])
        puzzle = self.generator.restarted(solved.puzzle, later)
        return self.solved(puzzle) if puzzle else solved

    def solve(self, puzzle: Puzzle, metric: str) -> Outcome:
        heuristic = DOMAINS[puzzle.kind].reproducible_heuristic(puzzle)  # a seed gives equal puzzles on every machine
        spec = SolveSpec(heuristic=heuristic, objective=Objective(metric=metric), limits=self.limits(self.nodes))
        task = prepare(puzzle, spec, self.watch)
        outcome = run(replace(task, holds_quick_plan=False))  # a plan without a proof is of no use here
        self.raise_if_stopped(outcome.stopped_by)
        return outcome

    def farthest(self, puzzle: Puzzle) -> Candidate | None:
        """The state farthest from a solution among all that the puzzle can reach; None if none is solvable."""
        max_states = self.max_cluster or MAX_EXPLORED
        found = explore(puzzle, limits=self.limits(max_states), observer=self.watch)
        self.raise_if_stopped(found.stopped_by)
        if not found.complete and not self.max_cluster:
            raise BadInput(f"{puzzle.kind} {puzzle.size} can reach more than {max_states:,} positions; expected fewer")
        if not found.complete or not found.hardest:
            return None
        hardest = self.generator.restarted(puzzle, self.random.choice(found.hardest))
        return Candidate(hardest, found.depth) if hardest else None

    def limits(self, nodes: int | None = None) -> Limits:
        left = None if self.deadline is None else max(0.001, self.deadline - time.monotonic())
        return Limits(left, nodes, self.memory)

    def check(self) -> None:
        """Raises if the time limit is reached or the caller cancels."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            self.raise_if_stopped("seconds")
        if self.watch.cancelled:
            self.raise_if_stopped("cancel")
        self.watch.report_throttled()

    def raise_if_stopped(self, stopped_by: str | None) -> None:
        if stopped_by == "interrupt":
            raise KeyboardInterrupt
        if stopped_by == "cancel":
            raise Cancelled(f"cancelled after {self.so_far}")
        if stopped_by == "seconds":
            raise OutOfTime(f"the time limit was reached after {self.so_far}")

    @property
    def so_far(self) -> str:
        return f"{len(self.given)} puzzle{'s' * (len(self.given) != 1)}"

    def graded(self, solved: Candidate) -> Generated:
        """The puzzle with its optimum in every scalar metric, as far as the limits allow. A puzzle that is found is
        returned even if the time limit is reached before all metrics are solved."""
        first, *others = solved.puzzle.simple_metrics
        optima = {first: solved.cost}
        with suppress(OutOfTime):
            for metric in others:
                outcome = self.solve(solved.puzzle, metric)
                if outcome.status == "optimal" and isinstance(outcome.cost, int):
                    optima[metric] = outcome.cost
        difficulty = DOMAINS[solved.puzzle.kind].difficulty(solved.puzzle, solved.plan)
        return Generated(solved.puzzle, optima, solved.effort, difficulty.grade if difficulty else None)
