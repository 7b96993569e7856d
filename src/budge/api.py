"""load · solve · verify: called by the command line, the page, the lab and your own programs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from numbers import Integral
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Unpack

from budge.arguments import expect
from budge.device import choose_device
from budge.engines.all_plans import check_countable, optimal_plans
from budge.engines.base import Engine, Prepared, Refusal
from budge.engines.functions import HeuristicFunction
from budge.engines.gpu import Gpu
from budge.engines.heuristics import check_heuristic
from budge.engines.options import IMPROVE
from budge.engines.quick import QuickPlans
from budge.engines.registry import OWN, engine_named
from budge.formats.source import one_puzzle, read_source, read_text, with_goal
from budge.interrupts import Hold
from budge.machine import free_memory
from budge.model import REASONS, Objective, Observer, Outcome, Progress, PuzzleName, as_pair
from budge.names import listed, near
from budge.patterns import Pattern
from budge.puzzles import KINDS, BadInput, Plan, Puzzle, Verdict, metric_parts
from budge.solve_settings import SolveSettings
from budge.spec import SETTINGS, SolveSpec, takes_settings

if TYPE_CHECKING:
    from distributed import Client


class EngineError(RuntimeError):
    """An engine failed: a bug in the engine, never a fault of the input. `__cause__` is the exception it raised.

    >>> class Broken(Engine):
    ...     name, summary, kinds = "broken", "raises", ("tiles",)
    ...     def solve(self, task): return 1 / 0
    >>> solve("1 2/0 3", engine=Broken())
    Traceback (most recent call last):
    budge.api.EngineError: engine broken failed: ZeroDivisionError: division by zero
    """


class RefereeError(EngineError):
    """An engine returned a plan that the rules reject.

    >>> class Wrong(Engine):
    ...     name, summary, kinds = "wrong", "guesses", ("tiles",)
    ...     def solve(self, task): return Outcome("solved", Plan(("U",)))
    >>> solve("1 2/0 3", engine=Wrong())
    Traceback (most recent call last):
    budge.api.RefereeError: engine wrong returned a plan that does not hold: the plan is legal but does not end...
    """


def load(source: str | Path, *, goal: str | None = None, files: bool = True) -> list[Puzzle]:
    """All puzzles of a source: a file, `-` for standard input, a name from the library, or the puzzle as text.

    A text that names a file opens it; `files=False` reads names and text only.

    >>> [puzzle] = load("1 2 3/4 5 6/7 0 8")
    >>> puzzle.size
    '3×3'
    """
    expect(source, (str, Path), "a file, -, a name from the library, or a puzzle as text")
    expect(goal, (str, NoneType), "a goal as text")
    return read_source(source, goal=goal, files=files)


def parse(text: str, *, goal: str | None = None) -> list[Puzzle]:
    """All puzzles of a text in any format. Never opens a file, so the text may come from anybody.

    >>> [puzzle] = parse("1 2 3/4 5 6/7 0 8")
    >>> parse("/etc/hostname")
    Traceback (most recent call last):
    budge.puzzles.base.BadInput: text: '/etc/hostname' is not the beginning of a puzzle in a known format ...
    """
    expect(text, str, "puzzles as text")
    found = read_text(text, "text")
    return found if goal is None else [with_goal(puzzle, goal) for puzzle in found]


@takes_settings
def solve(
    puzzle: Puzzle | str | Path,
    spec: SolveSpec | None = None,
    *,
    observer: Observer | None = None,
    cluster: str | Client | None = None,
    files: bool = True,
    **settings: Unpack[SolveSettings],
) -> Outcome:
    """Solve one puzzle as `spec` says, with `settings` changed: every field of `SolveSpec`, every setting of its
    objective and its limits, and options of the engine. `files=False` opens no file that a text names.

    Ctrl-C ends the search, not the program: the outcome has the best plan and bound so far, and says `stopped_by`
    "interrupt". A plan that is found is replayed and returned all the same; a second Ctrl-C raises.

    The workers of a Dask `cluster` take part if the engine can use them: its address, the file of its scheduler,
    `"local"` or a `Client`. The outcome is the same. Other engines solve the puzzle here.

    >>> outcome = solve("1 2 3/4 0 6/7 5 8")
    >>> outcome.status, outcome.cost, outcome.plan.text
    ('optimal', 2, 'DR')
    >>> solve("1 2 3/4 0 6/7 5 8", SolveSpec("ida"), heuristic="manhattan", seconds=60).stats.expanded
    2
    """
    expect(files, bool, "files=True or False")
    spec = SolveSpec.of(spec, **settings)
    task = prepare(one_puzzle(puzzle, files), spec, observer)
    if cluster is None:
        return run(task)
    from budge.execution.dask_pool import DaskPool, check_cluster

    check_cluster(cluster)
    if not task.can_be_shared:
        return run(task)
    with DaskPool(cluster) as team:
        return run(replace(task, team=team))


def prepare(puzzle: Puzzle, spec: SolveSpec | None = None, observer: Observer | None = None) -> Prepared:
    """Resolves engine, device, metric, heuristic, options and databases, once, for `run`.

    Raises `BadInput`, or `Refusal` if the engine cannot solve this.

    >>> task = prepare(load("1 2 3/4 0 6/7 5 8")[0])
    >>> task.engine.name, task.heuristic, run(task).cost
    ('astar', 'linear-conflict', 2)
    """
    spec = SolveSpec() if spec is None else spec
    observer = Observer() if observer is None else observer
    expect(observer, Observer, "an observer, such as Observer(print)")
    objective = replace(spec.objective, metric=spec.objective.metric_of(puzzle))
    engine = _engine(puzzle, spec, objective)
    if spec.threads > 1 and spec.engine != "auto":
        _check_threads(engine, puzzle, spec, objective)
    if spec.disk is not None:
        _check_disk(engine, puzzle, spec, objective)
    with engine_errors(engine):
        function = spec.heuristic if isinstance(spec.heuristic, HeuristicFunction) else None
        heuristic = _heuristic(engine, spec.heuristic, puzzle)
        options = _options(engine, spec.options)
        task = Prepared(
            puzzle=puzzle,
            objective=objective,
            heuristic=heuristic,
            function=function,
            heuristic_named=spec.heuristic is not None,
            limits=replace(spec.limits, memory=spec.limits.memory or free_memory()),
            observer=observer,
            threads=spec.threads,
            settings=spec.to_json(),
            options=options,
            databases=() if function else _databases(engine, puzzle, heuristic, options),
            engine=engine,
            all_free_memory=spec.limits.memory is None,
        )
        for option in engine.options:
            if option.name in spec.options:
                option.check_effect(task)
        if spec.all is not None:
            check_countable(task)
        return task


def _check_threads(engine: Engine, puzzle: Puzzle, spec: SolveSpec, objective: Objective) -> None:
    """Raises `Refusal` if several threads would have no effect."""
    alone = engine.one_thread(puzzle, objective)
    if alone is None and isinstance(spec.heuristic, HeuristicFunction):
        alone = "one thread with a function as heuristic"
    if alone is not None:
        several = [
            other.name
            for other in OWN.values()
            if puzzle.kind in other.kinds
            and other.refuses(puzzle, objective) is None
            and other.one_thread(puzzle, objective) is None
        ]
        can = f"; {listed(several)} can use {spec.threads}" if several else ""
        raise Refusal(f"{engine.name} searches on {alone}{can}")


def _check_disk(engine: Engine, puzzle: Puzzle, spec: SolveSpec, objective: Objective) -> None:
    """Raises `Refusal` if a search cannot store its states on disk."""
    if not engine.uses_disk:
        raise Refusal(f"{engine.name} searches in memory; astar and dijkstra can use the disk")
    if puzzle.kind not in KINDS or isinstance(spec.heuristic, HeuristicFunction):
        raise Refusal("puzzles and heuristics in Python are searched in memory: their states are Python objects")
    if objective.simple_weight != 1:
        raise Refusal(f"a search on disk proves optimal plans; quality {objective.quality} is searched in memory")


def _engine(puzzle: Puzzle, spec: SolveSpec, objective: Objective) -> Engine:
    if spec.engine != "auto":
        choose_device(puzzle, spec)  # raises if it contradicts the engine
        return engine_named(spec.engine, puzzle, objective)
    if spec.disk is not None and spec.device != "gpu":
        return engine_named("astar", puzzle, objective)
    if choose_device(puzzle, spec) == "gpu":
        return engine_named(Gpu.name, puzzle, objective)
    engine = engine_named("auto", puzzle, objective)
    if isinstance(spec.heuristic, HeuristicFunction) or (
        spec.heuristic is not None and engine.default_heuristic(puzzle) is None
    ):
        return engine_named("astar", puzzle, objective)  # naming a heuristic selects an engine that uses it
    return engine


def run(task: Prepared) -> Outcome:
    """Runs the engine of a prepared task, and checks and completes its outcome."""
    puzzle, engine = task.puzzle, task.engine
    began, cpu = time.perf_counter(), time.process_time()
    quick = QuickPlans(task, lambda: _any_plan(task)) if task.holds_quick_plan else None
    relay = Relay(task.observer, quick)
    with Hold(relay.cancel) as hold, engine_errors(engine, relay):
        reason = puzzle.why_unsolvable()
        left = task.limits.after(time.perf_counter() - began)  # the time to check a large board counts, too
        relayed = replace(task, observer=relay, limits=left)
        outcome = Outcome("unsolvable", reason=reason) if reason else engine.solve(relayed)
        if not isinstance(outcome, Outcome):
            raise EngineError(f"engine {engine.name} returned {type(outcome).__name__}; expected an Outcome")
        if quick is not None:
            outcome = quick.complete(outcome)
        seconds = time.perf_counter() - began
        cpu_seconds = outcome.stats.cpu_seconds + time.process_time() - cpu  # of child processes and our own
        outcome = _explained(_refereed(outcome, task), task)
        if task.settings["all"] is not None and outcome.status == "optimal":
            left = task.limits.after(time.perf_counter() - began)
            outcome = _with_all_plans(outcome, replace(task, observer=relay, limits=left))
    return replace(
        _interrupted(outcome) if hold.heard else outcome,
        puzzle=PuzzleName(puzzle.kind, puzzle.name),
        engine=engine.name,
        heuristic=outcome.heuristic or task.heuristic,
        metric=task.metric,
        quality=task.objective.quality,
        stats=replace(outcome.stats, seconds=seconds, cpu_seconds=cpu_seconds),
    )


class Relay(Observer):
    """Passes progress to the caller's observer. Ctrl-C cancels the relay, not that observer, whose errors it remembers.

    Between two reports, it lets `quick` look for a quick plan.
    """

    def __init__(self, given: Observer, quick: QuickPlans | None) -> None:
        progress = self._pass_on if quick or given.progress else None
        super().__init__(progress, given.trace, given.offer, given.max_expansions)
        self.given = given
        self.quick = quick
        self.raised: Exception | None = None

    @property
    def cancelled(self) -> bool:
        return super().cancelled or self.given.cancelled

    def _pass_on(self, progress: Progress) -> None:
        if self.quick is not None:
            progress = self.quick.update(progress, self._report)
        self._report(progress)

    def _report(self, progress: Progress) -> bool:
        """Report to the caller; whether to continue."""
        try:
            if self.given.progress is not None:
                self.given.progress(progress)
        except Exception as problem:
            self.raised = problem
            raise
        return not self.cancelled


@contextmanager
def engine_errors(engine: Engine, relay: Relay | None = None) -> Iterator[None]:
    """Turns an exception of an engine into an `EngineError` that names it; those of the observer pass unchanged."""
    try:
        yield
    except (BadInput, Refusal, EngineError, MemoryError):
        raise
    except Exception as problem:
        if relay is not None and problem is relay.raised:
            raise
        raise EngineError(f"engine {engine.name} failed: {type(problem).__name__}: {problem}") from problem
    finally:
        if relay is not None:
            relay.raised = None  # a stored exception keeps its frames alive, and the data in them


def _any_plan(task: Prepared) -> Prepared | None:
    """The task to find any plan of the same puzzle; None if that is the task already."""
    if task.objective.weight is None:
        return None
    try:
        return prepare(task.puzzle, SolveSpec(objective=replace(task.objective, quality="any"), limits=task.limits))
    except (BadInput, Refusal):
        return None


def verify(puzzle: Puzzle | str | Path, plan: Plan | str | Outcome, *, files: bool = True) -> Verdict:
    """The referee's verdict on a plan, its text, or the plan of an outcome.

    >>> puzzle = "1 2 3/4 0 6/7 5 8"
    >>> bool(verify(puzzle, "DR")), verify(puzzle, "DD").reason
    (True, 'D takes the blank off the board at row 3, column 2')
    """
    expect(plan, (Plan, str, Outcome), "a plan, its text, or an outcome; outcome.plan is one, or None")
    found = one_puzzle(puzzle, files)
    if isinstance(plan, Outcome):
        if plan.plan is None:
            raise BadInput("this outcome has no plan to verify")
        plan = plan.plan
    return found.verify(found.parse_plan(plan) if isinstance(plan, str) else plan)


def _heuristic(engine: Engine, name: str | HeuristicFunction | None, puzzle: Puzzle) -> str | None:
    if isinstance(name, HeuristicFunction):
        if not engine.takes_functions:
            raise BadInput(f"{engine.name} takes no function as heuristic; astar, ida, sma and nbs do")
        return name.name
    if name is None:
        return engine.default_heuristic(puzzle)
    if engine.default_heuristic(puzzle) is None:
        raise BadInput(f"{engine.name} takes no heuristic")
    check_heuristic(name, puzzle)
    return name


def _options(engine: Engine, given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option of the engine; raises `BadInput` for unknown names and values."""
    known = {option.name: option for option in engine.options}
    for name in given:
        if name == IMPROVE.name and name not in known:
            if IMPROVE.parse(given[name]):
                raise BadInput(f"{engine.name} never improves a plan; it takes no improve=yes")
        elif name not in known:
            raise BadInput(
                f"{engine.name} has no option {name!r}; {near(name, known, also=SETTINGS) if known else 'it has none'}"
            )
    return {option.name: option.parse(given.get(option.name, option.default)) for option in engine.options}


def _databases(
    engine: Engine, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]
) -> tuple[Pattern, ...]:
    """The databases that a search looks into; none if there is nothing to search."""
    needed = tuple(engine.databases(puzzle, heuristic, options))
    for pattern in needed:
        _ = pattern.size  # raises if it is too large
    return () if needed and puzzle.why_unsolvable() else needed


def _explained(outcome: Outcome, task: Prepared) -> Outcome:
    """The outcome; if it is stopped, with `stopped_by` and `reason`."""
    if outcome.status != "stopped":
        return outcome
    stopped_by = outcome.stopped_by or "engine"
    reason = outcome.reason or REASONS[stopped_by if stopped_by in REASONS else "engine"]
    if stopped_by == "memory" and task.all_free_memory:
        free = f"{(task.limits.memory or 0) / 1e6:,.0f} MB"
        reason = reason.replace(REASONS["memory"], f"memory ran out: no limit was set, and the machine had {free} free")
    if stopped_by == "memory" and task.settings.get("disk") is None and _serves_disk(task):
        engine = "" if task.engine.uses_disk else "--engine astar "
        reason += f"; with {engine}--disk DIR the search uses the disk"
    return replace(outcome, stopped_by=stopped_by, reason=reason)


def _serves_disk(task: Prepared) -> bool:
    """Whether a search of this puzzle could use the disk."""
    serves = OWN["astar"].refuses(task.puzzle, task.objective) is None
    return serves and task.puzzle.kind in KINDS and task.function is None and task.objective.simple_weight == 1


def _interrupted(outcome: Outcome) -> Outcome:
    """The outcome of a solve that Ctrl-C stopped, which engines report as `cancel`."""
    reason = outcome.reason and outcome.reason.replace(REASONS["cancel"], REASONS["interrupt"])
    return replace(outcome, reason=reason, stopped_by="interrupt")


def _refereed(outcome: Outcome, task: Prepared) -> Outcome:
    """The outcome after the rules have replayed its plan and computed its cost; raises `RefereeError`.

    A plan whose cost equals the proven lower bound is optimal, even if the engine does not say so.
    """
    engine = task.engine.name
    if not _is_cost(outcome.lower_bound, task.metric):
        raise RefereeError(f"engine {engine} claims the bound {outcome.lower_bound!r}; no plan has such a cost")
    if outcome.plan is None:
        if outcome.status in ("optimal", "solved"):
            raise RefereeError(f"engine {engine} claims the status {outcome.status} but returned no plan")
        return outcome
    if outcome.status == "unsolvable":
        raise RefereeError(f"engine {engine} claims that the puzzle is unsolvable but returned a plan")
    verdict = task.puzzle.verify(outcome.plan)
    if not verdict:
        raise RefereeError(f"engine {engine} returned a plan that does not hold: {verdict.reason}")
    cost = verdict.costs[task.metric]
    pair, bound = as_pair(cost), as_pair(outcome.lower_bound)
    if pair < bound or (outcome.status == "optimal" and pair != bound):
        raise RefereeError(f"engine {engine} claims the bound {outcome.lower_bound} but its plan costs {cost}")
    proven: dict[str, Any] = {"status": "optimal", "stopped_by": None, "reason": None} if pair == bound else {}
    return replace(outcome, cost=cost, costs=verdict.costs, **proven)


def _with_all_plans(outcome: Outcome, task: Prepared) -> Outcome:
    """The outcome with the number of all optimal plans and the first of them, which the rules have replayed; without
    them if a limit stopped the count."""
    assert outcome.cost is not None
    found = optimal_plans(task, outcome.cost, task.settings["all"])
    for plan in found.plans:
        verdict = task.puzzle.verify(plan)
        if not verdict or verdict.costs[task.metric] != outcome.cost:
            raise RefereeError(f"one of the optimal plans does not hold: {verdict.reason or verdict.costs}")
    if found.count is not None and (found.count < 1 or len(set(found.plans)) < len(found.plans)):
        raise RefereeError(f"{found.count} optimal plans were counted, and {len(found.plans)} listed")
    return replace(outcome, solutions=found.count, plans=found.plans)


def _is_cost(value: object, metric: str) -> bool:
    """Whether a value can be a cost, or a bound on one: a whole number, or a pair of them in a metric of two parts."""
    parts = value if isinstance(value, tuple) and len(value) == len(metric_parts(metric)) else (value,)
    return all(isinstance(part, Integral) and int(part) >= 0 for part in parts)
