"""Machines of forbidden walks, learned once and kept in the user's cache directory.

A machine that knows walks of twelve moves takes a fifth of a second to learn, one of fourteen two seconds: longer than
most puzzles take. A file is a checksum and the machine's table; one that is damaged is learned and written again.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from budge.native import core
from budge.patterns.store import cache_folder

QUICK = 10  # moves: what is learned faster than a file is read
DIGEST = 16


@cache
def walk_machine(length: int) -> bytes:
    """The table of a machine, which the core knows from then on: 32 bits a state and direction of the blank.

    >>> len(walk_machine(2))
    80
    """
    if length <= QUICK:
        return core.walk_machine(length)
    path = cache_folder() / f"walks-{length}-{sys.byteorder}.fsm"
    kept = read(path)
    if kept is not None:
        try:
            core.know_walk_machine(length, kept)
            return kept
        except ValueError:
            pass  # not a machine: no file of ours
    table = core.walk_machine(length)
    write(path, table)
    return table


def read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    table = content[DIGEST:]
    return table if content[:DIGEST] == digest(table) else None


def write(path: Path, table: bytes) -> None:
    """A folder that cannot be written to costs the learning each time, and no more."""
    temporary = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(digest(table) + table)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()


def digest(table: bytes) -> bytes:
    return blake2b(table, digest_size=DIGEST).digest()
