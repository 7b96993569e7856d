"""Settings of the server: its address, and the limits of a solve and of the queue."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from budge.machine import cores, free_memory

LOOPBACK = "127.0.0.1"
PORT = 8765
MAX_REQUEST_BYTES = 1_000_000  # of a request
MAX_WAITING = 500  # solves in the queue; further requests get status 503


@dataclass(frozen=True)
class Settings:
    """The limits are hard: a process that exceeds them is killed."""

    host: str = LOOPBACK
    port: int = PORT
    max_seconds: float = 60.0
    max_memory: int = 0  # bytes for one solve; 0 means a fair share of the free memory
    jobs: int = field(default_factory=cores)  # solves at a time
    waiting: int = MAX_WAITING

    def __post_init__(self) -> None:
        if not self.max_memory:
            share = free_memory() // self.jobs
            object.__setattr__(self, "max_memory", max(256 << 20, min(4 << 30, share)))

    def limits(self) -> dict[str, Any]:
        """The limits of requests, for the page."""
        return {
            "max_seconds": self.max_seconds,
            "max_memory": self.max_memory,
            "jobs": self.jobs,
            "waiting": self.waiting,
            "max_bytes": MAX_REQUEST_BYTES,
        }
