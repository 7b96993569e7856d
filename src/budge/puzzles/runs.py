"""Run lengths, as Sokoban players write them in levels and plans: `3r` is `rrr`, `2(lu)` is `lulu`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from budge.puzzles.base import BadInput

TOKEN = re.compile(r"(\d*)(.)", re.DOTALL)
DEEPEST = 16


def unrolled(text: str, longest: int, letters: Iterable[str]) -> str:
    """The text without its run lengths; raises `BadInput` for anything but letters, numbers and brackets that match.

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
            raise BadInput(f"{text[position : position + 8]!r}: a number with nothing to repeat, or too large a one")
        position = token.end()
        times, mark = int(token[1] or 1), token[2]
        if mark == "(" and len(open_groups) < DEEPEST:
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
            raise BadInput(f"{mark!r} is not expected here; known are {' '.join(sorted(known - set('()')))}")
        length += times * len(group)
        if length > longest:
            raise BadInput(f"longer than {longest:,}")
        pieces.append(group * times)
    if open_groups:
        raise BadInput("a bracket is opened and not closed")
    return "".join(pieces)
