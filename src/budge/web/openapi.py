"""The OpenAPI description of the API, made from the schemas of its requests and answers."""

from __future__ import annotations

from typing import Any

from budge.web.problems import MEDIA_TYPE
from budge.web.request_schemas import REQUESTS, Schema
from budge.web.response_schemas import NAMED, PROBLEM, RESPONSES, SOLVE, listed, record

SUMMARIES = {
    "puzzles": "Read puzzles: as data, as a picture, as text",
    "info": "Properties of a puzzle or a position, without solving it",
    "check": "The referee's verdict on a plan, and all positions along it",
    "convert": "Write puzzles in another format",
    "generate": "Generate puzzles, solved and graded",
    "hint": "The next move from a position",
    "graph": "The graph of all positions of a small puzzle",
    "render": "A plan as an animated picture or as text",
}


BEGUN = record(id={"type": "string"}, position={"type": "integer"}, events={"type": "string"})


def description(version: str) -> dict[str, Any]:
    """The whole description, as plain data."""
    about_puzzles = {f"/{name}": {"post": posted(name, SUMMARIES[name], answers(name))} for name in SUMMARIES}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "budge",
            "version": version,
            "description": "Solves moving-piece puzzles. Errors are problem details (RFC 9457).",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {
            "/health": {"get": got("The health of the server", record(status={"type": "string"}))},
            "/library": {
                "get": got("The built-in puzzles", record(kinds=listed({"type": "string"}), puzzles=listed(NAMED)))
            },
            "/drawings/{name}.svg": {
                "get": {
                    **operation("The drawing of a built-in puzzle", file("image/svg+xml"), 404),
                    "parameters": [in_path("name", "the puzzle's name in the library; it may contain slashes")],
                }
            },
            "/engines": {
                "get": got(
                    "Engines, heuristics, metrics, formats and the limits of this server",
                    record(engines=listed(NAMED), heuristics=listed(NAMED), limits={"type": "object"}),
                )
            },
            "/patterns": {
                "get": got("The pattern databases and their histograms", record(databases={"type": "array"}))
            },
            **about_puzzles,
            "/solves": {
                "post": posted(
                    "solves",
                    "Queue a solve; its events report the progress and the outcome. With `wait`, wait for the outcome",
                    answer(BEGUN),
                    status=202,
                    more={"200": answer({"allOf": [BEGUN, SOLVE]})},
                )
            },
            "/solves/{id}": {
                "parameters": [in_path("id", "as returned when it began")],
                "get": operation("The state of a solve", answer(SOLVE), 404),
                "delete": operation("Stop a solve; it reports its best result", {"description": "stopped"}, 404, 204),
            },
            "/solves/{id}/events": {
                "parameters": [in_path("id", "as returned when it began")],
                "get": operation(
                    "Server-sent events: queued, started, progress, offer, trace, outcome, problem",
                    file("text/event-stream"),
                    404,
                ),
            },
            "/solves/{id}/certificate.zip": {
                "parameters": [in_path("id", "as returned when it began")],
                "get": operation("The proof that a plan is optimal", file("application/zip"), 404),
            },
        },
        "components": {"schemas": {"Problem": PROBLEM}},
    }


def answers(name: str) -> dict[str, Any]:
    if name in RESPONSES:
        return answer(RESPONSES[name])
    return file("image/svg+xml", "image/gif", "text/plain")


def answer(schema: Schema) -> dict[str, Any]:
    return {"description": "done", "content": {"application/json": {"schema": schema}}}


def file(*media_types: str) -> dict[str, Any]:
    return {"description": "a file", "content": {each: {"schema": {"type": "string"}} for each in media_types}}


def operation(summary: str, good: dict[str, Any], *bad: int) -> dict[str, Any]:
    """`bad` has the statuses of problems; a last one below 300 is the status of a successful answer (default 200)."""
    status = next((each for each in bad if each < 300), 200)
    problem = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    problems = {str(each): {"description": "a problem", **problem} for each in bad if each >= 300}
    return {"summary": summary, "responses": {str(status): good, **problems}}


def got(summary: str, schema: Schema) -> dict[str, Any]:
    return operation(summary, answer(schema), 503)


def posted(
    request: str, summary: str, good: dict[str, Any], status: int = 200, more: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A POST request; `more` has further successful answers by their status."""
    body = {"required": True, "content": {"application/json": {"schema": REQUESTS[request]}}}
    found = operation(summary, good, 400, 404, 408, 413, 415, 422, 500, 503, status)
    return {"requestBody": body, **found, "responses": {**found["responses"], **(more or {})}}


def in_path(name: str, summary: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": summary, "schema": {"type": "string"}}
