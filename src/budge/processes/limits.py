"""The one place that turns the limits of a solve into the limits at which its process is killed."""

from __future__ import annotations

from budge.model import Limits
from budge.processes import tuning


def hard_limits(limits: Limits, memory: int) -> Limits:
    """Engines obey `limits` by themselves and return what they have found. A process that exceeds the hard limits is
    killed. `memory` is used if the solve has no memory limit of its own.

    >>> hard_limits(Limits(seconds=60, nodes=10), memory=1 << 30)
    Limits(seconds=65.0, nodes=None, memory=1610612736)
    """
    seconds = None if limits.seconds is None else limits.seconds + tuning.GRACE_SECONDS
    return Limits(seconds, memory=(limits.memory or memory) + tuning.SPARE_BYTES)
