"""Builds the databases that a command needs, with a progress bar; asks before it builds large ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from budge.cli.terminal import StatusLine, complain, is_terminal
from budge.model import Offer
from budge.patterns import Building, Damaged, Pattern, Store, Terms, build_seconds
from budge.puzzles import BadInput
from budge.wording import seconds_in_words, size_in_words

# Databases below both are built without asking.
ASK_SECONDS = 5.0
ASK_BYTES = 200_000_000


def build(
    patterns: Sequence[Pattern],
    store: Store,
    what: str,
    *,
    yes: bool,
    seconds: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> None:
    """Builds the missing patterns. Raises `BadInput` if the user declines, `BuildStopped` at a limit."""
    missing = ask(patterns, store, what, yes=yes)
    with progress_bar(missing) as watch:
        for pattern in missing:
            store.fetch(pattern, Terms(seconds, memory, threads, watch))
            watch(Building(pattern, pattern.entries, 0, 0.0))


def ask(patterns: Sequence[Pattern], store: Store, what: str, *, yes: bool) -> list[Pattern]:
    """The patterns that are not in the store. Asks before large builds; raises `BadInput` if the user declines."""
    missing = [pattern for pattern in patterns if not is_built(pattern, store)]
    size, seconds = sum(pattern.size for pattern in missing), sum(map(build_seconds, missing))
    if yes or (seconds < ASK_SECONDS and size < ASK_BYTES):
        return missing
    amount = "a database" if len(missing) == 1 else f"{len(missing)} databases"
    needs = f"{what} needs {amount} to be built: {size_in_words(size)}, {about(seconds)}"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadInput(f"{needs}; confirm with --yes")
    if not click.confirm(f"{needs}, kept in {store.folder}. Build now?", err=True):
        raise BadInput(f"{what} is not built")
    return missing


def about(seconds: float) -> str:
    """
    >>> about(0.3), about(7.4), about(75)
    ('about 1 s', 'about 7 s', 'about 1:15 min')
    """
    return f"about {max(1, round(seconds))} s" if seconds < 59.5 else f"about {seconds_in_words(seconds)}"


def accept(offer: Offer, status: StatusLine, *, yes: bool) -> bool:
    """Whether to build databases that would speed up a long search; on a terminal, says what they would gain."""
    small = offer.seconds < ASK_SECONDS and offer.bytes < ASK_BYTES
    if not status.visible:
        return yes or small
    gain = f"{offer.heuristic} searches about {offer.fewer} times fewer positions"
    costs = f"{size_in_words(offer.bytes)}, {about(offer.seconds)}, kept"
    status.clear()
    if yes or small or not sys.stdin.isatty():
        click.echo(f"{gain}; {'building' if yes or small else '--yes builds'} its databases: {costs}", err=True)
        return yes or small
    return click.confirm(f"{gain}. Build its databases now ({costs})?", err=True)


def is_built(pattern: Pattern, store: Store) -> bool:
    """Whether an undamaged database is in the store; a damaged one is reported and removed."""
    try:
        return store.open(pattern) is not None
    except Damaged as problem:
        complain(f"{store.path(pattern)} is damaged and will be built again: {problem}")
        store.path(pattern).unlink(missing_ok=True)
        return False


@contextmanager
def progress_bar(missing: Sequence[Pattern]) -> Iterator[Callable[[Building], bool]]:
    """A progress bar, if stderr is a terminal. Waiting for another process is reported in any case."""
    waiting_for: set[Pattern] = set()

    def mention_waiting(building: Building) -> bool:
        if building.waiting and building.pattern not in waiting_for:
            waiting_for.add(building.pattern)
            complain(f"another process is building {building.pattern.key}; waiting for it")
        return True

    if not missing or not is_terminal(sys.stderr):
        yield mention_waiting
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {pattern: bar.add_task(pattern.title, total=pattern.entries, start=False) for pattern in missing}

        def watch(building: Building) -> bool:
            bar.start_task(tasks[building.pattern])
            bar.update(tasks[building.pattern], completed=building.done)
            return mention_waiting(building)

        yield watch
