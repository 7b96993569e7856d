"""A suite: puzzles, configurations, limits, and the tables and plots to show. One TOML file.

    title = "A* and IDA* on easy 15-puzzles"
    seconds = 10

    [[instances]]
    puzzles = ["fifteen/20", "fifteen/24"]

    [[configurations]]
    engine = ["astar", "ida"]
    heuristic = ["manhattan", "linear-conflict"]

    [[show]]
    what = "cactus"

A list in a configuration stands for one configuration per value. Reading a suite checks its form only; `budge.lab.jobs`
checks that its puzzles and engines exist. docs/lab.md has every key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from budge.formats.source import is_file, read_file
from budge.lab.study import Numbered, Published, read_numbered, read_published
from budge.lab.toml import TomlTable, read_toml
from budge.model import Limits
from budge.names import near
from budge.puzzles import BadInput
from budge.settings import settings_of
from budge.spec import SETTINGS, SolveSpec

FOLDER = Path(__file__).parent / "suites"
ONLY_FULL = ": only with --full"  # after the name of a configuration that is left out
SECONDS = 60.0  # default limit of a task

# Settings that a configuration gives one value or a list of values: all but limits, options and the metric.
LISTED = {
    name: each
    for name, each in SETTINGS.items()
    if name not in settings_of(Limits) and each.type is not dict and name != "metric"
}

SHOWN = {  # table or plot → the keys it takes
    "instances": ("measures", "instances"),
    "groups": ("by", "measure", "instances"),
    "cactus": (),
    "scatter": ("x", "y", "measure"),
    "expansions": ("instance",),
    "depths": ("instance",),
    "pairs": ("instance",),
    "growth": ("instance",),
    "pieces": ("instances",),
    "histograms": ("partitions", "patterns", "count"),
}
EACH = ("cost", "length", "seconds", "expanded", "generated", "bytes")  # measures of an instance
GROUPS = ("pieces", "size", "set")  # what instances can be grouped by
GROUPED = ("seconds", "expanded", "variables", "clauses", "building", "solving")  # measures of a group


@dataclass(frozen=True)
class Instances:
    """A named set of puzzles."""

    name: str
    line: int
    puzzles: tuple[str, ...] = ()  # sources: names from the library, files, puzzles as text
    goal: str | None = None  # replaces their own goals
    levels: tuple[int, ...] = ()  # numbers of the puzzles, from 1; empty: all
    pieces: tuple[int, ...] = ()  # each puzzle once for each number, with only that number of pieces; empty: all pieces
    generate: str | None = None  # instead of puzzles: the kind to generate
    params: dict[str, Any] = field(default_factory=dict)  # parameters of the generator
    metrics: tuple[str, ...] = ()  # each makes an instance of its own; empty: the first metric of the puzzle
    trace: bool = False
    optional: bool = False  # skip the set if it cannot be read, such as a missing file; the report says so
    short: int | None = None  # number of puzzles in a short run


@dataclass(frozen=True)
class Configuration:
    """One way to solve, with a name for tables and plots."""

    name: str
    line: int
    spec: SolveSpec  # its metric is that of the instance
    on: tuple[str, ...] = ()  # names of the sets it runs on; empty: all
    optional: bool = False  # skip it if its engine is not installed; the report says so
    short: bool = True  # part of a short run
    full: bool = False  # takes hours: only part of a full run


@dataclass(frozen=True)
class Show:
    """One table or plot of the report."""

    what: str
    title: str | None = None
    text: str | None = None
    configurations: tuple[str, ...] = ()  # empty: all
    numbers: tuple[str, ...] = ()  # of the tables and figures of the study that it repeats
    key: bool = False  # a key plot: linked even by reports that link only a few plots
    keys: dict[str, Any] = field(default_factory=dict)  # as in SHOWN


@dataclass(frozen=True)
class Suite:
    name: str
    text: str  # of the file; results contain it, so that a report needs nothing else
    where: str
    title: str
    source: str | None
    note: str | None
    seed: int
    instances: tuple[Instances, ...]
    configurations: tuple[Configuration, ...]
    show: tuple[Show, ...] = ()
    published: tuple[Published, ...] = ()
    numbers: tuple[Numbered, ...] = ()  # the tables and figures of the study
    short_seconds: float | None = None

    @property
    def only_full(self) -> tuple[Configuration, ...]:
        return tuple(each for each in self.configurations if each.full)

    def without_full(self) -> Suite:
        """The suite without the configurations that only a full run has."""
        return replace(self, configurations=tuple(each for each in self.configurations if not each.full))

    def shortened(self) -> Suite:
        """The suite for a short run: fewer instances, less time per task."""

        limits = Limits(seconds=self.short_seconds or SECONDS)
        return replace(
            self,
            instances=tuple(each for each in self.instances if each.short != 0),
            configurations=tuple(
                replace(each, spec=each.spec.within(limits)) for each in self.configurations if each.short
            ),
        )


def built_in() -> list[str]:
    """The names of the built-in suites.

    >>> "eight-puzzle" in built_in()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_suite(source: str) -> Suite:
    """The suite in a file, or the built-in one of that name; raises `BadInput` with the line of an error."""
    if source in built_in():
        path = FOLDER / f"{source}.toml"
    elif is_file(source):
        path = Path(source)
    else:
        raise BadInput(f"no such suite: {source[:80]}; {near(source, built_in())}, or a file")
    return parse_suite(read_file(path), source if path.parent != FOLDER else f"suite {source}", path.stem)


def parse_suite(text: str, where: str, name: str) -> Suite:
    """
    >>> suite = parse_suite(__doc__.partition("file.")[2].partition("A list")[0], "example", "example")
    >>> [each.name for each in suite.configurations]
    ['astar manhattan', 'astar linear-conflict', 'ida manhattan', 'ida linear-conflict']
    """
    table = read_toml(text, where)
    limits = _limits(table, Limits(seconds=SECONDS))
    short = table.table("short")
    suite = Suite(
        name=name,
        text=text,
        where=where,
        title=table.get("title", str, name),
        source=table.get("source", str, "") or None,
        note=" ".join(table.get("note", str, "").split()) or None,
        seed=table.get("seed", int, 0),
        instances=tuple(_instances(each) for each in table.tables("instances")),
        configurations=tuple(
            found for each in table.tables("configurations") for found in _configurations(each, limits)
        ),
        show=tuple(_show(each) for each in table.tables("show")),
        published=tuple(found for each in table.tables("published") for found in read_published(each)),
        numbers=tuple(read_numbered(each) for each in table.tables("numbers")),
        short_seconds=_limits(short, Limits(seconds=limits.seconds)).seconds,
    )
    short.done()
    table.done()
    if not suite.instances or not suite.configurations:
        raise table.problem("a suite has [[instances]] and [[configurations]]")
    return suite


def _limits(table: TomlTable, default: Limits) -> Limits:
    """The limits that a table sets, or else the defaults."""
    given: dict[str, Any] = {}
    for name, each in settings_of(Limits).items():
        kind = str if each.parse else each.type
        value = table.get(name, kind, kind())
        try:
            if table.has(name):
                given[name] = each.parse(value) if each.parse else value
        except BadInput as problem:
            raise table.problem(f"{name} = {problem}", name) from None
    try:
        return replace(default, **given)
    except BadInput as problem:
        raise table.problem(str(problem)) from None


def _instances(table: TomlTable) -> Instances:
    puzzles, kind = table.several("puzzles", str), table.get("generate", str, "")
    if bool(puzzles) == bool(kind):
        raise table.problem("instances are either puzzles = [...] or generate = 'kind'")
    found = Instances(
        name=table.get("name", str, kind or puzzles[0].partition("/")[0]),
        line=table.line("puzzles" if puzzles else "generate"),
        puzzles=puzzles,
        goal=None if kind else table.get("goal", str, "") or None,  # for generated puzzles it is a parameter
        levels=table.several("levels", int),
        pieces=table.several("pieces", int),
        generate=kind or None,
        metrics=table.several("metric", str),
        trace=table.get("trace", bool, False),
        optional=table.get("optional", bool, False),
        short=table.get("short", int, -1) if table.has("short") else None,
    )
    if found.short is not None and found.short < 0:
        raise table.problem("short is the number of puzzles in a short run", "short")
    if kind:
        return replace(found, params=table.rest())
    table.done()
    return found


def _configurations(table: TomlTable, limits: Limits) -> Iterator[Configuration]:
    """All configurations of a table: one for every choice from its lists."""
    given = table.table("options")
    options = {key: given.several(key, str) for key in given.names()}
    lists: dict[str, tuple[Any, ...]] = {name: table.several(name, each.type) for name, each in LISTED.items()}
    if not lists["engine"]:
        raise table.problem("a configuration has an engine")
    for key, values in lists.items():
        for value in values:
            try:
                SolveSpec.of(**{key: value})
            except BadInput as problem:
                raise table.problem(str(problem), key) from None
    name, line, limits = table.get("name", str, ""), table.line("engine"), _limits(table, limits)
    on, optional = table.several("on", str), table.get("optional", bool, False)
    short, full = table.get("short", bool, True), table.get("full", bool, False)
    table.done()
    several = {key for key, choices in (lists | options).items() if len(choices) > 1}
    choices = {key: values or (LISTED[key].default,) for key, values in lists.items()} | options
    for values in product(*choices.values()):
        chosen = dict(zip(choices, values, strict=True))
        spec = SolveSpec.of(limits=limits, **chosen)
        # If the table has a name, only the settings that vary within the table are added to it.
        named = replace(spec, limits=Limits()).describe(only=several if name else None)
        yield Configuration(" ".join(filter(None, (name, named))), line, spec, on, optional, short and not full, full)


def _show(table: TomlTable) -> Show:
    what = table.one_of("what", tuple(SHOWN))
    keys: dict[str, Any] = {}
    for key in SHOWN[what]:
        if table.has(key):
            plural = key in ("measures", "partitions", "patterns", "instances")
            keys[key] = table.several(key, str) if plural else table.get(key, str, "")
    found = Show(
        what=what,
        title=table.get("title", str, "") or None,
        text=" ".join(table.get("text", str, "").split()) or None,
        configurations=table.several("configurations", str),
        numbers=table.several("number", str),
        key=table.get("key", bool, False),
        keys=keys,
    )
    table.done()
    if what == "groups" and (keys.get("by") not in GROUPS or keys.get("measure", "seconds") not in GROUPED):
        raise table.problem(f"groups are by {', '.join(GROUPS)}, and of {', '.join(GROUPED)}")
    if unknown := set(keys.get("measures", ())) - set(EACH):
        raise table.problem(f"unknown measure {min(unknown)!r}; {near(min(unknown), EACH)}", "measures")
    if keys.get("count", "entries") not in ("entries", "placements"):
        raise table.problem("histograms count entries or placements", "count")
    if what == "scatter" and not {"x", "y"} <= keys.keys():
        raise table.problem("a scatter plot needs the names of two configurations, x and y")
    return found


def check_names(suite: Suite) -> None:
    """Raises `BadInput`, with the line, if a name refers to nothing."""
    table = read_toml(suite.text, suite.where)
    sets = list(dict.fromkeys(each.name for each in suite.instances))
    names = [each.name for each in suite.configurations]
    for each in suite.configurations:
        if names.count(each.name) > 1:
            raise BadInput(f"{suite.where}, line {each.line}: two configurations are called {each.name!r}; name one")
        for name in each.on:
            if name not in sets:
                raise BadInput(f"{suite.where}, line {each.line}: no instances called {name!r}; {near(name, sets)}")
    for row, shown in zip(table.tables("show"), suite.show, strict=True):
        for name in (*shown.configurations, *(shown.keys[key] for key in ("x", "y") if key in shown.keys)):
            if name not in names:
                raise row.problem(f"no configuration called {name!r}; {near(name, names)}")
        for name in shown.keys.get("instances", ()):
            if name not in sets:
                raise row.problem(f"no instances called {name!r}; {near(name, sets)}", "instances")
    numbers = [each.number for each in suite.numbers]
    for row in table.tables("published"):
        for published in read_published(row):
            for key in ("configuration", "against"):
                name = getattr(published, key)
                if name not in (None, *names):
                    raise row.problem(f"no configuration called {name!r}; {near(name, names)}", key)
            if published.number not in (None, *numbers):
                raise row.problem(f"no table or figure {published.number!r} in [[numbers]]", "number")
    for row, shown in zip(table.tables("show"), suite.show, strict=True):
        for number in shown.numbers:
            if number not in numbers:
                raise row.problem(f"no table or figure {number!r} in [[numbers]]", "number")
