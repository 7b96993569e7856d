"""The engine `sat`, asked about every length from 1, as the model-checking study does, for plots over the length.

`sat` itself begins where a lower bound says that a plan may be. What lies below costs little and proves nothing new, so
this is for plots alone.
"""

from __future__ import annotations

from dataclasses import replace

from budge.engines.logic.base import Refuted
from budge.engines.logic.sat import Sat, SatQuestion
from budge.processes.child import Emit


class SatFromOne(Sat):
    name = "sat-from-1"
    summary = "sat, asked about every length from 1: for plots of what formulas take as they grow"
    jobs = __name__


def answer(question: SatQuestion, emit: Emit) -> None:
    """The job of a child process, as that of `sat`: a formula for each length, or one that grows."""
    from budge.engines.logic.sat_strategies import Search  # imports much, so only where it is needed

    strategy = "restart" if question.strategy == "auto" else question.strategy
    search = Search(replace(question, strategy=strategy), emit)
    search.lower_bound = min(1, search.lower_bound)
    emit(Refuted(search.lower_bound))
    search.run()
