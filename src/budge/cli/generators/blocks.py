"""budge generate blocks: sliding-block puzzles."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.generators.base import generator_command, to_size
from budge.generators.blocks import STYLES


@click.command(short_help="Rush Hour boards, and boards of Klotski's kind.")
@click.option("--style", type=click.Choice(list(STYLES)), default="rush-hour", show_default=True)
@click.option("--size", callback=to_size, help="Width and height; by default 6x6, for klotski 4x5.")
@click.option("--cars", type=int, help="Number of cars of two cells, without X; by default a few.")
@click.option("--trucks", type=int, help="Number of trucks of three cells; by default a few.")
@click.option("--empty", type=int, help="Number of free cells of klotski; by default 2.")
@click.option("--walls", type=int, default=0, show_default=True, help="Number of walls.")
@generator_command("moves", "blocks")
def blocks(size: tuple[int, int] | None, **params: Any) -> dict[str, Any]:
    """Make sliding-block puzzles: Rush Hour boards (bring X out to the right) or boards of Klotski's kind (bring the
    square S down to the middle). To reach a required optimum, boards are varied.

    \b
    Examples:
      budge generate blocks --min-moves 30 --seed 1
      budge generate blocks --cars 8 --trucks 3 --moves 20 --count 5 -o new.rush
      budge generate blocks --walls 2 --hardest            the hardest that a random board can reach
      budge generate blocks --style klotski --min-moves 60
    """
    width, height = size or (None, None)
    return {"width": width, "height": height, **params}
