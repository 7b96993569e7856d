"""The files of the page: a closed list of names, each answered from its file. No path is ever made of a request."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from budge.web.problems import Problem

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}


class Shelf:
    """Files are small and local, so they are read where they are asked for: no thread is waited for."""

    def __init__(self, folder: Path = STATIC) -> None:
        found: Iterable[Path] = (path for path in folder.rglob("*") if path.is_file() and path.suffix in TYPES)
        self.files = {path.relative_to(folder).as_posix(): path for path in found}

    async def page(self, request: Request) -> Response:
        return self.answer("index.html", request)

    async def file(self, request: Request) -> Response:
        return self.answer(request.path_params["name"], request)

    def answer(self, name: str, request: Request) -> Response:
        path = self.files.get(name)
        if path is None:
            raise Problem(404, "there is nothing here")
        status = path.stat()
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(path.read_bytes(), headers=headers, media_type=TYPES[path.suffix])
