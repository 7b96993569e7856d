"""The heuristics of the native searches: names, what they are, where they apply. All are admissible and consistent."""

from __future__ import annotations

from dataclasses import dataclass

from budge.engines.base import Refusal
from budge.engines.near import near
from budge.puzzles import BadInput, Puzzle, Tiles

# The tables of `xy` grow fast with the shorter side; these still build in well under a second.
XY_MAX_CELLS = 16


@dataclass(frozen=True)
class Heuristic:
    name: str
    kinds: tuple[str, ...]
    summary: str

    def refuses(self, puzzle: Puzzle) -> str | None:
        if puzzle.kind not in self.kinds:
            return f"heuristic {self.name} is for {' and '.join(self.kinds)}, not {puzzle.kind}"
        if self.name == "xy" and isinstance(puzzle, Tiles) and puzzle.width * puzzle.height > XY_MAX_CELLS:
            return f"heuristic xy is for boards of at most {XY_MAX_CELLS} cells; linear-conflict has no such limit"
        return None


HEURISTICS = {
    heuristic.name: heuristic
    for heuristic in (
        Heuristic("zero", ("tiles", "tokens"), "0 everywhere: A* becomes Dijkstra's algorithm"),
        Heuristic("misplaced", ("tiles", "tokens"), "tiles that are not at home"),
        Heuristic("manhattan", ("tiles", "tokens"), "sum of every tile's distance from home, as if alone"),
        Heuristic("linear-conflict", ("tiles",), "manhattan + 2 for every tile that must leave its home line"),
        Heuristic("xy", ("tiles",), "moves to bring all rows right + moves to bring all columns right, blank included"),
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
