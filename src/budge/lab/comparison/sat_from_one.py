"""The engine `sat` with a query for every length from 1, as in the model-checking study, for plots over the length.

`sat` itself starts at a lower bound. The queries below it are cheap and prove nothing new, so only plots need them.
"""

from __future__ import annotations

from dataclasses import replace

from budge.engines.logic.base import Refuted
from budge.engines.logic.sat import Sat, SatQuestion
from budge.processes.child import Emit


class SatFromOne(Sat):
    name = "sat-from-1"
    summary = "sat with a query for every length from 1: for plots of the cost of growing formulas"
    jobs = __name__


def answer(question: SatQuestion, emit: Emit) -> None:
    """The job of a child process, like that of `sat`: one formula per length, or one that grows."""
    from budge.engines.logic.sat_strategies import Search  # slow to import

    strategy = "restart" if question.strategy == "auto" else question.strategy
    search = Search(replace(question, strategy=strategy), emit)
    search.lower_bound = min(1, search.lower_bound)
    emit(Refuted(search.lower_bound))
    search.run()
