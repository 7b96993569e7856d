"""What the line-based formats share: lines with their numbers, comments, and names that may hold any character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from budge.puzzles import BadInput

MAX_LENGTH = 200_000  # characters in a line: several times what the largest board takes

SEPARATORS = re.compile(r"[\s,]+")
PLAIN_NAME = re.compile(r'[^\s"#;]([^"#;]*[^\s"#;])?')


class Line(NamedTuple):
    """A line with something on it, its comment and outer spaces removed."""

    number: int
    text: str
    opens: bool  # the first of its paragraph: a blank line, or nothing, stands before it


def lines(text: str, where: str) -> Iterator[Line]:
    """The lines that hold something. A line that holds only a comment does not end a paragraph.

    >>> [line.text for line in lines("# two boards\\n1 0\\n\\n0 1  # easy", "x")]
    ['1 0', '0 1']
    """
    opens, position, number = True, 0, 1
    for match in re.finditer(r"[^\n]+", text):
        breaks = text.count("\n", position, match.start())
        number += breaks
        opens = opens or breaks > 1
        position = match.end()
        if (length := position - match.start()) > MAX_LENGTH:
            raise BadInput(f"{where}, line {number}: {length:,} characters long; no puzzle needs that")
        content, comment, _ = match[0].partition("#")
        if content := content.strip():
            yield Line(number, content, opens)
        opens = not content and (opens or not comment)


def every_line(text: str, where: str) -> Iterator[tuple[int, str]]:
    """All lines with their numbers, blank ones too; one that is absurdly long is bad input.

    >>> list(every_line("#@\\n\\n.#", "x"))
    [(1, '#@'), (2, ''), (3, '.#')]
    """
    for number, match in enumerate(re.finditer(r"^.*$", text, re.MULTILINE), 1):
        if len(match[0]) > MAX_LENGTH:
            raise BadInput(f"{where}, line {number}: {len(match[0]):,} characters long; no puzzle needs that")
        yield number, match[0]


def opening(text: str, skip: re.Pattern[str]) -> str:
    """The beginning of the first line that holds something and does not match `skip`: enough to sniff a format.

    >>> opening("# a board\\ngoal: 0 1\\n1 0", re.compile("goal"))
    '1 0'
    """
    for match in re.finditer(r"^[^\S\n]*([^#\s][^\n]{0,200})", text, re.MULTILINE):
        if not skip.match(match[1]):
            return match[1]
    return ""


def words(text: str) -> list[str]:
    """The words between spaces and commas.

    >>> words(" 1, 2 3,")
    ['1', '2', '3']
    """
    return [word for word in SEPARATORS.split(text) if word]


def shown(word: str) -> str:
    """A piece of the input in quotes, short enough for a message.

    >>> shown("9" * 5000)
    "'999999999999…'"
    """
    return repr(word if len(word) <= 16 else word[:12] + "…")


def write_name(name: str) -> str:
    """A name as it stands after `name:`; one that holds unusual characters becomes a JSON string.

    >>> write_name("my 8-puzzle"), write_name("a # b")
    ('my 8-puzzle', '"a \\\\u0023 b"')
    """
    if name.isprintable() and PLAIN_NAME.fullmatch(name):
        return name
    return json.dumps(name).replace("#", "\\u0023").replace(";", "\\u003b")


def read_name(text: str, place: str) -> str:
    """The inverse of `write_name`."""
    if not text.startswith('"'):
        if not text:
            raise BadInput(f"{place}: an empty name")
        return text
    try:
        name = json.loads(text)
    except ValueError:
        name = None
    if not isinstance(name, str):
        raise BadInput(f"{place}: the name begins with a quote but is not a JSON string")
    return name


@contextmanager
def told(where: str) -> Iterator[None]:
    """Begin the message of any mistake with where it is."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(f"{where}: {problem}") from None
