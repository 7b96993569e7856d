"""budge generate robots: boards of robots."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.generators.base import generator_command, to_size
from budge.generators.robots import STYLES


@click.command(short_help="Ricochet Robots, and Lunar Lockout.")
@click.option("--style", type=click.Choice(list(STYLES)), default="ricochet", show_default=True)
@click.option("--size", callback=to_size, help="Width and height; by default 16x16, for lockout 5x5.")
@click.option("--robots", type=int, help="Number of robots; by default 4, for lockout 5.")
@click.option("--targets", type=int, default=1, show_default=True, help="Number of robots with a target.")
@click.option("--walls", type=int, help="Number of corners of two walls; by default some, for lockout none.")
@generator_command("slides", "robots")
def robots(size: tuple[int, int] | None, **params: Any) -> dict[str, Any]:
    """Make boards of robots that slide until something stops them: closed ones with walls, or open ones without.

    \b
    Examples:
      budge generate robots --slides 9 --seed 1
      budge generate robots --size 8x8 --robots 3 --min-slides 6 --count 5 -o new.robots
      budge generate robots --style lockout --hardest
    """
    width, height = size or (None, None)
    return {"width": width, "height": height, **params}
