"""Builds the missing pattern databases of a task before its search, within its limits."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from budge.engines.base import Refusal, Task
from budge.model import REASONS, Outcome, Progress
from budge.patterns import Building, BuildStopped, Pattern, Store, Terms


def with_databases(task: Task, patterns: Sequence[Pattern]) -> Task:
    """Build the patterns that are not in the store; the task returned has the time that is left.

    Raises `BuildStopped` at a limit, and `Refusal` if the store is not writable.
    """
    if not patterns:
        return task
    store, began = Store(), time.monotonic()

    def watch(building: Building) -> bool:
        if task.observer.progress is not None:
            what = f"{'waiting for' if building.waiting else 'building'} {building.pattern.title}"
            share = building.done / building.pattern.entries
            task.observer.progress(Progress(0, 0, 0, None, building.bytes, building.seconds, what, share))
        return not task.observer.cancelled

    def damaged(path: Path, why: str) -> None:
        warnings.warn(f"{path} is damaged and built again: {why}", stacklevel=2)

    for pattern in patterns:
        seconds = None if task.limits.seconds is None else task.limits.seconds - (time.monotonic() - began)
        if seconds is not None and seconds <= 0:
            raise BuildStopped("seconds")
        try:
            store.fetch(pattern, Terms(seconds, task.limits.memory, watch=watch, damaged=damaged))
        except OSError as problem:
            raise Refusal(f"no database can be kept in {store.folder}: {problem.strerror or problem}") from None
    return replace(task, limits=task.limits.after(time.monotonic() - began))


def build_stopped(stopped: BuildStopped, lower_bound: int) -> Outcome:
    reason = f"{REASONS[stopped.reason]} while a pattern database was being built"
    return Outcome("stopped", lower_bound=lower_bound, reason=reason, stopped_by=stopped.reason)
