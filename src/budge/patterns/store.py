"""The store: one file per database in the user's cache directory, shared by all processes.

A database is built in memory and written to `KEY.tmp`, which is locked from before the build until it is renamed to
`KEY.pdb`. Other processes wait for the lock and then find the finished file. A builder that fails deletes its file; the
file of a killed builder is unlocked, and the next build deletes it. Readers never see a partial database.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from budge.locks import lock
from budge.native import core
from budge.patterns.file import PAGE, Damaged, Database, Writer, open_database
from budge.patterns.pattern import Pattern

POLL_SECONDS = 0.1  # between two attempts to lock
NANOSECONDS = {True: 6, False: 45}  # on one core, per bit of an additive and per entry of a plain database


class BuildStopped(Exception):
    """A limit, Ctrl-C or the observer stopped a build, and its file was deleted. `reason` as in
    `Outcome.stopped_by`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Building:
    """The progress of a build."""

    pattern: Pattern
    done: int  # entries
    bytes: int  # of memory in use
    seconds: float
    waiting: bool = False  # for another process that builds the same database


@dataclass(frozen=True)
class Terms:
    """The limits of a build, and its callbacks."""

    seconds: float | None = None
    memory: int | None = None
    threads: int | None = None  # None: all cores
    watch: Callable[[Building], bool] | None = None  # called often; False stops the build
    damaged: Callable[[Path, str], None] | None = None  # called with a file that will be rebuilt, and the reason


def build_seconds(pattern: Pattern) -> float:
    """A rough estimate of the time of a build on all cores."""
    objects = 1 if pattern.additive else len(pattern.cells) + 1
    return pattern.entries * objects * NANOSECONDS[pattern.additive] * 1e-9 / (os.cpu_count() or 1)


def cache_folder() -> Path:
    """`$BUDGE_CACHE`, or the cache directory of this system."""
    chosen = os.environ.get("BUDGE_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("budge")


Mark = tuple[int, int, int]  # identifies the version of a file
OPEN: dict[Path, tuple[Mark, Database]] = {}


class Store:
    """The databases in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = cache_folder() / "patterns" if folder is None else folder

    def path(self, pattern: Pattern) -> Path:
        return self.folder / f"{pattern.key}.pdb"

    def __contains__(self, pattern: Pattern) -> bool:
        """Whether the file exists; `open` validates it."""
        return os.path.isfile(self.path(pattern))  # False also for an unreadable folder

    def open(self, pattern: Pattern) -> Database | None:
        """The database, or None if it does not exist; raises `Damaged`. Files stay open for further use."""
        path = self.path(pattern)
        try:
            before = mark(path)
            if path in OPEN and OPEN[path][0] == before:
                return OPEN[path][1]
            found = open_database(path)
        except FileNotFoundError:
            return None
        if found.pattern != pattern:
            raise Damaged("it contains a different database than its name says")
        OPEN[path] = mark(path), found
        return found

    def fetch(self, pattern: Pattern, terms: Terms | None = None) -> Database:
        """The database; builds it if it is missing or damaged. Raises `BuildStopped`."""
        terms = terms or Terms()
        try:
            found = self.open(pattern)
        except Damaged as problem:
            if terms.damaged is not None:
                terms.damaged(self.path(pattern), str(problem))
            self.path(pattern).unlink(missing_ok=True)
            found = None
        return found or self.build(pattern, terms)

    def build(self, pattern: Pattern, terms: Terms) -> Database:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.sweep()
        began = time.monotonic()
        try:
            with self._sole_builder(pattern, terms) as file:
                if self.open(pattern) is None:  # otherwise another process built it meanwhile
                    waited = time.monotonic() - began
                    self._write(file, pattern, terms, None if terms.seconds is None else terms.seconds - waited)
        except KeyboardInterrupt:
            raise BuildStopped("interrupt") from None
        found = self.open(pattern)
        assert found is not None
        return found

    def _write(self, file: BinaryIO, pattern: Pattern, terms: Terms, seconds: float | None) -> None:
        """Builds the database in the temporary file, and renames it."""
        reserve(file, PAGE + pattern.size, self.folder)
        began = time.monotonic()
        writer = Writer(file)
        histogram = build(pattern, writer.add, terms, seconds)
        writer.finish(pattern, histogram, time.monotonic() - began, int(time.time()))
        os.replace(self._temporary(pattern), self.path(pattern))
        sync_folder(self.folder)

    def _temporary(self, pattern: Pattern) -> Path:
        return self.folder / f"{pattern.key}.tmp"

    @contextmanager
    def _sole_builder(self, pattern: Pattern, terms: Terms) -> Iterator[BinaryIO]:
        """Waits for the lock of the temporary file and yields it, empty; deletes it unless the caller renamed it."""
        path = self._temporary(pattern)
        began = time.monotonic()
        while True:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
            try:
                while not lock(file.fileno()):
                    seconds = time.monotonic() - began
                    if terms.watch is not None and not terms.watch(Building(pattern, 0, 0, seconds, waiting=True)):
                        raise BuildStopped("cancel")
                    if terms.seconds is not None and seconds > terms.seconds:
                        raise BuildStopped("seconds")
                    time.sleep(POLL_SECONDS)
                if not names(path, file):  # another builder renamed or deleted it meanwhile
                    continue
                file.truncate(0)
                try:
                    yield file
                finally:
                    if names(path, file):
                        path.unlink()
                return
            finally:
                file.close()

    def databases(self) -> list[Database | tuple[Path, str]]:
        """All databases, sorted by name; for an unreadable file, its path and the reason."""
        found: list[Database | tuple[Path, str]] = []
        for path in sorted(self.folder.glob("*.pdb")):
            try:
                found.append(open_database(path))
            except Damaged as problem:
                found.append((path, str(problem)))
            except OSError as problem:
                found.append((path, problem.strerror or str(problem)))
        return found

    def sweep(self) -> None:
        """Deletes the files of killed builders."""
        for path in self.folder.glob("*.tmp"):
            if not path.is_file():  # to open a named pipe would wait for a writer
                continue
            try:
                with path.open("rb") as file:
                    if lock(file.fileno()) and names(path, file):
                        path.unlink()
            except OSError:
                continue  # already deleted, or owned by another user


def build(pattern: Pattern, write: Callable[[memoryview], None], terms: Terms, seconds: float | None) -> list[int]:
    """Builds a database and passes its data to `write` in chunks; returns its histogram, or raises `BuildStopped`."""

    def tick(now: core.Now) -> bool:
        return terms.watch is None or terms.watch(Building(pattern, now.generated, now.bytes, now.seconds))

    cores = os.cpu_count() or 1
    run = core.Run(
        seconds=None if seconds is None else max(seconds, 1e-3),
        nodes=None,
        memory=(1 << 62) if terms.memory is None else terms.memory,
        threads=min(terms.threads or cores, cores),
        tick=tick,
    )
    built = core.build_pattern(
        pattern.width, pattern.height, pattern.blank, pattern.cells, pattern.additive, write, run
    )
    if built.stopped_by is not None:
        raise BuildStopped(built.stopped_by)
    return built.histogram


def reserve(file: BinaryIO, size: int, folder: Path) -> None:
    """Reserves disk space before the build, so that a full disk is reported at once."""
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            raise
        needed = f"not enough disk space for a database of {size / 1e6:,.1f} MB ({problem.strerror})"
        raise OSError(problem.errno, f"{needed}; set BUDGE_CACHE to another folder", str(folder)) from None


def mark(path: Path) -> Mark:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def names(path: Path, file: BinaryIO) -> bool:
    """Whether `path` still refers to this open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def sync_folder(folder: Path) -> None:
    """Syncs a folder, so that a rename is durable. Windows cannot open one."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
