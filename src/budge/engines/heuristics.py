"""The heuristics of the native searches: names, what they are, where they apply. All are admissible.

A heuristic is one of `HEURISTICS` by name, `pdb:PARTITION`, or the `max(...)` of several of these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from budge.engines.base import Refusal
from budge.names import listed, near
from budge.patterns import Board, Partition, partition
from budge.puzzles import KINDS, BadInput, Puzzle, Tiles

# The most cells in a line for which the tables of `xy` stay small, by the number of lines.
XY_LONGEST_LINE = {1: 16, 2: 8, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1}


@dataclass(frozen=True)
class Heuristic:
    name: str
    kinds: tuple[str, ...]
    summary: str

    def refuses(self, puzzle: Puzzle) -> str | None:
        if puzzle.kind not in self.kinds:
            return f"heuristic {self.name} is for {listed(self.kinds)}, not {puzzle.kind}"
        if self.name == "xy" and isinstance(puzzle, Tiles):
            for lines, length in ((puzzle.width, puzzle.height), (puzzle.height, puzzle.width)):
                if length > XY_LONGEST_LINE.get(lines, 0):
                    return f"heuristic xy needs too large a table for {puzzle.size}; linear-conflict has no such limit"
        return None


HEURISTICS = {
    heuristic.name: heuristic
    for heuristic in (
        Heuristic("zero", tuple(KINDS), "0 everywhere: A* becomes Dijkstra's algorithm"),
        Heuristic("misplaced", ("tiles", "tokens"), "tiles that are not at home"),
        Heuristic("manhattan", ("tiles", "tokens", "blocks"), "sum of every tile's distance from home, as if alone"),
        Heuristic("linear-conflict", ("tiles", "blocks"), "manhattan + 2 for every tile that must leave its home line"),
        Heuristic("xy", ("tiles",), "moves to bring all rows right + moves to bring all columns right, blank included"),
        Heuristic(
            "distance",
            ("blocks", "sokoban", "robots"),
            "sum of the distances of pieces that have a goal, each alone among walls",
        ),
        Heuristic(
            "modified-linear-conflict", ("blocks",), "linear-conflict, and pieces without a goal that are in the way"
        ),
        Heuristic(
            "matching", ("sokoban",), "pushes of every box to a target of its own, chosen so that the sum is least"
        ),
        Heuristic("stoppers", ("robots",), "distance, and 1 if no robot can keep to it while all others stay"),
    )
}


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
