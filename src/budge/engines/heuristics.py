"""The heuristics of the native searches: names, what they are, where they apply. All are admissible.

The core lists them, `core/tiles/heuristics.hpp` those of tiles, and so on. A heuristic is one of `HEURISTICS` by name,
`pdb:PARTITION`, or the `max(...)` of several of these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from budge.engines.base import Refusal
from budge.names import listed, near
from budge.native import core
from budge.patterns import Board, Partition, partition
from budge.puzzles import BadInput, Puzzle, Tiles


@dataclass(frozen=True)
class Heuristic:
    name: str
    kinds: tuple[str, ...]
    summary: str

    def refuses(self, puzzle: Puzzle) -> str | None:
        if puzzle.kind not in self.kinds:
            return f"heuristic {self.name} is for {listed(self.kinds)}, not {puzzle.kind}"
        if isinstance(puzzle, Tiles) and (reason := core.refuses_tiles(self.name, puzzle.width, puzzle.height)):
            return f"heuristic {self.name} {reason}"
        return None


def listed_by_the_core() -> dict[str, Heuristic]:
    """The heuristics of all kinds by name. A name that several kinds have means the same in each."""
    table: dict[str, Heuristic] = {}
    for kind, name, summary in core.heuristics():
        known = table.get(name, Heuristic(name, (), summary))
        table[name] = replace(known, kinds=(*known.kinds, kind))
    return table


HEURISTICS = listed_by_the_core()

# What is written as more than a name.
FORMS = (
    Heuristic(
        "pdb:PARTITION", ("tiles",), "pattern databases: 7-8, 5-5-5, 1,2,3/4,5,6, auto, a file…; docs/patterns.md"
    ),
    Heuristic("max(A,B,…)", ("tiles",), "the greatest of several heuristics"),
)


def checked(name: str, puzzle: Puzzle) -> str:
    """`name` if it is a heuristic for `puzzle`; else an error that suggests the near one or says why not."""
    if not is_form(name):
        return _checked_name(name, puzzle)
    if not isinstance(puzzle, Tiles):
        raise Refusal(f"heuristic {name} is for tiles, not {puzzle.kind}")
    for part in parts(name):
        if not is_pdb(part):
            _checked_name(part, puzzle)
    for each in partitions(name, puzzle):
        for view in each.views():
            _ = view.pattern.size  # raises if it is too large
    return name


def _checked_name(name: str, puzzle: Puzzle) -> str:
    if name not in HEURISTICS:
        raise BadInput(f"unknown heuristic {name!r}; {near(name, [*HEURISTICS, 'pdb'])}")
    reason = HEURISTICS[name].refuses(puzzle)
    if reason:
        raise Refusal(reason)
    return name


def is_pdb(name: str) -> bool:
    return name == "pdb" or name.startswith("pdb:")


def is_form(name: str) -> bool:
    return is_pdb(name) or (name.startswith("max(") and name.endswith(")"))


def parts(name: str) -> list[str]:
    """The heuristics that `max(...)` joins; a comma between tiles joins none.

    >>> parts("max(pdb:1,2,3/4,5, manhattan)"), parts("xy")
    (['pdb:1,2,3/4,5', 'manhattan'], ['xy'])
    """
    if not name.startswith("max("):
        return [name]
    return [part.strip() for part in re.split(r",(?=\s*[^\d\s])", name[len("max(") : -1])]


def partitions(name: str, puzzle: Tiles) -> list[Partition]:
    """The partitions whose databases a heuristic looks into; raises `BadInput`."""
    board = Board(puzzle.width, puzzle.height, puzzle.goal.index(0))
    return [partition(part[len("pdb:") :], board, puzzle.goal) for part in parts(name) if is_pdb(part)]
