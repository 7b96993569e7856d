"""Puzzles of the user's own classes as sources: a name in a program, or registered by a package."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import budge as library
from budge.formats import own_puzzles
from budge.formats.source import drafts

PANCAKES = """
import budge

class Pancakes(budge.CustomPuzzle):
    reversible = True

    def __init__(self, *sizes):
        self.start, self.goals = sizes or (2, 1), [tuple(sorted(sizes or (2, 1)))]

    def moves(self, state):
        return range(2, len(state) + 1)

    def apply(self, state, move):
        return state[:move][::-1] + state[move:]

class Needy(Pancakes):
    def __init__(self, size): super().__init__(size)

class Plain: pass

stack = Pancakes(6, 1, 8, 3, 5, 2, 7, 4)
stacks = [Pancakes(3, 1, 2), Pancakes(4, 2, 1, 3)]

def drawn(): return [Pancakes(1, 3, 2)]
def failing(): raise KeyError("oven")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "pancakes.py"
    path.write_text(PANCAKES)
    return path


@pytest.mark.parametrize(
    ("source", "costs"),
    [
        ("pancakes.py:stack", [8]),
        ("pancakes:stacks", [2, 3]),
        ("pancakes.py:Pancakes", [1]),
        ("./pancakes.py:drawn", [3]),
    ],
)
def test_a_name_in_a_program_is_a_source(budge: Any, program: Path, source: str, costs: list[int]) -> None:
    for jobs in ([], ["--jobs", "2"]):
        ran = budge("solve", source, "--json", *jobs)
        assert ran.code == 0
        assert [json.loads(line)["cost"] for line in ran.out.splitlines()] == costs


@pytest.mark.parametrize("command", ["info", "explore", "show"])
def test_other_commands_take_it_too(budge: Any, program: Path, command: str) -> None:
    ran = budge(command, "pancakes.py:stacks", "--level", "2")
    assert (ran.code, "pancakes 4 parts" in ran.out) == (0, True)


def test_a_plan_is_checked(budge: Any, program: Path) -> None:
    assert budge("check", "pancakes.py:stack", "6 4 8 6 5 7 3 5").code == 0
    assert budge("check", "pancakes.py:stack", "9").code == 33


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "pancakes.py"], "pancakes.py is a program; name a puzzle in it, as in pancakes.py:NAME"),
        (["solve", "pancakes.py:stak"], "pancakes.py has no stak; did you mean stack"),
        (["solve", "pancakes.py:Plain"], "subclass budge.CustomPuzzle"),
        (["solve", "pancakes.py:Needy"], "name a puzzle instead"),
        (["solve", "pancakes.py:PANCAKES"], "pancakes.py has no PANCAKES"),
        (["solve", "none.py:stack"], "no such file: none.py"),
        (["solve", "pan:stack"], "there is no module pan"),
        (["solve", "broken.py:x"], "broken.py cannot be imported: ZeroDivisionError"),
        (["solve", "ending.py:x"], "ending.py cannot be imported: SystemExit: 3"),
        (["solve", "pancakes.py:failing"], "pancakes.py:failing cannot be called: KeyError: 'oven'"),
        (["solve", "json.py:x"], "another module is called json; rename the file"),
        (["play", "pancakes.py:stack"], "not pancakes; budge show draws any puzzle"),
        (["convert", "pancakes.py:stack", "--to", "json"], "no format does"),
    ],
)
def test_a_mistake_is_one_line(budge: Any, program: Path, arguments: list[str], complaint: str) -> None:
    (program.parent / "broken.py").write_text("1 / 0")
    (program.parent / "ending.py").write_text("raise SystemExit(3)")
    (program.parent / "json.py").write_text("x = 1")
    ran = budge(*arguments)
    assert (ran.code, ran.err.count("\n")) == (33, 1)
    assert complaint in ran.err


def test_a_suite_takes_a_program_of_its_folder(budge: Any, program: Path) -> None:
    suite = '[[instances]]\nname = "s"\npuzzles = ["pancakes.py:stacks"]'
    folder = program.parent / "suites"
    folder.mkdir()
    program.rename(folder / "pancakes.py")
    (folder / "mine.toml").write_text(f'title = "Mine"\n{suite}\n[[configurations]]\nengine = ["dijkstra", "nbs"]\n')
    assert budge("bench", "suites/mine.toml", "-o", "results.jsonl").code == 0
    results = [json.loads(line) for line in (program.parent / "results.jsonl").read_text().splitlines()]
    assert sorted(each["cost"] for each in results if "cost" in each) == [2, 2, 3, 3]


def test_python_runs_no_program_that_a_text_names(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(program.parent)
    for source in ("pancakes.py:stack", "pancakes:stack"):
        with pytest.raises(library.BadInput):
            library.load(source)
        with pytest.raises(library.BadInput):
            library.parse(source)
    assert "pancakes" not in sys.modules


@pytest.fixture
def installed(program: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    about = program.parent / "pancakes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pancakes\nVersion: 1.0\n")
    points = "cake = pancakes:stack\ncakes = pancakes:stacks\nplain = pancakes:Plain\ngone = pancakes:gone\n"
    (about / "entry_points.txt").write_text(f"[budge.puzzles]\n{points}")
    monkeypatch.syspath_prepend(str(program.parent))
    clear()
    yield
    clear()
    sys.modules.pop("pancakes", None)


def clear() -> None:
    own_puzzles.registered_names.cache_clear()
    own_puzzles.all_registered.cache_clear()


def test_a_registered_name_is_a_source_everywhere(installed: Any) -> None:
    sys.path.remove(folder := sys.path[0])
    outcomes = library.solve_many("eight/12", jobs=1)  # starts a server for children, which does not know the folder
    assert [outcome.cost for outcome in outcomes] == [12]
    sys.path.insert(0, folder)
    clear()
    assert library.solve("cake").cost == 8
    assert library.solve("cake", files=False).puzzle.name == "cake"
    assert [each.name for each in library.load("cakes")] == ["cakes/1", "cakes/2"]
    assert [outcome.cost for outcome in library.solve_many("cakes", jobs=1)] == [2, 3]
    assert library.solve("cakes/2").cost == 3
    assert next(drafts("cake"))().name == "cake"


def test_a_registration_that_fails_says_which(installed: Any) -> None:
    with pytest.raises(library.BadInput, match="pancakes:Plain is not a puzzle"):
        library.load("plain")
    with pytest.raises(library.BadInput, match="gone: pancakes:gone cannot be used: AttributeError"):
        library.load("gone")
    with pytest.raises(library.BadInput, match="did you mean cakes"):
        library.load("caks")
