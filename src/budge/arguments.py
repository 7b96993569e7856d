"""Checks of arguments of the Python API; an error says what was given and what was expected."""

from __future__ import annotations


def expect(value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raises `TypeError` unless the value has the type `kind`, which `words` describe.

    >>> expect(5, str, 'a name, such as "klotski"')
    Traceback (most recent call last):
    TypeError: int given; expected a name, such as "klotski"
    """
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} given; expected {words}")
