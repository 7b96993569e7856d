"""info, convert and export in Python give what the command line prints."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import budge
from budge.cli import budge as command


def printed(*arguments: str) -> str:
    return CliRunner().invoke(command, arguments, standalone_mode=False).output


@pytest.mark.parametrize("name", ["eight/hardest-1", "klotski", "sokoban/rooms-12", "graphs/theta0", "korf15/1"])
def test_info_is_that_of_the_command_line(name: str) -> None:
    shown = json.loads(printed("info", name, "--json"))
    facts = json.loads(json.dumps(budge.info(name)))
    assert {key: value for key, value in shown.items() if key not in ("title", "puzzle")} == {
        key: value for key, value in facts.items() if key != "puzzle"
    }
    assert facts["puzzle"]["name"] == shown["puzzle"]["name"]


def test_the_optimum_of_the_library_is_known_only_for_its_own_puzzle() -> None:
    [puzzle] = budge.load("eight/12")
    assert budge.info(puzzle)["optimum"] == {"moves": 12}
    assert budge.info("eight/12", goal="blank-first")["optimum"] is None
    assert budge.info(puzzle.starting_at(puzzle.goal))["optimum"] is None


def test_conversion_is_that_of_the_command_line() -> None:
    assert budge.convert("eight", "json") == printed("convert", "eight", "--to", "json")
    assert budge.convert(budge.load("eight/12"), "tokens") == printed("convert", "eight/12", "--to", "tokens")
    assert budge.parse(budge.convert(budge.load("sokoban"), "xsb")) == budge.load("sokoban")
    with pytest.raises(budge.BadInput, match="format xsb holds sokoban, not tiles"):
        budge.convert("eight/12", "xsb")


@pytest.mark.parametrize(
    "settings",
    [
        {"format": "dimacs", "horizon": 12},
        {"format": "opb", "horizon": 4, "style": "study", "values": "order"},
        {"format": "asp", "horizon": 3},
        {"format": "csp", "horizon": 2},
    ],
)
def test_an_export_is_that_of_the_command_line(settings: dict[str, Any]) -> None:
    options = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
    assert budge.export("eight/12", **settings) == printed("export", "eight/12", *options)


def test_planning_problems_are_texts_by_file_name() -> None:
    files = budge.export("klotski", "pddl", metric="steps")
    assert "\n".join(files.values()) == printed("export", "klotski", "--format", "pddl", "--metric", "steps")


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"format": "cnf"}, "format 'cnf'"),
        ({"format": "dimacs"}, "horizon is missing"),
        ({"format": "asp", "metric": "moves"}, "metric is for formulas and PDDL"),
        ({"horizon": 5, "style": "mine"}, "style 'mine'"),
    ],
)
def test_a_setting_that_does_not_fit_is_one_line(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(budge.BadInput, match=problem):
        budge.export("eight/12", **settings)
