"""Security of all requests and responses: the host name must be the server's, and headers make browsers strict.

Host: another site can point its own name at this machine (DNS rebinding) and send requests with that name. So of names,
only `localhost` and the server's own are accepted. Numeric addresses cannot be rebound and are all accepted.
Type: another site's page can send forms and plain text to the server. It cannot send JSON, because browsers first ask
the server for permission (CORS), and the server does not give it.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from budge.web.problems import MEDIA_TYPE, Problem

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ENCODED = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Security:
    """The outermost middleware of the application."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.names = {"localhost", host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *ENCODED]
            await send(message)

        if problem := self.refuses(scope):
            body = json.dumps(problem.to_json()).encode()
            headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
            await send_with_headers({"type": "http.response.start", "status": problem.status, "headers": headers})
            await send_with_headers({"type": "http.response.body", "body": body})
            return
        await self.app(scope, receive, send_with_headers)

    def refuses(self, scope: MutableMapping[str, Any]) -> Problem | None:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self.is_own_host(hosts[0]):
            return Problem(403, "this host name is not the server's; open the address that `budge web` printed")
        return None

    def is_own_host(self, host: str) -> bool:
        """
        >>> security = Security(None, "puzzles.example")
        >>> [security.is_own_host(host) for host in ("127.0.0.1:8765", "[::1]:80", "localhost", "evil.example:8765")]
        [True, True, True, False]
        """
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        if name.lower() in self.names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True
