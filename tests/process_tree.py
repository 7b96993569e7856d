"""The descendants of a process, and their priority."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def children(process: int) -> list[int]:
    """The children of a process; none if it has ended."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def descendants(process: int) -> list[int]:
    """The children of a process, their children, and so on."""
    return [each for child in children(process) for each in (child, *descendants(child))]


def priority(process: int) -> int:
    """The nice value of a process: the higher, the lower its priority."""
    return os.getpriority(os.PRIO_PROCESS, process)
