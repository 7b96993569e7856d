"""Measures the studies' own models beside ours and prints it as a Markdown table: `python bench/studies.py`.

Time is CPU time, children included. The maps of the model-checking study are used where they lie beside the repository
(BUDGE_DATA or ../shared/data). A run that takes more than a minute of wall time is cut short, and its bound is shown.
"""

from __future__ import annotations

from dataclasses import replace

from foundation import DATA, random_board

import budge
from budge import Limits, Objective, Puzzle

SOKOBAN = ("sokoban/rooms-9", "sokoban/rooms-13", "sokoban/cells-15")
EXTRAS = ("", "no-undo", "distance", "no-undo+distance")


def row(puzzle: Puzzle, engine: str, metric: str, **options: str) -> str:
    objective = Objective("any" if "completed" in options.get("extras", "") else "optimal", metric)
    outcome = budge.solve(puzzle, engine=engine, objective=objective, limits=Limits(seconds=60), **options)
    found = f"at least {outcome.lower_bound}" if outcome.status == "stopped" else f"{outcome.cost}, {outcome.status}"
    said = " ".join(f"{key}={value}" for key, value in options.items() if value)
    return f"| {puzzle.name} | `{engine}` {said} | {metric}: {found} | {outcome.stats.cpu_seconds:.2f} s |"


def means() -> None:
    """What the extras of the n-puzzle's constraint problem are worth, over six random 8-puzzles."""
    puzzles = [random_board(3, 3, seed) for seed in range(6)]
    for options in ({}, *({"style": "study", "extras": extras} for extras in EXTRAS)):
        outcomes = [budge.solve(puzzle, engine="cp", **options) for puzzle in puzzles]
        seconds = sum(outcome.stats.cpu_seconds for outcome in outcomes) / len(puzzles)
        moves = sum(len(outcome.plan or ()) for outcome in outcomes) / len(puzzles)
        said = " ".join(f"{key}={value}" for key, value in options.items() if value)
        print(f"| six 8-puzzles | `cp` {said} | moves: {moves:.1f}, optimal, mean | {seconds:.2f} s |", flush=True)


def main() -> None:
    print("| puzzle | engine | found | CPU |\n| --- | --- | --- | --- |")
    [warm] = budge.load("eight/12")
    for engine in ("sat", "cp"):
        row(warm, engine, "moves")  # starts the process that children are forked from
    for name in ("map10", "map1", "map12", "map1MA"):
        file = DATA / "sokoban" / "bmc" / f"{name}.txt"
        if file.exists():
            [level] = budge.load(file)
            level = replace(level, name=name)
            for style in ("budge", "study"):
                print(row(level, "sat", "makespan" if name == "map1MA" else "moves", style=style), flush=True)
    for name in ("eight/20", "eight/hardest-1"):
        [puzzle] = budge.load(name)
        print(row(puzzle, "sat", "moves"), flush=True)
        for extras in ("", "no-undo", "no-undo+completed"):
            print(row(puzzle, "sat", "moves", style="study", extras=extras), flush=True)
    means()
    for name in SOKOBAN:
        [level] = budge.load(name)
        for style in ("clauses", "walks"):
            print(row(level, "cp", "pushes", style=style), flush=True)
        for extras in ("", "dead-squares"):
            print(row(level, "cp", "pushes", style="study", extras=extras), flush=True)


if __name__ == "__main__":
    main()
