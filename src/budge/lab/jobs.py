"""Makes the jobs of a suite: every puzzle with every configuration that accepts it, prepared before anything runs.

An error in the suite, such as an unknown engine or a missing file, raises `BadInput` with its line. If an engine
refuses a puzzle, the pair is left out and the report says why. Pairs whose engine does not solve that kind of puzzle
are left out silently.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from budge import library
from budge.api import load, prepare
from budge.engines.base import Engine, Prepared, Refusal
from budge.engines.registry import engines
from budge.execution.jobs import SolveJob
from budge.formats.source import drafts, is_file, read_file
from budge.generate import generate
from budge.lab.comparison import comparison_engines
from budge.lab.suite import ONLY_FULL, Configuration, Instances, Suite, check_names
from budge.machine import free_memory
from budge.names import near
from budge.patterns import Pattern
from budge.puzzles import BadInput, Cost, Puzzle
from budge.spec import SolveSpec, fingerprint


@dataclass(frozen=True)
class Instance:
    """A puzzle and the metric to minimise."""

    name: str
    set: str
    puzzle: Puzzle
    metric: str
    optimum: Cost | None = None  # if known from another source
    solvable: bool | None = None  # if known from another source
    trace: bool = False

    @property
    def fingerprint(self) -> str:
        """Identifies the puzzle; does not depend on its name."""
        return fingerprint(self.puzzle)


@dataclass(frozen=True)
class BenchJob:
    """One instance with one configuration."""

    suite: str
    seed: int
    instance: Instance
    configuration: Configuration
    task: Prepared | None = None  # prepared once, by `plan`

    @property
    def key(self) -> str:
        """Identifies the job in a results file; does not depend on the name of the suite."""
        return self.spec.key(self.instance.puzzle, self.instance.trace)

    @property
    def spec(self) -> SolveSpec:
        """How to solve the instance."""
        spec = self.configuration.spec
        return replace(
            spec,
            engine=engine_for(spec.engine_name),
            objective=replace(spec.objective, metric=self.instance.metric),
        )

    def prepared(self) -> BenchJob:
        """The job with its task; raises `BadInput` or `Refusal`."""
        return replace(self, task=prepare(self.instance.puzzle, self.spec.for_child(free_memory())))

    def solve_job(self) -> SolveJob:
        """The job for `budge.execution`, which runs it in a process of its own and records the resources used."""
        return SolveJob(self.instance.puzzle, self.spec, self.task, self.instance.trace, measured=True)


@dataclass(frozen=True)
class BenchPlan:
    """The jobs of a suite on this machine."""

    suite: Suite
    jobs: list[BenchJob]
    databases: dict[str, list[Pattern]] = field(default_factory=dict)  # by heuristic or engine
    left_out: list[str] = field(default_factory=list)  # the reasons


@cache
def known_engines() -> dict[str, Engine]:
    """Every engine by name, including those of `budge.lab.comparison`."""
    return {each.name: each for each in comparison_engines()} | engines()


def engine_for(name: str) -> str | Engine:
    """The engine in the form that `SolveSpec` accepts."""
    return name if name == "auto" else known_engines()[name]


def serves(engine: str, kind: str) -> bool:
    return engine == "auto" or known_engines()[engine].serves(kind)


def plan(suite: Suite, *, short: bool = False, full: bool = False) -> BenchPlan:
    """The jobs of a suite; raises `BadInput` with the line of an error."""
    chosen = suite if full else suite.shortened() if short else suite.without_full()
    left_out = [] if full else [each.name + ONLY_FULL for each in suite.only_full]
    configurations = []
    for each in chosen.configurations:
        engine = each.spec.engine_name
        if engine in ("auto", *known_engines()):
            configurations.append(each)
        elif each.optional:
            left_out.append(f"{each.name}: {engine} is not installed")
        else:
            hint = near(engine, ["auto", *known_engines()])
            raise BadInput(f"{suite.where}, line {each.line}: unknown engine {engine!r}; {hint}")
    jobs: list[BenchJob] = []
    names: set[str] = set()
    databases: dict[str, list[Pattern]] = {}
    for group in chosen.instances:
        try:
            found = list(instances(group, suite, short=short))
        except BadInput as problem:
            if group.optional:
                left_out.append(f"{group.name}: {problem}")
                continue
            raise BadInput(f"{suite.where}, line {group.line}: {problem}") from None
        found = [_renamed(each, names) for each in found]
        for configuration in configurations:
            if configuration.on and group.name not in configuration.on:
                continue
            for instance in found:
                if not serves(configuration.spec.engine_name, instance.puzzle.kind):
                    continue
                job = BenchJob(suite.name, suite.seed, instance, configuration)
                try:
                    job = job.prepared()
                except BadInput as problem:
                    raise BadInput(f"{suite.where}, line {configuration.line}: {problem}") from None
                except Refusal as problem:
                    left_out.append(f"{configuration.name} on {group.name}: {str(problem).split('; engines')[0]}")
                    continue
                if job.task is not None and job.task.databases:
                    databases.setdefault(job.spec.heuristic_name or job.spec.engine_name, list(job.task.databases))
                jobs.append(job)
    check_names(suite)
    return BenchPlan(suite, jobs, databases, list(dict.fromkeys(left_out)))


def _renamed(instance: Instance, names: set[str]) -> Instance:
    """The instance with a name that is unique in the suite; adds it to `names`."""
    name, number = instance.name, 1
    if name in names:
        name = f"{name} by {instance.metric}"
    while name in names:
        number += 1
        name = f"{instance.name} ({number})"
    names.add(name)
    return replace(instance, name=name)


def instances(group: Instances, suite: Suite, *, short: bool) -> Iterator[Instance]:
    """The puzzles of a set, one for each of its metrics."""
    max_count = group.short if short else None
    names: dict[str, int] = {}
    for puzzle, optima, solvable in _puzzles(group, suite, max_count):
        name = puzzle.name or group.name
        names[name] = names.get(name, 0) + 1
        if names[name] > 1 or puzzle.name is None:
            name = f"{name} #{names[name]}"
        for metric in group.metrics or puzzle.own_metrics[:1]:
            if metric not in puzzle.own_metrics:
                expected = near(metric, puzzle.own_metrics)
                raise BadInput(f"{puzzle.kind} {puzzle.size} has no metric {metric!r}; {expected}")
            label = f"{name} by {metric}" if len(group.metrics) > 1 else name
            yield Instance(label, group.name, puzzle, metric, optima.get(metric), solvable, group.trace)


Known = tuple[Puzzle, dict[str, Any], bool | None]  # a puzzle, its optima, and whether it has a solution


def _puzzles(group: Instances, suite: Suite, max_count: int | None) -> Iterator[Known]:
    if group.generate:
        params = {"seed": suite.seed, **group.params}
        if max_count is not None:
            params["count"] = min(max_count, params.get("count", 1))
        try:
            for made in generate(group.generate, **params):
                yield made.puzzle, made.optima, True
        except TypeError as problem:
            raise BadInput(f"generate = {group.generate!r}: {problem}") from None
        return
    found = [each for source in group.puzzles for each in _read(source, group.goal, suite)]
    if group.levels:
        if not 1 <= min(group.levels) <= max(group.levels) <= len(found):
            raise BadInput(f"levels = {list(group.levels)}; there are {len(found)}")
        found = [found[level - 1] for level in group.levels]
    if group.pieces:
        found = [_with_pieces(puzzle, count) for puzzle, _, _ in found for count in group.pieces]
    yield from found if max_count is None else found[:max_count]


def _with_pieces(puzzle: Puzzle, count: int) -> Known:
    reduced = puzzle.fewer(count)
    return replace(reduced, name=f"{puzzle.name}, {count} {puzzle.things}"), {}, None


def _read(source: str, goal: str | None, suite: Suite) -> Iterator[Known]:
    """The puzzles of a source: a file in the folder of the suite, or any source of `budge.load`."""
    expanded = os.path.expandvars(source)
    if source.startswith("$") and not is_file(expanded):
        raise BadInput(f"{source}: no such file")
    if goal is None and not is_file(expanded) and (entries := library.find(expanded)):
        for entry in entries:
            [puzzle] = load(entry.name)
            yield puzzle, entry.optimum or {}, entry.optimum is not None
        return
    near_suite = Path(suite.where).parent / expanded
    path = near_suite if is_file(near_suite) and not is_file(expanded) else Path(expanded)
    if path.suffix == ".csv" and is_file(path):
        yield from _rows(path, goal)
        return
    program = "" if is_file(path) else str(Path(suite.where).parent / expanded)
    if is_file(program.rpartition(":")[0]):
        expanded = program  # in the folder of the suite
    puzzles = [draft() for draft in drafts(path if is_file(path) else expanded, goal, programs=True)]
    for number, puzzle in enumerate(puzzles, 1):
        name = path.stem if len(puzzles) == 1 else f"{path.stem} #{number}"
        yield (puzzle if puzzle.name or not is_file(path) else replace(puzzle, name=name)), {}, None


def _rows(path: Path, goal: str | None) -> Iterator[Known]:
    """The puzzles of a CSV file: text in the column `tiles` or `puzzle`, the optimum in moves in `optimal`."""
    for number, row in enumerate(csv.DictReader(read_file(path).splitlines()), 1):
        text = row.get("tiles") or row.get("puzzle")
        if not text:
            raise BadInput(f"{path.name}, row {number}: no column tiles or puzzle")
        [puzzle] = load(text, goal=goal)
        optimum = row.get("optimal") or ""
        yield (
            replace(puzzle, name=f"{path.stem} #{number}"),
            {"moves": int(optimum)} if optimum.isdigit() else {},
            True if optimum.isdigit() else None,
        )
