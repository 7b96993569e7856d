"""Calls of the Python API: safe, flat and typed."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest

import budge
from budge.engines.registry import OWN
from budge.solve_settings import SolveSettings
from budge.spec import SETTINGS, SolveSpec

EIGHT = "1 2 3/4 0 6/7 5 8"


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file in the current folder that holds a puzzle, so that opening it would be noticed."""
    (tmp_path / "secret").write_text("2 1/3 0\n")
    monkeypatch.chdir(tmp_path)
    return "secret"


def test_parse_reads_text_only(secret: str) -> None:
    assert budge.parse(f"{EIGHT}\n\n3 1/0 2")[1].size == "2×2"
    assert budge.parse(EIGHT, goal="blank-first")[0].initial == (1, 2, 3, 4, 0, 6, 7, 5, 8)
    for text in (secret, f"./{secret}", "/etc/hostname", "-", "klotski", ""):
        with pytest.raises(budge.BadInput, match="text"):
            budge.parse(text)


def test_without_files_a_text_names_the_library_or_is_a_puzzle(secret: str) -> None:
    assert budge.solve(EIGHT, files=False).cost == 2
    assert budge.solve("eight/12", files=False).cost == 12
    assert [outcome.cost for outcome in budge.solve_many([EIGHT], files=False, jobs=1)] == [2]
    assert budge.verify(EIGHT, "DR", files=False)
    assert len(budge.load(secret)) == 1
    calls = [
        lambda source: budge.solve(source, files=False),
        lambda source: budge.load(source, files=False),
        lambda source: list(budge.solve_many([source], files=False)),
        lambda source: budge.verify(source, "D", files=False),
        lambda source: budge.watch(source, "D", files=False),
        lambda source: budge.animate(source, "D", "plan.txt", files=False),
    ]
    for call in calls:
        for source in (secret, f"./{secret}", "-", " ", Path(secret)):
            with pytest.raises(budge.BadInput) as caught:
                call(source)
            assert "did you mean" not in str(caught.value)  # names of files are not revealed


def test_verify_watch_and_animate_take_what_solve_takes(tmp_path: Path) -> None:
    outcome = budge.solve("eight/12")
    assert budge.verify("eight/12", outcome)
    assert budge.watch("eight/12", outcome).plan == outcome.plan
    assert budge.animate("eight/12", outcome, tmp_path / "plan.txt").exists()
    with pytest.raises(budge.BadInput, match="eight holds 7 puzzles"):
        budge.verify("eight", "D")
    unsolvable = budge.solve("2 1/0 3")
    with pytest.raises(budge.BadInput, match="no plan to verify"):
        budge.verify(EIGHT, unsolvable)


def test_flat_keywords_are_those_of_objective_and_limits() -> None:
    outcome = budge.solve("klotski", metric="steps", seconds=10, quality="any")
    assert (outcome.metric, outcome.quality, outcome.status) == ("steps", "any", "solved")
    assert budge.solve("klotski", nodes=100).stopped_by == "nodes"


def test_the_type_of_the_keywords_has_every_setting_and_option() -> None:
    options = {option.name for engine in OWN.values() for option in engine.options}
    expected = {*SETTINGS, *(each.name for each in fields(SolveSpec)), *options, "admissible"}
    assert set(get_type_hints(SolveSettings)) == expected


def test_printing_reads_like_the_command_line() -> None:
    lines = str(budge.solve("klotski")).splitlines()
    assert lines[0] == "optimal      81 moves; no plan is shorter"
    assert lines[1].startswith("plan         ")
    assert max(map(len, lines)) <= 100
    assert str(budge.solve("1 2/0 3")) != repr(budge.solve("1 2/0 3"))
    assert str(budge.load("1 2/0 3")[0]) == "tiles  2×2\n1 2\n· 3"
    stopped = str(budge.solve("fifteen/42", engine="dijkstra", nodes=10))
    assert stopped.startswith("stopped      the node limit was reached")
