"""This machine: its cores and its free memory."""

from __future__ import annotations

import os
from pathlib import Path

MAX_JOBS = 1024  # processes at a time


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Bytes an engine may use when no limit is given: four fifths of what is free, within the control group."""
    free = [int(0.8 * amount) for amount in (_available(), _control_group()) if amount]
    return min(free, default=4 << 30)


def _available() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError, AttributeError):
        return None


def _control_group() -> int | None:
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text()) - _file_cache()
        return None if limit == "max" else max(int(limit) - used, 64 << 20)
    except (OSError, ValueError):
        return None


def _file_cache() -> int:
    """Bytes of the page cache: counted as used, but freed on demand."""
    try:
        lines = Path("/sys/fs/cgroup/memory.stat").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(("active_file ", "inactive_file ")))
    except OSError:
        return 0
