"""Detects puzzles of another format among titles. A file has one format, and other puzzles must not be ignored."""

from __future__ import annotations

import re
from contextlib import suppress

from budge.puzzles import BadInput

LIKE_A_BOARD = re.compile(r"\s*\d+([ ,]+\d+)+\s*(/\s*\d+([ ,]+\d+)+\s*)+/?\s*|\s*\{\s*\".*")  # valid or not


def stray(lines: list[str], except_for: str) -> str | None:
    """The name of a format other than `except_for` in which these lines, or one of them, are a puzzle.

    >>> stray(["Two boards", "1 2/3 0"], "xsb"), stray(["Level 1"], "xsb")
    ('tiles', None)
    """
    from budge.formats.registry import format_of  # imports the formats that call this

    for text in ("\n".join(lines), *(lines if len(lines) > 1 else ())):
        format = format_of(text)
        if format is None or format.name == except_for:
            continue
        if LIKE_A_BOARD.fullmatch(text):
            return format.name
        with suppress(BadInput):
            format.read(text, "")
            return format.name
    return None
