"""Checks requests against the very schemas that the OpenAPI description shows, so that the two cannot disagree.

Knows as much of JSON Schema as the description uses: types, enums, bounds, items, properties and `oneOf` of them.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}
WORDS = {"object": "an object", "array": "a list", "string": "text", "boolean": "true or false", "null": "null"}


def mistake(value: Any, schema: Schema, where: str = "") -> str | None:
    """What is wrong with a value, in words; None if nothing is.

    >>> mistake({"level": 0}, {"type": "object", "properties": {"level": {"type": "integer", "minimum": 1}}})
    'level: 0 is below 1'
    """
    place = f"{where}: " if where else ""
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_a(value, each) for each in types):
        return f"{place}expected {' or '.join(WORDS.get(each, f'a {each}') for each in types)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place}expected one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        return wrong_object(value, schema, where)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            return f"{place}more than {schema['maxItems']:,} items"
        found = (mistake(item, schema.get("items", {}), f"{where}[{number}]") for number, item in enumerate(value))
        return next(filter(None, found), None)
    if isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            return f"{place}more than {schema['maxLength']:,} characters"
        return None if len(value) >= schema.get("minLength", 0) else f"{place}empty"
    if type(value) in (int, float):
        if value < schema.get("minimum", value):
            return f"{place}{str(value)[:24]} is below {schema['minimum']}"
        if value > schema.get("maximum", value):
            return f"{place}{str(value)[:24]} is above {schema['maximum']}"
    return None


def wrong_object(value: dict[str, Any], schema: Schema, where: str) -> str | None:
    prefix = f"{where}." if where else ""
    known = schema.get("properties", {})
    for key in value:
        if key not in known and schema.get("additionalProperties") is False:
            return f"{prefix}{key[:40]}: no such field; expected {', '.join(known)}"
        extra = schema.get("additionalProperties")
        if wrong := mistake(
            value[key], known.get(key, extra if isinstance(extra, dict) else {}), f"{prefix}{key[:40]}"
        ):
            return wrong
    for key in schema.get("required", ()):
        if key not in value:
            return f"{prefix}{key}: missing"
    choices = [each["required"][0] for each in schema.get("oneOf", ())]
    if choices and sum(key in value for key in choices) != 1:
        return f"expected one of {', '.join(choices)}"
    return None


def is_a(value: Any, name: str) -> bool:
    """Whether JSON Schema calls a value so: true is no number, and 1.0 is an integer."""
    if isinstance(value, bool):
        return name == "boolean"
    if isinstance(value, float) and name == "integer":
        return value.is_integer()
    return isinstance(value, TYPES[name])
