"""The child's side of `budge.processes.child`: the fork server, the supervisors it forks, and their workers.

The module also defines the messages between both sides: pickled values, each preceded by its length.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import math
import os
import pickle
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
from typing import TYPE_CHECKING, Any

from budge.processes import tuning

if TYPE_CHECKING:
    import resource  # Unix only: functions that use it import it

Emit = Callable[[Any], None]

MODULE_NAMES_BYTES = 400  # size of the message that names the modules of a job
LENGTH = struct.Struct("!Q")


@dataclass(frozen=True)
class Ended:
    """The last event of every job: how it ended and the resources it used."""

    stopped_by: str | None = None  # seconds, memory, interrupt, cancel, crash; None if the job returned
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    reason: str | None = None  # of a crash, as text


@dataclass(frozen=True)
class Idle:
    """A reusable child has finished a job."""

    reusable: bool  # whether it accepts another job


@dataclass(frozen=True)
class Assignment:
    """The first message to a supervisor."""

    memory: int | None
    folder: str | None  # the caller's working directory
    job: tuple[str, str, Any] | None  # module, function and argument; None: jobs arrive one by one in the inbox
    max_idle_seconds: float = 0.0  # how long the worker waits for the next job


def serve(descriptor: int) -> None:
    """The fork server: forks one supervisor for each message until the caller exits. A message carries the names of
    modules and the supervisor's sockets."""
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps supervisors
    while True:
        modules, sockets, _, _ = socket.recv_fds(control, MODULE_NAMES_BYTES, 2)
        if not modules:
            return
        for module in modules.decode().split():
            with contextlib.suppress(Exception):  # the worker imports it again and reports the error
                importlib.import_module(module)
        gc.freeze()  # a child's garbage collector then skips these objects and does not copy their pages
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                _supervise(*(socket.socket(fileno=channel) for channel in sockets))
            finally:
                os._exit(0)
        for channel in sockets:
            os.close(channel)


def _supervise(channel: socket.socket, inbox: socket.socket | None = None) -> None:
    """The supervisor: forks the worker, kills it if necessary, reports how it ended, and cleans up."""
    global _files
    assignment: Assignment | None = _receive(channel)
    if assignment is None or select.select([channel], [], [], 0)[0]:  # the caller has hung up already
        return
    memory = assignment.memory
    files = _files = Path(tempfile.gettempdir(), f"budge-{secrets.token_hex(8)}")
    alive, life = os.pipe()  # closes when the worker ends
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        os.close(alive)
        _work(channel, inbox, assignment)
    if inbox is not None:
        inbox.close()
    os.close(life)
    killed_by = None
    while killed_by is None:
        ready = select.select([alive, channel.fileno()], [], [], tuning.POLL_SECONDS)[0]
        if alive in ready:
            break
        if ready:
            killed_by = "cancel"
        elif memory is not None and _resident(worker) > memory:
            killed_by = "memory"
    used = _used(worker) if killed_by else None
    _kill_group(worker)
    if killed_by and used:  # report first: the kernel needs a while to free gigabytes
        with contextlib.suppress(OSError):  # the caller may have exited
            _send(channel, Ended(killed_by, *used))
    _, status, counted = os.wait4(worker, 0)
    shutil.rmtree(files, ignore_errors=True)  # rarely exists
    if killed_by is None:
        _send(channel, _ended(status, counted, memory))


def _ended(status: int, used: resource.struct_rusage, memory: int | None) -> Ended:
    """The report on a worker that was not killed by its supervisor."""
    stopped_by = reason = None
    if status != 0:
        signalled = os.WIFSIGNALED(status)
        reason = f"the solver died of {signal.Signals(os.WTERMSIG(status)).name}" if signalled else "the solver exited"
        # A solver may abort when an allocation fails.
        stopped_by = "memory" if memory is not None and _peak_bytes(used) > 0.8 * memory else "crash"
    return Ended(stopped_by, used.ru_utime + used.ru_stime, _peak_bytes(used), reason)


def _peak_bytes(used: resource.struct_rusage) -> int:
    """The peak memory; macOS counts bytes, other systems count kilobytes."""
    return used.ru_maxrss if sys.platform == "darwin" else used.ru_maxrss << 10


def _work(channel: socket.socket, inbox: socket.socket | None, assignment: Assignment) -> None:
    """The worker. Never returns."""

    def emit(event: Any) -> None:
        _send(channel, event)

    try:
        if assignment.folder is not None:
            os.chdir(assignment.folder)  # the caller may have changed its directory since the server started
        if assignment.memory is not None:
            _limit_address_space(assignment.memory)
        if assignment.job is not None:
            _call(assignment.job, emit)
        elif inbox is not None:
            _run_jobs(inbox, assignment.max_idle_seconds, emit)
        os._exit(0)
    except MemoryError:
        _send(channel, Ended("memory"))
    except BaseException as problem:
        _send(channel, Ended("crash", reason=f"{type(problem).__name__}: {problem}".removesuffix(": ")))
    os._exit(1)


def _run_jobs(inbox: socket.socket, max_idle_seconds: float, emit: Emit) -> None:
    """Run the jobs of a reusable child until none has arrived for `max_idle_seconds`."""
    seconds = None if math.isinf(max_idle_seconds) else max_idle_seconds
    for number in count(1):
        job = _receive(inbox) if select.select([inbox], [], [], seconds)[0] else None
        if job is None:
            return
        _call(job, emit)
        emit(Idle(number < tuning.MAX_JOBS and _own_peak_bytes() < tuning.MAX_PEAK_BYTES))


def _own_peak_bytes() -> int:
    """The peak memory of this process, without the files that it has mapped, such as pattern databases."""
    import resource

    peak = _peak_bytes(resource.getrusage(resource.RUSAGE_SELF))
    try:
        status = Path("/proc/self/status").read_text()
        mapped = sum(int(status.partition(f"{name}:")[2].split()[0]) << 10 for name in ("RssFile", "RssShmem"))
    except (OSError, IndexError, ValueError):
        return peak
    return peak - mapped


def _call(job: tuple[str, str, Any], emit: Emit) -> None:
    module, name, argument = job
    getattr(importlib.import_module(module), name)(argument, emit)


def _limit_address_space(memory: int) -> None:
    """Limit the address space, so that a single huge allocation fails. The supervisor checks the memory in use. An
    existing tighter limit is kept."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(2 * memory + (4 << 30), sys.maxsize, *known), hard))


def _kill_group(worker: int) -> None:
    try:
        os.killpg(worker, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(worker, signal.SIGKILL)  # it has not created its process group yet


def _resident(process: int) -> int:
    """The resident memory of a process and its descendants."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        threads = Path(f"/proc/{process}/task").glob("*/children")
        children = [int(child) for thread in threads for child in thread.read_text().split()]
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(map(_resident, children))


def _used(process: int) -> tuple[float, int]:
    """The CPU seconds and the peak memory of a running process."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks = sum(map(int, fields[11:15]))  # user and system time, of the process and of its children
        status = Path(f"/proc/{process}/status").read_text()
        peak = status.partition("VmHWM:")[2].split()
    except (OSError, ValueError):
        return 0.0, 0
    return ticks / os.sysconf("SC_CLK_TCK"), int(peak[0]) << 10 if peak else 0


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for the files of a job. It is removed when the job ends, even if the job is killed."""
    if _files is not None:
        _files.mkdir(mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="budge-", dir=_files) as name:
        yield Path(name)


_files: Path | None = None  # parent of this worker's temporary folders; the supervisor removes it


def packed(value: Any) -> bytes:
    data = pickle.dumps(value)
    return LENGTH.pack(len(data)) + data


def _send(channel: socket.socket, value: Any) -> None:
    channel.sendall(packed(value))


def _receive(channel: socket.socket) -> Any:
    """The next value; None if the connection is closed."""
    head = _exactly(channel, LENGTH.size)
    data = _exactly(channel, LENGTH.unpack(head)[0]) if head else None
    return pickle.loads(data) if data else None


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    parts = []
    while size:
        part = channel.recv(min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
