"""An engine that somebody else wrote, installed as a wheel, is an engine like all others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

MODULE = '''
from budge import Engine, Option, Outcome, Plan


class RandomWalk(Engine):
    """Walks at random until it is home: no engine to be proud of, but one in twenty lines."""

    name = "random-walk"
    summary = "walks until it is home"
    kinds = ("tiles", "tokens")
    options = (Option("seed", "1", "of the random numbers"),)

    def refuses(self, puzzle, objective):
        if objective.quality != "any":
            return "a random walk proves nothing"
        return super().refuses(puzzle, objective)

    def solve(self, task):
        import random
        numbers, state, moves = random.Random(task.options["seed"]), task.puzzle.initial, []
        while not task.puzzle.is_goal(state):
            moves.append(numbers.choice(task.puzzle.moves(state)))
            state = task.puzzle.apply(state, moves[-1])
        return Outcome("solved", Plan(tuple(moves)))


class Usurper(RandomWalk):
    name = "astar"


class Broken(RandomWalk):
    def __init__(self):
        raise OSError("its licence has run out")
'''
POINTS = "[budge.engines]\nwalk = random_walk:RandomWalk\nusurper = random_walk:Usurper\nbroken = random_walk:Broken\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the engine's wheel."""
    folder = tmp_path_factory.mktemp("third-party")
    wheel = folder / "random_walk-1.0-py3-none-any.whl"
    about = "random_walk-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("random_walk.py", MODULE)
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: random-walk\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/entry_points.txt", POINTS)
        archive.writestr(f"{about}/RECORD", "")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


def budge(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "budge", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_it_solves_under_the_eyes_of_the_referee(site: Path) -> None:
    done = budge(
        site, "solve", "1 2/0 3", "--engine", "random-walk", "--quality", "any", "--option", "seed=3", "--json"
    )
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert (outcome["engine"], outcome["status"]) == ("random-walk", "solved")
    assert outcome["cost"] == len(outcome["plan"])


def test_it_is_listed_and_its_refusals_are_heard(site: Path) -> None:
    assert "random-walk" in budge(site, "list", "engines").stdout
    done = budge(site, "solve", "1 2/0 3", "--engine", "random-walk")
    assert done.returncode == 33
    assert "a random walk proves nothing" in done.stderr


def test_it_cannot_replace_an_engine_of_budge_nor_break_it(site: Path) -> None:
    done = budge(site, "solve", "1 2/0 3", "--engine", "astar", "--json")
    assert json.loads(done.stdout)["status"] == "optimal"
    assert "its licence has run out" in budge(site, "list", "engines").stderr
