"""budge generate: new puzzles, solved and graded. `cli/generators` has one command for each kind."""

from __future__ import annotations

from importlib import import_module

import click

from budge.kinds import kinds_in

GENERATORS = "budge.cli.generators"


@click.group(short_help="Make new puzzles, solved and graded.")
def command() -> None:
    """Make new puzzles. Each is solved before it is written, and graded by the effort.

    \b
    Examples:
      budge generate tiles --size 3x3 --moves 31
      budge generate tokens --vertices 8 --shape wheel --hardest
      budge generate blocks --cars 8 --trucks 3 --min-moves 25
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --help
    """


for kind in kinds_in(GENERATORS):
    command.add_command(getattr(import_module(f"{GENERATORS}.{kind}"), kind))
