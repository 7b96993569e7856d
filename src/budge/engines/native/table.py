"""Looks up the distance of every position on the path in a table of the whole space of a small board.

The table is the pattern database of all tiles: built once, in milliseconds for 3×3 and seconds for 3×4, and stored
with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from budge.engines.base import Engine, Task
from budge.engines.domains.tiles_table import MAX_CELLS, table_of
from budge.engines.native.databases import build_stopped, with_databases
from budge.model import Objective, Outcome, Stats
from budge.patterns import BuildStopped, Pattern, PatternView, Store
from budge.puzzles import Plan, Puzzle, Tiles
from budge.puzzles.tiles import State


class Table(Engine):
    name = "table"
    summary = "looks up the distance of every position on the path; optimal, immediate, boards of up to 12 cells"
    kinds = ("tiles",)
    uses_threads = False

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if isinstance(puzzle, Tiles) and len(puzzle.start) > MAX_CELLS:
            return f"the table of {puzzle.size} would be too large: table serves boards of up to {MAX_CELLS} cells"
        return super().refuses(puzzle, objective)

    def databases(self, puzzle: Puzzle, heuristic: str | None, options: Mapping[str, Any]) -> list[Pattern]:
        return [view(puzzle).pattern]

    def solve(self, task: Task) -> Outcome:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        try:
            with_databases(task, task.databases)
        except BuildStopped as stopped:
            return build_stopped(stopped, 0)
        distance = oracle(puzzle)
        state, moves, looked_up = puzzle.start, [], 1
        left = length = distance(state)
        while left:
            for move in puzzle.moves(state):
                after = puzzle.apply(state, move)
                looked_up += 1
                if distance(after) < left:
                    break
            state, left = after, left - 1
            moves.append(move)
        stats = Stats(expanded=length, generated=looked_up)
        return Outcome("optimal", Plan(tuple(moves)), lower_bound=length, stats=stats)


def view(puzzle: Puzzle) -> PatternView:
    assert isinstance(puzzle, Tiles)
    return table_of(puzzle)


def oracle(puzzle: Tiles) -> Callable[[State], int]:
    """The distance of any state from the goal. The table identifies tiles by their goal cells on its own board."""
    seen = view(puzzle)
    table = Store().fetch(seen.pattern).native
    there = {cell: index for index, cell in enumerate(seen.cells)}
    home = {tile: there[cell] for cell, tile in enumerate(puzzle.goal)}

    def distance(state: State) -> int:
        return table.value([home[state[cell]] for cell in seen.cells], there[state.index(0)])

    return distance
