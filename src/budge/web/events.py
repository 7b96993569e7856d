"""Server-sent events: a response that stays open and ends with whoever listens to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from budge.web.solves import Happening


class EventStream(Response):
    """What happens, as it happens. When the client hangs up, the source is closed at once."""

    media_type = "text/event-stream"

    def __init__(self, source: AsyncGenerator[Happening | None, None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.source = source

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        talk = asyncio.create_task(self.talk(send))
        hang_up = asyncio.create_task(self.hung_up(receive))
        try:
            await asyncio.wait((talk, hang_up), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (talk, hang_up):
                task.cancel()
            await asyncio.gather(talk, hang_up, return_exceptions=True)
            await self.source.aclose()

    async def talk(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b"retry: 500\n\n", "more_body": True})
        async for happening in self.source:
            await send({"type": "http.response.body", "body": as_event(happening), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def hung_up(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


def as_event(happening: Happening | None) -> bytes:
    """None is silence: an event without a number, by which a listener knows that the server lives.

    >>> as_event(Happening(3, "queued", '{"position": 1}'))
    b'id: 3\\nevent: queued\\ndata: {"position": 1}\\n\\n'
    """
    if happening is None:
        return b"event: alive\ndata: {}\n\n"
    return f"id: {happening.number}\nevent: {happening.name}\ndata: {happening.data}\n\n".encode()
