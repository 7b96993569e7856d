"""Names in messages: suggestions for mistyped ones, and several in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def near(name: str, known: Iterable[str], also: Iterable[str] = ()) -> str:
    """A suggestion for an unknown name: the closest of the known names and `also` of these, or else all known names.

    >>> near("manhatan", ["zero", "manhattan"]), near("thread", ["fsm"], also=["threads"])
    ('did you mean manhattan?', 'did you mean threads?')
    >>> near("foo", ["zero", "xy"]), near("foo", [])
    ('known are zero, xy', 'none are known')
    """
    known = list(known)
    close = get_close_matches(name, [*known, *also], n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"known are {', '.join(known)}" if known else "none are known"


def choice(value: str, choices: Sequence[str]) -> str:
    """What was expected instead of `value`; where numbers are among the choices, their range.

    >>> depths = ["auto", "off", *map(str, range(2, 15))]
    >>> choice("20", depths), choice("of", depths)
    ('expected auto, off or 2 to 14', 'did you mean off?')
    """
    numbers = sorted(int(each) for each in choices if each.isdecimal())
    if not numbers or any(each.isalpha() for each in get_close_matches(value, choices, n=1)):
        return near(value, choices)
    words = [each for each in choices if not each.isdecimal()]
    return f"expected {', '.join(words)}{' or ' if words else ''}{numbers[0]} to {numbers[-1]}"


def listed(names: Sequence[str]) -> str:
    """
    >>> listed(["tiles"]), listed(["tiles", "tokens", "blocks"])
    ('tiles', 'tiles, tokens and blocks')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
