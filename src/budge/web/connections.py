"""uvicorn's connections with a time limit for each stage, so that no client can hold one open for ever.

uvicorn itself limits neither the time for the head of a request nor the time for a client to read the response. If too
many connections are open, the one that has been idle for longest is closed, so that hundreds of incomplete requests do
not block other clients.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

ACCEPTED = 32  # connections accepted at a time, before any is served
FILE_DESCRIPTORS = 32
JOB_DESCRIPTORS = 6  # pipes and sockets of a worker
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
LOG_SECONDS = 60.0  # between two log lines about the same problem

log = logging.getLogger("uvicorn.error")


def max_connections(jobs: int) -> int:
    """The maximum number of connections. The threads that follow workers use `select`, limited to 1024 descriptors."""
    import resource  # Unix only, as the workers are

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    usable = 1024 if soft == resource.RLIM_INFINITY else min(soft, 1024)
    return max(16, usable - ACCEPTED - FILE_DESCRIPTORS - JOB_DESCRIPTORS * jobs)


class Connection(H11Protocol):
    """A connection with time limits. If too many are open, a new connection closes the longest idle one."""

    max_open: ClassVar[int] = 1000
    head_seconds: ClassVar[float] = 10.0  # for the head of a request, from its first byte or from connecting
    stall_seconds: ClassVar[float] = 30.0  # for a client to read part of the response

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._idle_since = 0.0
        self._head = Timer()
        self._stall = Timer()

    @property
    def idle(self) -> bool:
        """Whether the connection is serving no request."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._head.start(self.head_seconds, transport.abort)
        if len(self.connections) > self.max_open:
            idle = [each for each in self.connections if isinstance(each, Connection) and each.idle]
            min(idle, key=lambda each: each._idle_since).transport.abort()  # this one, if all others are busy

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.stop()
        self._stall.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.idle:
            self._head.stop()
        elif not self._head.running:
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
    """Calls a function after a delay unless it is stopped before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float, then: Callable[[], None]) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, then)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class LoopErrors:
    """The event loop's exception handler: running out of descriptors is one log line a minute, not a traceback."""

    def __init__(self) -> None:
        self._logged = -LOG_SECONDS

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem = context.get("exception")
        if not isinstance(problem, OSError) or problem.errno not in NO_DESCRIPTORS:
            loop.default_exception_handler(context)
        elif loop.time() - self._logged >= LOG_SECONDS:
            self._logged = loop.time()
            log.error("cannot accept connections now: %s", problem.strerror)
