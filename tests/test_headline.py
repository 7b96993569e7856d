"""The headline figures of bench/history: their reference solves puzzles as budge does, and the files are whole."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import budge

BENCH = Path(__file__).resolve().parents[1] / "bench"
COMPILER = os.environ.get("CC", "cc")


@pytest.fixture(scope="module")
def headline() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCH), *sys.path])
        return runpy.run_path(str(BENCH / "headline.py"))


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="needs a C compiler")
def test_the_reference_generates_the_nodes_that_budge_generates(headline: dict[str, Any], tmp_path: Path) -> None:
    program = headline["build"](str(tmp_path))
    for name in ("fifteen/16", "fifteen/42", "fifteen/44"):
        [puzzle] = budge.load(name)
        outcome = budge.solve(puzzle, engine="ida", heuristic="manhattan")
        feed = " ".join(map(str, puzzle.initial))
        found = subprocess.run([program], input=feed, text=True, check=True, capture_output=True).stdout
        assert found.split() == [str(outcome.cost), str(outcome.stats.generated)]


def test_history_has_every_figure_of_every_release(headline: dict[str, Any]) -> None:
    files = list((BENCH / "history").glob("*.json"))
    assert files
    for path in files:
        assert path.stat().st_size < 5_000
        data = json.loads(path.read_text(encoding="utf-8"))
        assert path.stem.startswith(data["version"])
        assert set(data["machine"]) == {"processor", "cores", "python", "core"}
        assert all(each["seconds"] > 0 and each["ratio"] > 0 and each["nodes"] > 0 for each in data["figures"].values())
    name, figures = headline["newest"]()
    assert name == max(files, key=lambda path: (json.loads(path.read_text())["date"], path.stem)).stem
    assert set(figures) == set(headline["FIGURES"])


def test_a_change_is_that_of_the_ratio_and_nodes_are_compared(headline: dict[str, Any]) -> None:
    figure, row = headline["Figure"], headline["row"]
    assert row("ida", figure(1.0, 0.5, 10), figure(2.0, 0.4, 10)) == "| ida | 1.000 s | 0.500 | +25% | equal |"
    assert row("ida", figure(1.0, 0.3, 12), figure(2.0, 0.4, 10)) == "| ida | 1.000 s | 0.300 | -25% | 10 → 12 |"
    assert row("ida", figure(1.0, 0.5, 10), None) == "| ida | 1.000 s | 0.500 | new | 10 |"
