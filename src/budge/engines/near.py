"""Suggestions for mistyped names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, known: Iterable[str]) -> str:
    """
    >>> near("manhatan", ["zero", "manhattan"])
    'did you mean manhattan?'
    >>> near("foo", ["zero", "xy"])
    'known are zero, xy'
    """
    known = list(known)
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
