"""Batches for a GPU, carried out in this process, which alone has the device and keeps its databases.

Small boards share every pass of a search and go in thousands; large ones have the device to themselves, one after
another. What turns out not to be for a GPU is solved here as well, by whatever engine is for it.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, islice

from budge.api import run
from budge.engines.base import Prepared, Refusal, Task
from budge.engines.domains.tiles import plans_hold
from budge.engines.gpu import Gpu
from budge.engines.registry import GPU
from budge.gpu.device import device_count, use_device
from budge.many.batches import AIM
from budge.many.orders import Order, Settings, within
from budge.many.pool import Batch, Done, Event, Events, LocalPool, Pool
from budge.many.worker import Answer, Numbered, outcome_of
from budge.model import Observer, Outcome, PuzzleName, Stats
from budge.puzzles import BadInput, Plan

BATCH = 10_000  # orders: a GPU has enough to do, and answers come several times a second
THOUSANDS = 5000  # small boards that are worth the seconds in which a GPU gets ready


class DevicePool(LocalPool):
    """One batch at a time on each GPU of this machine."""

    batch_orders = BATCH

    def __init__(self, events: Events | None = None) -> None:
        self._devices = count()
        self._large = set[int]()  # orders for the device alone
        super().__init__(device_count(), run_on_device, events)

    def submit(self, batch: Batch) -> None:
        self._large.update(number for number, order in batch.orders if GPU.pass_of(order.puzzle) is None)
        GPU.expect(len(self._large))
        super().submit(batch)

    def _serve(self) -> None:
        with use_device(next(self._devices)):
            super()._serve()


class AutoPool(Pool):
    """The GPU for the boards that it is faster at, processes of this machine for all else."""

    def __init__(self, jobs: int | None = None) -> None:
        self._events: Events = queue.SimpleQueue()
        self._local = LocalPool(jobs, events=self._events)
        self._device: DevicePool | None = None
        self._halves: dict[int, list[Answer] | None] = {}  # of batches for both: what the first to end has answered

    @property
    def slots(self) -> int:
        return self._local.slots + (self._device.slots if self._device else 0)

    def submit(self, batch: Batch) -> None:
        local: list[Numbered] = []
        there: list[Numbered] = []
        for number, order in batch.orders:
            wins = GPU.wins(order.puzzle, order.settings.objective)
            (there if wins else local).append((number, order))
        if local and there:
            self._halves[batch.number] = None
        if local:
            self._local.submit(Batch(batch.number, tuple(local)))
        if there:
            self._device = self._device or DevicePool(self._events)
            self._device.submit(Batch(batch.number, tuple(there)))

    def next(self, seconds: float) -> Event | None:
        event = self._local.next(seconds)
        if not isinstance(event, Done) or event.batch not in self._halves:
            return event
        other = self._halves[event.batch]
        if other is None:
            self._halves[event.batch] = event.answers
            return None
        del self._halves[event.batch]
        return Done(event.batch, other + event.answers)

    def close(self) -> None:
        self._local.close()
        if self._device:
            self._device.close()


def is_for_device(settings: Settings) -> bool:
    """Whether all that is asked for is to be solved on a GPU."""
    return settings.device == "gpu" or settings.engine_name == GPU.name


def may_be_for_device(settings: Settings) -> bool:
    """Whether that is decided puzzle by puzzle; heuristics by name are those of the CPU."""
    return settings.device == "auto" and settings.engine == "auto" and settings.heuristic is None


def settled(orders: Iterator[Order], settings: Settings) -> tuple[Iterator[Order], Settings]:
    """The orders, and what they are to be solved by: boards that a CPU is as fast at are for a GPU, where there is one,
    if they come by the thousand. Nothing is read ahead where that is settled before."""
    optimal = settings.objective.quality == "optimal"
    head = list(islice(orders, 1)) if optimal and may_be_for_device(settings) else []
    if head and GPU.wins_together(head[0].puzzle):
        head += islice(orders, THOUSANDS - 1)
        if len(head) == THOUSANDS and all(GPU.wins_together(order.puzzle) for order in head):
            there = replace(settings, device="gpu")
            moved = (Order(o.puzzle, there) if GPU.wins_together(o.puzzle) else o for o in chain(head, orders))
            return moved, there
    return chain(head, orders), settings


def run_on_device(
    orders: Sequence[Numbered], memory: int, observer: Observer, give_back: Callable[[list[int]], None]
) -> list[Answer]:
    """As `BatchRunner.run`: the answers to the orders of a batch, those given back left out."""
    until = time.monotonic() + AIM
    answers: list[Answer] = []
    alone: list[tuple[Numbered, Prepared]] = []
    for group in groups(orders):
        shares = GPU.pass_of(group[0][1].puzzle) is not None
        try:
            # What is true of one that shares passes with others is true of all of them.
            task = replace(within(group[0][1].settings, memory).prepare(group[0][1].puzzle), observer=observer)
        except (BadInput, Refusal) as problem:
            answers += [Answer(number, order.failed("refusal", str(problem)), 0.0) for number, order in group]
            continue
        if shares and task.engine is GPU:
            answers += solved_together(group, task)
        else:
            alone += [(each, replace(task, puzzle=each[1].puzzle)) for each in group]
    for at, ((number, order), task) in enumerate(alone):
        if answers and (observer.cancelled or time.monotonic() >= until):
            give_back([number for (number, _), _ in alone[at:]])
            break
        began = time.monotonic()
        outcome = outcome_of(order, partial(run, task))
        answers.append(Answer(number, outcome, time.monotonic() - began))
    return answers


def groups(orders: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """Orders that share the passes of a search; each of the others by itself."""
    together: dict[Hashable, list[Numbered]] = {}
    for each in orders:
        shared = GPU.pass_of(each[1].puzzle)
        together.setdefault(each[0] if shared is None else (shared, id(each[1].settings)), []).append(each)
    yield from together.values()


def solved_together(orders: Sequence[Numbered], task: Prepared) -> list[Answer]:
    """Answers to orders that share passes, plans replayed by the core. Where there is none, or it does not hold, `run`
    says what is to be said."""
    began = time.monotonic()
    puzzles = [order.puzzle for _, order in orders]
    together = GPU.solve_all(task, puzzles)
    plans, bounds = together.plans, together.bounds
    held = plans_hold(puzzles, [plan or "" for plan in plans])
    seconds = (time.monotonic() - began) / len(orders)
    first, rest = (
        Stats(expanded, generated, seconds, seconds)
        for expanded, generated in ((together.run.expanded, together.run.generated), (0, 0))
    )
    answers = []
    for at, (number, order) in enumerate(orders):
        plan, puzzle = plans[at], order.puzzle
        if plan is not None and held[at] and len(plan) == bounds[at]:
            moves = Plan(tuple(plan))
            outcome = Outcome(
                "optimal",
                plan=moves,
                cost=len(plan),
                lower_bound=bounds[at],
                stats=rest if at else first,
                puzzle=PuzzleName(puzzle.kind, puzzle.name),
                engine=GPU.name,
                heuristic=task.heuristic,
                metric=task.objective.metric,
                quality=task.objective.quality,
                costs=puzzle.costs(moves),
            )
        else:
            known = replace(task, puzzle=puzzle, engine=Known(together.outcome(at)), holds_quick_plan=False)
            outcome = replace(outcome_of(order, partial(run, known)), stats=rest if at else first)
        answers.append(Answer(number, outcome, seconds))
    return answers


class Known(Gpu):
    """The GPU when it has solved a puzzle together with others."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome

    def solve(self, task: Task) -> Outcome:
        return self.outcome
