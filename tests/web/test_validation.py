"""Requests are checked against their schemas, and an error is reported as text."""

from __future__ import annotations

import json

import pytest

from budge.web.problems import Problem
from budge.web.request_schemas import REQUESTS
from budge.web.validation import checked

MISTAKES = [
    ("type", "puzzles", [], "expected an object"),
    ("type", "puzzles", {"text": 7}, "text: expected text"),
    ("type", "puzzles", {"text": "1 0", "level": True}, "level: expected a whole number"),
    ("type", "solves", {"text": "1 0", "heuristic": 7}, "heuristic: expected text or null"),
    ("type", "solves", {"text": "1 0", "options": {"{0}": 7}}, "options.{0}: expected text"),
    ("enum", "render", {"text": "1 0", "format": "mp4"}, "format: expected one of svg, gif, text"),
    ("minimum", "solves", {"text": "1 0", "seconds": 0}, "seconds: 0 is below 0.001"),
    ("maximum", "puzzles", {"text": "1 0", "level": 10**30}, "level: 1" + "0" * 23 + " is above 1000000"),
    ("minLength", "puzzles", {"text": ""}, "text: empty"),
    ("maxLength", "convert", {"text": "1 0", "to": "x" * 41}, "to: more than 40 characters"),
    ("required", "check", {"text": "1 0"}, "plan is missing"),
    ("additionalProperties", "generate", {"kind": "tiles", "k" * 99: 1}, "k" * 40 + ": no such field; expected kind,"),
    ("oneOf", "puzzles", {}, "expected one of text, name, puzzle"),
    ("oneOf", "puzzles", {"text": "1 0", "name": "eight"}, "expected one of text, name, puzzle"),
]


@pytest.mark.parametrize(("rule", "request_name", "body", "words"), MISTAKES)
def test_an_error_is_reported_as_text_with_its_place(rule, request_name, body, words):
    with pytest.raises(Problem) as problem:
        checked(json.dumps(body).encode(), request_name)
    assert problem.value.status == 422
    assert problem.value.detail.startswith(words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "Expecting value at line 1, column 1"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"text": "\xff"}', "byte 10 is not UTF-8"),
        (b'{"text": "\\ud800"}', "half of a surrogate pair is not text"),
        (b'{"level": ' + b"9" * 5000 + b"}", "a number has thousands of digits"),
        (b'{"seconds": NaN}', "NaN is not a JSON number"),
    ],
)
def test_invalid_json_is_reported_as_text(body, words):
    with pytest.raises(Problem) as problem:
        checked(body, "solves")
    assert (problem.value.status, problem.value.detail) == (400, f"the body is not JSON: {words}")


def test_every_rule_of_the_schemas_is_covered():
    silent = {"description", "default", "deprecated", "properties"}  # keywords that refuse nothing themselves
    assert keywords(list(REQUESTS.values())) - silent == {rule for rule, *_ in MISTAKES}


def keywords(schemas):
    """The keywords of schemas and of all schemas within them."""
    found = set()
    for schema in schemas:
        found |= set(schema)
        extra = schema.get("additionalProperties")
        inner = [*schema.get("properties", {}).values(), *schema.get("oneOf", ())]
        found |= keywords([*inner, *([extra] if isinstance(extra, dict) else [])])
    return found


def test_a_whole_number_may_have_a_decimal_point_and_no_defaults_are_added():
    assert checked(b'{"text": "1 0", "level": 2.0}', "puzzles") == {"text": "1 0", "level": 2.0}
