"""What a room knows of each kind of puzzle: it stands in the room's file that is named for the kind.

`KINDS` of `budge.puzzles` is the only list of kinds. A room such as `engines/domains/` or `play/` asks here for what
its files `tiles.py`, `tokens.py`, … hold; a kind without a file there is one that the room knows nothing of.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from budge.puzzles import KINDS


def kinds_in(room: str) -> tuple[str, ...]:
    """The kinds that have a file in a room, which is not imported for that: it may need an extra.

    >>> kinds_in("budge.encodings.asp")
    ('tiles', 'sokoban')
    """
    found = find_spec(room)
    folders = [] if found is None else list(found.submodule_search_locations or [])
    return tuple(kind for kind in KINDS if any(Path(folder, f"{kind}.py").is_file() for folder in folders))


def by_kind(room: str, base: type) -> dict[str, Any]:
    """By kind, the class that the room's file of that name defines: the first that is a `base`.

    >>> from budge.generators import Generator
    >>> by_kind("budge.generators", Generator)["tiles"].__name__
    'TilesGenerator'
    """
    found = {}
    for kind in kinds_in(room):
        module = import_module(f"{room}.{kind}")
        own = (each for each in vars(module).values() if getattr(each, "__module__", None) == module.__name__)
        found[kind] = next(each for each in own if isinstance(each, type) and issubclass(each, base))
    return found
