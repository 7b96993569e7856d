"""The files of the page, served by Starlette from one folder only, with ETags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parent / "static"


class PageFiles(StaticFiles):
    """The browser revalidates every file, so that an update of budge takes effect immediately."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def page(self, request: Request) -> Response:
        return await self.get_response("index.html", request.scope)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response
