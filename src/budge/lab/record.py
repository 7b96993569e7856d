"""One result: everything about one job, as one JSON object.

It is flat, so that SQL sees columns, and complete, so that it can be understood without its suite.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from budge.execution.jobs import JobResult
from budge.lab.jobs import BenchJob
from budge.puzzles import BadInput, Cost

ANSWERED = ("optimal", "solved", "unsolvable")


@dataclass(frozen=True)
class Record:
    suite: str
    key: str  # of the job
    instance: str
    puzzle: str  # its fingerprint
    set: str
    kind: str
    size: str
    pieces: int
    configuration: str
    engine: str
    heuristic: str | None
    options: dict[str, str]
    metric: str
    quality: str
    threads: int
    seed: int
    limit_seconds: float | None
    limit_nodes: int | None
    limit_memory: int | None
    status: str
    cost: Cost | None
    lower_bound: Cost
    optimum: Cost | None  # if known from another source
    solvable: bool | None  # if known from another source
    stopped_by: str | None  # as in an outcome; also crash, referee, refusal
    reason: str | None
    expanded: int
    generated: int
    cpu_seconds: float
    seconds: float
    peak_bytes: int  # as counted by the engine
    process_bytes: int  # of the whole process, including the interpreter
    plan: str | None
    began: float  # seconds since 1970
    load: float | None  # load average of the machine when the job ended, including the job
    machine: dict[str, Any]
    versions: dict[str, str]
    settings: dict[str, Any] | None = None  # all of the solve, for `SolveSpec.from_json`; None in older results
    trace: dict[str, Any] | None = None

    @property
    def answered(self) -> bool:
        return self.status in ANSWERED

    def to_json(self) -> dict[str, Any]:
        return {"type": "result", **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """
        >>> Record.from_json({"suite": "x"})
        Traceback (most recent call last):
        ...
        budge.puzzles.base.BadInput: not a result of budge bench: it lacks key, instance, puzzle, set, ...
        """
        fields = cls.__dataclass_fields__
        missing = [name for name in fields if name not in data and name not in ("settings", "trace")]
        if missing:
            listed = ", ".join(missing[:4]) + (", ..." if len(missing) > 4 else "")
            raise BadInput(f"not a result of budge bench: it lacks {listed}")
        known = {name: data[name] for name in fields if name in data}
        pairs = {name: _cost(data[name]) for name in ("cost", "lower_bound", "optimum")}
        return cls(**{**known, **pairs})


def _cost(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def record_of(job: BenchJob, result: JobResult) -> Record:
    """The record of a job."""
    instance, spec, outcome, usage = job.instance, job.spec, result.outcome, result.usage
    assert usage is not None, "a job of a suite is measured"
    return Record(
        suite=job.suite,
        key=job.key,
        instance=instance.name,
        puzzle=instance.fingerprint,
        set=instance.set,
        kind=instance.puzzle.kind,
        size=instance.puzzle.size,
        pieces=instance.puzzle.pieces,
        configuration=job.configuration.name,
        engine=outcome.engine or spec.engine_name,
        heuristic=outcome.heuristic or spec.heuristic_name,
        options=dict(spec.options),
        metric=instance.metric,
        quality=spec.objective.quality,
        threads=spec.threads,
        seed=job.seed,
        limit_seconds=spec.limits.seconds,
        limit_nodes=spec.limits.nodes,
        limit_memory=usage.memory_limit,
        status=outcome.status,
        cost=outcome.cost,
        lower_bound=outcome.lower_bound,
        optimum=instance.optimum,
        solvable=instance.solvable,
        stopped_by=outcome.stopped_by,
        reason=outcome.reason,
        expanded=outcome.stats.expanded,
        generated=outcome.stats.generated,
        cpu_seconds=outcome.stats.cpu_seconds,
        seconds=outcome.stats.seconds,
        peak_bytes=outcome.stats.peak_bytes,
        process_bytes=usage.peak_bytes,
        plan=outcome.plan.text if outcome.plan is not None else None,
        began=usage.began,
        load=usage.load,
        machine=usage.machine,
        versions=usage.versions,
        settings=spec.to_json(),
        trace=asdict(outcome.trace) if outcome.trace is not None and instance.trace else None,
    )
