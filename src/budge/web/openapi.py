"""The OpenAPI description of the API, made of the schemas that requests are checked against."""

from __future__ import annotations

from typing import Any

from budge.puzzles import KINDS
from budge.web.problems import MEDIA_TYPE
from budge.web.request_schemas import REQUESTS, Schema

COST: Schema = {"type": ["integer", "array", "null"], "items": {"type": "integer"}}
TEXT: Schema = {"type": ["string", "null"]}
CELLS: Schema = {"type": "array", "items": {"type": "integer"}}
FRAMES: Schema = {"type": ["array", "null"], "description": "the position after each move, the start first"}
PROBLEM: Schema = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}


def record(**properties: Schema) -> Schema:
    """An object all of whose properties are there."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def listed(items: Schema) -> Schema:
    return {"type": "array", "items": items}


NAMED = record(name={"type": "string"})
PUZZLES = record(
    puzzles=listed(
        record(
            puzzle={"type": "object", "description": "in the JSON format of budge"},
            kind={"type": "string", "enum": list(KINDS)},
            name=TEXT,
            size={"type": "string"},
            pieces={"type": "integer"},
            metrics=listed({"type": "string"}),
            solved={"type": "boolean"},
            why=TEXT,
            optimum={"type": ["object", "null"], "description": "by metric, where it is known"},
            layout={"type": ["array", "null"], "description": "of tokens: x and y of each vertex"},
            state={"type": ["array", "object"]},
            svg={"type": "string"},
            text={"type": "string"},
            link={"type": "string", "description": "the part of the page's address that carries the puzzle"},
        )
    ),
    total={"type": "integer"},
)
OUTCOME: Schema = {"type": ["object", "null"], "description": "as `budge solve --json` prints it, and its frames"}
SOLVE = record(
    id={"type": "string"},
    state={"type": "string", "enum": ["queued", "running", "finished"]},
    position={"type": "integer"},
    progress={"type": ["object", "null"]},
    trace={"type": ["object", "null"]},
    outcome=OUTCOME,
    problem={"type": ["object", "null"]},
)
RESPONSES: dict[str, Schema] = {
    "puzzles": PUZZLES,
    "generate": PUZZLES,
    "info": record(
        kind={"type": "string"},
        size={"type": "string"},
        solvable={"type": "boolean"},
        why=TEXT,
        metric={"type": "string"},
        heuristics={"type": "object", "additionalProperties": {"type": "integer"}},
        auto={"type": "string"},
        engines=listed(record(name={"type": "string"}, refuses=TEXT)),
        dead=CELLS,
        frozen=listed(record(cell={"type": "integer"}, reason={"type": "string"})),
        corrals=listed(CELLS),
        culprits=CELLS,
        deadlock=TEXT,
    ),
    "check": record(
        legal={"type": "boolean"},
        solves={"type": "boolean"},
        broken_at={"type": ["integer", "null"]},
        reason=TEXT,
        costs={"type": "object", "additionalProperties": COST},
        plan={"type": "string"},
        moves=listed({"type": "string"}),
        frames=FRAMES,
    ),
    "convert": record(text={"type": "string"}, filename={"type": "string"}, media_type={"type": "string"}),
    "hint": record(move=TEXT, remaining=COST, optimal={"type": "boolean"}, why=TEXT),
    "graph": record(
        nodes=listed(record(id={"type": "integer"}, depth={"type": ["integer", "null"]})),
        edges=listed(CELLS),
        directed={"type": "boolean"},
        start={"type": "integer"},
        goals=CELLS,
        states={"type": "array"},
        path={"type": ["array", "null"], "items": {"type": "integer"}},
        truncated={"type": "boolean"},
    ),
}
SUMMARIES = {
    "puzzles": "Read puzzles: as data, as a picture, as text",
    "info": "What can be said of a puzzle or a position without solving it",
    "check": "The referee's word on a plan, and every position on its way",
    "convert": "Write puzzles in another format",
    "generate": "Make new puzzles, solved and graded",
    "hint": "The next move from a position",
    "graph": "The graph of all positions, where they are few",
    "render": "A plan as an animated picture or as text",
}


def description(version: str) -> dict[str, Any]:
    """The whole description, as plain data."""
    short = {f"/{name}": {"post": posted(name, SUMMARIES[name], answers(name))} for name in SUMMARIES}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "budge",
            "version": version,
            "description": "Solves puzzles whose pieces move. Errors are problem details (RFC 9457).",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {
            "/health": {"get": got("Whether the server is well", record(status={"type": "string"}))},
            "/library": {
                "get": got("The built-in puzzles", record(kinds=listed({"type": "string"}), puzzles=listed(NAMED)))
            },
            "/drawings/{name}.svg": {
                "get": {
                    **operation("The drawing of a built-in puzzle", file("image/svg+xml"), 404),
                    "parameters": [in_path("name", "as in the library; it may contain slashes")],
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
            **short,
            "/solves": {
                "post": posted(
                    "solves",
                    "Solve a puzzle: it is queued, and its events tell the rest",
                    answer(record(id={"type": "string"}, position={"type": "integer"}, events={"type": "string"})),
                    status=202,
                )
            },
            "/solves/{id}": {
                "parameters": [in_path("id", "as returned when it began")],
                "get": operation("How a solve stands", answer(SOLVE), 404),
                "delete": operation(
                    "Stop a solve; it tells the best that it has", {"description": "stopped"}, 404, 204
                ),
            },
            "/solves/{id}/events": {
                "parameters": [in_path("id", "as returned when it began")],
                "get": operation(
                    "Server-sent events: queued, started, progress, trace, outcome, problem",
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
    """`bad` are the statuses of problems; a last one below 300 is the status of the good answer."""
    status = next((each for each in bad if each < 300), 200)
    problem = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    problems = {str(each): {"description": "a problem", **problem} for each in bad if each >= 300}
    return {"summary": summary, "responses": {str(status): good, **problems}}


def got(summary: str, schema: Schema) -> dict[str, Any]:
    return operation(summary, answer(schema), 503)


def posted(request: str, summary: str, good: dict[str, Any], status: int = 200) -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": REQUESTS[request]}}}
    return {"requestBody": body, **operation(summary, good, 400, 413, 415, 422, 500, 503, status)}


def in_path(name: str, summary: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": summary, "schema": {"type": "string"}}
