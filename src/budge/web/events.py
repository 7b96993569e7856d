"""Server-sent events: a response that streams until its source ends or the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send


@dataclass(frozen=True)
class Event:
    number: int
    name: str
    data: str  # JSON


class EventStream(Response):
    """Streams events. A disconnect closes the source immediately."""

    media_type = "text/event-stream"

    def __init__(self, source: AsyncGenerator[Event | None, None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.source = source

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self.send_events(send))
        disconnect = asyncio.create_task(self.wait_for_disconnect(receive))
        try:
            await asyncio.wait((sending, disconnect), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, disconnect):
                task.cancel()
            await asyncio.gather(sending, disconnect, return_exceptions=True)
            await self.source.aclose()

    async def send_events(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b"retry: 500\n\n", "more_body": True})
        async for event in self.source:
            await send({"type": "http.response.body", "body": encoded(event), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def wait_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


def encoded(event: Event | None) -> bytes:
    """An event as text. None is a heartbeat: an event without a number, so that the client knows the server is alive.

    >>> encoded(Event(3, "queued", '{"position": 1}'))
    b'id: 3\\nevent: queued\\ndata: {"position": 1}\\n\\n'
    """
    if event is None:
        return b"event: alive\ndata: {}\n\n"
    return f"id: {event.number}\nevent: {event.name}\ndata: {event.data}\n\n".encode()
