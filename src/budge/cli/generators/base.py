"""What the commands of `budge generate` share: the common options, and writing puzzles as they are found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import wraps
from typing import Any

import click

from budge.cli.exits import Exit
from budge.cli.output import OutputFile
from budge.cli.parameters import json_option, limit_options, named
from budge.cli.terminal import StatusLine, complain, optimum_in_words
from budge.formats import Format, check_holds, format_by_suffix, format_named
from budge.generate import Generated, OutOfTime, generate
from budge.interrupts import Hold
from budge.model import Limits, Observer


def to_size(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """`10x8` as width and height."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})\s*[x×]\s*(\d{1,4})", text.strip(), re.IGNORECASE)
    if match is None:
        raise click.BadParameter(f"{text!r}; expected a width and a height such as 10x8", ctx, param)
    return int(match[1]), int(match[2])


def to_likeness(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """`astar linear-conflict=145` as an engine with its heuristic, and a number."""
    found = []
    for text in given:
        name, _, count = text.rpartition("=")
        if not name.strip() or not re.fullmatch(r"\s*\d{1,12}\s*", count):
            raise click.BadParameter(f"{text!r}; expected expansions such as 'ida linear-conflict=515'", ctx, param)
        found.append((name.strip(), int(count)))
    return tuple(found)


def generator_command(
    unit: str, form: str, unit_of_several: str | None = None
) -> Callable[[Callable[..., dict[str, Any]]], Any]:
    """Makes a command from a function that turns its own options into parameters of the generator.

    The command also has the options that all kinds share. `unit` is the unit of the optimum, and
    `unit_of_several` that of several players, which names the same options; `form` is the format written.
    """

    def decorate(build_params: Callable[..., dict[str, Any]]) -> Any:
        @wraps(build_params)
        def run(
            seed: int,
            count: int,
            exactly: int | None,
            min_optimum: int | None,
            max_optimum: int | None,
            min_effort: int,
            max_effort: int | None,
            seconds: float | None,
            nodes: int | None,
            memory: int | None,
            hardest: bool,
            like: tuple[tuple[str, int], ...],
            candidates: int,
            output: str,
            as_json: bool,
            **options: Any,
        ) -> int:
            if exactly is not None and (min_optimum, max_optimum) != (None, None):
                raise click.UsageError(f"--{unit} is exact, --min-{unit} and --max-{unit} are a range; choose one")
            kind = build_params.__name__
            format = format_by_suffix(output) or format_named(form)
            check_holds(format, kind)
            with StatusLine() as status, closing(Sheet(output, status)) as sheet:
                found = generate(
                    kind,
                    seed=seed,
                    count=count,
                    min_optimum=exactly or min_optimum or 1,
                    max_optimum=exactly or max_optimum,
                    min_effort=min_effort,
                    max_effort=max_effort,
                    limits=Limits(seconds, nodes, memory),
                    observer=Observer(status.show if status.visible else None),
                    hardest=hardest,
                    like=dict(like) or None,
                    candidates=candidates,
                    **build_params(**options),
                )
                return write(found, sheet, None if as_json else format)

        number = click.IntRange(min=1)

        def names(prefix: str) -> list[str]:
            return [f"--{prefix}{each}" for each in (unit, unit_of_several) if each]

        shared = [
            click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal puzzles."),
            click.option(
                "--count", type=click.IntRange(1, 10_000), default=1, show_default=True, help="Puzzles to make."
            ),
            click.option(*names(""), "exactly", type=number, metavar="N", help=f"The optimum in {unit}, exactly."),
            click.option(*names("min-"), "min_optimum", type=number, metavar="N", help=f"Minimum optimum in {unit}."),
            click.option(*names("max-"), "max_optimum", type=number, metavar="N", help=f"Maximum optimum in {unit}."),
            click.option("--hardest", is_flag=True, help="The hardest reachable position."),
            click.option("--min-effort", type=int, default=0, help="Minimum positions expanded to solve it."),
            click.option("--max-effort", type=number, help="Maximum positions expanded to solve it."),
            click.option(
                "--like",
                multiple=True,
                callback=to_likeness,
                metavar="ENGINE HEURISTIC=N",
                help="Expansions that an engine should need, as 'ida linear-conflict=515'; repeat for several engines.",
            ),
            click.option(
                "--candidates",
                type=click.IntRange(1, 100_000),
                default=100,
                show_default=True,
                help="Puzzles among which --like selects the nearest.",
            ),
            click.option(
                "-o",
                "--output",
                callback=named,
                metavar="FILE",
                default="-",
                help="File to write; by default the puzzles are printed.",
            ),
            limit_options,
            json_option,
        ]
        made: Any = run
        for option in reversed(shared):
            made = option(made)
        return made

    return decorate


def write(found: Iterator[Generated], sheet: Sheet, format: Format | None) -> int:
    """Writes each puzzle as soon as it is found, so that none is lost if the search is stopped; without a format, as
    JSON."""
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
    """Standard output, or a file that is created with the first puzzle."""

    def __init__(self, path: str, status: StatusLine) -> None:
        self.path = path
        self.status = status
        self.file: OutputFile | None = None

    def write(self, text: str) -> None:
        if self.path == "-":
            self.status.clear()
            click.echo(text, nl=False)
            return
        if self.file is None:
            self.file = OutputFile(self.path)
        self.file.write(text)

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def as_data(found: Generated) -> str:
    """One line; `puzzle` is a line of the format `json`."""
    grade = {} if found.grade is None else {"grade": found.grade}
    data = {"puzzle": found.puzzle.to_json(), "optimum": found.optima, "effort": found.effort, **grade}
    return json.dumps(data) + "\n"


def with_grade(found: Generated, format: Format) -> str:
    """The puzzle in a format, with its grade in a comment if the format has comments."""
    text = format.write(found.puzzle)
    if format.comment is None:
        return text
    grade = "" if found.grade is None else f"; grade {found.grade} of 10"
    return f"{format.comment} {optimum_in_words(found.optima)}{grade}; {found.effort:,} expanded\n{text}"
