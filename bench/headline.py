"""The headline figures of a release as ratios to a reference; `make bench-core` prints the change since the last.

    python bench/headline.py                 # measures, and compares with the newest file in bench/history
    python bench/headline.py --save 1.2.0    # writes bench/history/1.2.0.json, too

The reference is reference.c, a textbook IDA* in C that the compiler of this machine builds. It runs before each figure,
and a figure is its CPU time in units of the reference's: two machines that differ in speed give nearly equal ratios.
Node counts are equal on every machine; a change of one means a change of the search.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import median

from foundation import random_board

import budge
from budge import Objective, Puzzle
from budge.native import core

HISTORY = Path(__file__).with_name("history")
SEEDS = (0, 1, 6)  # random 15-puzzles, 147 million nodes together
REPEATS = 3
Work = tuple[int, float]  # nodes generated, CPU-seconds


@dataclass(frozen=True)
class Figure:
    seconds: float
    ratio: float  # to the reference
    nodes: int

    def rounded(self) -> Figure:
        return Figure(round(self.seconds, 4), round(self.ratio, 4), self.nodes)


def boards() -> list[Puzzle]:
    return [random_board(4, 4, seed) for seed in SEEDS]


def solve(puzzles: list[Puzzle], **how: object) -> Work:
    outcomes = [budge.solve(puzzle, **how) for puzzle in puzzles]  # type: ignore[arg-type]
    assert all(outcome.status != "stopped" for outcome in outcomes)
    return sum(each.stats.generated for each in outcomes), sum(each.stats.cpu_seconds for each in outcomes)


def explore(name: str) -> Work:
    began = time.process_time()
    found = budge.explore(*budge.load(name))
    return found.states, time.process_time() - began


FIGURES: dict[str, Callable[[], Work]] = {
    "ida manhattan, three 15-puzzles": lambda: solve(boards(), engine="ida", heuristic="manhattan"),
    "ida linear-conflict, the same": lambda: solve(boards(), engine="ida", heuristic="linear-conflict"),
    "ida pdb:5-5-5, the same": lambda: solve(boards(), engine="ida", heuristic="pdb:5-5-5"),
    "astar linear-conflict, fifteen/46": lambda: solve(
        budge.load("fifteen/46") * 10, engine="astar", heuristic="linear-conflict"
    ),
    "any on a board of 20×20": lambda: solve([random_board(20, 20, 0)], objective=Objective("any"), improve=False),
    "classic sliding blocks, moves": lambda: solve(budge.load("classic")),
    "Rush Hour suite, moves": lambda: solve(budge.load("rushhour") * 3),
    "Sokoban suite, pushes": lambda: solve(budge.load("sokoban") * 3),
    "Sokoban suite, any plan": lambda: solve(budge.load("sokoban") * 3, objective=Objective("any"), improve=False),
    "robots suite, slides": lambda: solve(budge.load("robots")),
    "all positions of a 10-puzzle (2×5)": lambda: explore("rectangle/5x2"),
    "sat, eight/hardest-1": lambda: solve(budge.load("eight/hardest-1"), engine="sat"),
}


def reference(program: str, feed: str) -> float:
    """CPU-seconds of the reference."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program], input=feed, text=True, check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def build(folder: str) -> str:
    program = str(Path(folder, "reference"))
    source = str(Path(__file__).with_name("reference.c"))
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, source], check=True)
    return program


def measure(program: str) -> Iterator[tuple[str, Figure]]:
    feed = "\n".join(" ".join(map(str, board.initial)) for board in boards())
    for name, work in FIGURES.items():
        work()  # opens databases, imports solvers
        runs = []
        for _ in range(REPEATS):
            unit = reference(program, feed)
            nodes, seconds = work()
            runs.append(Figure(seconds, seconds / unit, nodes))
        yield name, Figure(median(run.seconds for run in runs), median(run.ratio for run in runs), runs[0].nodes)


def machine() -> dict[str, str | int | None]:
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) if os.name == "posix" else None
    return {
        "processor": found[1] if found else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "core": core.__name__,
    }


def newest() -> tuple[str, dict[str, Figure]] | None:
    files = [(json.loads(path.read_text()), path.stem) for path in HISTORY.glob("*.json")]
    if not files:
        return None
    data, name = max(files, key=lambda each: (each[0]["date"], each[1]))
    return name, {figure: Figure(**values) for figure, values in data["figures"].items()}


def row(name: str, now: Figure, then: Figure | None) -> str:
    """One line of the table.

    >>> row("ida", Figure(1.0, 0.5, 10), Figure(2.0, 0.4, 10))
    '| ida | 1.000 s | 0.500 | +25% | equal |'
    >>> row("ida", Figure(1.0, 0.5, 10), None)
    '| ida | 1.000 s | 0.500 | new | 10 |'
    """
    change, nodes = "new", f"{now.nodes:,}"
    if then is not None:
        change = f"{now.ratio / then.ratio - 1:+.0%}"
        nodes = "equal" if now.nodes == then.nodes else f"{then.nodes:,} → {now.nodes:,}"
    return f"| {name} | {now.seconds:.3f} s | {now.ratio:.3f} | {change} | {nodes} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="The headline figures of a release")
    parser.add_argument("--save", metavar="NAME", help="write bench/history/NAME.json")
    name_to_save = parser.parse_args().save
    before = newest()
    then = before[1] if before else {}
    print(f"Ratios to reference.c; change since {before[0] if before else 'nothing'}\n")
    print("| figure | CPU | ratio | change | nodes |\n| --- | --- | --- | --- | --- |")
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("BUDGE_CACHE", folder)
        for name, figure in measure(build(folder)):
            figures[name] = figure
            print(row(name, figure, then.get(name)), flush=True)
    if name_to_save:
        HISTORY.mkdir(exist_ok=True)
        data = {
            "version": budge.__version__,
            "date": date.today().isoformat(),
            "machine": machine(),
            "figures": {name: asdict(figure.rounded()) for name, figure in figures.items()},
        }
        (HISTORY / f"{name_to_save}.json").write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
