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


@click.command(short_help="Write a puzzle as a formula or facts for other programs.")
@source_argument
@click.option("--format", "form", type=click.Choice(["dimacs", "asp"]), default="dimacs", show_default=True)
@click.option("--horizon", type=int, metavar="T", help="The length of plan to ask for; asp can do without.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output by default.")
@goal_option
@level_option
def command(
    source: str, form: str, horizon: int | None, output: str, goal: str | None, level: list[range] | None
) -> int:
    """Write the question "is there a plan of T moves?" for other programs.

    dimacs is the formula of the engine sat, with the meaning of its variables: at the length of a shortest plan it is
    satisfiable, below it is not. asp are the facts for the rules of the engine asp, which clingo runs by hand.

    \b
    Examples:
      budge export eight/20 --horizon 18 -o no.cnf      a formula without a model
      budge export eight/20 --horizon 20 | minisat /dev/stdin
      budge export eight/20 --format asp -o facts.lp    then: clingo tiles.lp facts.lp
    """
    puzzle = one_item(source, goal, level).puzzle
    if horizon is not None and not 0 <= horizon <= 10_000:
        raise BadInput(f"a horizon of {horizon}; expected 0 to 10,000")
    write_text(output, WRITERS[form](puzzle, horizon), [source])
    return Exit.SOLVED


def dimacs(puzzle: Puzzle, horizon: int | None) -> str:
    if horizon is None:
        raise click.UsageError("--horizon T says which length of plan the formula is to ask for")
    if reason := missing("export", "sat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import encode, no_encoding

    metric = "makespan" if "makespan" in puzzle.own_metrics else "moves"
    if reason := no_encoding(puzzle, metric):
        raise Refusal(reason)
    encoding = encode(puzzle, horizon)
    title = [f"budge: is there a plan of {horizon} moves for {puzzle.kind} {puzzle.size}?"]
    return encoding.formula().dimacs([*title, *encoding.describe()])


def asp(puzzle: Puzzle, horizon: int | None) -> str:
    from budge.encodings.asp import facts, no_rules

    if reason := no_rules(puzzle):
        raise Refusal(reason)
    return ("" if horizon is None else f"#const horizon = {horizon}.\n") + facts(puzzle)


WRITERS: dict[str, Callable[[Puzzle, int | None], str]] = {"dimacs": dimacs, "asp": asp}
