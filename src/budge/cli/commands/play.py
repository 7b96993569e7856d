"""budge play: a puzzle to play in the terminal."""

from __future__ import annotations

import os
import sys

import click

from budge.cli.exits import Exit
from budge.cli.parameters import Seconds, goal_option, items, level_option, metric_option, source_argument
from budge.engines.base import Refusal
from budge.engines.logic.base import missing
from budge.kinds import kinds_in
from budge.model import Objective
from budge.names import listed
from budge.puzzles import BadInput
from budge.wording import amount, seconds_in_words


@click.command(short_help="Play a puzzle in the terminal, with hints.")
@source_argument
@goal_option
@level_option
@metric_option
@click.option("--seconds", type=Seconds(0.1, 3600), default=10, show_default=True, help="Time limit of a hint.")
def command(source: str, goal: str | None, level: list[range] | None, metric: str | None, seconds: float) -> int:
    """Play by keys or mouse: undo, redo, hints by the engines, and the optimum next to your count.

    A source with several puzzles begins with the first; PgUp and PgDn change the puzzle. Hints minimise the cost in
    --metric.

    \b
    Examples:
      budge play klotski
      budge play sokoban --level 7
      budge play "1 2 3/4 0 6/7 5 8"
    """
    if source == "-":
        raise BadInput("play reads keys from standard input; give the puzzle as a file or as text")
    found = list(items(source, goal, level))
    for item in found:
        if item.puzzle.kind not in (playable := kinds_in("budge.play")):
            raise Refusal(f"play has {listed(playable)}, not {item.puzzle.kind}; budge show draws any puzzle")
        Objective(metric=metric).metric_of(item.puzzle)
    if reason := missing("play", "play", "textual"):
        raise Refusal(reason)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise BadInput("play needs a terminal; budge show draws a puzzle anywhere")

    from budge.play.app import Level, Play

    app = Play([Level(item.title, item.puzzle) for item in found], metric=metric, seconds=seconds)
    app.run()
    for number, game in sorted(app.games.items()):
        if not game.moves:
            continue
        done = "solved" if game.solved else "not solved"
        costs = ", ".join(amount(cost, name) for name, cost in game.costs.items() if isinstance(cost, int))
        click.echo(f"{app.levels[number].title}: {done}, {costs}, {seconds_in_words(game.seconds)}")
        click.echo(game.puzzle.compact(game.plan))
    return Exit.SOLVED
