"""A module with a job for child processes that takes its time to be imported, as those of large solvers do."""

from __future__ import annotations

import time

from budge.processes.child import Emit

time.sleep(30)


def nothing(_: None, emit: Emit) -> None:
    """There is nothing to do."""
