"""From the bytes of a request to a checked object and the puzzles it is about. Files are never looked for."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import PurePath
from typing import Any

from budge import library
from budge.formats.source import library_puzzle, read_text, with_goal
from budge.puzzles import BadInput, Puzzle
from budge.web.problems import Problem
from budge.web.request_schemas import REQUESTS
from budge.web.validation import mistake


def checked(body: bytes, request: str) -> dict[str, Any]:
    """The fields of a request; raises `Problem`."""

    try:
        data = json.loads(body.decode(), parse_constant=finite, parse_float=finite)
        if b"\\u" in body:
            json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError) as problem:
        raise Problem(400, f"the body is not JSON: {problem}") from None
    if wrong := mistake(data, REQUESTS[request]):
        raise Problem(422, wrong)
    fields: dict[str, Any] = data
    return fields


def finite(number: str) -> float:
    """JSON knows neither infinity nor NaN, by whichever name."""
    if not isfinite(float(number)):
        raise ValueError(f"{number[:20]} is no number of JSON")
    return float(number)


def puzzles(fields: dict[str, Any]) -> list[Puzzle]:
    """The puzzles that a request is about: one where it names a level."""
    found = _read(fields)
    if "level" in fields:
        if fields["level"] > len(found):
            raise BadInput(f"there is no level {fields['level']}; the source holds {len(found)}")
        found = [found[int(fields["level"]) - 1]]
    return [with_goal(puzzle, fields["goal"]) for puzzle in found] if "goal" in fields else found


def one_puzzle(fields: dict[str, Any]) -> Puzzle:
    found = puzzles(fields)
    if len(found) > 1:
        raise BadInput(f"the source holds {len(found):,} puzzles; choose one by its level")
    return found[0]


def _read(fields: dict[str, Any]) -> list[Puzzle]:
    if "name" in fields:
        entries = library.find(fields["name"])
        if not entries:
            raise BadInput(f"no puzzle of the library is called {fields['name'][:80]!r}")
        return [library_puzzle(entry) for entry in entries]
    where = PurePath(fields.get("filename") or "the puzzle").name or "the puzzle"
    if "puzzle" in fields:
        return read_text(json.dumps(fields["puzzle"]), where)
    text = fields["text"].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise BadInput(f"{where}: a binary file; expected a puzzle as text")
    return read_text(text, where)
