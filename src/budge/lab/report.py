"""A report: results told suite by suite, as headings, sentences, tables and plots. How it looks is not decided here.

`report` turns results into a list of chapters; `budge.lab.markdown` and `budge.lab.page` write them down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from budge.lab import plots, tables
from budge.lab.disagreements import Finding, findings
from budge.lab.record import Record
from budge.lab.results import Results
from budge.lab.suite import Show, Suite, parse_suite
from budge.lab.tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Plot:
    title: str
    text: str | None
    name: str  # for a file
    figure: Figure


@dataclass(frozen=True)
class Chapter:
    """One suite, or the findings of all."""

    title: str
    paragraphs: tuple[str, ...]
    parts: tuple[Table | Plot, ...] = ()


@dataclass(frozen=True)
class Report:
    header: tuple[str, ...]  # machine, versions, when
    chapters: tuple[Chapter, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        return sum(finding.error for finding in self.findings)


TITLES = {
    "instances": "Every instance",
    "cactus": "Instances answered, by time",
    "scatter": "{x} against {y}",
    "expansions": "Expansions at each depth",
    "depths": "Depth of every step",
    "growth": "Clauses, decisions and time over the length",
    "pieces": "Time over the number of pieces",
    "histograms": "Values of the pattern databases",
}


def report(results: Results, *, draw: bool = True) -> Report:
    """The report of some results; without plots where it is not to `draw`."""
    found = findings(results.records)
    names = dict.fromkeys([*results.suites, *(record.suite for record in results.records)])
    chapters = [chapter(name, results, draw=draw) for name in names]
    return Report(tuple(header(results)), (unexplained(found), *chapters), tuple(found))


def header(results: Results) -> Iterable[str]:
    """What ran where and when."""
    for machine in _distinct(record.machine for record in results.records):
        memory = f", {machine['memory'] / 1e9:.0f} GB" if machine.get("memory") else ""
        yield f"Machine: {machine.get('cpu')}, {machine.get('cores')} cores{memory}, {machine.get('system')}."
    for versions in _distinct(record.versions for record in results.records):
        yield "Versions: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + "."
    times = [record.cpu_seconds for record in results.records]
    yield f"{len(times):,} results, {sum(times):,.0f} CPU-seconds of solving. Times are CPU-seconds unless called wall."
    loads = [record.load for record in results.records if record.load is not None]
    if loads:
        yield f"Load of the machine: {min(loads):.1f} to {max(loads):.1f}; above the cores, limits strike early."
    for path in results.torn:
        yield f"The last line of {path} was not finished and is left out."


def _distinct(values: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def unexplained(found: Sequence[Finding]) -> Chapter:
    errors = sum(finding.error for finding in found)
    if not found:
        said = "Nothing: all proven optima, bounds and plans agree with each other and with what is known."
    elif errors:
        said = f"{errors} contradiction{'' if errors == 1 else 's'}: some engine is wrong."
    else:
        said = "No contradictions, but these were not expected."
    rows = tuple(
        ("ERROR" if each.error else "note", each.suite, each.instance, each.what, ", ".join(each.who)) for each in found
    )
    part = Table("What cannot be explained", ("", "suite", "instance", "what", "who"), rows)
    return Chapter("Unexplained", (said,), (part,) if found else ())


def chapter(name: str, results: Results, *, draw: bool) -> Chapter:
    about = results.suites.get(name)
    suite = parse_suite(about["text"], f"suite {name}", name) if about else None
    records = ordered([record for record in results.records if record.suite == name], suite)
    databases = [each for each in results.databases if each["suite"] == name]
    paragraphs = []
    if suite and about:
        paragraphs += [suite.note] if suite.note else []
        paragraphs += ["A short run: fewer instances and less time than the suite asks for."] if about["short"] else []
        if about["left_out"]:
            paragraphs.append("Left out: " + "; ".join(about["left_out"]) + ".")
        if len(records) < about["jobs"]:
            paragraphs.append(f"Not finished: {len(records)} of {about['jobs']} results.")
    if not records:
        return Chapter(suite.title if suite else name, (*paragraphs, "No results yet."))
    parts: list[Table | Plot] = [tables.coverage(records)]
    if len({record.set for record in records}) > 1:
        parts.append(tables.coverage_by_set(records))
    parts += [tables.times(records), tables.nodes(records)]
    if suite and suite.published:
        parts.append(tables.beside_published(suite.published, records, databases, suite.source))
    for number, show in enumerate(suite.show if suite else (), 1):
        part = shown(show, records, databases, f"{name}-{number}-{show.what}", draw=draw)
        parts += [part] if part else []
    return Chapter(suite.title if suite else name, tuple(paragraphs), tuple(parts))


def ordered(records: Sequence[Record], suite: Suite | None) -> list[Record]:
    """In the order of the suite, whatever the order of the runs; of runs done twice, the last."""
    latest = {(record.configuration, record.instance, record.metric): record for record in records}
    names = [each.name for each in suite.configurations] if suite else []
    sets = [each.name for each in suite.instances] if suite else []

    def place(record: Record) -> tuple[int, int, list[tuple[bool, int, str]]]:
        known = names.index(record.configuration) if record.configuration in names else len(names)
        group = sets.index(record.set) if record.set in sets else len(sets)
        return known, group, natural(record.instance)

    return sorted(latest.values(), key=place)


def natural(name: str) -> list[tuple[bool, int, str]]:
    """A key that sorts `map9` before `map10`.

    >>> sorted(["map10", "map9"], key=natural)
    ['map9', 'map10']
    """
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", name)]


def shown(
    show: Show, records: Sequence[Record], databases: Sequence[dict[str, Any]], name: str, *, draw: bool
) -> Table | Plot | None:
    """One part that the suite asks for; None where there is nothing to show."""
    keys = show.keys
    sets = keys.get("instances")
    chosen = [
        record
        for record in records
        if (not show.configurations or record.configuration in show.configurations) and (not sets or record.set in sets)
    ]
    title = show.title or TITLES[show.what].format(**keys)
    if show.what == "instances":
        return tables.each_instance(chosen, keys.get("measures", ("cost", "seconds")), title) if chosen else None
    if not draw:
        return None
    if show.what == "histograms":
        wanted = [f"pdb:{each}" for each in keys.get("partitions", ())]
        figure = plots.histograms([each for each in databases if not wanted or each["heuristic"] in wanted])
    elif show.what == "cactus":
        figure = plots.cactus(chosen)
    elif show.what == "scatter":
        figure = plots.scatter(chosen, **keys)
    elif show.what == "pieces":
        figure = plots.pieces(chosen)
    else:
        drawn = {"expansions": plots.expansions, "depths": plots.depths, "growth": plots.growth}[show.what]
        figure = drawn(chosen, keys.get("instance"))
    return None if figure is None else Plot(title, show.text, name, figure)
