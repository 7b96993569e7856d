"""Restrictions on visitors' requests: they may not name files or programs, nor fill the disk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from budge.engines.base import Prepared, Refusal
from budge.engines.forms import is_pdb, parts
from budge.engines.options import Option
from budge.engines.registry import engines
from budge.names import listed
from budge.patterns import Store
from budge.patterns.partition import is_name
from budge.puzzles import BadInput

MAX_DATABASE_BYTES = 200_000_000  # that one solve may add to the store


def values(engine: str, option: Option) -> tuple[str, ...]:
    """The values of an option that the server accepts. Not free text: it could name programs or files."""
    if option.choices:
        return option.choices
    if (engine, option.name) == ("sat", "solver"):
        from budge.engines.logic.sat_solvers import INSIDE

        return tuple(INSIDE)
    return (option.default,)


def check_options(given: Mapping[str, Any]) -> None:
    """Raises `BadInput` unless every value is one of `values` for some engine that has the option."""
    for name, value in given.items():
        known = [(engine, option) for engine in engines().values() for option in engine.options if option.name == name]
        allowed = [each for engine, option in known for each in values(engine.name, option)]
        if known and value not in allowed:
            raise BadInput(f"{name}={value}; the server accepts {listed(allowed)}")


def check_heuristic(name: str) -> None:
    """Raises `BadInput` if a heuristic names a file."""
    for part in parts(name):
        sets = part.removeprefix("pdb").removeprefix(":")
        if is_pdb(part) and sets and not is_name(sets) and not re.fullmatch(r"(plain:)?[\d,/ ]+", sets):
            raise BadInput(f"{part[:80]}; the server accepts partitions by name, sizes or tile sets, not from files")


def check_databases(task: Prepared, request: str) -> None:
    """Raises `Refusal` if a solve would build large pattern databases."""
    store = Store()
    size = sum(pattern.size for pattern in task.databases if pattern not in store)
    if size > MAX_DATABASE_BYTES:
        raise Refusal(
            f"{request} needs {size / 1e6:,.0f} MB of pattern databases that are not built; "
            "`budge patterns build` builds them"
        )
