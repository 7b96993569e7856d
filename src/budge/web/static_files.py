"""The files of the page, served by Starlette from one folder only, with ETags; and its modules as two scripts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from budge.web.bundle import FOLDER, LATER_SCRIPT, ROOT, SCRIPT, bundle

REVALIDATE = {"Cache-Control": "no-cache"}


class PageFiles(StaticFiles):
    """The browser revalidates every file, so that an update of budge takes effect immediately."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def page(self, request: Request) -> Response:
        """The page with all modules in one script."""
        index = (FOLDER / "index.html").read_text(encoding="utf-8")
        return self.made(index.replace(f"/static/{ROOT}", f"/static/{SCRIPT}").encode(), "text/html", request.scope)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path in (SCRIPT, LATER_SCRIPT):
            return self.made(bundle(path), "text/javascript", scope)
        return await super().get_response(path, scope)

    def made(self, content: bytes, media_type: str, scope: Scope) -> Response:
        """A response with content that is no file."""
        etag = f'"{sha256(content).hexdigest()[:32]}"'
        response = Response(content, media_type=media_type, headers={**REVALIDATE, "ETag": etag})
        if self.is_not_modified(response.headers, Request(scope).headers):
            return NotModifiedResponse(response.headers)
        return response

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.update(REVALIDATE)
        return response
