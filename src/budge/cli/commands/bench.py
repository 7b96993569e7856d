"""budge bench: runs suites and stores every result."""

from __future__ import annotations

import operator
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce

import click
from click.shell_completion import CompletionItem

from budge.cli.building import build
from budge.cli.exits import Exit
from budge.cli.parameters import cluster_option, jobs_option, named, to_bytes
from budge.cli.terminal import complain, is_terminal
from budge.execution.solving import check_place, open_pool
from budge.interrupts import Hold
from budge.lab.forecast import Forecast, forecast
from budge.lab.jobs import BenchPlan, plan
from budge.lab.record import Record
from budge.lab.results import Results, ResultsFile, read_results
from budge.lab.runner import begin, run
from budge.lab.suite import Suite, built_in, read_suite
from budge.model import Observer
from budge.patterns import Store
from budge.processes.pool import Pool, WorkersLost
from budge.puzzles import BadInput
from budge.spec import SolveSpec
from budge.wording import seconds_in_words


def complete_suite(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = [CompletionItem(name) for name in built_in() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


@click.command(short_help="Run a suite of puzzles and configurations; every result is kept.")
@click.argument("suites", nargs=-1, metavar="SUITE...", shell_complete=complete_suite)
@jobs_option
@cluster_option
@click.option(
    "-o", "--output", callback=named, metavar="FILE", help="File to append results to. [default: SUITE.jsonl]"
)
@click.option("--short", is_flag=True, help="Run fewer instances with less time each, as the suite defines.")
@click.option("--full", is_flag=True, help="Also run what takes hours, as the suite defines.")
@click.option("--seconds", type=float, help="Time limit of each task; replaces that of the suite.")
@click.option("--memory", metavar="SIZE", callback=to_bytes, help="Memory limit of each task, as 512M or 4G.")
@click.option("--yes", is_flag=True, help="Build the required pattern databases without asking.")
@click.option("--dry-run", is_flag=True, help="Check the suites and estimate how long they will take.")
def command(
    suites: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    output: str | None,
    short: bool,
    full: bool,
    seconds: float | None,
    memory: int | None,
    yes: bool,
    dry_run: bool,
) -> int:
    """Run suites: every puzzle with every configuration, each in a process of its own with hard limits.

    SUITE is a TOML file or the name of a built-in one; without a SUITE, the built-in ones are listed. Every result is
    appended to the output file as one JSON line. If a run is interrupted, the same command continues it. `budge report`
    makes tables and plots of the file.

    \b
    Examples:
      budge bench                                   lists the built-in suites
      budge bench eight-puzzle --short --jobs 2
      budge bench my-suite.toml -o results.jsonl --seconds 10
    """
    check_place(jobs, cluster)
    if short and full:
        raise click.UsageError("--short and --full cannot be combined")
    if not suites:
        click.echo("\n".join(f"{name:20} {read_suite(name).title}" for name in built_in()))
        return Exit.SOLVED
    plans = [plan(limited(read_suite(name), seconds, memory), short=short, full=full) for name in suites]
    for each in plans:
        for line in each.left_out:
            complain(f"{each.suite.name}: left out: {line}")
    if dry_run:
        print_forecast(plans, output, jobs or 1)
        return Exit.SOLVED
    for each in plans:
        if not each.jobs:
            raise BadInput(f"{each.suite.name}: nothing to run; no configuration takes any of its puzzles")
        path = output or f"{each.suite.name}.jsonl"
        check_not_suite(path, suites)
        for heuristic, patterns in each.databases.items():
            build(patterns, Store(), heuristic, yes=yes)
        with ResultsFile(path) as file:
            code = follow(
                begin(each, file, short=short),
                len(each.jobs),
                file,
                lambda: open_pool(jobs or (1 if cluster is None else None), cluster),
            )
        if code != Exit.SOLVED:
            return code
    return Exit.SOLVED


def limited(suite: Suite, seconds: float | None, memory: int | None) -> Suite:
    """The suite with the limits of the command line in place of its own."""
    if seconds is None and memory is None:
        return suite
    given = {name: limit for name, limit in (("seconds", seconds), ("memory", memory)) if limit is not None}
    configurations = tuple(replace(each, spec=SolveSpec.of(each.spec, **given)) for each in suite.configurations)
    return replace(suite, configurations=configurations, short_seconds=seconds or suite.short_seconds)


def print_forecast(plans: Sequence[BenchPlan], output: str | None, jobs: int) -> None:
    """Prints how long each suite and all of them will take, without the tasks that the output file has."""
    forecasts = []
    for each in plans:
        path = output or f"{each.suite.name}.jsonl"
        known = read_results([path]) if os.path.exists(path) and os.path.getsize(path) else Results()
        forecasts.append(forecast(each, known, jobs))
        click.echo(f"{each.suite.name}: {in_words(forecasts[-1])}")
    if len(forecasts) > 1:
        click.echo(f"together: {in_words(reduce(operator.add, forecasts))}")


def in_words(each: Forecast) -> str:
    tasks = f"{each.tasks:,} task{'' if each.tasks == 1 else 's'}"
    if each.tasks and each.done == each.tasks:
        return f"{tasks}, done"
    done = f", {each.done:,} of them done" if each.done else ""
    likely = "" if each.likely is None else f", likely {seconds_in_words(each.likely)}"
    return f"{tasks}{done}, at most {seconds_in_words(each.max_seconds)}{likely}"


def check_not_suite(path: str, suites: Sequence[str]) -> None:
    for suite in suites:
        if os.path.exists(path) and os.path.exists(suite) and os.path.samefile(path, suite):
            raise BadInput(f"{path} is the suite itself; choose another file for the results")


def follow(left: BenchPlan, total: int, file: ResultsFile, open_pool: Callable[[], Pool]) -> Exit:
    """Run the remaining jobs, with a progress bar on a terminal, and print one line at the end."""
    done = total - len(left.jobs)
    began = time.monotonic()
    name = left.suite.name
    kept = f"{file.path} keeps what is done, and the same command continues from there"
    observer = Observer()
    try:
        with (
            open_pool() as pool,
            Hold(observer.cancel) as hold,
            progress_bar(name, done, total) as watch,
        ):
            run(left, file, pool, observer, watch)
    except WorkersLost as problem:
        complain(f"{name}: {problem}; {kept}")
        return Exit.NO_PLAN
    if hold.heard:
        complain(f"{name}: stopped; {kept}")
        raise KeyboardInterrupt
    took = seconds_in_words(time.monotonic() - began)
    before = f", {done:,} of them before" if done else ""
    complain(f"{name}: {total:,} results in {file.path}{before}; {took}")
    return Exit.SOLVED


@contextmanager
def progress_bar(name: str, done: int, total: int) -> Iterator[Callable[[Record], None]]:
    """A progress bar with an estimate, if stderr is a terminal."""
    if not is_terminal(sys.stderr):
        yield lambda record: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    began, first = time.monotonic(), done
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total, completed=done, left="")

        def watch(record: Record) -> None:
            nonlocal done
            done += 1
            left = (time.monotonic() - began) / (done - first) * (total - done)
            bar.update(task, completed=done, left=f"about {seconds_in_words(round(left))} left")

        yield watch
