"""Names in messages: suggestions for mistyped ones, and several in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def listed(names: Sequence[str]) -> str:
    """
    >>> listed(["tiles"]), listed(["tiles", "tokens", "blocks"])
    ('tiles', 'tiles, tokens and blocks')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
