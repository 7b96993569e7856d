"""budge export: a puzzle as input for other programs."""

from __future__ import annotations

from collections.abc import Callable

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import goal_option, level_option, one_item, source_argument
from budge.engines.base import Refusal
from budge.engines.logic import missing
from budge.puzzles import BadInput, Puzzle


@click.command(short_help="Write a puzzle as a formula for other programs.")
@source_argument
@click.option("--format", "form", type=click.Choice(["dimacs"]), default="dimacs", show_default=True)
@click.option("--horizon", type=int, required=True, metavar="T", help="The length of plan that the formula asks for.")
@click.option("--style", type=click.Choice(["budge", "study"]), default="budge", show_default=True)
@click.option("--extras", default="", metavar="A+B", help="For --style study, as sat takes them.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output by default.")
@goal_option
@level_option
def command(
    source: str,
    form: str,
    horizon: int,
    style: str,
    extras: str,
    output: str,
    goal: str | None,
    level: list[range] | None,
) -> int:
    """Write the question "is there a plan of T moves?" for other programs, with the meaning of its variables.

    The formula is that of the engine sat: at the length of a shortest plan it is satisfiable, below it is not.

    \b
    Examples:
      budge export eight/20 --horizon 18 -o no.cnf      a formula without a model
      budge export eight/20 --horizon 20 | minisat /dev/stdin
    """
    puzzle = one_item(source, goal, level).puzzle
    if not 0 <= horizon <= 10_000:
        raise BadInput(f"a horizon of {horizon}; expected 0 to 10,000")
    write_text(output, WRITERS[form](puzzle, horizon, extras if style == "study" else None), [source])
    return Exit.SOLVED


def dimacs(puzzle: Puzzle, horizon: int, study: str | None) -> str:
    if reason := missing("export", "sat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import encode, no_encoding
    from budge.encodings.sat.study import parse_study

    metric = "makespan" if "makespan" in puzzle.own_metrics else "moves"
    if reason := no_encoding(puzzle, metric):
        raise Refusal(reason)
    encoding = encode(puzzle, horizon, study=None if study is None else parse_study(study, puzzle, metric))
    title = [f"budge: is there a plan of {horizon} moves for {puzzle.kind} {puzzle.size}?"]
    return encoding.formula().dimacs([*title, *encoding.describe()])


WRITERS: dict[str, Callable[[Puzzle, int, str | None], str]] = {"dimacs": dimacs}
