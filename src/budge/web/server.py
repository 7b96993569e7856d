"""Runs the server: binds its socket before anything else starts, and ends all workers and files when it stops."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from budge.puzzles import BadInput
from budge.web.app import Application, application
from budge.web.connections import ACCEPTED, Connection, LoopErrors, max_connections
from budge.web.settings import Settings

KEEP_ALIVE = 60  # seconds that an idle connection stays open
GRACEFUL = 1  # seconds for active requests when the server stops
BACKLOG = 1024  # connections waiting to be accepted


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the address of the settings; raises `BadInput` if that fails."""
    where = f"{settings.host}:{settings.port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[
            0
        ]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except (OSError, UnicodeError) as problem:  # an invalid host name is a UnicodeError
        taken = getattr(problem, "errno", None) in (errno.EADDRINUSE, errno.EACCES)  # another port may work
        hint = "; --port 0 selects a free one" if taken else ""
        raise BadInput(f"cannot listen on {where}: {getattr(problem, 'strerror', None) or problem}{hint}") from None
    return found


def address(settings: Settings, bound: socket.socket) -> str:
    """The address for a browser."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}/"


def is_local(bound: socket.socket) -> bool:
    """Whether only this machine can reach the socket."""
    return ipaddress.ip_address(bound.getsockname()[0].partition("%")[0]).is_loopback


class Server(uvicorn.Server):
    """Ends its workers as soon as it receives a signal, so that no open stream delays the exit."""

    def __init__(self, config: uvicorn.Config, shared: Application, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.shared = shared
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(LoopErrors())
        await super().startup(sockets)
        for bound in sockets or ():
            bound.listen(BACKLOG)  # uvicorn has set it to ACCEPTED
        self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        asyncio.get_running_loop().call_soon_threadsafe(self.shared.close)
        super().handle_exit(sig, frame)


def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until Ctrl-C; calls `ready` when it accepts requests."""
    app, shared = application(settings)
    bounded = type("Bounded", (Connection,), {"max_open": max_connections(settings.jobs)})
    config = uvicorn.Config(
        app,
        http=bounded,
        backlog=ACCEPTED,
        log_level="error",  # invalid requests do not fill the log
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACEFUL,
    )
    try:
        Server(config, shared, ready).run(sockets=[bound])
    finally:
        shared.temporary.remove()
