"""Work in a child process, so that limits are hard and the crash of a solver is only a message.

A *fork server*, one Python process a program, is started on first use in a session of its own. For each job it imports
what the job needs, once, and forks a *supervisor*, which forks the *worker* and waits for it. So a job costs
milliseconds, not an interpreter's start; no thread of the caller is ever forked, and nobody's `__main__` is run
twice. The supervisor kills the worker with all its descendants when the caller hangs up (or dies) and when memory runs
out, says at the end what was used, and removes the temporary files of a worker that could not do so itself. A `Child`
is kept for one job after another, which it takes from a line of its own: to fork and to end takes longer than many a
job.

Here is the caller's side; that of the child is in `budge.processes.server`.
"""

from __future__ import annotations

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
from budge.processes.server import LENGTH, NAMES, POLL, Assignment, Emit, Ended, Idle, packed, serve, temporary_folder

__all__ = ["Child", "Emit", "Ended", "Job", "Silent", "fork_a_server", "temporary_folder", "work"]

T = TypeVar("T")
Job = Callable[[T, Emit], None] | str  # a function of a module; as `module:function`, only the child imports it

GRACE = 0.12  # seconds in which a job that was stopped may say what it used; then nobody waits for it any more
START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from budge.processes import server; server.serve(int(sys.argv[2]))"
)
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
    module, name = _named(job)
    ours, theirs = socket.socketpair()
    with ours:
        _ForkServer.mine().job([module, *imports], theirs)
        line = _Line(ours)
        line.say(ours, Assignment(limits.memory, _folder(), (module, name, argument)))
        yield from _events(line, limits.seconds, observer, tick)


class Child:
    """A child that is kept for one job after another, as long as all goes well.

    Its limits are as hard as those of `work`: whatever ends a job early ends the process, and the next job has another
    one. So does a job that comes when the last has ended more than `idle` seconds ago.
    """

    def __init__(self, memory: int | None, *, imports: Sequence[str] = (), idle: float = math.inf) -> None:
        self.memory = memory
        self._imports, self._idle = imports, idle
        self._line: _Line | None = None
        self._inbox: socket.socket | None = None
        self._used = 0.0  # when the last job ended

    def work(
        self, job: Job[T], argument: T, observer: Observer, *, seconds: float | None = None, tick: float | None = None
    ) -> Iterator[Any]:
        """As the function `work`; but the `Ended` of a job that returned does not say what was used."""
        module, name = _named(job)
        line = self._reused() or self._started(module)
        assert self._inbox is not None
        line.say(self._inbox, (module, name, argument))
        reusable = False
        try:
            for event in _events(line, seconds, observer, tick):
                if isinstance(event, Idle):
                    reusable = event.reusable
                    yield Ended()
                    return
                yield event
        finally:  # also where the caller walks away
            self._used = time.monotonic()
            if not reusable:
                self.close()

    @property
    def is_idle(self) -> bool:
        """Whether a process waits for the next job, as far as is known."""
        return self._line is not None

    def close(self) -> None:
        """Ends the process; another job would start a new one."""
        if self._line is not None and self._inbox is not None:
            self._line.close()
            self._inbox.close()
        self._line = self._inbox = None

    def _reused(self) -> _Line | None:
        if self._line is not None and (time.monotonic() > self._used + self._idle or self._line.has_ended()):
            self.close()
        return self._line

    def _started(self, module: str) -> _Line:
        (ours, theirs), (self._inbox, inbox) = socket.socketpair(), socket.socketpair()
        self._inbox.setblocking(False)
        line = self._line = _Line(ours)
        _ForkServer.mine().job([module, *self._imports], theirs, inbox)
        line.say(ours, Assignment(self.memory, _folder(), None, 2 * self._idle))
        return line


def _named(job: Job[T]) -> tuple[str, str]:
    """The module of a function, and its name there."""
    if not isinstance(job, str):
        return job.__module__, job.__qualname__
    module, name = job.split(":")
    return module, name


def _events(line: _Line, seconds: float | None, observer: Observer, tick: float | None) -> Iterator[Any]:
    """What the child says, and at the end an `Ended`, at the latest when it is stopped."""
    deadline = None if seconds is None else time.monotonic() + seconds
    heard = time.monotonic()
    stopped_by = None
    while stopped_by is None:
        try:
            stopped_by = _why_stop(deadline, observer)
            event = None if stopped_by else line.next(min(POLL, _left(deadline)))
        except KeyboardInterrupt:
            stopped_by, event = "interrupt", None
        if event is None and tick is not None and time.monotonic() >= heard + tick:
            event = Silent()
        if event is not None:
            heard = time.monotonic()
            yield event
        if isinstance(event, Ended):
            return
    yield from _last_words(line, stopped_by)


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
            if event is not None and not isinstance(event, Idle):
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

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self._line = line
        self._unsent: deque[tuple[socket.socket, memoryview]] = deque()
        self._received = bytearray()

    def say(self, to: socket.socket, value: Any) -> None:
        """Through this line, or another one to the same child; sent while `next` waits."""
        self._unsent.append((to, memoryview(packed(value))))

    def next(self, seconds: float) -> Any:
        """The next value if it comes within so many seconds, else None; an `Ended` if the line is cut."""
        until = time.monotonic() + seconds
        while True:
            if (value := self._unpacked()) is not None:
                return value
            to = [self._unsent[0][0]] if self._unsent else []
            ready = select.select([self._line], to, [], max(0.0, until - time.monotonic()))
            if not any(ready):
                return None
            if ready[1]:
                self._send()
            try:
                part = self._line.recv(1 << 20) if ready[0] else None
            except BlockingIOError:
                continue
            except OSError:
                return CUT
            if part == b"":
                return CUT
            self._received += part or b""

    def has_ended(self) -> bool:
        """Whether a child that has nothing to do has something to say: that it is no more."""
        return bool(self._received or select.select([self._line], [], [], 0)[0])

    def hang_up(self) -> None:
        """The supervisor hears it, kills, and reports."""
        self._unsent.clear()
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._line.close()

    def _send(self) -> None:
        to, data = self._unsent.popleft()
        try:
            data = data[to.send(data) :]
        except BlockingIOError:
            pass
        except OSError:  # nobody takes it any more; why, will be said by the other line
            return
        if data:
            self._unsent.appendleft((to, data))

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

    Only for a worker, which has one thread: before it starts others. One that is kept has it from its first job.
    """
    if _ForkServer._current is None or not _ForkServer._current.is_mine:
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
            if current is None or not current.is_mine:
                current = cls._current = cls()
            return current

    @property
    def is_mine(self) -> bool:
        """Whether it was started by this process, and lives."""
        return self._owner == os.getpid() and self._process.poll() is None

    def job(self, modules: Sequence[str], *lines: socket.socket) -> None:
        """Hand lines to a new supervisor, which has these modules; of very many, the first ones."""
        with contextlib.ExitStack() as theirs, self._lock:
            for line in lines:
                theirs.enter_context(line)
            names = " ".join(modules).encode().ljust(NAMES)[:NAMES]
            socket.send_fds(self._line, [names], [line.fileno() for line in lines])
