"""Common code of the line-based formats: numbered lines, comments, and names with arbitrary characters."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

from budge.formats.parts import Text
from budge.puzzles import BadInput

MAX_LENGTH = 200_000  # characters in a line: several times the largest board

SEPARATORS = re.compile(r"[\s,]+")
LEVEL_ROW = re.compile(r"\s*#[#@+$*. \-_]*[@$][#@+$*. \-_]*#\s*")  # comments do not match this
LEVEL = re.compile(r"\s*#(?=[^\n]*[@+])[#@+$*. \-_]*(/[#@+$*. \-_]*){2,}#\s*")  # all of a Sokoban level on one line
ONE_FORMAT = "all puzzles of a file must have one format"
PLAIN_NAME = re.compile(r'[^\s"#;]([^"#;]*[^\s"#;])?')


Line = tuple[int, str, bool]  # number, content, and whether it is the first of its paragraph


def lines(text: Text, where: str) -> Iterator[Line]:
    """The non-empty lines, without comments and outer spaces. A comment line does not end a paragraph.

    >>> list(lines(Text.of("# two boards\\n1 0\\n\\n0 1  # easy"), "x"))
    [(2, '1 0', True), (4, '0 1', True)]
    """
    opens = True
    for first, part in text:
        opens = yield from lines_of(part, first, opens, where)


def lines_of(part: str, first: int, opens: bool, where: str) -> Generator[Line, None, bool]:
    """`lines` for one part of a text; `opens` and the return value say whether the next line begins a paragraph."""
    for number, line in every_line([(first, part)], where):
        comment = ""
        if "#" in line:
            if LEVEL_ROW.fullmatch(line):
                raise BadInput(f"{where}, line {number}: a row of a Sokoban level among other puzzles; {ONE_FORMAT}")
            line, comment, _ = line.partition("#")
        if content := line.strip():
            yield number, content, opens
            opens = False
        elif not comment:
            opens = True
    return opens


def every_line(text: Iterable[tuple[int, str]], where: str, max_length: int = MAX_LENGTH) -> Iterator[tuple[int, str]]:
    """All lines with their numbers, blank lines included; raises `BadInput` for an excessively long line.

    >>> list(every_line(Text.of("#@\\n\\n.#"), "x"))
    [(1, '#@'), (2, ''), (3, '.#')]
    """
    for first, part in text:
        for number, line in enumerate(part.removesuffix("\n").split("\n"), first):
            if len(line) > max_length:
                raise BadInput(f"{where}, line {number}: {len(line):,} characters long; no puzzle needs that")
            yield number, line


def opening(text: str, skip: re.Pattern[str]) -> str:
    """The beginning of the first line that is not empty, not a comment and does not match `skip`.

    >>> opening("# a board\\ngoal: 0 1\\n1 0", re.compile("goal"))
    '1 0'
    """
    for match in re.finditer(r"^[^\S\n]*([^#\s][^\n]{0,200})", text, re.MULTILINE):
        if not skip.match(match[1]):
            return match[1]
    return ""


def words(text: str) -> list[str]:
    """The words of a text, separated by spaces or commas.

    >>> words(" 1, 2 3,")
    ['1', '2', '3']
    """
    return [word for word in SEPARATORS.split(text) if word]


def shown(word: str) -> str:
    """A part of the input in quotes, shortened for messages.

    >>> shown("9" * 5000)
    "'999999999999…'"
    """
    return repr(word if len(word) <= 16 else word[:12] + "…")


def write_name(name: str) -> str:
    """A name as written after `name:`; a name with unusual characters becomes a JSON string.

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
def located(where: str) -> Iterator[None]:
    """Adds the place to the message of any `BadInput` raised inside."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(f"{where}: {problem}") from None
