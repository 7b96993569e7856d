"""Measures the documented claims about robots and prints a Markdown table: `python bench/robots.py`.

The boards are random and similar to those of the board game: 16×16, a closed block in the middle, 17 corners of two
walls, two short walls at each edge, four robots, one target in a corner. Times are CPU-seconds of the search on one
core.
"""

from __future__ import annotations

import platform
import time
from random import Random
from statistics import mean

import budge
from budge.engines.domains.robots import RobotsDomain, to_native
from budge.generators.robots import RobotsGenerator
from budge.native import core
from budge.puzzles import Puzzle

BOARDS = 200


def boards(count: int, **wishes: object) -> list[Puzzle]:
    """Random solvable boards."""
    generator, random = RobotsGenerator(**wishes), Random(1)  # type: ignore[arg-type]
    found: list[Puzzle] = []
    while len(found) < count:
        puzzle = generator.draw(random)
        if puzzle is not None and budge.solve(puzzle).status == "optimal":
            found.append(puzzle)
    return found


def search(puzzle: Puzzle, algorithm: str, heuristic: str) -> tuple[core.Answer, float]:
    run = core.Run(seconds=None, nodes=None, memory=8 << 30)
    statement = to_native(puzzle)
    began = time.process_time()
    answer = core.solve_robots(statement, algorithm, heuristic, (1, 1), run)
    return answer, time.process_time() - began


def show(what: str, promised: str, found: list[tuple[core.Answer, float]]) -> None:
    seconds = [spent for _, spent in found]
    expanded = mean(answer.expanded for answer, _ in found)
    times = f"{1000 * mean(seconds):.2f} ms, worst {1000 * max(seconds):.0f} ms"
    print(f"| {what} | {promised} | {times}, {expanded:,.0f} expanded |", flush=True)


def main() -> None:
    print(f"{platform.processor() or platform.machine()}, one core\n")
    print("| what | promised | measured: mean over the boards |\n| --- | --- | --- |")
    usual = boards(BOARDS)
    optima = [search(puzzle, "astar", "stoppers")[0].lower_bound for puzzle in usual]
    print(f"| optima, 16×16, 4 robots | | {min(optima)} to {max(optima)}, mean {mean(optima):.1f} slides |", flush=True)
    default = RobotsDomain().default_heuristic(usual[0])
    for algorithm, heuristic, promised in (
        ("astar", default, "≤ 50 ms"),
        ("astar", "distance", ""),
        ("ida", default, ""),
        ("dijkstra", "zero", ""),
    ):
        show(f"{algorithm}, {heuristic}", promised, [search(puzzle, algorithm, heuristic) for puzzle in usual])
    show("5 robots", "", [search(puzzle, "astar", default) for puzzle in boards(50, robots=5)])
    show("two targets", "", [search(puzzle, "astar", default) for puzzle in boards(20, targets=2)])
    lockout = boards(50, style="lockout", width=7, height=7, robots=6)
    show("lockout 7×7, 6 robots", "", [search(puzzle, "astar", default) for puzzle in lockout])


if __name__ == "__main__":
    main()
