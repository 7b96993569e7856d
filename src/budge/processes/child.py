"""Runs work in child processes: limits are hard, and a solver that crashes does not crash the caller.

The first job starts a *fork server*: one Python process per program, in its own session. For each job the server
imports the modules that the job needs, once, and forks a *supervisor*, which forks the *worker* and waits for it. So a
job costs milliseconds instead of the start of an interpreter, threads of the caller are never forked, and the user's
`__main__` is not run again. The supervisor kills the worker and its descendants if the caller hangs up or exits, or if
the worker exceeds its memory limit. It reports the resources used and removes the temporary files of a killed worker.
A `Child` is reusable: it runs one job after another, since forking and exiting take longer than many jobs.

This module is the caller's side; `budge.processes.server` is the child's.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import math
import os
import pickle
import select
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from budge.model import Limits, Observer
from budge.processes import tuning
from budge.processes.limits import require_children
from budge.processes.server import (
    LENGTH,
    MODULE_NAMES_BYTES,
    Assignment,
    Emit,
    Ended,
    Idle,
    packed,
    serve,
    temporary_folder,
)

__all__ = ["Child", "Emit", "Ended", "Job", "Silent", "fork_server_here", "temporary_folder", "work"]

T = TypeVar("T")
Job = Callable[[T, Emit], None] | str  # a module-level function; as `module:function`, only the child imports it

START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from budge.processes import server; server.serve(int(sys.argv[2]))"
)
CUT = Ended("crash", reason="the child process was killed")


@dataclass(frozen=True)
class Silent:
    """The child is running and has emitted nothing for `tick` seconds."""


def work(
    job: Job[T],
    argument: T,
    limits: Limits,
    observer: Observer,
    *,
    tick: float | None = None,
    imports: Sequence[str] = (),
) -> Iterator[Any]:
    """Call `job(argument, emit)` in a child. Yields each event that it emits, then one `Ended`.

    Enforces the seconds and memory of `limits`, `observer.cancel` and Ctrl-C. The job itself must enforce the limit on
    nodes. Yields a `Silent` after every `tick` seconds without an event. `imports` names modules that the argument
    needs and that are slow to import: the fork server imports them once for all children.
    """
    module, name = _named(job)
    ours, theirs = socket.socketpair()
    with ours:
        _ForkServer.mine().job([module, *imports], theirs)
        channel = _Channel(ours)
        channel.send(ours, Assignment(limits.memory, _folder(), (module, name, argument)))
        yield from _events(channel, limits.seconds, observer, tick)


class Child:
    """A reusable child: runs one job after another.

    Its limits are as hard as those of `work`. If a job is stopped early, its process ends and the next job gets a new
    one. A process that has been idle for more than `max_idle_seconds` is replaced too.
    """

    def __init__(self, memory: int | None, *, imports: Sequence[str] = (), max_idle_seconds: float = math.inf) -> None:
        self.memory = memory
        self._imports, self._max_idle_seconds = imports, max_idle_seconds
        self._channel: _Channel | None = None
        self._inbox: socket.socket | None = None
        self._last_used = 0.0  # when the last job ended

    def work(
        self, job: Job[T], argument: T, observer: Observer, *, seconds: float | None = None, tick: float | None = None
    ) -> Iterator[Any]:
        """Like the function `work`, but the `Ended` of a job that returned does not report the resources used."""
        module, name = _named(job)
        channel = self._reused() or self._started(module)
        assert self._inbox is not None
        channel.send(self._inbox, (module, name, argument))
        reusable = False
        try:
            for event in _events(channel, seconds, observer, tick):
                if isinstance(event, Idle):
                    reusable = event.reusable
                    yield Ended()
                    return
                yield event
        finally:  # also if the caller abandons the iterator
            self._last_used = time.monotonic()
            if not reusable:
                self.close()

    @property
    def is_idle(self) -> bool:
        """Whether a process waits for the next job. It may have died since the last job."""
        return self._channel is not None

    def close(self) -> None:
        """End the process. The next job starts a new one."""
        if self._channel is not None and self._inbox is not None:
            self._channel.close()
            self._inbox.close()
        self._channel = self._inbox = None

    def _reused(self) -> _Channel | None:
        if self._channel is not None:
            expired = time.monotonic() > self._last_used + self._max_idle_seconds
            if expired or self._channel.idle_child_exited():
                self.close()
        return self._channel

    def _started(self, module: str) -> _Channel:
        (ours, theirs), (self._inbox, inbox) = socket.socketpair(), socket.socketpair()
        self._inbox.setblocking(False)
        channel = self._channel = _Channel(ours)
        _ForkServer.mine().job([module, *self._imports], theirs, inbox)
        channel.send(ours, Assignment(self.memory, _folder(), None, 2 * self._max_idle_seconds))
        return channel


def _named(job: Job[T]) -> tuple[str, str]:
    """The module and the name of a function."""
    if not isinstance(job, str):
        return job.__module__, job.__qualname__
    module, name = job.split(":")
    return module, name


def _events(channel: _Channel, seconds: float | None, observer: Observer, tick: float | None) -> Iterator[Any]:
    """The child's events, then an `Ended`, which comes within `REPORT_SECONDS` once the child is stopped."""
    deadline = None if seconds is None else time.monotonic() + seconds
    last_event = time.monotonic()
    stopped_by = None
    while stopped_by is None:
        try:
            stopped_by = _stop_cause(deadline, observer)
            event = None if stopped_by else channel.next(min(tuning.POLL_SECONDS, _remaining(deadline)))
        except KeyboardInterrupt:
            stopped_by, event = "interrupt", None
        if event is None and tick is not None and time.monotonic() >= last_event + tick:
            event = Silent()
        if event is not None:
            last_event = time.monotonic()
            yield event
        if isinstance(event, Ended):
            return
    yield from _final_events(channel, stopped_by)


def _final_events(channel: _Channel, stopped_by: str) -> Iterator[Any]:
    """The events that a job emitted before it was stopped, and its end. A running supervisor reports at once; one that
    has not been forked yet, because imports are slow, has nothing to report."""
    until = time.monotonic() + tuning.REPORT_SECONDS
    channel.hang_up()
    with contextlib.suppress(KeyboardInterrupt):
        while (remaining := until - time.monotonic()) > 0:
            event = channel.next(remaining)
            if isinstance(event, Ended):
                yield replace(event, stopped_by=stopped_by, reason=None)
                return
            if event is not None and not isinstance(event, Idle):
                yield event
    yield Ended(stopped_by)


def _folder() -> str | None:
    """The caller's working directory, so that relative paths name the same files in the job; None if it was removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


def _stop_cause(deadline: float | None, observer: Observer) -> str | None:
    if observer.cancelled:
        return "cancel"
    return "seconds" if _remaining(deadline) <= 0 else None


def _remaining(deadline: float | None) -> float:
    return math.inf if deadline is None else max(0.0, deadline - time.monotonic())


class _Channel:
    """The caller's end of a connection to a supervisor. Neither sending nor receiving blocks the caller."""

    def __init__(self, incoming: socket.socket) -> None:
        incoming.setblocking(False)
        self._socket = incoming
        self._unsent: deque[tuple[socket.socket, memoryview]] = deque()
        self._received = bytearray()

    def send(self, to: socket.socket, value: Any) -> None:
        """Queue a value for this socket or another one of the same child. `next` sends it while it waits."""
        self._unsent.append((to, memoryview(packed(value))))

    def next(self, seconds: float) -> Any:
        """The next value, or None if none arrives within `seconds`; an `Ended` if the connection is closed."""
        until = time.monotonic() + seconds
        while True:
            if (value := self._unpacked()) is not None:
                return value
            to = [self._unsent[0][0]] if self._unsent else []
            ready = select.select([self._socket], to, [], max(0.0, until - time.monotonic()))
            if not any(ready):
                return None
            if ready[1]:
                self._send()
            try:
                part = self._socket.recv(1 << 20) if ready[0] else None
            except BlockingIOError:
                continue
            except OSError:
                return CUT
            if part == b"":
                return CUT
            self._received += part or b""

    def idle_child_exited(self) -> bool:
        """Whether the idle child has exited: an idle child sends nothing else."""
        return bool(self._received or select.select([self._socket], [], [], 0)[0])

    def hang_up(self) -> None:
        """Tell the supervisor to kill the worker and report."""
        self._unsent.clear()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._socket.close()

    def _send(self) -> None:
        to, data = self._unsent.popleft()
        try:
            data = data[to.send(data) :]
        except BlockingIOError:
            pass
        except OSError:  # the child has exited; the supervisor's report says why
            return
        if data:
            self._unsent.appendleft((to, data))

    def _unpacked(self) -> Any:
        """The first value, if it has arrived completely."""
        if len(self._received) < LENGTH.size:
            return None
        end = LENGTH.size + LENGTH.unpack_from(self._received)[0]
        if len(self._received) < end:
            return None
        data = bytes(memoryview(self._received)[LENGTH.size : end])
        del self._received[:end]
        try:
            return pickle.loads(data)
        except Exception:  # the worker was killed while it sent this value, and `data` includes the supervisor's report
            return CUT


def fork_server_here() -> None:
    """Fork this process as the fork server of a worker whose job will call `work`: its imports are ready at once.

    Call it only in a worker, before it starts threads. A reusable child does so once, in its first job.
    """
    if _ForkServer._current is None or not _ForkServer._current.is_mine:
        _ForkServer._current = _ForkServer(by_fork=True)


def _started(control: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", START, json.dumps(sys.path), str(control.fileno())],
        pass_fds=[control.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # the caller handles Ctrl-C and stops the jobs
    )


def _forked(ours: socket.socket, theirs: socket.socket) -> _Forked:
    process = os.fork()
    if process == 0:
        try:
            os.setsid()  # otherwise it is killed with the worker and cannot clean up after the worker's own children
            ours.close()
            serve(theirs.detach())
        finally:
            os._exit(0)
    return _Forked(process)


@dataclass(frozen=True)
class _Forked:
    """A forked process with the part of `subprocess.Popen` that is used here."""

    process: int

    def poll(self) -> int | None:
        try:
            return 0 if os.waitpid(self.process, os.WNOHANG)[0] else None
        except ChildProcessError:
            return 0


class _ForkServer:
    """The fork server process and the socket that controls it."""

    _current: ClassVar[_ForkServer | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, *, by_fork: bool = False) -> None:
        require_children("this job")
        self._owner = os.getpid()
        self._path = list(sys.path)
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = _forked(self._control, theirs) if by_fork else _started(theirs)

    @classmethod
    def mine(cls) -> _ForkServer:
        """The fork server of this process. Starts one if there is none, if it has died, or if the search path
        of modules has changed since. Jobs of the previous server continue."""
        with cls._lock:
            current = cls._current
            if current is None or not current.is_mine or current._path != sys.path:
                current = cls._current = cls()
                atexit.register(current.end)
            return current

    @property
    def is_mine(self) -> bool:
        """Whether this process started it and it is running."""
        return self._owner == os.getpid() and self._process.poll() is None

    def end(self) -> None:
        """Kill it when the program exits; otherwise Python warns of an open socket and of a running process."""
        assert isinstance(self._process, subprocess.Popen)
        if self._owner == os.getpid():
            self._control.close()
            self._process.kill()
            self._process.wait()

    def job(self, modules: Sequence[str], *sockets: socket.socket) -> None:
        """Pass sockets to a new supervisor that has imported the modules (those whose names fit the message)."""
        with contextlib.ExitStack() as theirs, self._lock:
            for each in sockets:
                theirs.enter_context(each)
            names = " ".join(modules).encode().ljust(MODULE_NAMES_BYTES)[:MODULE_NAMES_BYTES]
            socket.send_fds(self._control, [names], [each.fileno() for each in sockets])
