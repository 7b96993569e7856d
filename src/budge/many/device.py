"""Batches for a GPU, carried out in this process, which alone has the device and keeps its databases.

Small boards share every pass of a search and go in thousands; large ones have the device to themselves, one after
another. What turns out not to be for a GPU is solved here as well, by whatever engine is for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from budge.api import run
from budge.engines.base import Prepared, Refusal, Task
from budge.engines.gpu import Gpu
from budge.engines.registry import GPU
from budge.many.batches import AIM
from budge.many.orders import Order, Settings, within
from budge.many.pool import LocalPool
from budge.many.worker import Answer, Numbered, outcome_of
from budge.model import Observer, Outcome
from budge.puzzles import BadInput

BATCH = 5000  # orders: a GPU has enough to do, and answers come several times a second


class DevicePool(LocalPool):
    """One batch at a time, on the GPU of this machine."""

    batch_orders = BATCH

    def __init__(self) -> None:
        super().__init__(1, run_on_device)


def is_for_device(settings: Settings) -> bool:
    """Whether all that is asked for is to be solved on a GPU."""
    return settings.device == "gpu" or settings.engine_name == GPU.name


def run_on_device(
    orders: Sequence[Numbered], memory: int, observer: Observer, give_back: Callable[[list[int]], None]
) -> list[Answer]:
    """As `BatchRunner.run`: the answers to the orders of a batch, those given back left out."""
    until = time.monotonic() + AIM
    answers: list[Answer] = []
    together: list[tuple[int, Order, Prepared]] = []
    alone: list[tuple[int, Order, Prepared]] = []
    for number, order in orders:
        try:
            task = replace(within(order.settings, memory).prepare(order.puzzle), observer=observer)
            (together if task.engine is GPU and GPU.shares_passes(task.puzzle) else alone).append((number, order, task))
        except (BadInput, Refusal) as problem:
            answers.append(Answer(number, order.failed("refusal", str(problem)), 0.0))
    if together:
        began = time.monotonic()
        found = GPU.solve_all([task for _, _, task in together])
        shared = [
            (number, outcome_of(order, partial(run, replace(task, engine=Known(outcome), holds_quick_plan=False))))
            for (number, order, task), outcome in zip(together, found, strict=True)
        ]
        seconds = (time.monotonic() - began) / len(shared)
        answers += [Answer(number, lasting(outcome, seconds), seconds) for number, outcome in shared]
    GPU.expect(sum(task.engine is GPU for _, _, task in alone))
    for at, (number, order, task) in enumerate(alone):
        if answers and (observer.cancelled or time.monotonic() >= until):
            give_back([number for number, _, _ in alone[at:]])
            break
        began = time.monotonic()
        outcome = outcome_of(order, partial(run, task))
        answers.append(Answer(number, outcome, time.monotonic() - began))
    return answers


def lasting(outcome: Outcome, seconds: float) -> Outcome:
    """An outcome with its share of the time that all took together."""
    return replace(outcome, stats=replace(outcome.stats, seconds=seconds, cpu_seconds=seconds))


class Known(Gpu):
    """The GPU when it has solved a puzzle together with others."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome

    def solve(self, task: Task) -> Outcome:
        return self.outcome
