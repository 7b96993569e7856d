"""Figures in the docs are those of bench/figures.json, which bench/figures.py takes from the report's results."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_suite import TWO_BY_TWO, record_for

from budge.lab.jobs import plan
from budge.lab.results import Results
from budge.lab.suite import built_in, parse_suite, read_suite

ROOT = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("figures", ROOT / "bench" / "figures.py")
assert SPEC is not None
assert SPEC.loader is not None
figures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(figures)
KEPT = json.loads(figures.FIGURES.read_text())


def test_every_figure_of_the_docs_is_the_one_that_was_measured() -> None:
    found = [pair for page in figures.PAGES for pair in figures.keys(page.read_text()).items()]
    assert found == [(key, KEPT.get(key)) for key, _ in found]
    assert KEPT.keys() == dict(found).keys()


def test_every_mark_is_read() -> None:
    for page in figures.PAGES:
        text = page.read_text()
        assert text.count("<!-- = ") == len(figures.MARKED.findall(text)) > 0, page


def test_figures_name_configurations_of_suites() -> None:
    for key in KEPT:
        suite, configuration, _, measure = key.split("; ")
        assert suite in built_in(), key
        assert configuration in [each.name for each in read_suite(suite).configurations], key
        assert measure in figures.MEASURES, key


def test_a_figure_is_the_mean_of_a_set_or_of_an_instance() -> None:
    records = [record_for(job) for job in plan(parse_suite(TWO_BY_TWO, "x", "x")).jobs]
    seconds = {"eight/12": 1.0, "eight/20": 4.0}
    timed = [replace(each, cpu_seconds=seconds[each.instance], generated=3_000_000) for each in records]
    results = Results(records=timed)
    assert figures.value("x; astar manhattan; tiles; seconds", results) == "2.5"
    assert figures.value("x; astar manhattan; tiles; total seconds", results) == "5"
    assert figures.value("x; astar manhattan; eight/20; seconds", results) == "4"
    assert figures.value("x; astar manhattan; tiles; moves", results) == "16"
    assert figures.value("x; astar manhattan; tiles; millions generated", results) == "3.0 M"
    assert figures.value("x; ida; tiles; seconds", results) is None
    lost = [replace(each, status="stopped", cost=None) if each.instance == "eight/20" else each for each in timed]
    assert figures.value("x; astar manhattan; tiles; seconds", Results(records=lost)) == ">2.5"


def test_pages_and_kept_figures_follow_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, kept = tmp_path / "page.md", tmp_path / "figures.json"
    page.write_text("| 1<!-- = x; astar zero; eight/12; moves --> | >9.9<!-- = x; ida; tiles; seconds --> |")
    records = [record_for(job) for job in plan(parse_suite(TWO_BY_TWO, "x", "x")).jobs]
    monkeypatch.setattr(figures, "PAGES", [page])
    monkeypatch.setattr(figures, "FIGURES", kept)
    monkeypatch.setattr(figures, "read_results", lambda paths: Results(records=records))
    figures.main(["results.jsonl"])
    assert page.read_text() == "| 12<!-- = x; astar zero; eight/12; moves --> | >9.9<!-- = x; ida; tiles; seconds --> |"
    assert json.loads(kept.read_text()) == {"x; astar zero; eight/12; moves": "12", "x; ida; tiles; seconds": ">9.9"}
