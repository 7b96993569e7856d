"""The file of one database: a header page of text, then the entries, which are mapped into memory: bytes, or bits if
the database is additive.

The header holds a magic line, the facts as JSON (with the size and checksum of the data), and a checksum of the facts.
Opening a file reads only the header. To detect changed data, the facts contain the modification time of the finished
file; a file with another time (written to, or copied) is read in full and verified by its checksum first.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from budge.native import core
from budge.patterns.pattern import FORMAT, Pattern

MAGIC = b"budge pattern database\n"
PAGE = 4096
CHUNK = 1 << 22


class Damaged(Exception):
    """A file is damaged; the message says how."""


@dataclass(frozen=True, eq=False)
class Database:
    """An open database. Processes that open it share its memory."""

    pattern: Pattern
    path: Path
    data: memoryview
    histogram: tuple[int, ...]  # entries by value
    seconds: float  # of the build
    built: int  # time of the build in seconds since 1970

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in enumerate(self.histogram)) / sum(self.histogram)

    @property
    def maximum(self) -> int:
        return len(self.histogram) - 1

    @cached_property
    def native(self) -> core.Pattern:
        return native(self.pattern, self.data)

    def verify(self) -> None:
        """Reads all data; raises `Damaged` if the checksum does not match."""
        if checksum(self.data) != facts_of(self.path)["checksum"]:
            raise Damaged("the checksum of its data differs from that in its header")


def native(pattern: Pattern, data: memoryview) -> core.Pattern:
    """The database in the form that the core uses."""
    return core.Pattern(pattern.width, pattern.height, pattern.blank, pattern.cells, pattern.additive, data)


class Writer:
    """Writes the file of one database: the data in chunks, then the header."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = blake2b(digest_size=16)
        file.seek(PAGE)

    def add(self, data: memoryview) -> None:
        for chunk in chunks(data):
            self._digest.update(chunk)
            self._file.write(chunk)

    def finish(self, pattern: Pattern, histogram: Sequence[int], seconds: float, now: int) -> None:
        """Completes the file; it is synced to disk when this returns."""
        facts = {
            "format": FORMAT,
            "pattern": pattern.to_json(),
            "entries": pattern.entries,
            "checksum": self._digest.hexdigest(),
            "histogram": list(histogram),
            "seconds": round(seconds, 3),
            "built": now,
        }
        line = json.dumps(facts).encode() + b"\n"
        page = MAGIC + line + blake2b(line, digest_size=16).hexdigest().encode() + b"\n"
        self._file.seek(0)
        self._file.write(page.ljust(PAGE, b"\0"))
        self._file.flush()
        os.utime(self._file.fileno(), (now, now))
        os.fsync(self._file.fileno())


def open_database(path: Path) -> Database:
    """Opens a database; raises `Damaged` or FileNotFoundError."""
    try:
        return _open(path, facts_of(path))
    except (KeyError, OverflowError, RecursionError, TypeError, ValueError):
        raise Damaged("its header does not describe a database") from None


def _open(path: Path, facts: dict[str, Any]) -> Database:
    pattern = pattern_of(facts)
    status = path.stat()
    if status.st_size != PAGE + pattern.size or facts["entries"] != pattern.entries:
        raise Damaged(f"it has {status.st_size:,} bytes instead of {PAGE + pattern.size:,}")
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    database = Database(
        pattern, path, memoryview(mapped)[PAGE:], tuple(facts["histogram"]), facts["seconds"], facts["built"]
    )
    if status.st_mtime_ns != facts["built"] * 10**9:
        database.verify()
        with suppress(OSError):  # owned by another user; then the file is verified each time
            os.utime(path, (status.st_atime, facts["built"]))
    return database


def facts_of(path: Path) -> dict[str, Any]:
    """The facts in the header; raises `Damaged`."""
    if not path.is_file() and path.exists():  # to open a named pipe would wait for a writer
        raise Damaged("it is not a file")
    with path.open("rb") as file:
        page = file.read(PAGE)
    if not page.startswith(MAGIC):
        raise Damaged("it does not begin like a database")
    line, _, rest = page[len(MAGIC) :].partition(b"\n")
    if rest[:32] != blake2b(line + b"\n", digest_size=16).hexdigest().encode():
        raise Damaged("its header is damaged")
    facts: dict[str, Any] = json.loads(line)
    if facts["format"] != FORMAT:
        raise Damaged(f"it has format {facts['format']}; this version of budge reads format {FORMAT}")
    return facts


def pattern_of(facts: dict[str, Any]) -> Pattern:
    return Pattern.from_json(facts["pattern"])


def checksum(data: memoryview) -> str:
    digest = blake2b(digest_size=16)
    for chunk in chunks(data):
        digest.update(chunk)
    return digest.hexdigest()


def chunks(data: memoryview) -> Iterator[memoryview]:
    """The data in chunks, so that Ctrl-C is handled between them."""
    for start in range(0, len(data), CHUNK):
        yield data[start : start + CHUNK]
