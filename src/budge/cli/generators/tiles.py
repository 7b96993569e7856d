"""budge generate tiles: boards of tiles."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.generators.base import generator_command, to_size


@click.command(short_help="Boards of tiles: random, by walk, by optimum.")
@click.option("--size", callback=to_size, default="4x4", show_default=True, help="Width and height.")
@click.option("--walk", type=int, metavar="N", help="N random moves from the goal; by default any position.")
@click.option(
    "--goal", metavar="GOAL", default="blank-last", show_default=True, help="blank-first, blank-last or a board."
)
@generator_command("moves", "tiles")
def tiles(size: tuple[int, int], walk: int | None, goal: str) -> dict[str, Any]:
    """Make boards of tiles that can be solved: all equally likely, or after a random walk, or of a given optimum.

    \b
    Examples:
      budge generate tiles --size 3x3 --moves 31           as hard as an 8-puzzle can be
      budge generate tiles --moves 40 --count 10           15-puzzles of exactly 40 moves
      budge generate tiles --size 5x5 --walk 60 -o new.tiles
      budge generate tiles --size 3x3 --count 100 | budge solve -
    """
    return {"width": size[0], "height": size[1], "walk": walk, "goal": goal}
