"""Arguments and options that several commands share, and the puzzles that they select."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import chain, pairwise
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from budge import library, sizes
from budge.cli.terminal import printable
from budge.formats import Draft, drafts
from budge.formats.own_puzzles import registered_names
from budge.formats.source import is_file
from budge.machine import MAX_JOBS
from budge.model import Limits
from budge.puzzles import BadInput, Puzzle
from budge.settings import Setting, settings_of
from budge.spec import SETTINGS, SolveSpec

MAX_MISTAKES = 20  # in a source; with more, it is probably not a collection of puzzles

Command = TypeVar("Command", bound=Callable[..., Any])


def complete_source(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names from the library, and files."""
    known = (*library.names(), *library.short_names(), *registered_names())
    names = [CompletionItem(name) for name in known if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


class Seconds(click.FloatRange):
    """A number from a range; unlike `FloatRange`, rejects `nan`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return number


def to_bytes(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """`512M`, `4G`, or plain bytes."""
    if text is None:
        return None
    try:
        return sizes.to_bytes(text)
    except BadInput as problem:
        raise click.BadParameter(str(problem), ctx, param) from None


def to_levels(ctx: click.Context, param: click.Parameter, text: str | None) -> list[range] | None:
    """`7`, `3-9`, or several of these with commas."""
    if text is None:
        return None
    ranges = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise click.BadParameter(f"{text!r}; expected 7 or 3-9, counted from 1", ctx, param)
        ranges.append(range(first, last + 1))
    return ranges


def named(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """Rejects an empty name of a file, a folder or a cluster."""
    if path == "":
        raise click.BadParameter("an empty name", ctx, param)
    return path


@dataclass(frozen=True)
class Item:
    """A puzzle and its place in a source."""

    puzzle: Puzzle
    source: str
    level: int  # its place in the source, from 1
    alone: bool  # the only puzzle of its source

    @property
    def name(self) -> str | None:
        """Its own name, or else the file it came from."""
        if self.puzzle.name is not None or self.source == "-" or not is_file(self.source):
            return self.puzzle.name
        return self.source

    @property
    def title(self) -> str:
        """For people: `puzzles.txt #3 · tiles 3×3`."""
        what = f"{self.puzzle.kind} {self.puzzle.size}"
        number = "" if self.alone or self.puzzle.name is not None else f" #{self.level}"
        name = printable(self.name or "") or ("standard input" if self.source == "-" else "")
        return f"{name}{number} · {what}".lstrip() if name or number else what


def items(source: str, goal: str | None = None, levels: list[range] | None = None) -> Iterator[Item]:
    """The selected puzzles of a source, one by one as they are read; raises `BadInput`."""
    return (Item(draft(), source, number, alone) for number, draft, alone in chosen(source, goal, levels))


def read(
    sources: Iterable[str], goal: str | None, levels: list[range] | None, seconds: float | None = None
) -> Iterator[Item | BadInput]:
    """Every puzzle of every source, in order; an invalid one as its `BadInput`. A named pipe may be
    silent for `seconds`."""
    for source in sources:
        mistakes, last = 0, ""
        try:
            for number, draft, alone in chosen(source, goal, levels, seconds):
                try:
                    yield Item(draft(), source, number, alone)
                except BadInput as problem:
                    mistakes += 1
                    if str(problem) != last:  # an error that all share, such as an invalid goal, is reported once
                        yield problem
                    last = str(problem)
                    if mistakes == MAX_MISTAKES:
                        where = "standard input" if source == "-" else source
                        raise BadInput(f"{where}: {mistakes} mistakes; the rest is not read") from None
        except BadInput as problem:
            yield problem


def one_item(source: str, goal: str | None, levels: list[range] | None) -> Item:
    """The only selected puzzle; raises `BadInput` if there are several."""
    found = chosen(source, goal, levels)
    number, draft, alone = next(found)
    if more := sum(1 for _ in found):
        raise BadInput(f"{source} holds {more + 1} puzzles; choose one with --level")
    return Item(draft(), source, number, alone)


def chosen(
    source: str, goal: str | None, levels: list[range] | None, seconds: float | None = None
) -> Iterator[tuple[int, Draft, bool]]:
    """The selected drafts with their numbers, and whether the source holds only one."""
    found, alone = peeked(drafts(source, goal, seconds, programs=True))
    numbered = enumerate(found, 1)
    if levels is None:
        yield from ((number, draft, alone) for number, draft in numbered)
        return
    again = any(one[-1] >= other[0] for one, other in pairwise(levels))  # levels may be selected again or in any order
    kept: dict[int, Draft] = {}
    number = 0
    for wanted in chain.from_iterable(levels):
        while number < wanted:
            before = number
            number, draft = next(numbered, (before, None))
            if draft is None:
                beyond, holds = max(each[-1] for each in levels), f"{before} puzzle{'' if before == 1 else 's'}"
                raise BadInput(f"{source} has no level {beyond}; it holds {holds}")
            if number == wanted or (again and any(number in each for each in levels)):
                kept[number] = draft
        yield wanted, kept[wanted] if again else kept.pop(wanted), alone


def peeked(found: Iterator[Draft]) -> tuple[Iterator[Draft], bool]:
    """The same drafts, and whether there is only one. An error in the second is raised when it is read."""
    first = next(found)
    try:
        second = next(found, None)
    except BadInput as problem:
        return chain([first], raising(problem)), False
    return chain([first], [] if second is None else [second], found), second is None


def raising(problem: BadInput) -> Iterator[Draft]:
    yield from ()
    raise problem


source_argument = click.argument("source", shell_complete=complete_source)
level_option = click.option(
    "--level", metavar="N|N-M", callback=to_levels, help="Puzzles to take from the source, as 7, 3-9 or 1,4,7-9."
)
goal_option = click.option("--goal", metavar="GOAL", help="blank-first, blank-last, or an arrangement as text.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, MAX_JOBS), help="Number of puzzles to solve at a time, each in its own process."
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS|FILE|local",
    callback=named,
    help="Use a Dask cluster: its address, the file of its scheduler, or `local` for one on this machine.",
)


def setting_option(setting: Setting) -> Callable[[Command], Command]:
    """A setting of a solve as an option of a command."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(value) for value in setting.complete(incomplete)]

    def parse(ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
        try:
            return None if text is None or setting.parse is None else setting.parse(text)
        except BadInput as problem:
            raise click.BadParameter(str(problem), ctx, param) from None

    if setting.type is dict:
        return click.option(
            *("--option", setting.name), multiple=True, metavar=setting.metavar, callback=pairs, help=setting.help
        )
    if setting.type is bool:
        return click.option(f"--{setting.name}", is_flag=True, help=setting.help)
    return click.option(
        f"--{setting.name.replace('_', '-')}",
        type=str if setting.parse else setting.type,
        default=setting.default,
        show_default=setting.default is not None,
        metavar=setting.metavar or "|".join(setting.choices) or None,
        callback=parse if setting.parse else None,
        shell_complete=complete,
        help=setting.help,
    )


def pairs(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """KEY=VALUE pairs: options of the engine. Rejects settings, which have their own command-line options."""
    options = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{pair!r}; expected KEY=VALUE", ctx, param)
        if key in SETTINGS:
            raise click.BadParameter(
                f"{key!r} is not an option of an engine; use --{key.replace('_', '-')}", ctx, param
            )
        options[key] = value
    return options


def with_settings(command: Command) -> Command:
    """An option for each setting of a solve; the command gets all of them as `spec`."""

    @wraps(command)
    def with_spec(**given: Any) -> Any:
        spec = SolveSpec.of(**{name: given.pop(name) for name in SETTINGS})
        return command(spec=spec, **given)

    found: Any = with_spec
    for setting in reversed(SETTINGS.values()):
        found = setting_option(setting)(found)
    return found  # type: ignore[no-any-return]


def limit_options(command: Command) -> Command:
    """--seconds, --nodes and --memory."""
    for setting in reversed(settings_of(Limits).values()):
        command = setting_option(setting)(command)
    return command


metric_option = setting_option(SETTINGS["metric"])
threads_option = setting_option(SETTINGS["threads"])
