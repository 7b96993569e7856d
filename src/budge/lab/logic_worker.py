"""What a job of an engine does in its process that has child processes of its own, as logic engines have.

Processes are forked from one that has imported this module. So what the logic engines need, which takes a second to
import, is loaded here once, and no job pays for that.
"""

from __future__ import annotations

from budge.engines.registry import import_jobs
from budge.lab import worker
from budge.lab.jobs import Job
from budge.processes.child import Emit, fork_server_here

import_jobs()


def perform(given: tuple[Job, int], emit: Emit) -> None:
    fork_server_here()
    worker.perform(given, emit)
