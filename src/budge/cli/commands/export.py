"""budge export: a puzzle as input for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import goal_option, level_option, metric_option, named, one_item, source_argument
from budge.export import EXPORTS, STYLES, VALUES, SettingConflict, export
from budge.puzzles import BadInput


@click.command(short_help="Write a puzzle as a formula, facts or a planning problem.")
@source_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(EXPORTS),
    default="dimacs",
    show_default=True,
    help="What to write; see above.",
)
@click.option("--horizon", type=int, metavar="T", help="Length of the plan in question; optional for asp.")
@click.option(
    "--style",
    type=click.Choice(STYLES),
    default="budge",
    show_default=True,
    help="Clauses of budge, or of the published studies.",
)
@click.option(
    "--values",
    type=click.Choice(VALUES),
    default="direct",
    show_default=True,
    help="Variables of --style study: one per value, or one per bound (order encoding).",
)
@click.option(
    "--extras", default="", metavar="A+B", help="Extras of --style study, csp and xcsp3, as for the engines sat and cp."
)
@click.option(
    "-o",
    "--output",
    callback=named,
    metavar="PATH",
    default="-",
    help="File to write, for pddl a folder; by default standard output.",
)
@metric_option
@goal_option
@level_option
def command(
    source: str,
    form: str,
    horizon: int | None,
    style: str,
    values: str,
    extras: str,
    output: str,
    metric: str | None,
    goal: str | None,
    level: list[range] | None,
) -> int:
    """Write a puzzle for other programs.

    As DIMACS or OPB, the question "is there a plan of T moves?" with the meaning of its variables: the formula is that
    of the engine sat, satisfiable at the length of a shortest plan and not below it.

    As CSP, the constraint problem of the SAT study for plans of at most T moves or pushes, and its solution, line by
    line. As XCSP3, the same problem for constraint solvers.

    As ASP, the facts for the rules of the engine asp, which clingo runs by hand.

    As PDDL, a domain and a problem for planners: domain.pddl and problem.pddl in the folder of --output.

    `budge check` and `budge show` read the plans that clingo and planners write.

    \b
    Examples:
      budge export eight/20 --horizon 18 -o no.cnf      a formula without a model
      budge export eight/20 --horizon 20 | minisat /dev/stdin
      budge export "#####|#@$.#|#####" --format csp --horizon 1
      budge export eight/20 --format asp -o facts.lp    for clingo, with tiles.lp
      budge export klotski --format pddl --metric steps -o klotski
    """
    puzzle = one_item(source, goal, level).puzzle
    try:
        text = export(puzzle, form, horizon=horizon, metric=metric, style=style, values=values, extras=extras)
    except SettingConflict as problem:
        raise click.UsageError(f"--{problem}") from None
    if isinstance(text, str):
        write_text(output, text, [source])
    else:
        write_planning(output, text, source)
    return Exit.SOLVED


def write_planning(output: str, texts: dict[str, str], source: str) -> None:
    """Writes two files to a folder, which is created if missing, or both texts to standard output."""
    if output == "-":
        click.echo("\n".join(texts.values()), nl=False)
        return
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{output} is a file; PDDL is two files, so --output names the folder for them")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_text(str(folder / name), text, [source])
