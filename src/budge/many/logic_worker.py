"""What a child process does with a batch for an engine that has child processes of its own, as logic engines have.

Processes are forked from one that has imported this module. So what the logic engines need, which takes a second to
import, is loaded here once, and no batch pays for that.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from budge.engines.registry import engines
from budge.many import worker
from budge.processes.child import Emit, fork_a_server

for engine in engines().values():
    if engine.jobs is not None:
        with suppress(ImportError):  # an extra that is not installed
            import_module(engine.jobs)


def perform(errand: worker.Errand, emit: Emit) -> None:
    fork_a_server()
    worker.perform(errand, emit)
