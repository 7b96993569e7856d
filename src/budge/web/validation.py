"""Checks the body of a request against the schema in the OpenAPI description.

fastjsonschema compiles each schema to a function; this module turns its errors into readable messages.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any

import fastjsonschema

from budge.web.problems import Problem
from budge.web.request_schemas import REQUESTS, Schema

TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
    "integer": "a whole number",
    "number": "a number",
}


def compiled(schema: Schema) -> Callable[[Any], Any]:
    check: Callable[[Any], Any] = fastjsonschema.compile(schema, use_default=False)
    return check


CHECKS = {name: compiled(schema) for name, schema in REQUESTS.items()}


def checked(body: bytes, request: str) -> dict[str, Any]:
    """The fields of a request; raises `Problem`."""
    try:
        data = json.loads(body.decode(), parse_constant=finite, parse_float=finite)
        if b"\\u" in body:
            json.dumps(data, ensure_ascii=False).encode()  # raises for half of a surrogate pair
    except (ValueError, RecursionError) as problem:
        raise Problem(400, f"the body is not JSON: {unreadable(problem)}") from None
    if wrong := mistake(data, CHECKS[request]):
        raise Problem(422, wrong)
    fields: dict[str, Any] = data
    return fields


def unreadable(problem: Exception) -> str:
    """Why a body is not JSON."""
    match problem:
        case RecursionError():
            return "it is nested too deeply"
        case UnicodeDecodeError():
            return f"byte {problem.start} is not UTF-8"
        case UnicodeEncodeError():
            return "half of a surrogate pair is not text"
        case json.JSONDecodeError():
            return f"{problem.msg} at line {problem.lineno}, column {problem.colno}"
    return "a number has thousands of digits" if "integer string conversion" in str(problem) else str(problem)


def finite(number: str) -> float:
    """Rejects infinity and NaN, which JSON does not have."""
    if not isfinite(float(number)):
        raise ValueError(f"{number[:20]} is not a JSON number")
    return float(number)


def mistake(data: Any, check: Callable[[Any], Any]) -> str | None:
    """The first error in the data of a request, as text, or None.

    >>> check = compiled({"type": "object", "properties": {"level": {"type": "integer", "minimum": 1}}})
    >>> mistake({"level": 0}, check), mistake({"level": 1}, check)
    ('level: 0 is below 1', None)
    """
    try:
        check(data)
    except fastjsonschema.JsonSchemaValueException as problem:
        place = (problem.name or "").removeprefix("data").removeprefix(".")[:80]
        return f"{place}: {words(problem)}" if place else words(problem)
    return None


def words(problem: fastjsonschema.JsonSchemaValueException) -> str:
    """An error as text; covers every rule that the schemas use."""
    value, rule = problem.value, problem.rule_definition
    match problem.rule:
        case "type":
            return f"expected {' or '.join(TYPES[each] for each in ([rule] if isinstance(rule, str) else rule))}"
        case "enum":
            return f"expected one of {', '.join(map(str, rule))}"
        case "minimum":
            return f"{str(value)[:24]} is below {rule}"
        case "maximum":
            return f"{str(value)[:24]} is above {rule}"
        case "minLength":
            return "empty"
        case "maxLength":
            return f"more than {rule:,} characters"
        case "required":
            return f"{next(key for key in rule if key not in value)} is missing"
        case "additionalProperties":
            known = problem.definition["properties"]
            return f"{next(key for key in value if key not in known)[:40]}: no such field; expected {', '.join(known)}"
        case "oneOf":
            return f"expected one of {', '.join(choice['required'][0] for choice in rule)}"
    raise AssertionError(f"a schema uses {problem.rule}, which has no message")
