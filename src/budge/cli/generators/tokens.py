"""budge generate tokens: graph puzzles."""

from __future__ import annotations

from typing import Any

import click

from budge.cli.generators.base import generator_command
from budge.generators.tokens import SHAPES


@click.command(short_help="Graph puzzles: rings with chords, wheels, ladders.")
@click.option("--vertices", type=int, default=7, show_default=True, help="Number of vertices.")
@click.option("--edges", type=int, help="Number of edges of a ring with chords; by default two chords.")
@click.option("--shape", type=click.Choice(list(SHAPES)), default="chords", show_default=True)
@click.option("--walk", type=int, metavar="N", help="N random moves from the goal; by default any position.")
@generator_command("moves", "tokens")
def tokens(vertices: int, edges: int | None, shape: str, walk: int | None) -> dict[str, Any]:
    """Make graph puzzles: tokens on the vertices of a graph, one of which is blank.

    \b
    Examples:
      budge generate tokens --vertices 8 --edges 11 --count 3
      budge generate tokens --shape wheel --hardest
      budge generate tokens --vertices 12 --shape ladder --moves 20
    """
    return {"vertices": vertices, "edges": edges, "shape": shape, "walk": walk}
