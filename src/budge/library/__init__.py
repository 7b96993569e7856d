"""The built-in puzzles: one TOML file per suite; each puzzle has its known optimum and its source.

The puzzles are text in the formats of budge. This module imports nothing else from budge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """A puzzle of the library."""

    name: str  # suite/puzzle
    text: str
    optimum: dict[str, int] | None  # by metric; None if no plan exists
    source: str


@dataclass(frozen=True)
class LibrarySuite:
    name: str
    summary: str
    source: str  # of entries without their own source
    entries: tuple[Entry, ...]


@cache
def suite(name: str) -> LibrarySuite:
    import tomllib

    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    entries = (
        Entry(f"{name}/{item['name']}", item["text"].strip(), optimum(item), item.get("source", data["source"]))
        for item in data["puzzle"]
    )
    return LibrarySuite(name, data["summary"], data["source"], tuple(entries))


def optimum(item: dict[str, Any]) -> dict[str, int] | None:
    """The optimum of an entry: a table by metric, or a number of moves."""
    given = item.get("optimum")
    return {"moves": given} if isinstance(given, int) else given


@cache
def suites() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def names() -> list[str]:
    """The names of all suites and their puzzles."""
    return [name for each in suites() for name in (each, *(entry.name for entry in suite(each).entries))]


def short_names() -> list[str]:
    """Names of puzzles that `find` accepts without their suites."""
    alone = (name.partition("/")[2] for name in names())
    return [name for name in dict.fromkeys(alone) if name and find(name)]


def find(name: str) -> tuple[Entry, ...]:
    """The puzzles called `name`: one (`eight/hardest-1`), a whole suite (`eight`), or none.

    The suite may be omitted if the rest of the name begins with a letter and is unique: `klotski` is `classic/klotski`.

    >>> [entry.optimum for entry in find("eight/hardest-1")]
    [{'moves': 31}]
    """
    first, _, rest = name.partition("/")
    if first not in suites():
        if not name[:1].isalpha():
            return ()
        alike = [entry for each in suites() for entry in suite(each).entries if entry.name == f"{each}/{name}"]
        return tuple(alike) if len(alike) == 1 else ()
    return tuple(entry for entry in suite(first).entries if not rest or entry.name == name)
