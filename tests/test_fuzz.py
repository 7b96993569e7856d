"""A short run of the fuzzers that `make fuzz` runs for longer, and every case in which they ever failed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import oracles
import pytest
from fuzz.claims import CHECKS, Wrong, check, check_solve
from fuzz.differential import random_case, worker
from fuzz.puzzles import KINDS

CASES = sorted(Path(__file__).parent.glob("cases/solves/*.json"))
FIVE = {"kind": "tiles", "start": [[1, 2, 3], [0, 4, 5]], "goal": [[1, 2, 3], [4, 5, 0]]}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_that_failed_once_holds(path: Path) -> None:
    check(json.loads(path.read_text()))


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    assert worker(20, 20_26, list(KINDS), tmp_path / "cases", tmp_path / "current") == 0, list(tmp_path.glob("cases/*"))


def test_equal_seeds_give_equal_cases() -> None:
    one, other = ([random_case(Random(7), kind, 5) for kind in KINDS] for _ in range(2))
    assert one == other
    assert {case["check"] for case in one} <= set(CHECKS)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [((1,), "lower bound"), ((3,), "but the optimum is"), (None, "but there is no plan")],
    ids=["lower", "higher", "none"],
)
def test_a_claim_that_the_oracle_contradicts_is_found(
    monkeypatch: pytest.MonkeyPatch, wrong: Any, message: str
) -> None:
    assert check_solve(FIVE, {"engine": "astar"}) == "optimal"
    monkeypatch.setattr(oracles, "optimum", lambda *_: wrong)
    with pytest.raises(Wrong, match=message):
        check_solve(FIVE, {"engine": "astar"})


def test_a_plan_that_the_oracle_cannot_replay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracles, "oracle", lambda data: original({**data, "start": [[0, 2, 3], [1, 4, 5]]}))
    with pytest.raises(Wrong):
        check_solve(FIVE, {"engine": "astar"})


original = oracles.oracle
