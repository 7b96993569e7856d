"""The built-in puzzles: one TOML file a suite, each puzzle with its known optimum and where it comes from.

Data alone: the puzzles stand there as text in budge's own formats. Imports nothing else of budge.
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
class Suite:
    name: str
    summary: str
    source: str  # of those entries that say nothing else
    entries: tuple[Entry, ...]


@cache
def suite(name: str) -> Suite:
    import tomllib

    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    entries = (
        Entry(f"{name}/{item['name']}", item["text"].strip(), optimum(item), item.get("source", data["source"]))
        for item in data["puzzle"]
    )
    return Suite(name, data["summary"], data["source"], tuple(entries))


def optimum(item: dict[str, Any]) -> dict[str, int] | None:
    """What an entry states: a table by metric, or one number of moves."""
    stated = item.get("optimum")
    return {"moves": stated} if isinstance(stated, int) else stated


@cache
def suites() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def names() -> list[str]:
    """Every name that `find` knows: the suites and their puzzles."""
    return [name for each in suites() for name in (each, *(entry.name for entry in suite(each).entries))]


def short_names() -> list[str]:
    """Names of puzzles without their suites, where `find` knows them so."""
    alone = (name.partition("/")[2] for name in names())
    return [name for name in dict.fromkeys(alone) if name and find(name)]


def find(name: str) -> tuple[Entry, ...]:
    """The puzzles called `name`: one (`eight/hardest-1`), a whole suite (`eight`), or none.

    A puzzle goes by its own name alone if that is a word and no other has it: `klotski` is `classic/klotski`.

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
