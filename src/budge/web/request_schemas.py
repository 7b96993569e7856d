"""The fields of requests as JSON Schema: what may be asked, said once, for the checks and for the description."""

from __future__ import annotations

from typing import Any

from budge.puzzles import KINDS
from budge.spec import SETTINGS

Schema = dict[str, Any]


def text(summary: str, **bounds: Any) -> Schema:
    return {"type": "string", "description": summary, **bounds}


def whole(summary: str, least: int, most: int, **more: Any) -> Schema:
    return {"type": "integer", "description": summary, "minimum": least, "maximum": most, **more}


def flag(summary: str) -> Schema:
    return {"type": "boolean", "description": summary, "default": False}


SOURCE: dict[str, Schema] = {
    "text": text("one or many puzzles, in any format that budge reads", minLength=1),
    "name": text("a puzzle or a suite of the library", minLength=1, maxLength=200),
    "puzzle": {"type": "object", "description": "one puzzle in the JSON format of budge"},
    "filename": text("where the text came from; its suffix may tell the format", maxLength=200),
    "level": whole("which puzzle, where there are several; counted from 1", 1, 1_000_000),
    "goal": text("another goal, in the notation of the kind", maxLength=20_000),
}
STATE: Schema = {
    "description": "a position: a list by cell or vertex, of anchors by piece, or players and boxes of Sokoban",
    "type": ["array", "object"],
}
METRIC, QUALITY = SETTINGS["metric"].schema(), SETTINGS["quality"].schema()
PLAN = text("a plan in the notation of the kind")
WRITTEN = text("the same, or as clingo, a planner or budge writes it")


def request(required: tuple[str, ...] = (), **fields: Schema) -> Schema:
    """The body of a request about a puzzle."""
    return {
        "type": "object",
        "properties": {**SOURCE, **fields},
        "required": list(required),
        "oneOf": [{"required": [key]} for key in ("text", "name", "puzzle")],
        "additionalProperties": False,
    }


GENERATE: Schema = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": list(KINDS), "description": "of the puzzles to make"},
        "seed": whole("equal seeds and wishes give equal puzzles", -(2**53), 2**53, default=0),
        "count": whole("how many", 1, 20, default=1),
        "least": whole("least optimum in the first metric", 0, 1_000_000),
        "most": whole("greatest optimum in the first metric", 1, 1_000_000),
        "least_effort": whole("least positions expanded to solve it", 0, 10**9),
        "most_effort": whole("most positions expanded to solve it", 1, 10**9),
        "hardest": flag("the position that is farthest from a solution among all in reach"),
        "wishes": {
            "type": "object",
            "description": "what the generator of the kind takes, as `GET /engines` lists it; null is its own choice",
            "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
        },
    },
    "required": ["kind"],
    "additionalProperties": False,
}

SOLVE = request(
    (),
    **{name: setting.schema() for name, setting in SETTINGS.items()},
    trace=flag("say how the search went, for plots"),
    certify=flag("make a proof that the plan is optimal, to be fetched as a file"),
    linger={
        "type": "number",
        "description": "seconds to go on when nobody listens any more",
        "minimum": 0,
        "maximum": 600,
        "default": 2,
    },
)

REQUESTS: dict[str, Schema] = {
    "puzzles": request(
        first=whole("from which of the puzzles on; counted from 1", 1, 10_000_000, default=1),
        state={**STATE, "description": "where the one puzzle shall start instead"},
    ),
    "info": request(state=STATE, metric=METRIC, quality=QUALITY),
    "check": request(("plan",), plan=WRITTEN),
    "convert": request(("to",), to=text("the name of a format", maxLength=40)),
    "generate": GENERATE,
    "hint": request(state=STATE, metric=METRIC),
    "graph": request(metric=METRIC, plan=PLAN),
    "render": request(
        plan=PLAN,
        format={"type": "string", "enum": ["svg", "gif", "text"], "default": "svg"},
        delay={"type": "number", "description": "seconds for each position", "minimum": 0.02, "maximum": 10},
    ),
    "solves": SOLVE,
}
