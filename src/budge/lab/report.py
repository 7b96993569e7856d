"""A report: the results of each suite as headings, sentences, tables and plots, independent of the output format.

`report` turns results into a list of chapters; `budge.lab.markdown` and `budge.lab.page` write them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from budge.lab import plots, search_plots, tables
from budge.lab.disagreements import Finding, findings
from budge.lab.published import PublishedRow, overview_table, study_table
from budge.lab.record import Record
from budge.lab.results import Results
from budge.lab.study import Numbered
from budge.lab.suite import ONLY_FULL, Show, Suite, parse_suite
from budge.lab.tables import ReportTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Plot:
    title: str
    text: str | None
    name: str  # of its file
    figure: Figure
    key: bool  # one of the few that the suite marks


@dataclass(frozen=True)
class Chapter:
    """One suite, the tables and figures of a study, or the findings."""

    title: str
    paragraphs: tuple[str, ...]
    parts: tuple[ReportTable | Plot, ...] = ()


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
    "groups": "By {by}: {measure}",
    "cactus": "Instances answered, by time",
    "scatter": "{x} against {y}",
    "expansions": "Expansions at each depth",
    "depths": "Depth of every step",
    "pairs": "Pairs of nodes that NBS expands",
    "growth": "Clauses, decisions and time over the length",
    "pieces": "Time over the number of pieces",
    "histograms": "Values of the pattern databases",
}


def report(results: Results, *, draw: bool = True) -> Report:
    """The report of results, with plots if `draw`."""
    found = findings(results.records)
    names = dict.fromkeys([*results.suites, *(each.suite for each in results.records)])
    every = [suite_results(name, results) for name in names]
    chapters = [unexplained(found)]
    for source in dict.fromkeys(each.source for each in every):
        suites = [each for each in every if each.source == source]
        if any(each.suite and (each.suite.published or each.suite.numbers) for each in suites):
            chapters.append(study(source, suites, draw=draw))
        chapters += [chapter(each, draw=draw) for each in suites]
    return Report(tuple(header(results)), tuple(chapters), tuple(found))


@dataclass(frozen=True)
class SuiteResults:
    """A suite and its results."""

    name: str
    suite: Suite | None
    about: dict[str, Any]
    records: Sequence[Record]
    databases: Sequence[dict[str, Any]]

    @property
    def title(self) -> str:
        return self.suite.title if self.suite else self.name

    @property
    def source(self) -> str:
        """The study, which groups suites; a suite without a study forms its own group."""
        return (self.suite.source if self.suite else None) or self.title

    def shows(self) -> Iterable[tuple[str, Show]]:
        """The tables and plots of the suite, each with a name for its file."""
        shows = self.suite.show if self.suite else ()
        return ((f"{self.name}-{number}-{show.what}", show) for number, show in enumerate(shows, 1))


def suite_results(name: str, results: Results) -> SuiteResults:
    about = results.suites.get(name, {})
    suite = parse_suite(about["text"], f"suite {name}", name) if about else None
    records = ordered([record for record in results.records if record.suite == name], suite)
    return SuiteResults(name, suite, about, records, [each for each in results.databases if each["suite"] == name])


def header(results: Results) -> Iterable[str]:
    """The machine, the versions and the total effort."""
    for machine in _distinct(record.machine for record in results.records):
        memory = f", {machine['memory'] / 1e9:.0f} GB" if machine.get("memory") else ""
        yield f"Machine: {machine.get('cpu')}, {machine.get('cores')} cores{memory}, {machine.get('system')}."
    for versions in _distinct(record.versions for record in results.records):
        yield "Versions: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + "."
    times = [record.cpu_seconds for record in results.records]
    yield f"{len(times):,} results, {sum(times):,.0f} CPU-seconds of solving. Times are CPU-seconds unless called wall."
    # The share of a core is more informative than the load, which also counts processes that wait.
    single = [(record.cpu_seconds, record.seconds) for record in results.records if record.threads == 1]
    if wall := sum(seconds for _, seconds in single):
        share = sum(seconds for seconds, _ in single) / wall
        yield f"Tasks of one thread had a core for {share:.0%} of the time; with less, limits strike earlier."
    for path in results.torn:
        yield f"The last line of {path} is incomplete and is ignored."


def _distinct(values: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def unexplained(found: Sequence[Finding]) -> Chapter:
    errors = sum(finding.error for finding in found)
    if not found:
        summary = "Nothing: all proven optima, bounds and plans agree with each other and with what is known."
    elif errors:
        summary = f"{errors} contradiction{'' if errors == 1 else 's'}: some engine is wrong."
    else:
        summary = "No contradictions, but these results are unexpected."
    rows = tuple(
        ("ERROR" if each.error else "note", each.suite, each.instance, each.what, ", ".join(each.who)) for each in found
    )
    part = ReportTable("Findings", ("", "suite", "instance", "what", "configurations"), rows)
    return Chapter("Unexplained", (summary,), (part,) if found else ())


def study(source: str, suites: Sequence[SuiteResults], *, draw: bool) -> Chapter:
    """Published figures next to ours in one table, then every table and figure of the study in its order."""
    rows = [
        PublishedRow(published, each.records, each.databases)
        for each in suites
        for published in (each.suite.published if each.suite else ())
    ]
    numbers = in_study_order({each.number: each for own in suites if own.suite for each in own.suite.numbers}.values())
    parts = [
        (show.numbers, build_part(show, own, name, draw=draw))
        for own in suites
        for name, show in own.shows()
        if show.numbers
    ]
    listed, found = [], list[ReportTable | Plot]()
    for each in numbers:
        here = [row for row in rows if row.published.number == each.number]
        found += [study_table(here, f"{each.number}: {each.what}")] if here else []
        found += [
            replace(part, title=f"{abbreviate(given)}: {part.title}")
            for given, part in parts
            if part is not None and each.number in given[:1]
        ]
        reported = here or any(part is not None and each.number in given for given, part in parts)
        absent = "no results" if draw else "no results, or a plot"
        listed.append((each.number, each.what, each.instead or ("below" if reported else absent)))
    first: list[ReportTable | Plot] = [overview_table(rows)] if rows else []
    if listed:
        first.append(ReportTable("Every table and figure", ("", "what it shows", "here"), tuple(listed)))
    ran = "These suites measure it; they follow below with everything that has no number in the study: "
    ran += "; ".join(each.title for each in suites) + "."
    return Chapter(source, (ran,) if source != suites[0].title else (), (*first, *found))


def in_study_order(numbers: Collection[Numbered]) -> list[Numbered]:
    """Tables and figures sorted by chapter, since several suites may cover a study; unsorted if one has no chapter."""
    chapters = [re.fullmatch(r"\w+ (\d+)\.\d+|Chapter (\d+).*", each.number) for each in numbers]
    if not all(chapters):
        return list(numbers)
    order = {each.number: int(found[1] or found[2]) for each, found in zip(numbers, chapters, strict=True) if found}
    return sorted(numbers, key=lambda each: order[each.number])


def abbreviate(numbers: Sequence[str]) -> str:
    """
    >>> abbreviate(["Figure 6", "Figure 7", "Figure 8"]), abbreviate(["Figure 12"]), abbreviate(["Table 2", "Figure 4"])
    ('Figures 6, 7, 8', 'Figure 12', 'Table 2, Figure 4')
    """
    kinds = {number.partition(" ")[0] for number in numbers}
    if len(numbers) > 1 and len(kinds) == 1:
        return f"{kinds.pop()}s " + ", ".join(number.partition(" ")[2] for number in numbers)
    return ", ".join(numbers)


def chapter(own: SuiteResults, *, draw: bool) -> Chapter:
    suite, about, records = own.suite, own.about, own.records
    paragraphs = []
    if suite:
        paragraphs += [suite.note] if suite.note else []
        paragraphs += ["A short run: fewer instances and less time than in the full suite."] if about["short"] else []
        ran = {record.configuration + ONLY_FULL for record in records}
        if left_out := [each for each in about["left_out"] if each not in ran]:
            paragraphs.append("Left out: " + "; ".join(left_out) + ".")
        if len(records) < about["jobs"]:
            paragraphs.append(f"Not finished: {len(records)} of {about['jobs']} results.")
    if not records:
        return Chapter(own.title, (*paragraphs, "No results yet."))
    parts: list[ReportTable | Plot] = [tables.coverage(records)]
    if len({record.set for record in records}) > 1:
        parts.append(tables.coverage_by_set(records))
    parts += [tables.times(records), tables.nodes(records)]
    for name, show in own.shows():
        if not show.numbers and (part := build_part(show, own, name, draw=draw)):
            parts.append(part)
    return Chapter(own.title, tuple(paragraphs), tuple(parts))


def ordered(records: Sequence[Record], suite: Suite | None) -> list[Record]:
    """Records in the order of the suite; of repeated runs, only the last."""
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


def build_part(show: Show, own: SuiteResults, name: str, *, draw: bool) -> ReportTable | Plot | None:
    """A table or plot of the suite; None if there is nothing to show."""
    keys = show.keys
    sets = keys.get("instances")
    chosen = [
        record
        for record in own.records
        if (not show.configurations or record.configuration in show.configurations) and (not sets or record.set in sets)
    ]
    title = show.title or TITLES[show.what].format(**{"measure": "seconds", **keys})
    if show.what in ("instances", "groups"):
        if not chosen:
            return None
        if show.what == "instances":
            table = tables.each_instance(chosen, keys.get("measures", ("cost", "seconds")), title)
        else:
            table = tables.groups(chosen, keys["by"], keys.get("measure", "seconds"), title)
        return replace(table, note=" ".join(filter(None, (show.text, table.note))) or None)
    if not draw:
        return None
    if show.what == "histograms":
        figure = plots.histograms(
            own.databases, keys.get("partitions", ()), keys.get("patterns", ()), keys.get("count", "entries")
        )
    elif show.what == "cactus":
        figure = plots.cactus(chosen)
    elif show.what == "scatter":
        figure = plots.scatter(chosen, **keys)
    elif show.what == "pieces":
        figure = plots.pieces(chosen)
    else:
        over = {
            "expansions": search_plots.expansions,
            "depths": search_plots.depths,
            "pairs": search_plots.pairs,
            "growth": plots.growth,
        }
        figure = over[show.what](chosen, keys.get("instance"))
    return None if figure is None else Plot(title, show.text, name, figure, show.key)
