"""Bidirectional searches with a heuristic towards each end: NBS and BAE*."""

from __future__ import annotations

from budge.engines.base import Refusal, Task
from budge.engines.domains import served
from budge.engines.forms import is_form
from budge.engines.native.options import ORDER
from budge.engines.native.search import InformedEngine
from budge.model import Outcome
from budge.puzzles import Puzzle


class TwoHeuristics(InformedEngine):
    """A search from both ends, with a heuristic towards each."""

    options = (ORDER,)
    uses_threads = False

    def default_heuristic(self, puzzle: Puzzle) -> str:
        chosen = super().default_heuristic(puzzle)
        return "linear-conflict" if is_form(chosen) else chosen

    def solve(self, task: Task) -> Outcome:
        if is_form(task.heuristic or ""):
            raise Refusal(
                f"{self.name} needs estimates towards start and goal; {task.heuristic} has one only; "
                "astar and ida accept it"
            )
        return super().solve(task)


class NBS(TwoHeuristics):
    """Near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant, 2017)."""

    name = "nbs"
    kinds = served(name)
    summary = (
        "best-first from start and goal, always the pair with the least bound; optimal, stores every generated state"
    )


class BAE(TwoHeuristics):
    """Bidirectional A* with error (Sadhukhan, 2013)."""

    name = "bae"
    kinds = served(name)
    summary = "best-first from start and goal by f + the error of the other bound; optimal, stores generated states"
