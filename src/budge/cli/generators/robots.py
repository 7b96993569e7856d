"""Boards of robots to order."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.orders.base import an_order, to_size
from budge.generators.robots import STYLES


@click.command(short_help="Ricochet Robots, and Lunar Lockout.")
@click.option("--style", type=click.Choice(list(STYLES)), default="ricochet", show_default=True)
@click.option("--size", callback=to_size, help="Width and height; by default 16x16, for lockout 5x5.")
@click.option("--robots", type=int, help="How many robots; by default 4, for lockout 5.")
@click.option("--targets", type=int, default=1, show_default=True, help="How many robots have a target.")
@click.option("--walls", type=int, help="How many corners of two walls; by default some, for lockout none.")
@an_order("slides", "robots")
def robots(size: tuple[int, int] | None, **wishes: Any) -> dict[str, Any]:
    """Make boards of robots that slide until something stops them: closed ones with walls, or open ones without.

    \b
    Examples:
      budge generate robots --slides 9 --seed 1
      budge generate robots --size 8x8 --robots 3 --min-slides 6 --count 5 -o new.robots
      budge generate robots --style lockout --hardest
    """
    width, height = size or (None, None)
    return {"width": width, "height": height, **wishes}
