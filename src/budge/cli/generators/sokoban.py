"""budge generate sokoban: levels of Sokoban."""

from __future__ import annotations

from typing import Any

import click

from budge.api import load
from budge.cli.generators.base import generator_command, to_size
from budge.generators.floor_plans import SHAPES
from budge.puzzles import BadInput, Sokoban


@click.command(short_help="Levels by reverse play.")
@click.option("--size", callback=to_size, default="8x8", show_default=True, help="Width and height, walls included.")
@click.option("--boxes", type=int, help="Number of boxes; by default 3, or more for optima above 60 pushes.")
@click.option("--shape", type=click.Choice(list(SHAPES)), default="rooms", show_default=True, help="Floor plan.")
@click.option("--zones", is_flag=True, help="Boxes start on one side, targets are on the other.")
@click.option("--players", type=int, default=1, show_default=True, help="Of several, the optimum is in joint steps.")
@click.option("--density", type=int, metavar="PERCENT", help="Share of floor inside the walls; for the shape rooms.")
@click.option("--min-changes", type=int, default=0, help="Minimum times that the optimal plan turns to another box.")
@click.option("--style", metavar="SOURCE", help="Take sizes, boxes and densities from the levels of a collection.")
@generator_command("pushes", "xsb", unit_of_several="steps")
def sokoban(
    size: tuple[int, int],
    boxes: int | None,
    shape: str,
    zones: bool,
    players: int,
    density: int | None,
    min_changes: int,
    style: str | None,
) -> dict[str, Any]:
    """Make Sokoban levels by pulling boxes away from their targets. `budge solve` reads the output.

    \b
    Examples:
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --shape cells --size 12x10 --zones --min-pushes 30
      budge generate sokoban --shape rectangle --size 7x6 --boxes 4 -o new.xsb
      budge generate sokoban --size 7x7 --boxes 2 --hardest
      budge generate sokoban --players 2 --min-steps 15
      budge generate sokoban --style microban.xsb --min-pushes 20 --min-changes 6
      budge generate sokoban --count 3 | budge solve -
    """
    levels = tuple(level for level in load(style) if isinstance(level, Sokoban)) if style else ()
    if style and not levels:
        raise BadInput(f"{style} has no levels of Sokoban")
    return {
        "width": size[0],
        "height": size[1],
        "boxes": boxes,
        "shape": shape,
        "zones": zones,
        "players": players,
        "density": density,
        "min_changes": min_changes,
        "style": levels,
    }
