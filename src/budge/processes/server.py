"""The child's side of `budge.processes.child`: the fork server, its supervisors and their workers.

Here stands also what both sides say to each other: pickled values, each after its length.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import math
import os
import pickle
import resource
import secrets
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

Emit = Callable[[Any], None]

POLL = 0.05  # seconds between two looks at the observer, and at the worker's memory
MOST_JOBS = 1000  # of a child that is kept, and
MOST_BYTES = 300 << 20  # at its peak: then it makes way for a fresh one
NAMES = 400  # bytes for the names of a job's modules
LENGTH = struct.Struct("!Q")


@dataclass(frozen=True)
class Ended:
    """The last event of every job: how it ended and what it used."""

    stopped_by: str | None = None  # seconds, memory, interrupt, cancel, crash; None if the job returned
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    reason: str | None = None  # of a crash, in words


@dataclass(frozen=True)
class Idle:
    """A child that is kept has done a job."""

    reusable: bool  # whether it takes another


@dataclass(frozen=True)
class Assignment:
    """What a supervisor is told."""

    memory: int | None
    folder: str | None  # where the caller stands
    job: tuple[str, str, Any] | None  # module, function and argument; None: they come one by one, elsewhere
    idle: float = 0.0  # seconds to wait for one that comes


def serve(descriptor: int) -> None:
    """The fork server: a supervisor for all lines that are handed in together, until the caller is gone."""
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors that have ended leave nothing to wait for
    while True:
        modules, lines, _, _ = socket.recv_fds(control, NAMES, 2)
        if not modules:
            return
        for module in modules.decode().split():
            with contextlib.suppress(Exception):  # what is wrong with it, the worker will say
                importlib.import_module(module)
        gc.freeze()  # what is here stays: no child need look through it, and so copy it
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                _supervise(*(socket.socket(fileno=line) for line in lines))
            finally:
                os._exit(0)
        for line in lines:
            os.close(line)


def _supervise(line: socket.socket, inbox: socket.socket | None = None) -> None:
    """The supervisor: forks the worker, kills it when it must, reports, and cleans up."""
    global _files
    order: Assignment | None = _receive(line)
    if order is None or select.select([line], [], [], 0)[0]:  # the caller is gone already
        return
    memory = order.memory
    files = _files = Path(tempfile.gettempdir(), f"budge-{secrets.token_hex(8)}")
    alive, life = os.pipe()  # closes when the worker ends
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        os.close(alive)
        _work(line, inbox, order)
    if inbox is not None:
        inbox.close()
    os.close(life)
    killed_by = None
    while killed_by is None:
        ready = select.select([alive, line.fileno()], [], [], POLL)[0]
        if alive in ready:
            break
        if ready:
            killed_by = "cancel"
        elif memory is not None and _resident(worker) > memory:
            killed_by = "memory"
    used = _used(worker) if killed_by else None
    _kill_group(worker)
    if killed_by and used:  # a worker that gives back gigabytes takes a while, for which the caller need not wait
        with contextlib.suppress(OSError):  # it may be gone
            _send(line, Ended(killed_by, *used))
    _, status, counted = os.wait4(worker, 0)
    shutil.rmtree(files, ignore_errors=True)  # seldom there at all
    if killed_by is None:
        _send(line, _ended(status, counted, memory))


def _ended(status: int, used: resource.struct_rusage, memory: int | None) -> Ended:
    """How a worker ended by itself."""
    stopped_by = reason = None
    if status != 0:
        signalled = os.WIFSIGNALED(status)
        reason = f"the solver died of {signal.Signals(os.WTERMSIG(status)).name}" if signalled else "the solver exited"
        # A solver that is refused memory may abort.
        stopped_by = "memory" if memory is not None and used.ru_maxrss << 10 > 0.8 * memory else "crash"
    return Ended(stopped_by, used.ru_utime + used.ru_stime, used.ru_maxrss << 10, reason)


def _work(line: socket.socket, inbox: socket.socket | None, order: Assignment) -> None:
    """The worker. Never returns."""

    def emit(event: Any) -> None:
        _send(line, event)

    try:
        if order.folder is not None:
            os.chdir(order.folder)  # the server stands where the caller stood when it was started
        if order.memory is not None:
            _limit_addresses(order.memory)
        if order.job is not None:
            _call(order.job, emit)
        elif inbox is not None:
            _take_jobs(inbox, order.idle, emit)
        os._exit(0)
    except MemoryError:
        _send(line, Ended("memory"))
    except BaseException as problem:
        _send(line, Ended("crash", reason=f"{type(problem).__name__}: {problem}".removesuffix(": ")))
    os._exit(1)


def _take_jobs(inbox: socket.socket, idle: float, emit: Emit) -> None:
    """What a child that is kept does, until nobody has had a job for it in so many seconds."""
    seconds = None if math.isinf(idle) else idle
    for number in count(1):
        job = _receive(inbox) if select.select([inbox], [], [], seconds)[0] else None
        if job is None:
            return
        _call(job, emit)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
        emit(Idle(number < MOST_JOBS and peak < MOST_BYTES))


def _call(job: tuple[str, str, Any], emit: Emit) -> None:
    module, name, argument = job
    getattr(importlib.import_module(module), name)(argument, emit)


def _limit_addresses(memory: int) -> None:
    """A backstop for one huge request; the supervisor watches what is really used. A tighter limit stays."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(2 * memory + (4 << 30), sys.maxsize, *known), hard))


def _kill_group(worker: int) -> None:
    try:
        os.killpg(worker, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(worker, signal.SIGKILL)  # it had not yet made its group


def _resident(process: int) -> int:
    """The memory of a process and of the programs it runs."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        threads = Path(f"/proc/{process}/task").glob("*/children")
        children = [int(child) for thread in threads for child in thread.read_text().split()]
    except (OSError, IndexError):
        return 0
    return pages * resource.getpagesize() + sum(map(_resident, children))


def _used(process: int) -> tuple[float, int]:
    """The CPU seconds and the peak memory of a process that runs."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks = sum(map(int, fields[11:15]))  # its own and its children's, as program and as system
        status = Path(f"/proc/{process}/status").read_text()
        peak = status.partition("VmHWM:")[2].split()
    except (OSError, ValueError):
        return 0.0, 0
    return ticks / os.sysconf("SC_CLK_TCK"), int(peak[0]) << 10 if peak else 0


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for the files of a job, which are gone when the job ends, also when it is killed."""
    if _files is not None:
        _files.mkdir(mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="budge-", dir=_files) as name:
        yield Path(name)


_files: Path | None = None  # of this worker; made when it is needed, removed by the supervisor


def packed(value: Any) -> bytes:
    data = pickle.dumps(value)
    return LENGTH.pack(len(data)) + data


def _send(line: socket.socket, value: Any) -> None:
    line.sendall(packed(value))


def _receive(line: socket.socket) -> Any:
    """The next value; None if the line is cut."""
    head = _exactly(line, LENGTH.size)
    data = _exactly(line, LENGTH.unpack(head)[0]) if head else None
    return pickle.loads(data) if data else None


def _exactly(line: socket.socket, size: int) -> bytes | None:
    parts = []
    while size:
        part = line.recv(min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
