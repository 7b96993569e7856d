"""The heuristics of the native searches: name, summary and kinds. All are admissible.

The core lists them per kind, as in `core/tiles/heuristics.hpp`. A heuristic is one of `HEURISTICS` by name,
`pdb:PARTITION`, or the `max(...)` of several of these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from budge.engines.base import Refusal
from budge.engines.domains import DOMAINS
from budge.engines.forms import is_form, is_pdb, parts
from budge.names import listed, near
from budge.native import core
from budge.puzzles import BadInput, Puzzle


@dataclass(frozen=True)
class Heuristic:
    name: str
    kinds: tuple[str, ...]
    summary: str

    def refuses(self, puzzle: Puzzle) -> str | None:
        if puzzle.kind not in self.kinds:
            return f"heuristic {self.name} is for {listed(self.kinds)}, not {puzzle.kind}"
        reason = DOMAINS[puzzle.kind].refuses_heuristic(self.name, puzzle)
        return f"heuristic {self.name} {reason}" if reason else None


def core_heuristics() -> dict[str, Heuristic]:
    """The heuristics of all kinds by name. A name that several kinds have means the same in each."""
    table: dict[str, Heuristic] = {}
    for kind, name, summary in core.heuristics():
        known = table.get(name, Heuristic(name, (), summary))
        table[name] = replace(known, kinds=(*known.kinds, kind))
    return table


HEURISTICS = core_heuristics()

PDB = Heuristic(
    "pdb:PARTITION", ("tiles",), "pattern databases: 7-8, 5-5-5, 1,2,3/4,5,6, auto, a file…; docs/patterns.md"
)
MAX = Heuristic("max(A,B,…)", ("tiles",), "maximum of several heuristics")
FORMS = (PDB, MAX)


def check_heuristic(name: str, puzzle: Puzzle) -> None:
    """Raises `BadInput` for an unknown heuristic, and `Refusal` for one that does not fit the puzzle."""
    own = DOMAINS[puzzle.kind].heuristics(puzzle)
    if own is not None:
        if name not in own:
            raise BadInput(f"unknown heuristic {name!r}; {puzzle.kind} has {listed(own)}")
        return
    named = [replace(PDB if is_pdb(name) else MAX, name=name)] if is_form(name) else []
    for part in parts(name):
        if part in HEURISTICS:
            named.append(HEURISTICS[part])
        elif not is_pdb(part):
            raise BadInput(f"unknown heuristic {part!r}; {near(part, [*HEURISTICS, 'pdb'])}")
    for heuristic in named:
        if reason := heuristic.refuses(puzzle):
            raise Refusal(reason)
