"""Work in a child process, so that limits are hard and the crash of a solver is only a message.

A *fork server*, one Python process a program, is started on first use in a session of its own. For each job it imports
what the job needs, once, and forks a *supervisor*, which forks the *worker* and waits for it. So a job costs
milliseconds, not an interpreter's start; no thread of the caller is ever forked, and nobody's `__main__` is run
twice. The supervisor kills the worker with all its descendants when the caller hangs up (or dies) and when memory runs
out, says at the end what was used, and removes the temporary files of a worker that could not do so itself.
"""

from __future__ import annotations

import contextlib
import importlib
import json
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
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from budge.model import Limits, Observer

T = TypeVar("T")
Emit = Callable[[Any], None]
Job = Callable[[T, Emit], None] | str  # a function of a module; as `module:function`, only the child imports it

POLL = 0.05  # seconds between two looks at the observer, and at the worker's memory
GRACE = 0.12  # seconds in which a job that was stopped may say what it used; then nobody waits for it any more
START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from budge.processes import child; child.serve(int(sys.argv[2]))"
)
NAMES = 400  # bytes for the names of a job's modules
LENGTH = struct.Struct("!Q")


@dataclass(frozen=True)
class Ended:
    """The last event of every job: how it ended and what it used."""

    stopped_by: str | None = None  # seconds, memory, interrupt, cancel, crash; None if the job returned
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    reason: str | None = None  # of a crash, in words


CUT = Ended("crash", reason="the child process was killed")


@dataclass(frozen=True)
class Silent:
    """The child is at work and has said nothing for a while."""


def work(
    job: Job[T],
    argument: T,
    limits: Limits,
    observer: Observer,
    *,
    tick: float | None = None,
    imports: Sequence[str] = (),
) -> Iterator[Any]:
    """Call `job(argument, emit)` in a child and yield what it emits as it comes, then one `Ended`.

    Obeys the seconds and memory of `limits`, `observer.cancel` and Ctrl-C; the limit on nodes is the job's own affair.
    After every `tick` seconds without a word from the child comes a `Silent`. Modules that the argument is made of and
    that take long to import are named in `imports`: the fork server imports them once, and not every child anew.
    """
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    heard = time.monotonic()
    stopped_by = None
    module, name = job.split(":") if isinstance(job, str) else (job.__module__, job.__qualname__)
    with _ForkServer.mine().job([module, *imports]) as line:
        ours = _Line(line, (module, name, argument, limits.memory, _folder()))
        while stopped_by is None:
            try:
                stopped_by = _why_stop(deadline, observer)
                event = None if stopped_by else ours.next(min(POLL, _left(deadline)))
            except KeyboardInterrupt:
                stopped_by, event = "interrupt", None
            if event is None and tick is not None and time.monotonic() >= heard + tick:
                event = Silent()
            if event is not None:
                heard = time.monotonic()
                yield event
            if isinstance(event, Ended):
                return
        yield from _last_words(ours, stopped_by)


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for the files of a job, which are gone when the job ends, also when it is killed."""
    if _files is not None:
        _files.mkdir(mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="budge-", dir=_files) as name:
        yield Path(name)


_files: Path | None = None  # of this worker; made when it is needed, removed by the supervisor


def _last_words(line: _Line, stopped_by: str) -> Iterator[Any]:
    """What a stopped job had said before it heard of that, and its end. The supervisor reports at once, if it is there:
    while it is still being forked, behind slow imports, there is nothing to report."""
    until = time.monotonic() + GRACE
    line.hang_up()
    with contextlib.suppress(KeyboardInterrupt):
        while (left := until - time.monotonic()) > 0:
            event = line.next(left)
            if isinstance(event, Ended):
                yield replace(event, stopped_by=stopped_by, reason=None)
                return
            if event is not None:
                yield event
    yield Ended(stopped_by)


def _folder() -> str | None:
    """Where the caller stands, so that a job means the same files by their names; None if the folder is gone."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


def _why_stop(deadline: float | None, observer: Observer) -> str | None:
    if observer.cancelled:
        return "cancel"
    return "seconds" if _left(deadline) <= 0 else None


def _left(deadline: float | None) -> float:
    return math.inf if deadline is None else max(0.0, deadline - time.monotonic())


class _Line:
    """The caller's end of a line to a supervisor: what is sent and what comes never keeps the caller waiting."""

    def __init__(self, line: socket.socket, order: Any) -> None:
        line.setblocking(False)
        self._line = line
        self._unsent = memoryview(_packed(order))
        self._received = bytearray()

    def next(self, seconds: float) -> Any:
        """The next value if it comes within so many seconds, else None; an `Ended` if the line is cut."""
        until = time.monotonic() + seconds
        while True:
            if (value := self._unpacked()) is not None:
                return value
            ready = select.select(
                [self._line], [self._line] if self._unsent else [], [], max(0.0, until - time.monotonic())
            )
            if not any(ready):
                return None
            try:
                if ready[1]:
                    self._unsent = self._unsent[self._line.send(self._unsent) :]
                if ready[0]:
                    part = self._line.recv(1 << 20)
                    if not part:
                        return CUT
                    self._received += part
            except BlockingIOError:
                continue
            except OSError:
                return CUT

    def hang_up(self) -> None:
        """The supervisor hears it, kills, and reports."""
        self._unsent = memoryview(b"")
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    def _unpacked(self) -> Any:
        """The first value, if all of it is here."""
        if len(self._received) < LENGTH.size:
            return None
        end = LENGTH.size + LENGTH.unpack_from(self._received)[0]
        if len(self._received) < end:
            return None
        data = bytes(memoryview(self._received)[LENGTH.size : end])
        del self._received[:end]
        try:
            return pickle.loads(data)
        except Exception:  # the worker was killed in mid-word, and the supervisor's report came behind it
            return CUT


def fork_a_server() -> None:
    """Give a worker whose job will call `work` a fork server with all that is imported here, in no time.

    Only for a worker, which has one thread: before it starts others.
    """
    _ForkServer._current = _ForkServer(by_fork=True)


def _started(line: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", START, json.dumps(sys.path), str(line.fileno())],
        pass_fds=[line.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the caller to hear and to pass on
    )


def _forked(ours: socket.socket, theirs: socket.socket) -> _Forked:
    process = os.fork()
    if process == 0:
        try:
            os.setsid()  # else it dies with the worker, and cannot see that the worker's own workers do
            ours.close()
            serve(theirs.detach())
        finally:
            os._exit(0)
    return _Forked(process)


@dataclass(frozen=True)
class _Forked:
    """A forked process, as much like `subprocess.Popen` as is needed here."""

    process: int

    def poll(self) -> int | None:
        try:
            return 0 if os.waitpid(self.process, os.WNOHANG)[0] else None
        except ChildProcessError:
            return 0


class _ForkServer:
    """The process that forks, and the line to it."""

    _current: ClassVar[_ForkServer | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, *, by_fork: bool = False) -> None:
        self._owner = os.getpid()
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = _forked(self._line, theirs) if by_fork else _started(theirs)

    @classmethod
    def mine(cls) -> _ForkServer:
        """That of this process, started if there is none or it has died."""
        with cls._lock:
            current = cls._current
            if current is None or current._owner != os.getpid() or current._process.poll() is not None:
                current = cls._current = cls()
            return current

    def job(self, modules: Sequence[str]) -> socket.socket:
        """A line to a new supervisor, which has these modules; of very many, the first ones."""
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            socket.send_fds(self._line, [" ".join(modules).encode().ljust(NAMES)[:NAMES]], [theirs.fileno()])
        return ours


def serve(descriptor: int) -> None:
    """The fork server: a supervisor for every line that is handed in, until the caller is gone."""
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors that have ended leave nothing to wait for
    while True:
        modules, lines, _, _ = socket.recv_fds(control, NAMES, 1)
        if not modules:
            return
        for module in modules.decode().split():
            with contextlib.suppress(Exception):  # what is wrong with it, the worker will say
                importlib.import_module(module)
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                _supervise(socket.socket(fileno=lines[0]))
            finally:
                os._exit(0)
        os.close(lines[0])


def _supervise(line: socket.socket) -> None:
    """The supervisor: forks the worker, kills it when it must, reports, and cleans up."""
    global _files
    order = _receive(line)
    if order is None or select.select([line], [], [], 0)[0]:  # the caller is gone already
        return
    module, name, argument, memory, folder = order
    files = _files = Path(tempfile.gettempdir(), f"budge-{secrets.token_hex(8)}")
    alive, life = os.pipe()  # closes when the worker ends
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        os.close(alive)
        _work(line, module, name, argument, memory, folder)
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
    if killed_by and used:  # to give back gigabytes takes a worker a while, for which the caller need not wait
        with contextlib.suppress(OSError):  # nor has he to be there
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


def _work(line: socket.socket, module: str, name: str, argument: Any, memory: int | None, folder: str | None) -> None:
    """The worker. Never returns."""
    try:
        if folder is not None:
            os.chdir(folder)  # the server stands where the caller stood when it was started
        if memory is not None:
            _limit_addresses(memory)
        getattr(importlib.import_module(module), name)(argument, lambda event: _send(line, event))
        os._exit(0)
    except MemoryError:
        _send(line, Ended("memory"))
    except BaseException as problem:
        _send(line, Ended("crash", reason=f"{type(problem).__name__}: {problem}".removesuffix(": ")))
    os._exit(1)


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


def _packed(value: Any) -> bytes:
    data = pickle.dumps(value)
    return LENGTH.pack(len(data)) + data


def _send(line: socket.socket, value: Any) -> None:
    line.sendall(_packed(value))


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
