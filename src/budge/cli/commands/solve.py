"""budge solve: every puzzle of every source, one after another."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import click
from click.core import ParameterSource

from budge import api
from budge.certificates.write import Unproven, check_possible, write_certificate
from budge.cli.building import accept, ask
from budge.cli.exits import BY_LIMIT, Exit, exit_of
from budge.cli.outcomes import report, report_line
from budge.cli.output import OutputFile, check_output
from budge.cli.parameters import (
    Item,
    cluster_option,
    complete_source,
    goal_option,
    jobs_option,
    json_option,
    level_option,
    named,
    read,
    with_settings,
)
from budge.cli.plans import pause_of, play
from budge.cli.terminal import StatusLine, complain, message_of
from budge.engines.base import Refusal
from budge.engines.options import IMPROVE
from budge.formats.source import is_file
from budge.interrupts import Hold
from budge.model import Observer, Outcome
from budge.patterns import Store
from budge.puzzles import BadInput, Plan
from budge.render.frames import frames
from budge.spec import SolveSpec

PICTURES = (".svg", ".png")


@dataclass(frozen=True)
class Request:
    """What to do with each puzzle."""

    spec: SolveSpec
    show: bool
    as_json: bool
    trace: OutputFile | None
    certify: str | None  # the folder for a certificate, or for those of several puzzles
    yes: bool
    searches: dict[str, Outcome] | None = None  # for --plot: the searches by title


@click.command(short_help="Solve puzzles, with a proof of how good the plan is.")
@click.argument("sources", shell_complete=complete_source, nargs=-1, required=True, metavar="SOURCE...")
@with_settings
@click.option("--first", is_flag=True, help="Quality any: stop at the first plan instead of improving it.")
@goal_option
@level_option
@click.option("--yes", is_flag=True, help="Build the required pattern databases without asking.")
@click.option("--show", is_flag=True, help="Play the plan; if output is not a terminal, print every position.")
@json_option
@click.option(
    "--certify",
    callback=named,
    metavar="DIR",
    help="Write a proof that the plan is optimal to the new folder DIR; with several puzzles, one folder each in DIR.",
)
@click.option("--trace", callback=named, metavar="FILE", help="Record the search in FILE, one JSON object per puzzle.")
@click.option(
    "--plot",
    callback=named,
    metavar="FILE",
    help="Draw the searches (.svg, .png): nodes expanded at each depth, and the depth of every expansion.",
)
@jobs_option
@cluster_option
@click.option(
    "-o",
    "--output",
    callback=named,
    metavar="FILE",
    help="Append outcomes to FILE (.jsonl, .parquet, or .sok for Sokoban levels with their plans) as they arrive; skip "
    "puzzles that it already has.",
)
def command(
    sources: tuple[str, ...],
    spec: SolveSpec,
    first: bool,
    goal: str | None,
    level: list[range] | None,
    yes: bool,
    show: bool,
    as_json: bool,
    certify: str | None,
    trace: str | None,
    plot: str | None,
    jobs: int | None,
    cluster: str | None,
    output: str | None,
) -> int:
    """Solve puzzles: a plan, its cost, and a proof of how good it is.

    A limit or Ctrl-C stops the search; the best plan and the best proven lower bound are still printed. The exit code
    is 0 if solved, 11 if proven unsolvable, 12, 22 or 23 if the limit on nodes, memory or time was reached, and 33 for
    bad input; for several puzzles, the largest.

    \b
    Examples:
      budge solve "1 2 3/4 5 6/7 0 8"            rows between slashes, 0 the blank
      budge solve fifteen/20 --show              watch the plan
      budge solve korf.txt --goal blank-first --level 3-9
      budge solve fifteen --engine ida --heuristic manhattan --threads 2
      budge solve big.txt --quality any --seconds 5
      budge solve level.xsb --first --seconds 60
      budge solve eight/hardest-1 --certify proof
      budge solve "a: b c; b: c; start: 1 _ 2"   a graph puzzle
      budge solve klotski --metric steps --show  sliding blocks
      budge solve eight/20 --engine nbs --plot nbs.svg
      budge solve boards.txt --jobs 8 -o solved.jsonl
      budge solve levels.sok --jobs 8 --seconds 60 --quality any -o solved.sok
    """
    if show and as_json:
        raise click.UsageError("--show draws and --json is data; choose one")
    quality_given = click.get_current_context().get_parameter_source("quality") is not ParameterSource.DEFAULT
    quality = spec.objective.quality
    if first and quality_given and quality != "any":
        raise click.UsageError(f"--first takes any plan, so it cannot be combined with --quality {quality}")
    if first:
        spec = SolveSpec.of(spec, quality="any", **{IMPROVE.name: "no"})
    at_once = jobs is not None or cluster is not None or output is not None
    if at_once and (show or certify or trace or plot):
        raise click.UsageError(
            "--show, --certify, --trace and --plot cannot be combined with --jobs, --cluster or --output"
        )
    if plot:
        check_picture(plot, sources)
    with ExitStack() as stack:
        if trace:
            check_output(trace, sources)
        request = Request(
            spec=spec,
            show=show,
            as_json=as_json,
            trace=stack.enter_context(OutputFile(trace)) if trace else None,
            certify=certify,
            yes=yes,
            searches={} if plot else None,
        )
        if at_once:
            from budge.cli.many import JobReader, solve_at_once  # imported only if needed

            def print_item(item: Item, outcome: Outcome, hold: Hold) -> None:
                print_outcome(item, outcome, request, hold, briefly=not item.alone)

            reader = JobReader(sources, goal, level, spec, yes=yes, on_cluster=cluster is not None)
            return solve_at_once(reader, jobs, cluster, output, print_item)
        worst = Exit.SOLVED
        for code in codes(sources, goal, level, request):
            worst = max(worst, code)
            if code == Exit.INTERRUPTED:
                break
        if plot and request.searches is not None:
            write_plot(request.searches, plot)
        return worst


def check_picture(path: str, sources: Sequence[str]) -> None:
    """Raises `BadInput` before the search if no picture can be written there."""
    if Path(path).suffix.lower() not in PICTURES:
        raise BadInput(f"{path}: a plot is written as {' or '.join(PICTURES)}")
    check_output(path, sources)
    if find_spec("matplotlib") is None:
        raise BadInput("plots need matplotlib: pip install 'budge[plots]'")


def write_plot(outcomes: Mapping[str, Outcome], path: str) -> None:
    if not outcomes:
        complain(f"{path} is not written: no search expanded positions; logic engines have --trace")
        return
    from budge.lab.plots import image
    from budge.lab.search_plots import TracedSearch, searches

    found = {
        title: TracedSearch(each.engine or "", asdict(each.trace)) for title, each in outcomes.items() if each.trace
    }
    Path(path).write_bytes(image(searches(found), Path(path).suffix[1:].lower()))


def codes(sources: tuple[str, ...], goal: str | None, levels: list[range] | None, request: Request) -> Iterator[Exit]:
    """Solves the puzzles one by one, as they are read; an error in one does not stop the others."""
    folders: set[str] = set()
    for item in read(sources, goal, levels, request.spec.limits.seconds):
        if isinstance(item, BadInput):
            complain(item)
            yield Exit.BAD_INPUT
            continue
        folder = request.certify
        one_of_several = not item.alone if levels is None else sum(map(len, levels)) > 1
        if folder is not None and (len(sources) > 1 or one_of_several):
            folder = str(Path(folder, folder_name(item, folders)))
        try:
            yield solve_item(item, folder, request)
        except (BadInput, Refusal, api.EngineError) as problem:
            complain(problem if len(sources) == 1 and item.alone else f"{item.title}: {problem}")
            yield Exit.ENGINE_WRONG if isinstance(problem, api.EngineError) else Exit.BAD_INPUT


def folder_name(item: Item, taken: set[str]) -> str:
    """The certificate folder of one of several puzzles: the puzzle's name, or that of its file and its number."""
    name = item.puzzle.name
    if name is None:
        stem = Path(item.source).stem if is_file(item.source) else "puzzle"
        name = stem if item.alone else f"{stem}-{item.level}"
    plain = re.sub(r"[^\w+.-]+", "-", name)[:80].strip(".-") or "puzzle"
    names = (plain if number == 1 else f"{plain}-{number}" for number in count(1))
    chosen = next(name for name in names if name not in taken)
    taken.add(chosen)
    return chosen


def solve_item(item: Item, folder: str | None, request: Request) -> Exit:
    """Solves, certifies if requested, and prints. A single Ctrl-C never loses a plan that was found."""
    if folder is not None:
        check_possible(item.puzzle, request.spec.objective.metric_of(item.puzzle), folder)
    task = api.prepare(item.puzzle, request.spec)
    ask(task.databases, Store(), request.spec.heuristic_name or task.engine.name, yes=request.yes)
    with StatusLine() as status:
        observer = Observer(
            status.show if status.visible else None,
            trace=request.trace is not None or request.searches is not None,
            offer=lambda offer: accept(offer, status, yes=request.yes),
        )
        with Hold(observer.cancel) as hold:
            began = time.monotonic()
            outcome = api.run(replace(task, observer=observer))
            code = exit_of(outcome)
            if folder is not None and outcome.plan is not None:
                left = request.spec.limits.after(time.monotonic() - began)
                try:
                    written = write_certificate(item.puzzle, outcome, folder, limits=left, observer=observer)
                    outcome = replace(outcome, certificate=str(written))
                except (Unproven, Refusal, OSError, KeyboardInterrupt) as problem:
                    status.clear()
                    complain(f"no certificate: {'interrupted' if hold.heard else message_of(problem)}")
                    code = max(code, without_certificate(problem))
            status.clear()
            assert outcome.puzzle is not None
            outcome = replace(outcome, puzzle=replace(outcome.puzzle, name=item.name, level=item.level))
            print_outcome(item, outcome, request, hold)
    return Exit.INTERRUPTED if hold.heard else code


def without_certificate(problem: BaseException) -> Exit:
    """The exit code if no certificate could be written."""
    if isinstance(problem, OSError):
        return Exit.BAD_INPUT
    stopped_by = getattr(problem, "stopped_by", "refusal")
    return Exit.ENGINE_WRONG if stopped_by is None else BY_LIMIT.get(stopped_by, Exit.NO_PLAN)


def print_outcome(item: Item, outcome: Outcome, request: Request, hold: Hold, *, briefly: bool = False) -> None:
    if request.trace and outcome.trace and outcome.puzzle:
        about = {"puzzle": asdict(outcome.puzzle), "engine": outcome.engine, "heuristic": outcome.heuristic}
        request.trace.write(json.dumps({**about, **asdict(outcome.trace)}) + "\n")
    if request.searches is not None and outcome.trace and outcome.trace.depths:
        request.searches[f"{item.title}, {outcome.engine}"] = outcome
    if request.as_json:
        click.echo(json.dumps(outcome.to_json()))
    else:
        if request.show:
            plan = outcome.plan if outcome.plan is not None else Plan(())
            play(item.puzzle, frames(item.puzzle, plan), pause_of(plan), stop=lambda: hold.heard)
            click.echo()
        click.echo((report_line if briefly else report)(item.title, outcome, item.puzzle))
    sys.stdout.flush()
