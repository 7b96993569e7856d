"""Finds the code of each kind of puzzle in a module, by the names of its files.

`KINDS` of `budge.puzzles` is the only list of kinds. A module such as `engines/domains/` or `play/` has one file per
kind: `tiles.py`, `tokens.py`, …. A module without the file of a kind does not support the kind.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from budge.puzzles import KINDS


def kinds_in(module_name: str) -> tuple[str, ...]:
    """The kinds that have a file in a module. Does not import the files, which may need an extra.

    >>> kinds_in("budge.encodings.asp")
    ('tiles', 'sokoban')
    """
    found = find_spec(module_name)
    folders = [] if found is None else list(found.submodule_search_locations or [])
    return tuple(kind for kind in KINDS if any(Path(folder, f"{kind}.py").is_file() for folder in folders))


def by_kind(module_name: str, base: type) -> dict[str, Any]:
    """For each kind, the first subclass of `base` that its file in the module defines.

    >>> from budge.generators import Generator
    >>> by_kind("budge.generators", Generator)["tiles"].__name__
    'TilesGenerator'
    """
    found = {}
    for kind in kinds_in(module_name):
        module = import_module(f"{module_name}.{kind}")
        own = (each for each in vars(module).values() if getattr(each, "__module__", None) == module.__name__)
        found[kind] = next(each for each in own if isinstance(each, type) and issubclass(each, base))
    return found
