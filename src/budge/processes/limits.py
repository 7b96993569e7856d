"""Derives the limits at which a process is killed from the limits of its solve."""

from __future__ import annotations

from budge.model import Limits
from budge.processes import tuning


def hard_limits(limits: Limits, memory: int) -> Limits:
    """The limits at which the process of a solve is killed. They are looser than `limits`: the engine stops at those by
    itself and then reports its result. `memory` is used if the solve has no memory limit of its own.

    >>> hard_limits(Limits(seconds=60, nodes=10), memory=1 << 30)
    Limits(seconds=65.0, nodes=None, memory=1610612736)
    """
    seconds = None if limits.seconds is None else limits.seconds + tuning.GRACE_SECONDS
    return Limits(seconds, memory=(limits.memory or memory) + tuning.SPARE_BYTES)
