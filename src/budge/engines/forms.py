"""Heuristics with arguments: `pdb:PARTITION`, and the `max(...)` of several heuristics."""

from __future__ import annotations

import re


def is_pdb(name: str) -> bool:
    return name == "pdb" or name.startswith("pdb:")


def is_form(name: str) -> bool:
    return is_pdb(name) or is_max(name)


def is_max(name: str) -> bool:
    return name.startswith("max(") and name.endswith(")")


def parts(name: str) -> list[str]:
    """The heuristics in `max(...)`; a comma between tiles does not separate two.

    >>> parts("max(pdb:1,2,3/4,5, manhattan)"), parts("xy")
    (['pdb:1,2,3/4,5', 'manhattan'], ['xy'])
    """
    if not is_max(name):
        return [name]
    return [part.strip() for part in re.split(r",(?=\s*[^\d\s])", name[len("max(") : -1])]
