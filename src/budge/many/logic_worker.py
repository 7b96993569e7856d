"""What a child process does with a batch for an engine that has child processes of its own, as logic engines have.

Processes are forked from one that has imported this module. So what the logic engines need, which takes a second to
import, is loaded here once, and no batch pays for that.
"""

from __future__ import annotations

from budge.engines.registry import import_jobs
from budge.many import worker
from budge.processes.child import Emit, fork_server_here

import_jobs()


def perform(job: worker.BatchJob, emit: Emit) -> None:
    fork_server_here()
    worker.perform(job, emit)
