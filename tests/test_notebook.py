"""Notebooks: the tutorial shows what happens, and a plan plays without anything from elsewhere."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from notebook_runner import PNG, code_cells, outputs, run_cell

import budge
from budge import BadInput, IllegalMove, Limits, Tokens

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.ipynb"
OF_EVERY_KIND = ["eight/12", "graphs/theta0", "rushhour/10", "sokoban/rooms-1", "robots/corner-room"]


def test_the_tutorial_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, pictures and playing boards are equal; of a plot, whose bytes depend on fonts, the size is."""
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    kinds = set()
    for cell in code_cells(TUTORIAL):
        source = "".join(cell["source"])
        kept = [{key: value for key, value in output.items() if key != "execution_count"} for output in cell["outputs"]]
        shown = outputs(*run_cell(source, names))
        for output in (*kept, *shown):
            kinds |= set(output.get("data", ()))
            if PNG in output.get("data", ()):
                output["data"][PNG] = size_of(output["data"][PNG])
        assert shown == kept, source
    assert kinds == {"text/plain", "text/html", "image/svg+xml", PNG}


def size_of(picture: list[str]) -> tuple[int, int]:
    header = b64decode("".join(picture))[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")


def test_the_tutorial_has_three_exercises_each_with_a_solution() -> None:
    cells = json.loads(TUTORIAL.read_text(encoding="utf-8"))["cells"]
    exercises = [number for number, cell in enumerate(cells) if "### Exercise" in "".join(cell["source"])]
    assert len(exercises) == 3
    assert all(cells[number + 1]["outputs"] for number in exercises)


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
