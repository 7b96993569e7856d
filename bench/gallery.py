"""Draws the animated pictures of README and docs/gallery.md: each is a shortest plan that budge has found.

.venv/bin/python bench/gallery.py docs/gallery
"""

from __future__ import annotations

import sys
from pathlib import Path

import budge
from budge import Objective

DELAY = 0.3  # seconds between positions
PICTURES = {  # name of the file: puzzle of the library, metric
    "tiles": ("eight/hardest-1", "moves"),
    "tokens": ("graphs/theta0", "moves"),
    "klotski": ("klotski", "moves"),
    "rush-hour": ("rushhour/25", "moves"),
    "sokoban": ("sokoban/rooms-15", "pushes-then-moves"),
    "together": ("together/two-rooms", "makespan"),
    "robots": ("robots/round-trip", "slides"),
}


def draw(name: str, folder: Path) -> Path:
    source, metric = PICTURES[name]
    [puzzle] = budge.load(source)
    outcome = budge.solve(puzzle, objective=Objective(metric=metric))
    return budge.animate(puzzle, outcome, folder / f"{name}.svg", delay=DELAY)


if __name__ == "__main__":
    for name in PICTURES:
        print(draw(name, Path(sys.argv[1])))
