"""budge explore: the whole space of positions, by breadth-first search."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import click

from budge.cli.exits import Exit, exit_by
from budge.cli.graphs import check_graph_file, write_graph
from budge.cli.parameters import (
    Item,
    goal_option,
    json_option,
    level_option,
    limit_options,
    metric_option,
    named,
    one_item,
    source_argument,
    threads_option,
)
from budge.cli.terminal import complain, facts, side_by_side, width
from budge.engines.domains import DOMAINS
from budge.engines.domains.base import GraphStopped
from budge.explore import MAX_NODES, Exploration, Meter, explore
from budge.interrupts import Hold
from budge.model import Limits, Objective, Observer, Progress, stop_reason
from budge.puzzles import BadInput
from budge.puzzles.space import Space
from budge.wording import amount, exact_or_about, seconds_in_words, size_in_words


@click.command(short_help="Count all positions by depth; find the hardest.")
@source_argument
@click.option(
    "--from",
    "origin",
    type=click.Choice(["goal", "start"]),
    default="goal",
    show_default=True,
    help="Count depth from the goal or from the start.",
)
@goal_option
@level_option
@metric_option
@click.option(
    "--graph",
    "graph_file",
    callback=named,
    metavar="FILE",
    help="Write all positions and moves to FILE (.graphml, .dot or .json).",
)
@limit_options
@threads_option
@json_option
def command(
    source: str,
    origin: str,
    goal: str | None,
    level: list[range] | None,
    metric: str | None,
    graph_file: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    threads: int,
    as_json: bool,
) -> int:
    """Count all reachable positions by distance, and find the hardest.

    \b
    Examples:
      budge explore eight/one             181,440 positions, none deeper than 31
      budge explore graphs/theta0         Wilson's exception
      budge explore "1 2 3/4 0 5" --from start
      budge explore "1 2 3 4/5 6 7 8/9 10 11 0" --memory 1G
      budge explore klotski --metric steps --graph klotski.graphml
      budge explore sokoban/rooms-7       the hardest starts of a level
    """
    meter = Meter(Limits(seconds, nodes, memory))
    item = one_item(source, goal, level)
    if graph_file is not None:
        check_graph_file(graph_file, source)
    theory = item.puzzle.space()
    counted = Objective(metric=metric).metric_of(item.puzzle)
    observer = Observer()
    with Hold(observer.cancel) as hold:  # the counts are printed even after Ctrl-C
        with progress_bar(theory) as observer.progress:
            found = explore(
                item.puzzle, source=origin, metric=metric, limits=meter.left(), observer=observer, threads=threads
            )
        if hold.heard and not found.complete:
            found = replace(found, stopped_by="interrupt")
        if as_json:
            click.echo(json.dumps(as_data(item, origin, counted, found, theory)))
        else:
            click.echo(in_words(item, origin, counted, found, theory))
    if hold.heard:
        return Exit.INTERRUPTED
    stopped_by = found.stopped_by
    if graph_file is not None and stopped_by is None:
        if found.states > MAX_NODES:
            raise BadInput(f"{graph_file} is not written: there are more than {MAX_NODES:,} positions")
        try:
            write_graph(graph_file, item.puzzle, counted, source, meter)
        except GraphStopped as stopped:
            stopped_by = stopped.stopped_by
    if graph_file is not None and stopped_by is not None:
        complain(f"{graph_file} is not written: {stop_reason(stopped_by)}")
    return exit_by(stopped_by)


@contextmanager
def progress_bar(theory: Space | None) -> Iterator[Callable[[Progress], None] | None]:
    """A progress bar up to the number of positions that theory predicts; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    shown = (BarColumn(), TaskProgressColumn(), MofNCompleteColumn(), TextColumn("positions"), TimeElapsedColumn())
    with Bar(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=theory.reachable if theory and theory.reachable < 1 << 53 else None)
        yield lambda progress: bar.update(task, completed=progress.expanded)


def as_data(item: Item, origin: str, metric: str, found: Exploration, theory: Space | None) -> dict[str, object]:
    return {
        "puzzle": {"kind": item.puzzle.kind, "name": item.name, "level": item.level},
        "from": origin,
        "metric": metric,
        "states": found.states,
        "depth": found.depth,
        "by_depth": found.by_depth,
        "hardest": [item.puzzle.one_line(state) for state in found.hardest],
        "optimum": found.optimum,
        "solutions": found.solutions,
        "goal_states": found.goal_states,
        "components": theory.components if theory else None,
        "complete": found.complete,
        "stopped_by": found.stopped_by,
        "stats": {"seconds": found.seconds, "peak_bytes": found.peak_bytes},
    }


def in_words(item: Item, origin: str, metric: str, found: Exploration, theory: Space | None) -> str:
    """The depths as a table with bars, then the hardest positions drawn."""
    if not found.by_depth:
        none = "no goal can be reached from the start; --from start counts the reachable positions"
        why = none if found.complete else f"none counted: {stop_reason(found.stopped_by)}"
        return f"{click.style(item.title, bold=True)}\n{facts([('positions', why)], 14)}"
    if found.complete:
        extent = f"{found.states:,}: {DOMAINS[item.puzzle.kind].counted_from[origin]}"
        deepest = f"{amount(found.depth, metric)}, reached by {found.by_depth[-1]:,}"
    else:
        extent = f"{found.states:,} so far: {stop_reason(found.stopped_by)}"
        deepest = f"{found.depth} so far"
    rows = [("positions", extent), ("greatest depth", deepest)]
    if found.goal_states is not None:
        rows.append(("goals", f"met by {found.goal_states:,}"))
    if found.optimum is not None and found.solutions is not None:
        rows.append(
            ("solutions", f"{amount(found.optimum, metric)} from the start, in {exact_or_about(found.solutions)} ways")
        )
    if theory:
        parts = exact_or_about(theory.components)
        rows.append(("components", f"{parts} of {exact_or_about(theory.arrangements)} arrangements in all"))
    rows.append(("effort", f"{seconds_in_words(found.seconds)}, {size_in_words(found.peak_bytes)}"))
    text = f"{click.style(item.title, bold=True)}\n{facts(rows, 14)}\n\n{table(found.by_depth)}"
    if found.complete and found.hardest:
        which = "the hardest" if origin == "goal" else "the farthest"
        some = which if len(found.hardest) == found.by_depth[-1] else f"{len(found.hardest)} of {which}"
        drawn = side_by_side([item.puzzle.draw(state) for state in found.hardest])
        text += f"\n\n  {some}, {amount(found.depth, metric)} from the {origin}:\n\n{drawn}"
    return text


def table(by_depth: list[int]) -> str:
    """One line per depth, with a bar.

    >>> table([1, 2]).split()[:4]
    ['depth', 'positions', '0', '1']
    """
    wide = max(len(f"{max(by_depth):,}"), len("positions"))
    room = width() - wide - 14
    lines = [f"  depth  {'positions'.rjust(wide)}"]
    for depth, count in enumerate(by_depth):
        eighths = max(1, round(8 * room * count / max(by_depth))) if count else 0
        bar = "█" * (eighths // 8) + ("", *"▏▎▍▌▋▊▉")[eighths % 8]
        lines.append(f"  {depth:5}  {f'{count:,}'.rjust(wide)}  {bar}")
    return "\n".join(lines)
