"""Notebooks: the tutorial shows what happens, and a plan plays without anything from elsewhere."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from notebook_runner import code_cells, run_cell, shown

import budge
from budge import BadInput, IllegalMove, Limits, Tokens

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.ipynb"
OF_EVERY_KIND = ["eight/12", "graphs/theta0", "rushhour/10", "sokoban/rooms-1", "robots/corner-room"]


def test_the_tutorial_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in code_cells(TUTORIAL):
        source = "".join(cell["source"])
        printed, value = run_cell(source, names)
        kept = shown(cell)
        assert (printed, None if value is None else repr(value)) == kept, source


@pytest.mark.parametrize("name", OF_EVERY_KIND)
def test_a_plan_plays_in_a_notebook_by_itself(name: str) -> None:
    puzzle = budge.load(name)[0]
    outcome = budge.solve(puzzle)
    html = budge.watch(puzzle, outcome)._repr_html_()
    [page] = re.findall(r'srcdoc="(.*?)"', html, re.S)
    assert unescape(page).count("u003csvg") == len(outcome.plan) + 1
    assert set(re.findall(r"https?://[^'\"\\ ]+", unescape(page))) <= {"http://www.w3.org/2000/svg"}


def test_a_name_cannot_break_out_of_the_script() -> None:
    puzzle = Tokens.of({"a": ["</script>"]}, ["_", "1"], ["1", "_"])
    assert budge.watch(puzzle, "</script>").html().count("</script>") == 1


def test_what_cannot_be_watched_is_refused() -> None:
    [eight] = budge.load("1 2 3/4 0 6/7 5 8")
    with pytest.raises(IllegalMove, match="move 2 of the plan"):
        budge.watch(eight, "DD")
    unsolvable = budge.solve("1 2 3/4 5 6/8 7 0", limits=Limits(seconds=9))
    with pytest.raises(BadInput, match="no plan to show"):
        budge.watch(eight, unsolvable)
