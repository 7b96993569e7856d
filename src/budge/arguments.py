"""Checks of arguments of the Python API; an error says what was given and what was expected."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast


def expect(value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raises `TypeError` unless the value has the type `kind`, which `words` describe.

    >>> expect(5, str, 'a name, such as "klotski"')
    Traceback (most recent call last):
    TypeError: int given; expected a name, such as "klotski"
    """
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} given; expected {words}")


Function = TypeVar("Function", bound=Callable[..., Any])


def renamed(**names: str) -> Callable[[Function], Function]:
    """Lets a function take keywords by their old names (`old="new"`) for one version, with a warning.

    >>> @renamed(colour="color")
    ... def paint(*, color):
    ...     return color
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as issued:
    ...     warnings.simplefilter("always")
    ...     paint(colour="red"), str(issued[0].message)
    ('red', 'paint(colour=) is now paint(color=)')
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(*args: Any, **given: Any) -> Any:
            for old in names.keys() & given.keys():
                message = f"{function.__name__}({old}=) is now {function.__name__}({names[old]}=)"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                given.setdefault(names[old], given.pop(old))
            return function(*args, **given)

        return cast(Function, call)

    return decorate
