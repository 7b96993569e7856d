"""A run writes all that its suite needs, whatever the file holds of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from budge.lab import runner
from budge.lab.jobs import plan
from budge.lab.results import ResultsFile, read_results
from budge.lab.runner import begin
from budge.lab.suite import parse_suite
from budge.patterns import Store

SUITE = """
[[instances]]
name = "tiles"
puzzles = ["eight/12"]
[[configurations]]
engine = "ida"
heuristic = ["pdb:4-4", "pdb:4-3-1"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The results of two suites that share their databases, begun twice each."""
    path = tmp_path / "both.jsonl"
    for name in ("first", "second", "first", "second"):
        with ResultsFile(path) as results:
            begin(plan(parse_suite(SUITE, name, name)), results, short=False)
    return path


def test_two_suites_in_one_file_each_have_their_databases(file: Path) -> None:
    told = [(each["suite"], each["heuristic"]) for each in read_results([file]).databases]
    assert sorted(set(told)) == [(suite, pdb) for suite in ("first", "second") for pdb in ("pdb:4-3-1", "pdb:4-4")]
    assert told.count(("first", "pdb:4-4")) == told.count(("second", "pdb:4-4")) == 2
    assert told.count(("second", "pdb:4-3-1")) == 3


def test_databases_are_opened_anew_to_see_how_long_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(runner, "open_database", seen.append)
    found = plan(parse_suite(SUITE, "x", "x"))
    with ResultsFile(tmp_path / "x.jsonl") as results:
        begin(found, results, short=False)
    wanted = {Store().path(pattern) for patterns in found.databases.values() for pattern in patterns}
    assert set(seen) == wanted
