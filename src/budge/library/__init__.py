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


# Published lists of instances: plain numbers, too many to show on the page or to list one by one.
LISTS = {
    "korf15": (
        "Korf's hundred 15-puzzles, blank first in the goal",
        'R. E. Korf, "Depth-first iterative-deepening", 1985',
    ),
    "korf24": (
        "the first 25 of Korf's fifty 24-puzzles, blank first in the goal",
        'R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002',
    ),
}


@cache
def published(name: str) -> LibrarySuite:
    """A list of `LISTS`. Each line of its file has a number, an optimum and the cells of a board."""
    summary, source = LISTS[name]
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(maxsplit=2) for line in lines if not line.startswith("#"))
    entries = (
        Entry(f"{name}/{number}", f"goal: blank-first\n{cells}", {"moves": int(best)}, source)
        for number, best, cells in rows
    )
    return LibrarySuite(name, summary, source, tuple(entries))


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
    """The names of all suites and their puzzles, and of the published lists."""
    own = [name for each in suites() for name in (each, *(entry.name for entry in suite(each).entries))]
    return [*own, *LISTS]


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
    if first in LISTS:
        return tuple(entry for entry in published(first).entries if not rest or entry.name == name)
    if first not in suites():
        if not name[:1].isalpha():
            return ()
        alike = [entry for each in suites() for entry in suite(each).entries if entry.name == f"{each}/{name}"]
        return tuple(alike) if len(alike) == 1 else ()
    return tuple(entry for entry in suite(first).entries if not rest or entry.name == name)
