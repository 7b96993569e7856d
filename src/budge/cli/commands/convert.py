"""budge convert: puzzles from one format into another."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import goal_option, items, level_option, named, source_argument
from budge.export import written
from budge.formats import Format, format_by_suffix, format_named, formats


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in formats() if name.startswith(incomplete)]


@click.command(short_help="Write puzzles in another format.")
@source_argument
@click.option(
    "--to",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Format to write; by default that of the suffix of --output.",
)
@click.option(
    "-o", "--output", callback=named, metavar="FILE", default="-", help="File to write; by default standard output."
)
@goal_option
@level_option
def command(source: str, to: str | None, output: str, goal: str | None, level: list[range] | None) -> int:
    """Write puzzles in another format; `budge list formats` shows them. The conversion loses nothing.

    \b
    Examples:
      budge convert eight --to json -o eight.jsonl   a suite, one puzzle a line
      budge convert board.txt --to tiles             rows between slashes
      budge convert graph.json -o graph.tokens       the format by the suffix
      budge convert eight/12 --to tokens             a board as a graph
    """
    chosen = target(to, output)
    write_text(output, written((item.puzzle for item in items(source, goal, level)), chosen), [source])
    return Exit.SOLVED


def target(to: str | None, output: str) -> Format:
    if to is not None:
        return format_named(to)
    chosen = format_by_suffix(output)
    if chosen is None:
        raise click.UsageError(f"name a format with --to: {', '.join(formats())}")
    return chosen
