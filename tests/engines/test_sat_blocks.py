"""Sliding blocks by SAT: the same optimum as search finds, in every metric, and a certificate of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import blocks

import budge
from budge import Blocks, Objective
from budge.certificates import CertificateError, check_certificate, write_certificate
from budge.certificates.manifest import NAME, checksum
from budge.encodings.sat import FAR, encode
from budge.encodings.sat.blocks_places import Places
from budge.encodings.sat.formula import Formula
from budge.engines.domains import DOMAINS
from budge.engines.logic import sat_strategies
from budge.engines.logic.base import PlanFound, Refuted
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import Inside, sat_solver
from budge.engines.logic.sat_strategies import Search

METRICS = st.sampled_from(["steps", "slides", "moves"])
STRATEGIES = ["incremental", "restart", "binary", "doubling"]
LONGEST = 14  # plans that are worth a test's time
PAIRS = ["ABC", "DE."]


def crowded(seed: int) -> Blocks:
    """A board with little room, and a goal for some of its pieces that a random walk leads to."""
    source = Random(seed)
    width, height = source.choice([(3, 3), (4, 2), (4, 3), (3, 2)])
    cells = [(y, x) for y in range(height) for x in range(width)]
    empty = set(source.sample(cells, source.choice([1, 2, 2, 3])))
    signs: dict[tuple[int, int], str] = {}
    for (y, x), sign in zip(cells, "ABCDEFGHIJKL", strict=False):
        if (y, x) not in empty and (y, x) not in signs:
            beside = {(y, x + 1), (y + 1, x)} & set(cells) - empty - set(signs)
            grows = source.sample(sorted(beside), min(len(beside), source.choice([0, 0, 1])))
            signs |= dict.fromkeys([(y, x), *grows], sign)
    grid = ["".join(signs.get((y, x), ".") for x in range(width)) for y in range(height)]
    plain = Blocks.of(grid, [grid])
    state = plain.initial
    for _ in range(source.randrange(60)):
        if moves := plain.moves(state, "steps"):
            state = plain.apply(state, source.choice(moves))
    chosen = source.sample(range(len(state)), source.randint(1, len(state)))
    goal = tuple((plain.blocks[piece].name, state[piece]) for piece in chosen)
    goals = plain.alternatives(goal) if len(goal) <= 2 and source.random() < 0.5 else [goal]
    return Blocks(width=width, height=height, blocks=plain.blocks, goals=tuple(goals))


def answers(puzzle: Blocks, metric: str, strategy: str) -> list[Any]:
    events: list[Any] = []
    Search(SatQuestion(puzzle, metric, "glucose4", strategy, 1.0, None), events.append).run()
    return events


def check_against_search(puzzle: Blocks, metric: str, strategy: str) -> None:
    optimum = budge.solve(puzzle, engine="dijkstra", objective=Objective(metric=metric)).cost
    least = encode(puzzle, metric=metric).lower_bound
    if not isinstance(optimum, int) or optimum > LONGEST:
        return
    events = answers(puzzle, metric, strategy)
    best = min((event for event in events if isinstance(event, PlanFound)), key=lambda found: found.length)
    plan = DOMAINS["blocks"].plan(best.path, puzzle, metric)
    assert puzzle.verify(plan).costs[metric] == best.length == optimum
    assert max([least, *(event.lower_bound for event in events if isinstance(event, Refuted))]) == optimum


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), METRICS, st.sampled_from(STRATEGIES))
def test_crowded_boards_take_as_long_as_search_says(seed: int, metric: str, strategy: str) -> None:
    check_against_search(crowded(seed), metric, strategy)


@settings(max_examples=60, deadline=None)
@given(blocks(most=4, pieces=4), METRICS, st.sampled_from(STRATEGIES))
def test_polyominoes_walls_gates_and_axes_too(puzzle: Blocks, metric: str, strategy: str) -> None:
    check_against_search(puzzle, metric, strategy)


@settings(max_examples=100, deadline=None)
@given(blocks(most=4, pieces=5), METRICS)
def test_a_goal_out_of_reach_of_a_lone_piece_is_far(puzzle: Blocks, metric: str) -> None:
    reach = [all(anchor in puzzle.reach(puzzle.index[name]) for name, anchor in goal) for goal in puzzle.goals]
    assert (encode(puzzle, metric=metric).lower_bound >= FAR) == (not any(reach))


def test_pieces_that_no_goal_tells_apart_have_no_names() -> None:
    puzzle = Blocks.of(["AB", "C."], goals=[["..", ".A"]])
    assert Places(puzzle, "steps").names == ["A", "BC"]
    either = Blocks(width=2, height=2, blocks=puzzle.blocks, goals=((("A", 3),), (("B", 3),)))
    assert Places(either, "steps").names == ["AB", "C"]


def test_a_full_goal_fixes_the_parity_of_steps() -> None:
    full = Blocks.of(["AB", "C."], goals=[[".A", "CB"]])
    assert encode(full, metric="steps").stride == 2
    assert encode(full, metric="slides").stride == 1
    assert encode(Blocks.of(["AB", "C."], goals=[["..", ".A"]]), metric="steps").stride == 1


@pytest.mark.parametrize("metric", ["steps", "slides", "moves"])
def test_idle_steps_fill_a_plan_up_but_bring_no_piece_home(metric: str) -> None:
    puzzle = Blocks.of(PAIRS, goals=[["...", "..A"], ["...", "..D"]])  # either of two without names
    optimum = budge.solve(puzzle, objective=Objective(metric=metric)).cost
    assert isinstance(optimum, int)
    found = []
    for horizon in (optimum - 1, optimum, optimum + 2):
        solver = sat_solver("glucose4")
        solver.add(encode(puzzle, horizon, metric=metric, detours=True).formula())
        found.append(solver.solve())
    assert found == [False, True, True]


def test_the_engine_solves_a_rush_hour_card() -> None:
    rows = ["A.B..", "A.B..", "XXB..", ".....", "..CC.", "....."]
    goal = [".....", ".....", "...XX", ".....", ".....", "....."]
    card = Blocks.of(rows, goals=[goal], vertical="AB", horizontal="XC")
    for metric in ("moves", "steps"):
        objective = Objective(metric=metric)
        outcome = budge.solve(card, engine="sat", objective=objective)
        assert (outcome.status, outcome.cost) == ("optimal", budge.solve(card, objective=objective).cost)


@pytest.mark.parametrize("metric", ["steps", "slides", "moves"])
def test_a_certificate_holds_until_it_is_touched(tmp_path: Path, metric: str) -> None:
    puzzle = Blocks.of(PAIRS, goals=[["...", "..A"]])
    outcome = budge.solve(puzzle, objective=Objective(metric=metric))
    folder = write_certificate(puzzle, outcome, tmp_path / "new")
    manifest = check_certificate(folder)
    assert (manifest.cost, manifest.metric) == (outcome.cost, metric)
    assert manifest.refutations

    def forge(**changes: Any) -> None:
        data = json.loads((folder / NAME).read_text()) | changes
        data["sha256"] = {path.name: checksum(path) for path in folder.iterdir() if path.name != NAME}
        (folder / NAME).write_text(json.dumps(data))

    last = folder / manifest.refutations[-1].proof
    proof = last.read_text()
    last.write_text("0\n")
    forge()
    with pytest.raises(CertificateError, match="line 1 of the proof does not follow"):
        check_certificate(folder)
    last.write_text(proof)
    text = json.loads((folder / "puzzle.json").read_text())
    text["goals"] = [{"D": 5}]
    (folder / "puzzle.json").write_text(json.dumps(text))
    forge()
    with pytest.raises(CertificateError):
        check_certificate(folder)


@pytest.mark.parametrize("strategy", ["incremental", "restart"])
def test_a_variable_in_no_clause_does_not_hold_whatever_a_solver_says(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Generous(Inside):
        def add(self, formula: Formula) -> None:
            super().add(formula)
            self.said = {*getattr(self, "said", ()), *formula.used()}

        def holds(self, variable: int) -> bool:
            return variable not in self.said or super().holds(variable)

    monkeypatch.setattr(sat_strategies, "sat_solver", lambda name: Generous("glucose4"))
    [puzzle] = budge.load("polyominoes/letters")
    events: list[Any] = []
    Search(SatQuestion(puzzle, "slides", "", strategy, 1.0, None), events.append).run()
    [found] = [event for event in events if isinstance(event, PlanFound)]
    assert budge.verify(puzzle, DOMAINS["blocks"].plan(found.path, puzzle, "slides")).solves
