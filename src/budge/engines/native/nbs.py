"""NBS: near-optimal bidirectional search, which expands at most twice the pairs of nodes that any search must."""

from __future__ import annotations

from budge.engines.base import Refusal, Task
from budge.engines.domains import served
from budge.engines.forms import is_form
from budge.engines.native.options import ORDER
from budge.engines.native.search import InformedEngine
from budge.model import Outcome
from budge.puzzles import Puzzle


class NBS(InformedEngine):
    name = "nbs"
    kinds = served(name)
    summary = (
        "best-first from start and goal, always the pair with the least bound; optimal, stores every generated state"
    )
    options = (ORDER,)

    def default_heuristic(self, puzzle: Puzzle) -> str:
        chosen = super().default_heuristic(puzzle)
        return "linear-conflict" if is_form(chosen) else chosen

    def solve(self, task: Task) -> Outcome:
        if is_form(task.heuristic or ""):
            raise Refusal(
                f"nbs needs estimates towards start and goal; {task.heuristic} has one only; astar and ida accept it"
            )
        return super().solve(task)
