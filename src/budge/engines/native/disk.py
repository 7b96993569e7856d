"""The folder of a search on disk: `DIR/budge-KEY`, one for each puzzle and settings.

The core writes the files in it. A lock on the folder keeps two searches of the same puzzle apart.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from budge.engines.base import Refusal, Task
from budge.locks import lock
from budge.model import MAX_COUNT
from budge.native import core
from budge.puzzles import BadInput

LOCK = "lock"
RESERVE = 0.05  # of the free space, which a search without a limit leaves to others


def search_key(task: Task, algorithm: str) -> str:
    """Identifies what a search computes: limits and threads may differ when it continues."""
    about = [
        {**task.puzzle.to_json(), "name": None},
        algorithm,
        task.heuristic if algorithm == "astar" else None,
        task.metric,
        {name: str(value) for name, value in task.options.items()},
        version("budge"),
    ]
    return sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]


@contextmanager
def disk_of(task: Task, algorithm: str) -> Iterator[tuple[core.Disk | None, Path | None]]:
    """The folder for the states of a search, for the core and as a path; None if it stays in memory.

    The folder is removed at the end, unless the core has left a checkpoint in it.
    """
    parent, resume = task.settings.get("disk"), bool(task.settings.get("resume"))
    if parent is None:
        yield None, None
        return
    folder = Path(parent, f"budge-{search_key(task, algorithm)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as problem:
        raise BadInput(f"disk {parent}: {problem.strerror or problem}") from None
    try:
        if not lock(descriptor):
            raise Refusal(f"another search of this puzzle is using {folder}")
        limit = task.settings.get("disk_limit") or round((1 - RESERVE) * free_disk(folder))
        try:
            yield core.Disk(str(folder), min(limit, MAX_COUNT), resume), folder
        finally:
            if not is_kept(folder):
                shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)


def free_disk(folder: Path) -> int:
    """Bytes on the disk that this user may fill, including what an earlier search left in the folder."""
    kept = sum(each.stat().st_size for each in folder.iterdir())
    return shutil.disk_usage(folder).free + kept


def is_kept(folder: Path) -> bool:
    """Whether a search in this folder can continue."""
    return (folder / "checkpoint").exists()
