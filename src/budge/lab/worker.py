"""What a job does in its process.

Processes are forked from one that has imported this module. So what the logic engines need, which takes a second to
import, is loaded here once, and no job pays for that. Import this module late for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

from budge.api import RefereeError, solve
from budge.engines.base import Refusal
from budge.engines.child import fork_zygote
from budge.engines.model import Limits, Observer, Outcome
from budge.lab.jobs import Job, engine_for
from budge.puzzles import BadInput

for name in ("sat_strategies", "cp_sat", "asp_answers"):
    with suppress(ImportError):  # an extra that is not installed
        import_module(f"budge.engines.{name}")


def perform(given: tuple[Job, Limits], emit: Callable[[Outcome], None]) -> None:
    """Solve, and say how it went."""
    job, limits = given
    instance, configuration = job.instance, job.configuration
    fork_zygote()
    try:
        outcome = solve(
            instance.puzzle,
            engine=engine_for(configuration.engine),
            heuristic=configuration.heuristic,
            objective=replace(configuration.objective, metric=instance.metric),
            limits=limits,
            observer=Observer(trace=instance.trace),
            threads=configuration.threads,
            **configuration.options,
        )
    except RefereeError as problem:
        outcome = Outcome("stopped", stopped_by="referee", reason=str(problem))
    except (BadInput, Refusal) as problem:
        outcome = Outcome("stopped", stopped_by="refusal", reason=str(problem))
    emit(outcome)
