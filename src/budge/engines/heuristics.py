"""The heuristics of the native searches: names, what they are, where they apply. All are admissible and consistent."""

from __future__ import annotations

from dataclasses import dataclass

from budge.engines.base import Refusal
from budge.engines.near import near
from budge.puzzles import BadInput, Puzzle, Tiles

# The most cells in a line for which the tables of `xy` stay small, by the number of lines.
XY_LONGEST_LINE = {1: 16, 2: 8, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1}


@dataclass(frozen=True)
class Heuristic:
    name: str
    kinds: tuple[str, ...]
    summary: str

    def refuses(self, puzzle: Puzzle) -> str | None:
        if puzzle.kind not in self.kinds:
            return f"heuristic {self.name} is for {' and '.join(self.kinds)}, not {puzzle.kind}"
        if self.name == "xy" and isinstance(puzzle, Tiles):
            for lines, length in ((puzzle.width, puzzle.height), (puzzle.height, puzzle.width)):
                if length > XY_LONGEST_LINE.get(lines, 0):
                    return f"heuristic xy needs too large a table for {puzzle.size}; linear-conflict has no such limit"
        return None


HEURISTICS = {
    heuristic.name: heuristic
    for heuristic in (
        Heuristic("zero", ("tiles", "tokens", "sokoban"), "0 everywhere: A* becomes Dijkstra's algorithm"),
        Heuristic("misplaced", ("tiles", "tokens"), "tiles that are not at home"),
        Heuristic("manhattan", ("tiles", "tokens"), "sum of every tile's distance from home, as if alone"),
        Heuristic("linear-conflict", ("tiles",), "manhattan + 2 for every tile that must leave its home line"),
        Heuristic("xy", ("tiles",), "moves to bring all rows right + moves to bring all columns right, blank included"),
        Heuristic("distance", ("sokoban",), "pushes of every box to the target nearest to it, as if alone"),
        Heuristic(
            "matching", ("sokoban",), "pushes of every box to a target of its own, chosen so that the sum is least"
        ),
    )
}


def checked(name: str, puzzle: Puzzle) -> str:
    """`name` if it is a heuristic for `puzzle`; else an error that suggests the near one or says why not."""
    if name not in HEURISTICS:
        raise BadInput(f"unknown heuristic {name!r}; {near(name, HEURISTICS)}")
    reason = HEURISTICS[name].refuses(puzzle)
    if reason:
        raise Refusal(reason)
    return name
