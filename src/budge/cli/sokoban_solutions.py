"""The file of `budge solve --output` in the format in which players exchange levels and plans.

A comment below each level holds the key of its solve and how it ended, so that another run can continue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from budge.formats import format_named
from budge.model import Outcome
from budge.puzzles import BadInput, Puzzle, Sokoban

SUFFIXES = (".sok", ".xsb")
ENDED = re.compile(r":: budge (\w+) (\w+) ?(\w+)?")  # key, status, and what stopped the search


class SolutionText:
    """Levels with their plans. Other text in the file, such as a title of the collection, stays where it is."""

    def check(self, puzzle: Puzzle) -> None:
        if isinstance(puzzle, Sokoban) and len(puzzle.players) == 1:
            return
        what = "several players" if isinstance(puzzle, Sokoban) else puzzle.kind
        raise BadInput(f"a solution file is for Sokoban with one player, not for {what}; name a .jsonl file")

    def write(self, key: str, puzzle: Puzzle, outcome: Outcome) -> str:
        assert isinstance(puzzle, Sokoban)
        plan = None if outcome.plan is None else str(outcome.plan)
        ended = " ".join(filter(None, (key, outcome.status, outcome.stopped_by)))
        return f"\n{format_named('xsb').write(replace(puzzle, solution=plan))}:: budge {ended}\n"

    def read(self, path: str) -> Iterator[tuple[str, str, str | None]]:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if found := ENDED.fullmatch(line.rstrip()):
                    yield found[1], found[2], found[3]
