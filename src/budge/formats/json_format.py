"""Puzzles of every kind as JSON: one object, a list of objects, or one object per line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.parts import Text
from budge.puzzles import KINDS, BadInput, Puzzle

MAX_CHARACTERS = 16_000_000  # parsed JSON takes up to twenty times its text


class JsonFormat(LazyFormat):
    name: ClassVar[str] = "json"
    summary: ClassVar[str] = "every kind: one object, a list of objects, or one object per line"
    kinds: ClassVar[tuple[str, ...]] = tuple(KINDS)
    suffixes: ClassVar[tuple[str, ...]] = (".json", ".jsonl", ".ndjson")

    def sniff(self, text: str) -> bool:
        return re.match(r"\s*[{\[]", text) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = JsonFormat().read('{"kind": "tiles", "start": [[1, 0]]}', "x")
        >>> puzzle.size
        '2×1'
        """
        json_text = text.whole()
        if len(json_text) > MAX_CHARACTERS:
            raise BadInput(f"{where}: {len(json_text):,} characters of JSON; the limit is {MAX_CHARACTERS:,}")
        none_yet = True
        for line, data in values(json_text, where):
            yield partial(read_one, data, f"{where}, line {line}")
            none_yet = False
        if none_yet:
            raise BadInput(f"{where}: it contains no puzzle")

    def write(self, puzzle: Puzzle) -> str:
        return json.dumps(puzzle.to_json()) + "\n"


def values(text: str, where: str) -> Iterator[tuple[int, Any]]:
    """Each value of the text with its line; list items are separate values."""
    decoder = json.JSONDecoder()
    position, line, counted = 0, 1, 0
    while True:
        while text[position : position + 1].isspace():
            position += 1
        if position >= len(text):
            return
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as problem:
            raise BadInput(f"{where}, line {problem.lineno}, column {problem.colno}: {problem.msg}") from None
        except RecursionError:
            raise BadInput(f"{where}, line {line}: JSON nested too deeply for a puzzle") from None
        except ValueError:  # Python does not parse integers of several thousand digits
            raise BadInput(f"{where}, line {line}: a number too large for a puzzle") from None
        for item in value if isinstance(value, list) else [value]:
            yield line, item


def read_one(data: Any, place: str) -> Puzzle:
    if not isinstance(data, dict) or data.get("kind") not in tuple(KINDS):
        raise BadInput(f'{place}: expected an object with "kind" one of {", ".join(KINDS)}')
    try:
        return KINDS[data["kind"]].from_json(data)
    except BadInput as problem:
        raise BadInput(f"{place}: {problem}") from None
