"""Measures the cost of watching a search: of recording a trace, and of reporting progress twenty times a second.

    .venv/bin/python bench/watching.py [ROUNDS]

Trace: the CPU time of the same search with and without a trace, the minimum of ROUNDS. Progress: the CPU time of one
report, as a share of a twentieth of a second, which is precise to a thousandth even on a busy machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import budge
from budge import Limits, Observer, Progress
from budge.api import prepare, run
from budge.engines.base import Prepared, Task
from budge.engines.native import search
from budge.spec import SolveSpec
from budge.web.solve_worker import reporter

EVERY_SECOND = 20  # reports of a search
HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"


def tasks() -> dict[str, Prepared]:
    [tiles] = budge.load(HARD, goal="blank-first")
    specs = {
        "ida, manhattan, on tiles": SolveSpec("ida", "manhattan", limits=Limits(nodes=1_000_000_000)),
        "ida, linear-conflict, on tiles": SolveSpec("ida", "linear-conflict", limits=Limits(nodes=100_000_000)),
        "ida, pdb:5-5-5, on tiles": SolveSpec("ida", "pdb:5-5-5", limits=Limits(nodes=30_000_000)),
        "astar on tiles": SolveSpec("astar", "manhattan", limits=Limits(nodes=1_000_000)),
        "dijkstra on tiles": SolveSpec("dijkstra", limits=Limits(nodes=1_000_000)),
    }
    return {name: replace(prepare(tiles, spec), holds_quick_plan=False) for name, spec in specs.items()}


def ignore(progress: Progress) -> None: ...


class Handing:
    """Measures the CPU time of progress reports."""

    def __init__(self) -> None:
        self.seconds, self.times = 0.0, 0
        self._ticker: Callable[[Task], search.Tick] = search.ticker
        search.ticker = self._timed

    def _timed(self, task: Task) -> search.Tick:
        tick = self._ticker(task)

        def timed(now: Any) -> bool:
            began = time.thread_time()
            result = tick(now)
            self.seconds += time.thread_time() - began
            self.times += 1
            return result

        return timed

    def share(self, task: Prepared) -> float:
        """The share of the time of a search."""
        self.seconds, self.times = 0.0, 0
        run(task)
        return EVERY_SECOND * self.seconds / self.times


def minimum(task: Prepared, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.process_time()
        run(task)
        times.append(time.process_time() - began)
    return min(times)


def main(rounds: int) -> None:
    handing = Handing()
    listeners = {
        "to a listener": lambda: Observer(ignore),
        "with a trace": lambda: Observer(ignore, trace=True),
        "to the page": lambda: Observer(reporter(lambda name, data: None), trace=True),
    }
    print(f"{'':32}{'alone':>8}{'with trace':>16}   progress to: " + "".join(f"{each:>15}" for each in listeners))
    for name, task in tasks().items():
        alone, kept = minimum(task, rounds), minimum(replace(task, observer=Observer(trace=True)), rounds)
        shares = "".join(f"{handing.share(replace(task, observer=make())):15.2%}" for make in listeners.values())
        print(f"{name:32}{alone:6.2f} s{kept / alone - 1:16.0%}{'':16}{shares}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
