"""budge export: a puzzle as input for other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import goal_option, level_option, metric_option, one_item, source_argument
from budge.engines.base import Refusal
from budge.engines.logic import missing
from budge.engines.model import Objective
from budge.puzzles import BadInput, Puzzle

if TYPE_CHECKING:
    from budge.encodings.sat.formula import Formula


@click.command(short_help="Write a puzzle as a formula for other programs.")
@source_argument
@click.option("--format", "form", type=click.Choice(["dimacs", "opb"]), default="dimacs", show_default=True)
@click.option("--horizon", type=int, required=True, metavar="T", help="The length of plan that the formula asks for.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output by default.")
@metric_option
@goal_option
@level_option
def command(
    source: str,
    form: str,
    horizon: int,
    output: str,
    metric: str | None,
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
    write_text(output, WRITERS[form](puzzle, horizon, metric), [source])
    return Exit.SOLVED


def dimacs(puzzle: Puzzle, horizon: int, metric: str | None) -> str:
    formula, words = question(puzzle, horizon, metric)
    return formula.dimacs(words)


def opb(puzzle: Puzzle, horizon: int, metric: str | None) -> str:
    formula, words = question(puzzle, horizon, metric)
    return formula.opb(words)


def question(puzzle: Puzzle, horizon: int, metric: str | None) -> tuple[Formula, list[str]]:
    """The formula, and in words what it asks and what its variables mean."""
    if reason := missing("export", "sat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import default_metric, encode, no_encoding

    metric = Objective(metric=metric or default_metric(puzzle)).metric_of(puzzle)
    if reason := no_encoding(puzzle, metric):
        raise Refusal(reason)
    encoding = encode(puzzle, horizon, metric=metric)
    title = f"budge: is there a plan of {horizon} {metric} for {puzzle.kind} {puzzle.size}?"
    return encoding.formula(), [title, *encoding.describe()]


WRITERS: dict[str, Callable[[Puzzle, int, str | None], str]] = {"dimacs": dimacs, "opb": opb}
