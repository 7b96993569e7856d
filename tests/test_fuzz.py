"""A short run of the fuzzers that `make fuzz` runs for longer, and every case in which they ever failed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import oracles
import pytest
from fuzz.claims import CHECKS, Wrong, check, check_formula, check_solve
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


def every_small_puzzle() -> Iterator[tuple[dict[str, Any], str]]:
    """All puzzles of a small family per kind and metric."""
    for start in permutations(range(4)):
        yield {"kind": "tiles", "start": [list(start[:2]), list(start[2:])], "goal": [[1, 2], [3, 0]]}, "moves"
    edges = [["a", "b"], ["b", "c"], ["c", "d"], ["a", "c"]]
    for start in permutations(["1", "2", "3", "_"]):
        graph = {"kind": "tokens", "vertices": list("abcd"), "edges": edges}
        yield {**graph, "start": list(start), "goal": ["1", "2", "3", "_"]}, "moves"
    for one, other, goal in product(range(6), range(6), range(6)):
        if one != other:
            board = {"kind": "robots", "width": 3, "height": 2, "edges": "closed", "walls": [[1, 4]]}
            target = [{"robot": "A", "cell": goal}]
            yield {**board, "robots": {"A": one, "B": other}, "goals": target}, "slides"
    for anchor, metric in product(range(5), ("moves", "slides", "steps")):
        pieces = [{"name": "A", "cells": [0, 1], "axis": None}, {"name": "B", "cells": [2], "axis": None}]
        pieces.append({"name": "C", "cells": [3], "axis": "vertical"})
        goal = {"B": anchor}
        yield (
            {"kind": "blocks", "width": 3, "height": 2, "walls": [], "gates": [], "blocks": pieces, "goals": [goal]},
            metric,
        )
    inside = list(product(range(1, 3), range(1, 4)))
    for player, box, target, metric in product(inside, inside, inside, ("pushes", "moves")):
        if player != box:
            marks = {target: ".", player: "+" if player == target else "@", box: "*" if box == target else "$"}
            rows = ["".join(marks.get((row, column), " ") for column in range(1, 4)) for row in (1, 2)]
            yield {"kind": "sokoban", "board": ["#####", f"#{rows[0]}#", f"#{rows[1]}#", "#####"]}, metric


def test_formulas_agree_with_the_oracle_on_every_puzzle_of_small_families() -> None:
    found = Counter(check_formula(data, {"metric": metric}) for data, metric in every_small_puzzle())
    assert found["encoded"] > 300
