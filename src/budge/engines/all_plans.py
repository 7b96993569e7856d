"""All optimal plans: their exact number, and the first of them, once the optimum is proven."""

from __future__ import annotations

from dataclasses import dataclass

from budge.engines.base import Refusal, Task
from budge.engines.domains import DOMAINS
from budge.engines.native.search import native_run
from budge.model import as_pair
from budge.puzzles import Cost, Plan, metric_parts


@dataclass(frozen=True)
class OptimalPlans:
    """The plans that were listed, and the number of all; None and no plans if a limit stopped the count."""

    plans: tuple[Plan, ...]
    count: int | None


def check_countable(task: Task) -> None:
    """Raises `Refusal` if the optimal plans of a task cannot be counted."""
    if task.objective.quality != "optimal":
        raise Refusal(f"all lists optimal plans, so it cannot be combined with quality {task.objective.quality}")
    if reason := DOMAINS[task.puzzle.kind].why_uncountable(task.puzzle, task.metric):
        raise Refusal(reason)


def optimal_plans(task: Task, optimum: Cost, max_plans: int) -> OptimalPlans:
    """Counts the plans of a proven optimum, and lists up to `max_plans`.

    >>> from budge.model import Limits
    >>> from budge.puzzles import Tiles
    >>> found = optimal_plans(Task(Tiles.of(["1 2", "3 0"], goal=(0, 2, 1, 3)), limits=Limits(memory=10**8)), 2, 9)
    >>> found.count, [plan.text for plan in found.plans]
    (1, ['LU'])
    """
    puzzle, domain, metric = task.puzzle, DOMAINS[task.puzzle.kind], task.metric
    first, second = as_pair(optimum)
    coded = first << 32 | second if len(metric_parts(metric)) == 2 else first
    stopped_by, count, paths = domain.all_plans(puzzle, metric, coded, max_plans, native_run(task))
    if stopped_by is not None:
        return OptimalPlans((), None)
    return OptimalPlans(tuple(domain.plan(path, puzzle, metric) for path in paths), int(count, 16))
