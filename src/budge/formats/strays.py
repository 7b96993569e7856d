"""Puzzles where only titles are expected: a file has one format, and a puzzle in another is never passed over."""

from __future__ import annotations

import re
from contextlib import suppress

from budge.puzzles import BadInput

LIKE_A_BOARD = re.compile(
    r"\s*\d+([ ,]+\d+)+\s*(/\s*\d+([ ,]+\d+)+\s*)+/?\s*|\s*\{\s*\".*"
)  # whatever is wrong with it


def stray(lines: list[str], besides: str) -> str | None:
    """The name of the format, other than `besides`, that these lines or one of them are a puzzle in.

    >>> stray(["Two boards", "1 2/3 0"], "xsb"), stray(["Level 1"], "xsb")
    ('tiles', None)
    """
    from budge.formats.registry import format_of  # which knows the formats that call this

    for text in ("\n".join(lines), *(lines if len(lines) > 1 else ())):
        format = format_of(text)
        if format is None or format.name == besides:
            continue
        if LIKE_A_BOARD.fullmatch(text):
            return format.name
        with suppress(BadInput):
            format.read(text, "")
            return format.name
    return None
