"""The answers of the API as JSON Schema, for the OpenAPI description; tests check the answers against it."""

from __future__ import annotations

from budge.puzzles import KINDS
from budge.web.request_schemas import Schema

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
    """An object that has all of these properties."""
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
            solvable_goal=TEXT,
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
        options={"type": ["array", "null"], "items": {"type": "string"}, "description": "those with an effect"},
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
