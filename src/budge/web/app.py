"""The application and its routes. Worker processes compute the answers (`answers`, `solve_worker`)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

import budge
from budge.model import Limits
from budge.processes.pool import Call
from budge.web import answers
from budge.web.events import EventStream
from budge.web.job_queue import JobQueue, result
from budge.web.openapi import description
from budge.web.problems import MEDIA_TYPE, Problem
from budge.web.security import Security
from budge.web.settings import MAX_REQUEST_BYTES, Settings
from budge.web.solves import Solves
from budge.web.static_files import PageFiles
from budge.web.temporary_folder import TemporaryFolder
from budge.web.validation import checked

ROOT = "/api/v1"
ANSWER_LIMITS = Limits(seconds=20.0, memory=1 << 30)
MAX_WAITING_ANSWERS = 500
QUICK = ("puzzles", "info", "check", "convert", "patterns", "solves")  # take about 1 ms and have a queue of their own
END_SECONDS = 2.0  # for workers to end when the server stops
BODY_SECONDS = 30.0  # to receive a request

T = TypeVar("T")


class Application:
    """The state that the routes share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.temporary = TemporaryFolder()
        self.solves = Solves(settings, self.temporary.path)
        self.quick = JobQueue(settings.jobs + 1, MAX_WAITING_ANSWERS)
        self.slow = JobQueue(settings.jobs + 1, MAX_WAITING_ANSWERS)
        self._catalogue: dict[str, asyncio.Task[Any]] = {}

    def close(self) -> None:
        """Ends all workers immediately."""
        for queue in self.queues:
            queue.close()

    @property
    def queues(self) -> tuple[JobQueue, ...]:
        return self.solves.queue, self.quick, self.slow

    async def remove_files(self) -> None:
        """Removes the temporary files once all workers have ended."""
        end = time.monotonic() + END_SECONDS
        while any(queue.running for queue in self.queues) and time.monotonic() < end:
            await asyncio.sleep(0.02)
        self.temporary.remove()

    async def answer(self, name: str, body: bytes = b"") -> answers.Answer:
        quick = name in QUICK
        call = Call(answers.answer, answers.Request(name, body), ANSWER_LIMITS, own_process=not quick)
        found: answers.Answer = await result(self.quick if quick else self.slow, call)
        return found

    async def catalogue(self, name: str) -> Any:
        """A part of the catalogue that never changes; computed on the first request and cached."""
        task = self._catalogue.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._catalogue[name] = asyncio.create_task(self._make(name))
        return await asyncio.shield(task)

    async def prepare(self) -> None:
        """Starts the process that forks workers, so that the first visitor does not wait for it."""
        with suppress(Problem):
            await self.catalogue("gallery")

    async def _make(self, name: str) -> Any:
        return json.loads((await self.answer(name)).body)

    # The catalogue.

    async def health(self, request: Request) -> Response:
        queue = self.solves.queue
        return as_json({"status": "ok", "running": len(queue.running), "waiting": len(queue.waiting)})

    async def openapi(self, request: Request) -> Response:
        return as_json(description(budge.__version__))

    async def library(self, request: Request) -> Response:
        return as_json((await self.catalogue("gallery"))["library"])

    async def drawing(self, request: Request) -> Response:
        drawings = (await self.catalogue("gallery"))["drawings"]
        svg = drawings.get(request.path_params["name"])
        if svg is None:
            raise Problem(404, "the library has no puzzle of this name")
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    async def engines(self, request: Request) -> Response:
        return as_json({**await self.catalogue("choices"), "limits": self.settings.limits()})

    async def patterns(self, request: Request) -> Response:
        return as_response(await self.answer("patterns"))

    def answer_of(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """The route for an answer about a puzzle."""

        async def route(request: Request) -> Response:
            body = await body_of(request)
            return as_response(await while_connected(request, self.answer(name, body)))

        return route

    # Solves.

    async def new_solve(self, request: Request) -> Response:
        body = await body_of(request)
        fields = checked(body, "solves")
        refusal = await while_connected(request, self.answer("solves", body))
        if refusal.status != 200:
            return as_response(refusal)
        solve, position = self.solves.begin(fields)
        here = f"{ROOT}/solves/{solve.id}"
        found = {"id": solve.id, "position": position, "solve": here, "events": f"{here}/events"}
        if "wait" not in fields:
            return as_json(found, 202, {"Location": here})
        try:
            await while_connected(request, self.solves.wait(solve, fields["wait"]))
        except Problem:
            self.solves.stop(solve)
            raise
        return as_json({**found, **solve.to_json()}, 200 if solve.finished else 202, {"Location": here})

    async def solve(self, request: Request) -> Response:
        """Returns the state of a solve; DELETE stops it."""
        solve = self.solves.find(request.path_params["id"])
        if request.method != "DELETE":
            return as_json(solve.to_json())
        self.solves.stop(solve)
        return Response(status_code=204)

    async def events(self, request: Request) -> Response:
        solve = self.solves.find(request.path_params["id"])
        last = request.headers.get("last-event-id", "")
        return EventStream(self.solves.listen(solve, int(last) if last.isdecimal() and len(last) < 18 else 0))

    async def certificate(self, request: Request) -> Response:
        path = self.solves.certificate(self.solves.find(request.path_params["id"]))
        return FileResponse(path, media_type="application/zip", filename="certificate.zip")

    def routes(self) -> list[Route]:
        about_puzzles = [Route(f"/{name}", self.answer_of(name), methods=["POST"]) for name in answers.ANSWERS]
        return [
            Route("/openapi.json", self.openapi),
            Route("/health", self.health),
            Route("/library", self.library),
            Route("/drawings/{name:path}.svg", self.drawing),
            Route("/engines", self.engines),
            Route("/patterns", self.patterns),
            *about_puzzles,
            Route("/solves", self.new_solve, methods=["POST"]),
            Route("/solves/{id}", self.solve, methods=["GET", "DELETE"]),
            Route("/solves/{id}/events", self.events),
            Route("/solves/{id}/certificate.zip", self.certificate),
        ]


def application(settings: Settings) -> tuple[ASGIApp, Application]:
    """The ASGI application and the state that its routes share."""
    shared, files = Application(settings), PageFiles()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        first = asyncio.create_task(shared.prepare())
        yield
        shared.close()
        await first
        await shared.remove_files()

    app = Starlette(
        routes=[
            Mount(ROOT, routes=shared.routes()),
            Mount("/static", files),
            Route("/", files.page),
            Route("/learn", lambda request: RedirectResponse("/#view=learn")),
        ],
        lifespan=lifespan,
        exception_handlers={Problem: on_problem, HTTPException: on_http_exception, Exception: on_fault},
    )
    return Security(GZipMiddleware(app, compresslevel=6), settings.host), shared


async def body_of(request: Request) -> bytes:
    """Reads the body of a request within limits on size and time; raises `Problem`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "expected a body of type application/json")
    too_large = Problem(413, f"the request has more than {MAX_REQUEST_BYTES:,} bytes", {"Connection": "close"})
    if int(request.headers.get("content-length", 0)) > MAX_REQUEST_BYTES:  # h11 has checked that it is a number
        raise too_large
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > MAX_REQUEST_BYTES:
                    raise too_large
                parts.append(part)
    except TimeoutError:
        raise Problem(408, "the request arrived too slowly", {"Connection": "close"}) from None
    except ClientDisconnect:
        raise Problem(400, "the request ended early") from None
    return b"".join(parts)


async def while_connected(request: Request, answer: Coroutine[Any, Any, T]) -> T:
    """Awaits an answer while the client is connected. The body is read, so the next message is the disconnect."""
    made, gone = asyncio.create_task(answer), asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait((made, gone), return_when=asyncio.FIRST_COMPLETED)
        if not made.done():
            raise Problem(409, "the client has disconnected")
        return made.result()
    finally:
        gone.cancel()
        made.cancel()


def as_json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(data), status, headers, "application/json")


def as_response(answer: answers.Answer) -> Response:
    return Response(answer.body, answer.status, answer.headers, answer.media_type)


async def on_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return Response(json.dumps(problem.to_json()), problem.status, problem.headers, MEDIA_TYPE)


async def on_http_exception(request: Request, problem: Exception) -> Response:
    """Errors that Starlette raises: an unknown path or method."""
    assert isinstance(problem, HTTPException)
    words = {404: "unknown address", 405: f"this address does not support {request.method}"}
    detail = words.get(problem.status_code, str(problem.detail))
    return await on_problem(request, Problem(problem.status_code, detail, dict(problem.headers or {})))


async def on_fault(request: Request, fault: Exception) -> Response:
    """An error of the server; the traceback is in the log."""
    return await on_problem(request, Problem(500, "internal error of the server; see its log"))
