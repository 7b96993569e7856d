"""The built-in puzzles: one TOML file a suite, each puzzle with its known optimum and where it comes from.

Data alone: the puzzles stand there as text in budge's own formats. Imports nothing else of budge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """A puzzle of the library."""

    name: str  # suite/puzzle
    text: str
    optimum: int | None  # in the first metric of its kind; None if no plan exists
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
        Entry(f"{name}/{item['name']}", item["text"].strip(), item.get("optimum"), item.get("source", data["source"]))
        for item in data["puzzle"]
    )
    return Suite(name, data["summary"], data["source"], tuple(entries))


@cache
def suites() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def names() -> list[str]:
    """Every name that `find` knows: the suites and their puzzles."""
    return [name for each in suites() for name in (each, *(entry.name for entry in suite(each).entries))]


def find(name: str) -> tuple[Entry, ...]:
    """The puzzles called `name`: one (`eight/hardest-1`), a whole suite (`eight`), or none.

    >>> [entry.optimum for entry in find("eight/hardest-1")]
    [31]
    """
    first, _, rest = name.partition("/")
    if first not in suites():
        return ()
    return tuple(entry for entry in suite(first).entries if not rest or entry.name == name)
