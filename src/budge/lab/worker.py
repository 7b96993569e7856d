"""What a job does in its process."""

from __future__ import annotations

from budge.api import RefereeError, prepare, run
from budge.engines.base import Refusal
from budge.lab.jobs import Job
from budge.model import Observer, Outcome
from budge.processes.child import Emit
from budge.puzzles import BadInput


def perform(given: tuple[Job, int], emit: Emit) -> None:
    """Solve the instance of a job, with this much memory if it has no limit of its own, and emit the outcome."""
    job, memory = given
    try:
        spec = job.spec.for_child(memory)
        outcome = run(prepare(job.instance.puzzle, spec, Observer(trace=job.instance.trace)))
    except RefereeError as problem:
        outcome = Outcome("stopped", stopped_by="referee", reason=str(problem))
    except (BadInput, Refusal) as problem:
        outcome = Outcome("stopped", stopped_by="refusal", reason=str(problem))
    emit(outcome)
