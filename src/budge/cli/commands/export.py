"""budge export: a puzzle as input for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import goal_option, level_option, metric_option, named, one_item, source_argument
from budge.engines.base import Refusal
from budge.engines.logic.base import missing
from budge.model import Objective
from budge.puzzles import BadInput, Puzzle

if TYPE_CHECKING:
    from budge.encodings.sat.formula import Formula

FORMULAS = ("dimacs", "opb")
CONSTRAINTS = ("csp", "xcsp3")
FORMATS = (*FORMULAS, *CONSTRAINTS, "asp", "pddl")


@click.command(short_help="Write a puzzle as a formula, facts or a planning problem.")
@source_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="dimacs",
    show_default=True,
    help="What to write; see above.",
)
@click.option("--horizon", type=int, metavar="T", help="Length of the plan in question; optional for asp.")
@click.option(
    "--style",
    type=click.Choice(["budge", "study"]),
    default="budge",
    show_default=True,
    help="Clauses of budge, or of the published studies.",
)
@click.option(
    "--values",
    type=click.Choice(["direct", "order"]),
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
    if horizon is not None and not 0 <= horizon <= 10_000:
        raise BadInput(f"a horizon of {horizon}; expected 0 to 10,000")
    if metric is not None and form in (*CONSTRAINTS, "asp"):
        raise click.UsageError(f"--metric is for formulas and PDDL, not for {form}")
    if extras and form not in CONSTRAINTS and not (style == "study" and form in FORMULAS):
        raise click.UsageError("--extras are for --style study and for --format csp or xcsp3")
    if values != "direct" and not (style == "study" and form in FORMULAS):
        raise click.UsageError("--values is for formulas of --style study")
    if form in FORMULAS:
        encoded, description = formula(puzzle, horizon, metric, extras if style == "study" else None, values)
        write_text(output, encoded.dimacs(description) if form == "dimacs" else encoded.opb(description), [source])
    elif form in CONSTRAINTS:
        write_text(output, constraints(puzzle, form, horizon, extras), [source])
    elif form == "asp":
        write_text(output, asp(puzzle, horizon), [source])
    else:
        if horizon is not None:
            raise click.UsageError("--horizon is for formulas and asp; a planner looks for plans of any length")
        write_planning(output, planning_texts(puzzle, metric), source)
    return Exit.SOLVED


def formula(
    puzzle: Puzzle, horizon: int | None, metric: str | None, study: str | None, values: str
) -> tuple[Formula, list[str]]:
    """The formula, and as text its question and the meaning of its variables."""
    if horizon is None:
        raise click.UsageError("a formula is about plans of one length; set it with --horizon T")
    if reason := missing("export", "sat", "numpy"):
        raise Refusal(reason)
    from budge.encodings.sat import default_metric, encode, no_encoding
    from budge.studies.sat import encode_study, parse_study

    metric = Objective(metric=metric or default_metric(puzzle)).metric_of(puzzle)
    if reason := no_encoding(puzzle, metric):
        raise Refusal(reason)
    if study is None:
        encoding = encode(puzzle, horizon, metric=metric)
    else:
        chosen = parse_study(study, puzzle, metric, values)
        encoding = encode_study(puzzle, chosen, horizon, metric=metric, values=values)
    title = f"budge: is there a plan of {horizon} {metric} for {puzzle.kind} {puzzle.size}?"
    return encoding.formula(), [title, *encoding.describe()]


def constraints(puzzle: Puzzle, form: str, horizon: int | None, extras: str) -> str:
    if horizon is None:
        raise click.UsageError("a constraint problem is about plans up to a length; set it with --horizon T")
    if reason := missing("export", "cp", "ortools"):
        raise Refusal(reason)
    from budge.studies.cp.csp_text import csp_text, study_problem
    from budge.studies.cp.xcsp3 import xcsp3

    if form == "csp":
        return "\n".join(csp_text(puzzle, horizon, extras)) + "\n"
    problem = study_problem(puzzle, horizon, extras)
    return "\n".join(xcsp3(problem.csp, problem.steps)) + "\n"


def asp(puzzle: Puzzle, horizon: int | None) -> str:
    from budge.encodings.asp import facts, no_rules

    if reason := no_rules(puzzle):
        raise Refusal(reason)
    return ("" if horizon is None else f"#const horizon = {horizon}.\n") + facts(puzzle)


def planning_texts(puzzle: Puzzle, metric: str | None) -> dict[str, str]:
    """Domain and problem, by the names of their files."""
    from budge.encodings.pddl import no_planning, planning

    counted = Objective(metric=metric).metric_of(puzzle)
    if reason := no_planning(puzzle, counted):
        raise Refusal(reason)
    written = planning(puzzle, counted)
    return {"domain.pddl": written.domain(), "problem.pddl": written.problem()}


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
