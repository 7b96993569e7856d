"""A solve in a worker process: reads the puzzle, solves it, emits events, and writes a certificate on request."""

from __future__ import annotations

import json
import os
import signal
import time
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from budge.api import prepare
from budge.api import run as run_task
from budge.certificates.write import Unproven, check_possible, write_certificate
from budge.engines.base import Prepared, Refusal
from budge.model import Limits, Observer, Offer, Outcome, Progress
from budge.processes.child import Emit
from budge.puzzles import BadInput, Puzzle
from budge.render.frames import states_to_json
from budge.spec import SolveSpec
from budge.trace import Trace
from budge.web.permissions import check_databases, check_heuristic, check_options
from budge.web.problems import Problem
from budge.web.sources import one_puzzle

NICENESS = 10  # of a solve, so that the server stays responsive
REPORT_SECONDS = 0.2  # between two reports of progress,
REPORT_SHARE = 1 / 200  # or this share of the elapsed time: a long solve must not flood the client with events

ReportEvent = Callable[[str, dict[str, Any]], None]  # emit an event: its name and its data


@dataclass(frozen=True)
class SolveRequest:
    """A puzzle and how to solve it."""

    fields: dict[str, Any]  # checked
    spec: SolveSpec
    folder: Path | None  # for the certificate, if one is requested
    address: str  # of the certificate, for the client


def run(request: SolveRequest, emit: Emit) -> None:
    """The job: emits its process id, then events as name and JSON, an `outcome` or a `problem` last."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Ctrl-C ends the search, which returns its best plan
    emit(os.getpid())

    def report_event(name: str, data: dict[str, Any]) -> None:
        emit((name, json.dumps(data)))

    try:
        report_event("outcome", solve(request, report_event))
    except (BadInput, Refusal) as problem:
        report_event("problem", Problem(422, str(problem)).to_json())


def checked_task(puzzle: Puzzle, spec: SolveSpec) -> Prepared:
    """The task of a request; raises `BadInput` or `Refusal` if its settings are invalid or not allowed."""
    check_options(spec.options)
    if spec.heuristic_name is not None:
        check_heuristic(spec.heuristic_name)
    task = prepare(puzzle, spec)
    check_databases(task, spec.heuristic_name or task.engine.name)
    return task


def solve(request: SolveRequest, report_event: ReportEvent) -> dict[str, Any]:
    fields, spec = request.fields, request.spec
    puzzle = one_puzzle(fields)
    if request.folder is not None:
        check_possible(puzzle, spec.objective.metric_of(puzzle), request.folder / "certificate")
    task = checked_task(puzzle, spec)
    started = {"engine": task.engine.name, "metric": task.metric, "size": puzzle.size}
    report_event("started", {**started, "heuristic": task.heuristic, "seconds": request.spec.limits.seconds})

    def decline(offer: Offer) -> bool:
        report_event("offer", asdict(offer))
        return False

    # The clock of `reporter` starts together with that of the outcome.
    watch = {name: fields[name] for name in ("trace", "max_expansions") if name in fields}
    observer = Observer(reporter(report_event), offer=decline, **watch)
    outcome = run_task(replace(task, observer=observer))
    if outcome.trace is not None:
        report_event("trace", trace_to_json(outcome.trace, puzzle))
    data = {**replace(outcome, trace=None).to_json(), "frames": None, "moves": None, "certificate_problem": None}
    if outcome.plan is not None:
        data |= {"frames": states_to_json(puzzle, outcome.plan), "moves": list(outcome.plan.moves)}
    if request.folder is not None:
        report_event("progress", {**as_progress(outcome), "preparing": "proving that no plan is shorter", "share": 0.0})
        data["certificate_problem"] = certified(puzzle, outcome, request)
        data["certificate"] = None if data["certificate_problem"] else request.address
    return data


def trace_to_json(trace: Trace, puzzle: Puzzle) -> dict[str, Any]:
    expansions = [replace(each, state=puzzle.state_to_json(each.state)) for each in trace.expansions]
    return asdict(replace(trace, expansions=expansions))


def reporter(report_event: ReportEvent) -> Callable[[Progress], None]:
    """Reports progress and the trace at intervals, with the rate of expansions and the seconds since this call."""
    began, last, expanded = time.monotonic(), 0.0, 0

    def report(progress: Progress) -> None:
        nonlocal last, expanded
        now = time.monotonic()
        if last and now - last < max(REPORT_SECONDS, REPORT_SHARE * (now - began)):
            return
        rate = (progress.expanded - expanded) / (now - (last or began) or 1e-9)
        last, expanded = now, progress.expanded
        report_event(
            "progress",
            {
                "bound": progress.lower_bound,
                "expanded": progress.expanded,
                "generated": progress.generated,
                "rate": max(0, round(rate)),
                "best": progress.best_cost,
                "bytes": progress.bytes,
                "seconds": now - began,
                "preparing": progress.preparing,
                "share": progress.share,
                "stage": progress.stage,
            },
        )
        if progress.trace is not None:
            report_event("trace", asdict(progress.trace))

    return report


def as_progress(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the terms of progress."""
    return {
        "bound": outcome.lower_bound,
        "expanded": outcome.stats.expanded,
        "generated": outcome.stats.generated,
        "rate": 0,
        "best": outcome.cost,
        "bytes": outcome.stats.peak_bytes,
        "seconds": outcome.stats.seconds,
    }


def certified(puzzle: Puzzle, outcome: Outcome, request: SolveRequest) -> str | None:
    """Write the certificate as one file, `certificate.zip`. Returns None, or the reason why there is none."""
    assert request.folder is not None
    left = None if request.spec.limits.seconds is None else request.spec.limits.seconds - outcome.stats.seconds
    if left is not None and left <= 0:
        return "the time was up before the proof began"
    try:
        limits = Limits(seconds=left, memory=request.spec.limits.memory)
        folder = write_certificate(puzzle, outcome, request.folder / "certificate", limits=limits)
    except KeyboardInterrupt:
        return "it was stopped before the proof was complete"
    except (Unproven, Refusal) as problem:
        return str(problem)
    with zipfile.ZipFile(request.folder / "partial.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, f"certificate/{path.name}")
    (request.folder / "partial.zip").rename(request.folder / "certificate.zip")
    return None
