"""The files of the page, by Starlette: nothing outside the folder is ever found, and an ETag spares what is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parent / "static"


class PageFiles(StaticFiles):
    """A browser asks again each time whether a file is still the same: who updates budge sees the new page at once."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def page(self, request: Request) -> Response:
        return await self.get_response("index.html", request.scope)

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response
