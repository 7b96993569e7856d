"""The fields of requests as JSON Schema, for validation and for the OpenAPI description."""

from __future__ import annotations

from typing import Any

from budge.puzzles import KINDS
from budge.spec import REMOTE_SETTINGS

Schema = dict[str, Any]


def text(summary: str, **bounds: Any) -> Schema:
    return {"type": "string", "description": summary, **bounds}


def whole(summary: str, minimum: int, maximum: int, **more: Any) -> Schema:
    return {"type": "integer", "description": summary, "minimum": minimum, "maximum": maximum, **more}


def flag(summary: str) -> Schema:
    return {"type": "boolean", "description": summary, "default": False}


MAX_EXPANSIONS = 20_000  # about a megabyte of JSON

SOURCE: dict[str, Schema] = {
    "text": text("one or many puzzles, in any format that budge reads", minLength=1),
    "name": text("a puzzle or a suite of the library", minLength=1, maxLength=200),
    "puzzle": {"type": "object", "description": "one puzzle in the JSON format of budge"},
    "filename": text("the file name of the text; its suffix may identify the format", maxLength=200),
    "level": whole("which puzzle of the source, counted from 1", 1, 1_000_000),
    "goal": text("another goal, in the notation of the kind", maxLength=20_000),
}
STATE: Schema = {
    "description": "a position: a list by cell or vertex, of anchors by piece, or players and boxes of Sokoban",
    "type": ["array", "object"],
}
METRIC = REMOTE_SETTINGS["metric"].schema()
PLAN = text("a plan in the notation of the kind")
WRITTEN = text("a plan in the notation of the kind, of clingo, of a planner or of budge")


def request(required: tuple[str, ...] = (), **fields: Schema) -> Schema:
    """The body of a request about a puzzle."""
    return {
        "type": "object",
        "properties": {**SOURCE, **fields},
        "required": list(required),
        "oneOf": [{"required": [key]} for key in ("text", "name", "puzzle")],
        "additionalProperties": False,
    }


OLD_BOUNDS = {"least": "min_optimum", "most": "max_optimum", "least_effort": "min_effort", "most_effort": "max_effort"}

PARAMS: Schema = {
    "type": "object",
    "description": "parameters of the generator, as `GET /engines` lists them; null means its default",
    "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
}
GENERATE: Schema = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": list(KINDS), "description": "the kind of the puzzles"},
        "seed": whole("equal seeds and parameters give equal puzzles", -(2**53), 2**53, default=0),
        "count": whole("number of puzzles", 1, 20, default=1),
        "min_optimum": whole("minimum optimum in the first metric", 0, 1_000_000),
        "max_optimum": whole("maximum optimum in the first metric", 1, 1_000_000),
        "min_effort": whole("minimum number of positions expanded to solve it", 0, 10**9),
        "max_effort": whole("maximum number of positions expanded to solve it", 1, 10**9),
        **{old: {"type": "integer", "deprecated": True, "description": new} for old, new in OLD_BOUNDS.items()},
        "hardest": flag("the reachable position that is farthest from a solution"),
        "params": PARAMS,
        "wishes": {**PARAMS, "deprecated": True, "description": "params"},
    },
    "required": ["kind"],
    "additionalProperties": False,
}

SOLVE = request(
    (),
    **{name: setting.schema() for name, setting in REMOTE_SETTINGS.items()},
    trace=flag("send a trace of the search for plots"),
    max_expansions=whole("expansions that the trace lists one by one, for a replay", 0, MAX_EXPANSIONS, default=0),
    certify=flag("write a proof that the plan is optimal, for download"),
    wait={
        "type": "number",
        "description": "seconds to wait for the result; the answer then has the state of the solve",
        "minimum": 0,
        "maximum": 600,
    },
    linger={
        "type": "number",
        "description": "seconds to continue without a listener",
        "minimum": 0,
        "maximum": 600,
        "default": 2,
    },
)

REQUESTS: dict[str, Schema] = {
    "puzzles": request(
        first=whole("number of the first puzzle to return, from 1", 1, 10_000_000, default=1),
        state={**STATE, "description": "another start position"},
    ),
    "info": request(
        (),
        state=STATE,
        **{name: REMOTE_SETTINGS[name].schema() for name in ("metric", "quality", "engine", "heuristic", "options")},
    ),
    "check": request(("plan",), plan=WRITTEN),
    "convert": request(("to",), to=text("the name of a format", maxLength=40)),
    "generate": GENERATE,
    "hint": request(state=STATE, metric=METRIC),
    "graph": request(metric=METRIC, plan=PLAN),
    "render": request(
        plan=WRITTEN,
        format={"type": "string", "enum": ["svg", "gif", "text"], "default": "svg"},
        delay={"type": "number", "description": "seconds for each position", "minimum": 0.02, "maximum": 10},
    ),
    "solves": SOLVE,
}
