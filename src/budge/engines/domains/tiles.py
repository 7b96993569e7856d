"""Tiles in the core: tokens on a grid, with heuristics and loops of their own."""

from __future__ import annotations

from budge.engines.base import Task
from budge.engines.domains.base import Domain, Explored
from budge.engines.heuristics import HEURISTICS
from budge.engines.model import Objective
from budge.native import core
from budge.puzzles import Plan, Puzzle, Tiles
from budge.puzzles.tiles import STEPS


class TilesDomain(Domain):
    kind = "tiles"

    def choose(self, puzzle: Puzzle, objective: Objective) -> str:
        """`any`: put the tiles home one by one, whatever the size. Up to ten cells the whole space is small and A*
        takes milliseconds. Larger boards: IDA*, which needs no memory."""
        assert isinstance(puzzle, Tiles)
        if objective.quality == "any":
            return "construct"
        return "astar" if len(puzzle.start) <= 10 else "ida"

    def default_heuristic(self, puzzle: Puzzle) -> str:
        """The one that costs the least time over Korf's hundred, where it applies: see docs/heuristics.md."""
        return "manhattan" if HEURISTICS["linear-conflict"].refuses(puzzle) else "linear-conflict"

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        return core.solve_tiles(
            puzzle.width,
            puzzle.height,
            puzzle.start,
            puzzle.goal,
            task.options["order"],
            algorithm,
            task.heuristic or "zero",
            weight,
            run,
        )

    def plan(self, path: list[int], puzzle: Puzzle, metric: str) -> Plan:
        """The steps of the blank, from the cells that it goes to."""
        assert isinstance(puzzle, Tiles)
        letter = {down * puzzle.width + right: move for move, (down, right) in STEPS.items()}
        if puzzle.width == 1:  # up and left are the same step there
            letter |= {-1: "U", 1: "D"}
        cells = [puzzle.start.index(0), *path]
        return Plan(tuple(letter[there - here] for here, there in zip(cells, path, strict=False)))

    def evaluate(self, puzzle: Puzzle, heuristic: str, metric: str) -> int:
        assert isinstance(puzzle, Tiles)
        return core.evaluate_tiles(puzzle.width, puzzle.height, puzzle.start, puzzle.goal, heuristic)

    def explore(self, puzzle: Puzzle, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        assert isinstance(puzzle, Tiles)
        cells = range(len(puzzle.start))
        graph = [[there for move in "ULRD" if (there := puzzle.neighbour(cell, move)) is not None] for cell in cells]
        found = core.explore(graph, puzzle.goal if source == "goal" else puzzle.start, keep, run)
        hardest = [tuple(state) for state in found.hardest]
        return Explored(found.by_depth, hardest, found.stopped_by, found.peak_bytes)
