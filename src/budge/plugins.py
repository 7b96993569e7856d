"""What other packages add to budge through entry points."""

from __future__ import annotations

import warnings
from typing import Any


def plugins(group: str) -> list[Any]:
    """One instance of every class that installed packages offer in `group`; a broken one is a warning, not an end."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found = []
    for point in entry_points(group=group):
        try:
            found.append(point.load()())
        except Exception as problem:
            warnings.warn(f"{group}: {point.value} cannot be loaded: {problem}", stacklevel=2)
    return found
