"""The native searches, seen from Python: a task in, an outcome out. Each search is an engine in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from budge.engines.base import Engine, Option, Task
from budge.engines.model import Iteration, Outcome, Progress, Stats, Trace
from budge.native import core
from budge.puzzles import Plan, Puzzle, Tiles, Tokens
from budge.puzzles.tiles import STEPS
from budge.puzzles.tokens import BLANK

ORDERS = tuple("".join(order) for order in permutations("ULRD"))
ORDER = Option("order", "ULRD", "the order in which a blank on a board tries its moves", ORDERS)
ANY_WEIGHT = Fraction(3)  # for `any`: greedy enough to be quick, and the bound is proven all the same


class SearchEngine(Engine):
    """An algorithm of the native core, on tiles and tokens."""

    kinds = ("tiles", "tokens")
    options = (ORDER,)

    def solve(self, task: Task) -> Outcome:
        answer = search(task, self.name)
        return outcome(answer, task)


def search(task: Task, algorithm: str) -> core.Answer:
    puzzle, run = task.puzzle, native_run(task)
    weight = task.objective.weight or ANY_WEIGHT
    ratio = (weight.numerator, weight.denominator)
    heuristic = task.heuristic or "zero"
    if isinstance(puzzle, Tiles):
        return core.solve_tiles(
            puzzle.width,
            puzzle.height,
            puzzle.start,
            puzzle.goal,
            task.options["order"],
            algorithm,
            heuristic,
            ratio,
            run,
        )
    assert isinstance(puzzle, Tokens)
    start, goal = numbered(puzzle)
    return core.solve_tokens(puzzle.adjacency, start, goal, algorithm, heuristic, ratio, run)


def heuristic_value(puzzle: Puzzle, heuristic: str) -> int:
    """The value of a heuristic at the start.

    >>> heuristic_value(Tiles.of(["1 2 3", "4 5 6", "0 7 8"]), "manhattan")
    2
    """
    if isinstance(puzzle, Tiles):
        return core.evaluate_tiles(puzzle.width, puzzle.height, puzzle.start, puzzle.goal, heuristic)
    assert isinstance(puzzle, Tokens)
    start, goal = numbered(puzzle)
    return core.evaluate_tokens(puzzle.adjacency, start, goal, heuristic)


def numbered(puzzle: Tokens) -> tuple[list[int], list[int]]:
    """Start and goal with tokens as numbers, the blank being 0."""
    number = {token: index for index, token in enumerate((t for t in puzzle.goal if t != BLANK), 1)}
    number[BLANK] = 0
    return [number[token] for token in puzzle.start], [number[token] for token in puzzle.goal]


def native_run(task: Task) -> core.Run:
    """Limits and observer in the core's terms."""
    return core.Run(
        seconds=task.limits.seconds,
        nodes=task.limits.nodes,
        memory=task.limits.memory or 1 << 62,
        threads=task.threads,
        trace=task.observer.trace,
        tick=ticker(task),
    )


def ticker(task: Task) -> Callable[[int, int, int, int, int, float], bool]:
    observer = task.observer

    def tick(expanded: int, generated: int, lower: int, best: int, used: int, seconds: float) -> bool:
        if observer.progress is not None:
            observer.progress(Progress(expanded, generated, lower, best if best >= 0 else None, used, seconds))
        return not observer.cancelled

    return tick


def outcome(answer: core.Answer, task: Task) -> Outcome:
    reason = None
    if answer.status == "unsolvable":
        reason = "every position that can be reached was searched"
    elif answer.stopped_by:
        reason = {
            "seconds": "the time limit was reached",
            "nodes": "the node limit was reached",
            "memory": "the memory limit was reached",
            "interrupt": "interrupted",
            "cancel": "cancelled",
        }[answer.stopped_by]
    has_plan = answer.status in ("optimal", "solved")
    return Outcome(
        status=answer.status,
        plan=plan(answer.plan, task.puzzle) if has_plan else None,
        lower_bound=answer.lower_bound,
        reason=reason,
        stopped_by=answer.stopped_by,
        stats=Stats(expanded=answer.expanded, generated=answer.generated, peak_bytes=answer.peak_bytes),
        trace=trace(answer) if task.observer.trace else None,
    )


def plan(path: list[int], puzzle: Puzzle) -> Plan:
    """The plan in the puzzle's notation, from the cells or vertices that the blank goes to."""
    if isinstance(puzzle, Tokens):
        return Plan(tuple(puzzle.vertices[vertex] for vertex in path), " ")
    assert isinstance(puzzle, Tiles)
    letter = {down * puzzle.width + right: move for move, (down, right) in STEPS.items()}
    if puzzle.width == 1:  # up and left are the same step there
        letter |= {-1: "U", 1: "D"}
    cells = [puzzle.start.index(0), *path]
    return Plan(tuple(letter[there - here] for here, there in zip(cells, path, strict=False)))


def trace(answer: core.Answer) -> Trace:
    return Trace(
        expansions_by_depth=answer.by_depth,
        depths=answer.depths,
        stride=answer.stride,
        iterations=[Iteration(*row) for row in answer.iterations],
    )
