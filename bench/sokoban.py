"""Measures the documented claims about Sokoban and prints a Markdown table: `python bench/sokoban.py`.

Levels come from the folder BUDGE_DATA (default: ../shared/data). Time is CPU time, because machines are shared; the
limit per level is wall-clock time: SECONDS, or the first argument. A second argument prints the ninety classic levels
one by one instead: `any` finds a first plan for each, `improved` improves it until the limit, `proven` looks for the
fewest pushes. Further arguments select levels: `python bench/sokoban.py 10 any 1 29`.
"""

from __future__ import annotations

import csv
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from budge.native import core

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "sokoban"
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
STUDY = {"map1": 31, "map1MA": 16, "map5": 51, "map10": 23, "map11": 31, "map12": 37, "map13": 70, "map_unsat": None}


@dataclass(frozen=True)
class Level:
    number: int
    rows: list[str]

    def cells(self, letters: str) -> list[int]:
        width = self.width
        return [
            y * width + x for y, row in enumerate(self.rows) for x, c in enumerate(row.ljust(width)) if c in letters
        ]

    @property
    def width(self) -> int:
        return max(map(len, self.rows))


@dataclass(frozen=True)
class Run:
    level: int
    answer: core.Answer
    seconds: float

    @property
    def proven(self) -> bool:
        return self.answer.status == "optimal"


def levels(name: str) -> Iterator[Level]:
    """The levels of a collection in which a line with its number precedes each level."""
    for block in (DATA / name).read_text().split(";")[1:]:
        lines = block.splitlines()
        yield Level(int(lines[0]), [line for line in lines[1:] if "#" in line])


def solve(level: Level, metric: str, walls: str = "#", letters: tuple[str, str, str] = ("@+", "$*", ".*+")) -> Run:
    player, box, target = letters
    run = core.Run(seconds=SECONDS, nodes=None, memory=8 << 30)
    pieces = [level.cells(kind) for kind in (walls, player, box, target)]
    puzzle = core.SokobanPuzzle(level.width, len(level.rows), *pieces, [])
    began = time.process_time()
    answer = core.solve_sokoban(puzzle, metric, "astar", "matching", (1, 1), run)
    return Run(level.number, answer, time.process_time() - began)


def show(what: str, promised: str, measured: str) -> None:
    print(f"| {what} | {promised} | {measured} |", flush=True)


def microban(metric: str, promised: str) -> list[Run]:
    with (DATA / "microban1_optimal.csv").open() as file:
        known = {int(row["level"]): row[f"optimal_{metric}"] for row in csv.DictReader(file)}
    runs = [solve(level, metric) for level in levels("microban1.sok")]
    proven = [run for run in runs if run.proven]
    wrong = [run.level for run in proven if known[run.level] and int(known[run.level]) != run.answer.lower_bound]
    quick = sum(run.seconds <= 0.01 for run in proven)
    seconds = sum(run.seconds for run in proven)
    unproven = ", ".join(str(run.level) for run in runs if not run.proven)
    measured = f"{len(proven)} in {seconds:.1f} s, {quick} of them ≤ 10 ms, {len(wrong)} wrong; unproven: {unproven}"
    show(f"microban1, {metric}, {SECONDS:g} s a level", promised, measured)
    return runs


def some_plan(level: Level, improving: bool = False) -> Run:
    pieces = [level.cells(kind) for kind in ("#", "@+", "$*", ".*+")]
    puzzle = core.SokobanPuzzle(level.width, len(level.rows), *pieces, [])
    began = time.process_time()
    answer = core.solve_sokoban_any(puzzle, "pushes", improving, core.Run(seconds=SECONDS, nodes=None, memory=2 << 30))
    return Run(level.number, answer, time.process_time() - began)


def any_plan() -> None:
    solved = [run for run in map(some_plan, levels("microban1.sok")) if run.answer.plan]
    slowest = max(run.seconds for run in solved)
    measured = f"{len(solved)} in {sum(run.seconds for run in solved):.1f} s, {slowest:.2f} s at most"
    show(f"microban1, any, {SECONDS:g} s a level", "155", measured)


def pushes(level: Level, plan: list[int]) -> int:
    """The number of pushes in a plan; every step is checked."""
    walls, boxes = set(level.cells("#")), set(level.cells("$*"))
    [player] = level.cells("@+")
    count = 0
    for direction in plan:
        step = (-level.width, -1, 1, level.width)[direction]
        player += step
        assert player not in walls, "a step into a wall"
        if player in boxes:
            assert player + step not in walls | boxes, "a push against a wall or a box"
            boxes.symmetric_difference_update({player, player + step})
            count += 1
    assert boxes >= set(level.cells(".*+")), "a target is left empty"
    return count


WAYS: dict[str, Callable[[Level], Run]] = {
    "any": some_plan,
    "improved": partial(some_plan, improving=True),
    "proven": partial(solve, metric="pushes"),
}


def classic(mode: str, chosen: set[int]) -> None:
    """The results of one mode for every classic level, or for the chosen ones."""
    print("| level | s | expanded | pushes | at least |\n| --- | --- | --- | --- | --- |")
    runs, gaps = [], []
    for level in levels("xsokoban.sok"):
        if chosen and level.number not in chosen:
            continue
        run = WAYS[mode](level)
        answer = run.answer
        found = pushes(level, answer.plan) if answer.plan else None
        gaps += [found / answer.lower_bound - 1] if found else []
        runs.append(run)
        print(
            f"| {run.level} | {run.seconds:.2f} | {answer.expanded:,} | {found or '–'} | {answer.lower_bound} |",
            flush=True,
        )
    rate = sum(run.answer.expanded for run in runs) / sum(run.seconds for run in runs)
    gap = f"{100 * sum(gaps) / len(gaps):.1f} %" if gaps else "–"
    print(f"\n{len(gaps)} of {len(runs)} solved, {gap} above the bound on average; {rate:,.0f} expanded a second")


def rates(runs: list[Run]) -> None:
    long = [run for run in runs if run.seconds > 0.1]
    expanded = sum(run.answer.expanded for run in long)
    show("expanded a second, full bound", "≥ 300,000", f"{expanded / sum(run.seconds for run in long):,.0f}")


def boxoban() -> None:
    runs = [solve(level, "pushes") for name in ("medium", "unfiltered") for level in levels(f"boxoban_{name}.sok")]
    measured = f"{sum(run.proven for run in runs)} in {sum(run.seconds for run in runs):.3f} s"
    show("both Boxoban files, pushes", "100 in ≤ 0.1 s", measured)


def study() -> None:
    right, slowest = 0, 0.0
    for name, steps in STUDY.items():
        level = Level(0, (DATA / "bmc" / f"{name}.txt").read_text().split())
        metric = "moves" if len(level.cells("P")) == 1 else "makespan"
        run = solve(level, metric, "W", ("P", "B", "T"))
        right += (run.answer.lower_bound if run.proven else None) == steps and run.answer.stopped_by is None
        slowest = max(slowest, run.seconds)
    show("the study maps", f"{len(STUDY)} right, ≤ 0.1 s each", f"{right} right, {slowest:.3f} s at most")


def main() -> None:
    print(f"{platform.machine()}, Python {platform.python_version()}, {core.__name__}\n")
    if sys.argv[2:]:
        classic(sys.argv[2], {int(number) for number in sys.argv[3:]})
        return
    print("| what | promised | measured |\n| --- | --- | --- |")
    study()
    boxoban()
    runs = microban("pushes", "155, 136 of them ≤ 10 ms, none wrong")
    rates(runs)
    microban("moves", "≥ 153, none wrong")
    any_plan()


if __name__ == "__main__":
    main()
