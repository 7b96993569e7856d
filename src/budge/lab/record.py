"""One result: everything about one job that a reader of the results file may ask for, as one flat JSON object.

Flat, so that SQL sees columns; complete, so that a line means the same without the suite, the machine or the day it
came from.
"""

from __future__ import annotations

import os
import platform
import re
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from budge.lab.jobs import Job
from budge.machine import cores
from budge.model import Outcome
from budge.puzzles import BadInput, Cost

PACKAGES = ("budge", "python-sat", "ortools", "clingo", "up-fast-downward")
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
    optimum: Cost | None  # as known from elsewhere
    solvable: bool | None  # likewise
    stopped_by: str | None  # as of an outcome; also crash, referee, refusal
    reason: str | None
    expanded: int
    generated: int
    cpu_seconds: float
    seconds: float
    peak_bytes: int  # as the engine counts
    process_bytes: int  # of the whole process, interpreter included
    plan: str | None
    began: float  # seconds since 1970
    load: float | None  # processes that wanted a core then, ours included
    machine: dict[str, Any]
    versions: dict[str, str]
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
        missing = [name for name in fields if name not in data and name != "trace"]
        if missing:
            listed = ", ".join(missing[:4]) + (", ..." if len(missing) > 4 else "")
            raise BadInput(f"not a result of budge bench: it lacks {listed}")
        known = {name: data[name] for name in fields if name in data}
        pairs = {name: _cost(data[name]) for name in ("cost", "lower_bound", "optimum")}
        return cls(**{**known, **pairs})


def _cost(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Used:
    """What a job used, as its supervisor measured it, and how it ended if not by itself."""

    seconds: float
    cpu_seconds: float
    process_bytes: int
    stopped_by: str | None = None
    reason: str | None = None


def record_of(job: Job, memory: int | None, began: float, outcome: Outcome | None, used: Used) -> Record:
    """The record of a job that returned an outcome, or of one that was stopped before it could."""
    instance, spec = job.instance, job.spec
    found = outcome or Outcome("stopped", stopped_by=used.stopped_by, reason=used.reason)
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
        engine=found.engine or spec.engine_name,
        heuristic=found.heuristic or spec.heuristic,
        options=dict(spec.options),
        metric=instance.metric,
        quality=spec.objective.quality,
        threads=spec.threads,
        seed=job.seed,
        limit_seconds=spec.limits.seconds,
        limit_nodes=spec.limits.nodes,
        limit_memory=memory,
        status=found.status,
        cost=found.cost,
        lower_bound=found.lower_bound,
        optimum=instance.optimum,
        solvable=instance.solvable,
        stopped_by=found.stopped_by,
        reason=found.reason,
        expanded=found.stats.expanded,
        generated=found.stats.generated,
        cpu_seconds=found.stats.cpu_seconds if outcome else used.cpu_seconds,
        seconds=found.stats.seconds if outcome else used.seconds,
        peak_bytes=found.stats.peak_bytes,
        process_bytes=used.process_bytes,
        plan=found.plan.text if found.plan is not None else None,
        began=round(began, 3),
        load=round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        machine=machine(),
        versions=versions(),
        trace=asdict(found.trace) if found.trace is not None and instance.trace else None,
    )


@cache
def machine() -> dict[str, Any]:
    """What this machine is, in general terms: no names, no paths."""
    return {
        "cpu": _cpu(),
        "cores": cores(),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _cpu() -> str:
    try:
        model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        model = None
    return " ".join(model[1].split()) if model else platform.processor() or platform.machine()


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None


@cache
def versions() -> dict[str, str]:
    """Python, and of the packages that solve those that are installed."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
