"""Run lengths, as Sokoban players write them in levels and plans: `3r` is `rrr`, `2(lu)` is `lulu`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from budge.puzzles.base import BadInput

TOKEN = re.compile(r"(\d*)(.)", re.DOTALL)
MAX_DEPTH = 16


def unrolled(text: str, max_length: int, letters: Iterable[str]) -> str:
    """Expands the run lengths; raises `BadInput` for other characters, unmatched brackets and texts above `max_length`.

    >>> unrolled("2(lu)3r", 100, "lurd")
    'lulurrr'
    """
    known = frozenset(letters)
    open_groups: list[tuple[int, list[str], int]] = []  # repetitions, text before the group, its length
    pieces: list[str] = []
    length = 0
    position = 0
    while position < len(text):
        token = TOKEN.match(text, position)
        if token is None or len(token[1]) > 8:
            raise BadInput(
                f"{text[position : position + 8]!r}: expected a repeat count of at most 8 digits and a letter"
            )
        position = token.end()
        times, mark = int(token[1] or 1), token[2]
        if mark == "(" and len(open_groups) < MAX_DEPTH:
            open_groups.append((times, pieces, length))
            pieces, length = [], 0
            continue
        if mark == ")" and open_groups and not token[1]:
            times, before, length_before = open_groups.pop()
            group = "".join(pieces)
            pieces, length = before, length_before
        elif mark in known:
            group = mark
        else:
            raise BadInput(f"{mark!r} is not expected here; valid characters are {' '.join(sorted(known - set('()')))}")
        length += times * len(group)
        if length > max_length:
            raise BadInput(f"longer than {max_length:,} characters")
        pieces.append(group * times)
    if open_groups:
        raise BadInput("a bracket is not closed")
    return "".join(pieces)
