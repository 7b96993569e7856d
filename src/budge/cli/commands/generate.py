"""budge generate: new puzzles, each solved and graded before it is handed out. One command a kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import wraps
from typing import Any, TextIO

import click

from budge.cli.exits import Exit
from budge.cli.output import naming
from budge.cli.parameters import json_option, limit_options, named
from budge.cli.terminal import StatusLine, complain, optimum_in_words
from budge.formats import Format, check_holds, format_by_suffix, format_named
from budge.generate import Generated, OutOfTime, generate
from budge.generators import blocks as blocks_generator
from budge.generators import robots as robots_generator
from budge.generators import tokens as graphs
from budge.generators.floor_plans import SHAPES
from budge.interrupts import Hold
from budge.model import Limits, Observer

COMMENT = {"xsb": "::", "asp": "%", "bmc": ";"}  # how a format begins one that is no name; in the others `#`
WITHOUT_COMMENTS = ("json", "gnome-klotski")


@click.group(short_help="Make new puzzles, solved and graded.")
def command() -> None:
    """Make new puzzles, solved before they are handed out, and graded by what that took.

    \b
    Examples:
      budge generate tiles --size 3x3 --moves 31
      budge generate tokens --vertices 8 --shape wheel --hardest
      budge generate blocks --cars 8 --trucks 3 --min-moves 25
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --help
    """


def to_size(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """`10x8` as width and height."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})\s*[x×]\s*(\d{1,4})", text.strip(), re.IGNORECASE)
    if match is None:
        raise click.BadParameter(f"{text!r}; expected a width and a height such as 10x8", ctx, param)
    return int(match[1]), int(match[2])


def an_order(unit: str, form: str, *, hardest: bool = True) -> Callable[[Callable[..., dict[str, Any]]], Any]:
    """Makes a command of a function that takes its own options and returns the wishes they are; adds all options that
    the kinds share, and delivers."""

    def decorate(wishes_of: Callable[..., dict[str, Any]]) -> Any:
        @wraps(wishes_of)
        def deliver(
            seed: int,
            count: int,
            exactly: int | None,
            least: int | None,
            most: int | None,
            min_effort: int,
            max_effort: int | None,
            seconds: float | None,
            nodes: int | None,
            memory: int | None,
            output: str,
            as_json: bool,
            **options: Any,
        ) -> int:
            if exactly is not None and (least is not None or most is not None):
                raise click.UsageError(f"--{unit} says it exactly; --min-{unit} and --max-{unit} give a range")
            kind = wishes_of.__name__
            format = format_by_suffix(output) or format_named(form)
            check_holds(format, kind)
            with StatusLine() as status, closing(Sheet(output, status)) as sheet:
                found = generate(
                    kind,
                    seed=seed,
                    count=count,
                    least=exactly or least or 1,
                    most=exactly or most,
                    least_effort=min_effort,
                    most_effort=max_effort,
                    limits=Limits(seconds, nodes, memory),
                    observer=Observer(status.show if status.visible else None),
                    hardest=options.pop("hardest", False),
                    **wishes_of(**options),
                )
                return write(found, sheet, None if as_json else format)

        number = click.IntRange(min=1)
        shared = [
            click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal puzzles."),
            click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many."),
            click.option(f"--{unit}", "exactly", type=number, metavar="N", help=f"The optimum in {unit}, exactly."),
            click.option(f"--min-{unit}", "least", type=number, metavar="N", help=f"Least optimum in {unit}."),
            click.option(f"--max-{unit}", "most", type=number, metavar="N", help=f"Greatest optimum in {unit}."),
            *([click.option("--hardest", is_flag=True, help="The hardest of all that a puzzle can reach.")] * hardest),
            click.option("--min-effort", type=int, default=0, help="Least positions expanded to solve it."),
            click.option("--max-effort", type=number, help="Most positions expanded to solve it."),
            click.option(
                "-o",
                "--output",
                callback=named,
                metavar="FILE",
                default="-",
                help="Where to write; else printed.",
            ),
            limit_options,
            json_option,
        ]
        made: Any = deliver
        for option in reversed(shared):
            made = option(made)
        return made

    return decorate


def write(found: Iterator[Generated], sheet: Sheet, format: Format | None) -> int:
    """Each puzzle as soon as it is found, so that whatever ends the search, those before it are there; without a
    format, as data."""
    separator = format.separator if format else ""
    try:
        for number, each in enumerate(found):
            text = with_grade(each, format) if format else as_data(each)
            with Hold() as hold:
                sheet.write((separator if number else "") + text)
            if hold.heard:
                raise KeyboardInterrupt
    except OutOfTime as problem:
        sheet.status.clear()
        complain(problem)
        return Exit.OUT_OF_TIME
    return Exit.SOLVED


class Sheet:
    """A file that is made when there is something to write, or standard output."""

    def __init__(self, path: str, status: StatusLine) -> None:
        self.path = path
        self.status = status
        self.file: TextIO | None = None

    def write(self, text: str) -> None:
        if self.path == "-":
            self.status.clear()
            click.echo(text, nl=False)
            return
        with naming(self.path):
            if self.file is None:
                self.file = open(self.path, "w", encoding="utf-8")  # noqa: SIM115 (closed by `close`)
            self.file.write(text)
            self.file.flush()

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def as_data(found: Generated) -> str:
    """One line; `puzzle` is a line of the format `json`."""
    return json.dumps({"puzzle": found.puzzle.to_json(), "optimum": found.optima, "effort": found.effort}) + "\n"


def with_grade(found: Generated, format: Format) -> str:
    """The puzzle in a format, with its grade in a comment where the format has comments."""
    if format.name in WITHOUT_COMMENTS:
        return format.write(found.puzzle)
    grade = f"{optimum_in_words(found.optima)}; {found.effort:,} expanded"
    return f"{COMMENT.get(format.name, '#')} {grade}\n{format.write(found.puzzle)}"


@command.command(short_help="Boards of tiles: random, by walk, by optimum.")
@click.option("--size", callback=to_size, default="4x4", show_default=True, help="Width and height.")
@click.option("--walk", type=int, metavar="N", help="So many random moves from the goal; by default any position.")
@click.option("--goal", metavar="GOAL", default="blank-last", show_default=True, help="Or blank-first, or a board.")
@an_order("moves", "tiles")
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


@command.command(short_help="Graph puzzles: rings with chords, wheels, ladders.")
@click.option("--vertices", type=int, default=7, show_default=True, help="How many vertices.")
@click.option("--edges", type=int, help="How many edges a ring with chords has; by default two chords.")
@click.option("--shape", type=click.Choice(list(graphs.SHAPES)), default="chords", show_default=True)
@click.option("--walk", type=int, metavar="N", help="So many random moves from the goal; by default any position.")
@an_order("moves", "tokens")
def tokens(vertices: int, edges: int | None, shape: str, walk: int | None) -> dict[str, Any]:
    """Make graph puzzles: tokens on the vertices of a graph, one of which is blank.

    \b
    Examples:
      budge generate tokens --vertices 8 --edges 11 --count 3
      budge generate tokens --shape wheel --hardest
      budge generate tokens --vertices 12 --shape ladder --moves 20
    """
    return {"vertices": vertices, "edges": edges, "shape": shape, "walk": walk}


@command.command(short_help="Rush Hour boards, and boards of Klotski's kind.")
@click.option("--style", type=click.Choice(list(blocks_generator.STYLES)), default="rush-hour", show_default=True)
@click.option("--size", callback=to_size, help="Width and height; by default 6x6, for klotski 4x5.")
@click.option("--cars", type=int, help="How many cars of two cells, beside X; by default a few.")
@click.option("--trucks", type=int, help="How many trucks of three cells; by default a few.")
@click.option("--empty", type=int, help="How many cells klotski leaves free; by default 2.")
@click.option("--walls", type=int, default=0, show_default=True, help="How many cells are walls.")
@an_order("moves", "blocks")
def blocks(size: tuple[int, int] | None, **wishes: Any) -> dict[str, Any]:
    """Make sliding-block puzzles: Rush Hour boards (bring X out to the right) or boards of Klotski's kind (bring the
    square S down to the middle). Where an optimum is asked for, boards are changed until they have it.

    \b
    Examples:
      budge generate blocks --min-moves 30 --seed 1
      budge generate blocks --cars 8 --trucks 3 --moves 20 --count 5 -o new.rush
      budge generate blocks --walls 2 --hardest            the hardest that a random board can reach
      budge generate blocks --style klotski --min-moves 60
    """
    width, height = size or (None, None)
    return {"width": width, "height": height, **wishes}


@command.command(short_help="Levels by reverse play.")
@click.option("--size", callback=to_size, default="8x8", show_default=True, help="Width and height, walls included.")
@click.option("--boxes", type=int, default=3, show_default=True, help="How many boxes.")
@click.option("--shape", type=click.Choice(list(SHAPES)), default="rooms", show_default=True, help="What the floor is.")
@click.option("--zones", is_flag=True, help="Boxes begin on one side, targets are on the other.")
@an_order("pushes", "xsb", hardest=False)
def sokoban(size: tuple[int, int], boxes: int, shape: str, zones: bool) -> dict[str, Any]:
    """Make Sokoban levels by pulling boxes away from their targets. `budge solve` reads what is written.

    \b
    Examples:
      budge generate sokoban --seed 7 --count 5 --size 8x8 --boxes 3
      budge generate sokoban --shape cells --size 12x10 --zones --min-pushes 30
      budge generate sokoban --shape rectangle --size 7x6 --boxes 4 -o new.xsb
      budge generate sokoban --count 3 | budge solve -
    """
    return {"width": size[0], "height": size[1], "boxes": boxes, "shape": shape, "zones": zones}


@command.command(short_help="Ricochet Robots, and Lunar Lockout.")
@click.option("--style", type=click.Choice(list(robots_generator.STYLES)), default="ricochet", show_default=True)
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
