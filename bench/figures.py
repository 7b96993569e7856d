"""Takes the figures in the docs from results: `make report` runs it on the results that the report is made from.

A figure is followed by a comment that names it, which a reader does not see:

    0.32<!-- = asp-sokoban; all: encoding=anonymous; Inst-A-Z20-6Halle; seconds -->

The parts are the suite, the configuration, a set of instances or an instance, and the measure, a mean over them. The
figures are also kept in bench/figures.json, with which a test compares the docs. A figure without results stays.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from budge.lab.record import Record
from budge.lab.report import suite_results
from budge.lab.results import Results, read_results
from budge.lab.statistics import mean
from budge.lab.tables import number

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "bench" / "figures.json"
PAGES = [ROOT / "docs" / name for name in ("logic.md", "patterns.md", "heuristics.md")]
MARKED = re.compile(r"(?P<value>[^\s|·(<]+(?: M)?)<!-- = (?P<key>[^>]+) -->")


def millions(value: float) -> str:
    """
    >>> millions(363_027_081.4), millions(20_924.2)
    ('363.0 M', '20,924')
    """
    return f"{value / 1e6:.1f} M" if value >= 1e6 else f"{value:,.0f}"


MEASURES: dict[str, Callable[[Sequence[Record]], str]] = {
    "seconds": lambda group: number(mean([record.cpu_seconds for record in group])),
    "total seconds": lambda group: number(sum(record.cpu_seconds for record in group)),
    "expanded": lambda group: f"{mean([record.expanded for record in group]):,.0f}",
    "generated": lambda group: f"{mean([record.generated for record in group]):,.0f}",
    "millions generated": lambda group: millions(mean([record.generated for record in group])),
    "moves": lambda group: number(mean([record.cost for record in group if isinstance(record.cost, int)])),
}


def value(key: str, results: Results) -> str | None:
    """A figure as text, with > if a task has no answer; None if there are no results."""
    suite, configuration, instances, measure = (part.strip() for part in key.split(";"))
    group = [
        record
        for record in suite_results(suite, results).records
        if record.configuration == configuration and instances in (record.set, record.instance)
    ]
    if not group:
        return None
    bound = "" if all(record.answered for record in group) else ">"
    return bound + MEASURES[measure](group)


def keys(text: str) -> dict[str, str]:
    """The figures of a page by their names."""
    return {match["key"]: match["value"] for match in MARKED.finditer(text)}


def updated(text: str, figures: dict[str, str]) -> str:
    """The page with these figures.

    >>> updated("| 5<!-- = a; b; c; seconds --> |", {"a; b; c; seconds": "7"})
    '| 7<!-- = a; b; c; seconds --> |'
    """
    return MARKED.sub(lambda match: f"{figures.get(match['key'], match['value'])}<!-- = {match['key']} -->", text)


def main(paths: Sequence[str]) -> None:
    results = read_results(paths)
    figures: dict[str, str] = {}
    for page in PAGES:
        text = page.read_text()
        for key, old in keys(text).items():
            found = value(key, results)
            if found is None:
                print(f"{page.name}: no results for {key}; {old} stays")
            figures[key] = old if found is None else found
        page.write_text(updated(text, figures))
    FIGURES.write_text(json.dumps(figures, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
