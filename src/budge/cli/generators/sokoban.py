"""budge generate sokoban: levels of Sokoban."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.generators.base import generator_command, to_size
from budge.generators.floor_plans import SHAPES


@click.command(short_help="Levels by reverse play.")
@click.option("--size", callback=to_size, default="8x8", show_default=True, help="Width and height, walls included.")
@click.option("--boxes", type=int, help="Number of boxes; by default 3, or more for optima above 60 pushes.")
@click.option("--shape", type=click.Choice(list(SHAPES)), default="rooms", show_default=True, help="Floor plan.")
@click.option("--zones", is_flag=True, help="Boxes start on one side, targets are on the other.")
@generator_command("pushes", "xsb")
def sokoban(size: tuple[int, int], boxes: int | None, shape: str, zones: bool) -> dict[str, Any]:
    """Make Sokoban levels by pulling boxes away from their targets. `budge solve` reads the output.

    \b
    Examples:
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --shape cells --size 12x10 --zones --min-pushes 30
      budge generate sokoban --shape rectangle --size 7x6 --boxes 4 -o new.xsb
      budge generate sokoban --size 7x7 --boxes 2 --hardest
      budge generate sokoban --count 3 | budge solve -
    """
    return {"width": size[0], "height": size[1], "boxes": boxes, "shape": shape, "zones": zones}
