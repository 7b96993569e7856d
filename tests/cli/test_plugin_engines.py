"""Engines of others that are wrong: budge says which engine and what it did, in one line, and serves on without it."""

import subprocess
import sys
from json import loads
from pathlib import Path

import pytest
from running import HARD

from budge import BadInput, Engine, EngineError, Observer, Outcome, Plan, Progress, RefereeError, solve
from budge.engines.logic.fast_downward import downward

EASY = "1 2 3/4 5 6/7 0 8"
MODULE = """
from budge import Engine, Outcome, Plan


class Raises(Engine):
    name, summary, kinds = "raises", "for the tests", ("tiles",)

    def solve(self, task):
        return {}["a key"]


class Lies(Raises):
    name = "lies"

    def solve(self, task):
        return Outcome("optimal", Plan(("L",)), lower_bound=1)


class Mute(Raises):
    name = "mute"

    def solve(self, task):
        return None


class Unaskable(Raises):
    name = "unaskable"

    def refuses(self, puzzle, objective):
        raise ZeroDivisionError("division by zero")


class Nameless(Engine):
    def solve(self, task):
        return None
"""
ENGINES = ("Raises", "Lies", "Mute", "Unaskable", "Nameless")


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A folder as pip leaves it."""
    about = tmp_path / "site" / "wrong_engines-1.0.dist-info"
    about.mkdir(parents=True)
    (tmp_path / "site" / "wrong_engines.py").write_text(MODULE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong-engines\nVersion: 1.0\n")
    points = "".join(f"{name.lower()} = wrong_engines:{name}\n" for name in ENGINES)
    (about / "entry_points.txt").write_text(f"[budge.engines]\n{points}")
    return str(tmp_path / "site")


NAMELESS = (
    "budge.engines: wrong_engines:Nameless cannot be used: AttributeError: 'Nameless' object has no attribute 'name'"
)


@pytest.mark.parametrize(
    ("engine", "code", "complaint"),
    [
        ("raises", 13, "engine raises failed: KeyError: 'a key'"),
        ("lies", 13, "engine lies returned a plan that does not hold: "),
        ("mute", 13, "engine mute returned NoneType; expected an Outcome"),
        ("unaskable", 33, "engine unaskable failed in refuses(): ZeroDivisionError: division by zero"),
    ],
)
def test_an_engine_that_is_wrong_is_named_in_one_line_and_the_rest_goes_on(budge, site, engine, code, complaint):
    ran = budge("solve", EASY, "--engine", engine, PYTHONPATH=site)
    assert (ran.code, ran.out) == (code, "")
    warning, said = ran.err.splitlines()
    assert warning == f"budge: {NAMELESS}"
    assert said.startswith(f"budge: {complaint}")
    both = budge("solve", EASY, "eight/swapped", "--engine", engine, "--json", PYTHONPATH=site)
    assert both.code == code
    assert [loads(line)["status"] for line in both.out.splitlines()] == ["unsolvable"] * (engine != "unaskable")


def test_commands_that_ask_all_engines_survive_one_that_fails(budge, site):
    ran = budge("info", EASY, "--json", PYTHONPATH=site)
    assert ran.code == 0
    assert "ZeroDivisionError" in loads(ran.out)["engines"]["unaskable"]
    refused = budge("solve", EASY, "--engine", "construct", PYTHONPATH=site)
    assert "; engines that can: raises, lies, mute, dijkstra, astar" in refused.err
    assert "raises" in budge("list", "engines", PYTHONPATH=site).out


class Doing(Engine):
    """Does as it is told."""

    name, summary, kinds = "doing", "for the tests", ("tiles",)

    def __init__(self, what):
        self.what = what

    def solve(self, task):
        return self.what(task)


def test_in_python_the_exception_of_an_engine_is_the_cause_of_an_engine_error():
    with pytest.raises(EngineError, match="engine doing failed: IndexError") as caught:
        solve(EASY, engine=Doing(lambda task: [][0]))
    assert isinstance(caught.value.__cause__, IndexError)
    with pytest.raises(RefereeError, match="engine doing"):
        solve(EASY, engine=Doing(lambda task: Outcome("solved", Plan(("X",)))))
    with pytest.raises(BadInput, match="as it comes"):
        solve(EASY, engine=Doing(lambda task: refuse("as it comes")))


def refuse(why: str) -> Outcome:
    raise BadInput(why)


REPORT = Progress(expanded=0, generated=0, lower_bound=0, best_cost=None, bytes=0, seconds=0.0)


def test_what_an_observer_raises_comes_back_as_it_is():
    def progress(report):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        solve(EASY, engine=Doing(lambda task: task.observer.progress(REPORT)), observer=Observer(progress))


def test_what_an_observer_raised_is_not_kept_for_ever():
    """The core says at the end of the program what was never let go of."""
    code = (
        "import budge\n"
        "def progress(report): raise LookupError('mine')\n"
        f"try: budge.solve({HARD!r}, observer=budge.Observer(progress))\n"
        "except LookupError: print('mine')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"mine\n", b"")


def test_fast_downward_is_an_engine_where_it_is_installed(budge):
    if downward() is None:
        ran = budge("solve", "1 2 3/4 0 6/7 5 8", "--engine", "fast-downward")
        assert (ran.code, ran.err) == (33, "budge: fast-downward is not installed: pip install up-fast-downward\n")
        return
    [one, other] = budge(
        *("solve", "1 2 3/4 0 6/7 5 8", "#####|#@$.#|#####", "--engine", "fast-downward", "--jobs", "2", "--json"),
        *("--option", "search=blind"),
    ).out.splitlines()
    assert [loads(line)["cost"] for line in (one, other)] == [2, 1]
    assert loads(one)["engine"] == "fast-downward"


def test_nothing_tries_fast_downward_on_its_own(budge):
    assert "fast-downward" not in budge("info", "eight/12", "--json").out
    assert "fast-downward" in budge("list", "engines").out
