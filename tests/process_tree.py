"""Which processes there are below a process, and how urgent they are."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def children(process: int) -> list[int]:
    """Those that a process has started; none if it has ended."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def descendants(process: int) -> list[int]:
    """The same, of all generations."""
    return [each for child in children(process) for each in (child, *descendants(child))]


def priority(process: int) -> int:
    """The higher, the less urgent."""
    return os.getpriority(os.PRIO_PROCESS, process)
