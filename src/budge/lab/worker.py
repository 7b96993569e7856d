"""What a job does in its process."""

from __future__ import annotations

from dataclasses import replace

from budge.api import RefereeError, solve
from budge.engines.base import Refusal
from budge.lab.jobs import Job, engine_for
from budge.model import Limits, Observer, Outcome
from budge.processes.child import Emit
from budge.puzzles import BadInput


def perform(given: tuple[Job, Limits], emit: Emit) -> None:
    """Solve, and say how it went."""
    job, limits = given
    instance, configuration = job.instance, job.configuration
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
