"""The limits of child processes: what this system can enforce, and when a process of a solve is killed."""

from __future__ import annotations

import os
from pathlib import Path

from budge.model import Limits
from budge.processes import tuning
from budge.puzzles import BadInput


def no_children() -> str | None:
    """None, or why this system cannot run child processes with hard limits."""
    return None if hasattr(os, "fork") else "this system cannot fork processes; use Linux, macOS or WSL"


def require_children(what: str) -> None:
    """Raises `BadInput` if this system cannot run child processes."""
    if problem := no_children():
        raise BadInput(f"{what} needs child processes: {problem}")


def limits_in_words() -> str:
    """What limits child processes have on this system, in one line."""
    if no_children():
        return "none, because this system cannot fork: sat, cp, asp, --jobs, bench and web do not run"
    if not Path("/proc/self/statm").exists():
        return "hard limits on time; none on memory, because this system has no /proc"
    return "hard limits on time and memory"


def hard_limits(limits: Limits, memory: int) -> Limits:
    """The limits at which the process of a solve is killed. They are looser than `limits`: the engine stops at those by
    itself and then reports its result. `memory` is used if the solve has no memory limit of its own.

    >>> hard_limits(Limits(seconds=60, nodes=10), memory=1 << 30)
    Limits(seconds=65.0, nodes=None, memory=1610612736)
    """
    seconds = None if limits.seconds is None else limits.seconds + tuning.GRACE_SECONDS
    return Limits(seconds, memory=(limits.memory or memory) + tuning.SPARE_BYTES)
