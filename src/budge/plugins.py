"""What other packages add to budge through entry points."""

from __future__ import annotations

import warnings
from typing import Any


def plugins(group: str, *needed: str) -> list[Any]:
    """One instance of every class that installed packages offer in `group`, each with the attributes that are `needed`.
    A class that fails only gives a warning."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found = []
    for point in entry_points(group=group):
        try:
            made = point.load()()
            for name in needed:
                getattr(made, name)
            found.append(made)
        except Exception as problem:
            why = f"{type(problem).__name__}: {problem}"
            warnings.warn(f"{group}: {point.value} cannot be used: {why}", stacklevel=2)
    return found
