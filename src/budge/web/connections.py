"""Connections that nobody can hold open for ever: uvicorn's, with a time limit for each stage and room for the next.

uvicorn waits for ever for the rest of a request's head, and for a client to take what was sent. Here the head has its
time, and so has a client that takes nothing. And where all places are taken, the connection that has been without a
request for longest gives up its own: half a request, sent by the hundred, shuts nobody out.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

ACCEPTED = 32  # connections accepted in one go, before any of them is looked at
FOR_FILES = 32  # descriptors, and
FOR_A_JOB = 6  # for the pipes and sockets to its worker
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
LOG_SECONDS = 60.0  # between two lines about the same

log = logging.getLogger("uvicorn.error")


def most_connections(jobs: int) -> int:
    """How many to hold at a time. The threads that follow workers use `select`, which knows 1024 descriptors."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    usable = 1024 if soft == resource.RLIM_INFINITY else min(soft, 1024)
    return max(16, usable - ACCEPTED - FOR_FILES - FOR_A_JOB * jobs)


class Connection(H11Protocol):
    """One connection, and its part in making room for others."""

    most: ClassVar[int] = 1000  # connections at a time
    head_seconds: ClassVar[float] = 10.0  # for the head of a request, from its first byte or from connecting
    stall_seconds: ClassVar[float] = 30.0  # for a client to take something of what it asked for

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._idle_since = 0.0
        self._head = Timer()
        self._stall = Timer()

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._head.start(self.head_seconds, transport.abort)
        if len(self.connections) > self.most:
            idle = [each for each in self.connections if isinstance(each, Connection) and each.idle]
            min(idle, key=lambda each: each._idle_since).transport.abort()  # this one, if all others are served

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.stop()
        self._stall.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.idle:
            self._head.stop()
        elif not self._head.runs:
            self._head.start(self.head_seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall.start(self.stall_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._stall.stop()
        super().resume_writing()


class Timer:
    """Calls something in a while, unless it is stopped before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float, then: Callable[[], None]) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, then)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class LoopErrors:
    """The event loop's exception handler: that no descriptor is left is one line a minute, not a traceback."""

    def __init__(self) -> None:
        self._logged = -LOG_SECONDS

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem = context.get("exception")
        if not isinstance(problem, OSError) or problem.errno not in NO_DESCRIPTORS:
            loop.default_exception_handler(context)
        elif loop.time() - self._logged >= LOG_SECONDS:
            self._logged = loop.time()
            log.error("no connection can be taken for now: %s", problem.strerror)
