"""budge generate: new puzzles, each solved and graded before it is handed out. One command a kind."""

from __future__ import annotations

import json
import re

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import json_option
from budge.cli.terminal import optimum_in_words
from budge.formats import Format, format_by_suffix, format_named
from budge.generate import Generated, generate
from budge.generators.floor_plans import SHAPES


@click.group(short_help="Make new puzzles, solved and graded.")
def command() -> None:
    """Make new puzzles: solvable by construction, solved before they are handed out, graded by what that took.

    \b
    Examples:
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --help
    """


def to_size(ctx: click.Context, param: click.Parameter, text: str) -> tuple[int, int]:
    """`10x8` as width and height."""
    match = re.fullmatch(r"(\d{1,4})\s*[x×]\s*(\d{1,4})", text.strip(), re.IGNORECASE)
    if match is None:
        raise click.BadParameter(f"{text!r}; expected a width and a height such as 10x8", ctx, param)
    return int(match[1]), int(match[2])


@command.command(short_help="Levels by reverse play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds and wishes give equal levels.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many levels.")
@click.option("--size", callback=to_size, default="8x8", show_default=True, help="Width and height, walls included.")
@click.option("--boxes", type=int, default=3, show_default=True, help="How many boxes.")
@click.option("--shape", type=click.Choice(list(SHAPES)), default="rooms", show_default=True, help="What the floor is.")
@click.option("--zones", is_flag=True, help="Boxes begin on one side, targets are on the other.")
@click.option("--min-pushes", type=int, default=1, show_default=True, help="Least optimum in pushes.")
@click.option("--max-pushes", type=int, help="Greatest optimum in pushes.")
@click.option("--min-effort", type=int, default=0, show_default=True, help="Least positions expanded to solve it.")
@click.option("--max-effort", type=int, help="Most positions expanded to solve it.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output by default.")
@json_option
def sokoban(
    seed: int,
    count: int,
    size: tuple[int, int],
    boxes: int,
    shape: str,
    zones: bool,
    min_pushes: int,
    max_pushes: int | None,
    min_effort: int,
    max_effort: int | None,
    output: str,
    as_json: bool,
) -> int:
    """Make Sokoban levels by pulling boxes away from their targets. `budge solve` reads what is written.

    \b
    Examples:
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --shape cells --size 12x10 --zones --min-pushes 30
      budge generate sokoban --shape rectangle --size 7x6 --boxes 4 -o new.xsb
      budge generate sokoban --count 3 | budge solve -
    """
    found = generate(
        "sokoban",
        seed=seed,
        count=count,
        least=min_pushes,
        most=max_pushes,
        least_effort=min_effort,
        most_effort=max_effort,
        width=size[0],
        height=size[1],
        boxes=boxes,
        shape=shape,
        zones=zones,
    )
    format = format_by_suffix(output) or format_named("xsb")
    written = (as_data(each) if as_json else with_grade(each, format) for each in found)
    separator = "" if as_json else format.separator
    if output == "-":
        for number, text in enumerate(written):  # each as soon as it is found
            click.echo((separator if number else "") + text, nl=False)
    else:
        write_text(output, separator.join(written), [])
    return Exit.SOLVED


def as_data(found: Generated) -> str:
    """One line; `puzzle` is a line of the format `json`."""
    return json.dumps({"puzzle": found.puzzle.to_json(), "optimum": found.optima, "effort": found.effort}) + "\n"


def with_grade(found: Generated, format: Format) -> str:
    """The level in a format; in XSB with its grade in a comment."""
    grade = f":: {optimum_in_words(found.optima)}; {found.effort:,} expanded\n" if format.name == "xsb" else ""
    return grade + format.write(found.puzzle)
