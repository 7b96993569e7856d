"""Checks every claim that an outcome makes about a small puzzle against its oracle."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import oracles
from pysat.solvers import Solver

import budge
from budge import Limits, Objective, Puzzle, SolveSpec, certificates
from budge.encodings.sat import encode, no_encoding
from budge.engines.base import Refusal
from budge.engines.domains import DOMAINS
from budge.engines.heuristics import HEURISTICS
from budge.formats import formats
from budge.puzzles import KINDS

Data = dict[str, Any]
MAX_STATES = 20_000  # that an oracle visits
LOGIC = ("sat", "cp", "asp")


class Wrong(AssertionError):
    """A claim that the oracle contradicts."""


def puzzle_of(data: Data) -> Puzzle:
    return KINDS[data["kind"]].from_json({key: value for key, value in data.items() if key != "kind"})


def check_solve(data: Data, settings: Data) -> str:
    """Solves a puzzle with some settings and raises `Wrong` if a claim is false; returns the status."""
    puzzle = puzzle_of(data)
    try:
        spec = SolveSpec.from_json(settings)
        outcome = budge.solve(puzzle, spec)
    except budge.BadInput:
        return "refused"
    asked = oracles.oracle(data)
    optimum = oracles.optimum(asked, outcome.metric, MAX_STATES)
    bound, cost = as_cost(outcome.lower_bound), as_cost(outcome.cost)
    weight = Objective(spec.objective.quality).weight
    expect(outcome.status in ("optimal", "solved", "unsolvable", "stopped"), f"status {outcome.status}")
    if outcome.plan is not None:
        try:
            end, costs = asked.replay(outcome.plan.moves)
        except ValueError as problem:
            raise Wrong(f"the plan is illegal: {problem}") from None
        expect(asked.is_goal(end), "the plan does not end at the goal")
        expect(costs[outcome.metric] == cost, f"the plan costs {costs[outcome.metric]}, not {cost}")
        expect(
            {name: as_cost(each) for name, each in outcome.costs.items()} == costs,
            f"costs {outcome.costs}, not {costs}",
        )
    if optimum is None:
        expect(outcome.status in ("unsolvable", "stopped"), f"{outcome.status}, but there is no plan")
        return outcome.status
    expect(outcome.status != "unsolvable", f"unsolvable, but there is a plan of cost {optimum}")
    if bound is not None:
        expect(bound[: len(optimum)] <= optimum, f"lower bound {bound} > optimum {optimum}")
    if outcome.status == "optimal":
        expect(cost == optimum, f"optimal {cost}, but the optimum is {optimum}")
    if outcome.status in ("optimal", "solved"):
        expect(outcome.plan is not None, "no plan")
        if weight is not None and optimum[0]:
            expect(Fraction(cost[0], optimum[0]) <= weight, f"{cost} is not within {weight} of {optimum}")
    if not limited(spec):
        expect(outcome.status in ("optimal", "solved"), f"{outcome.status} without a limit")
    return outcome.status


def limited(spec: SolveSpec) -> bool:
    return spec.limits != Limits()


def check_explore(data: Data, settings: Data) -> str:
    """Compares what `explore` counts from the start with the oracle."""
    puzzle, asked = puzzle_of(data), oracles.oracle(data)
    metric = settings.get("metric") or puzzle.own_metrics[0]
    try:
        found = budge.explore(puzzle, source="start", metric=metric, threads=settings.get("threads", 1))
    except budge.BadInput:
        return "refused"
    distances = oracles.distances(asked, metric, MAX_STATES)
    if data["kind"] in ("tiles", "tokens"):  # of other kinds, equivalent states are one position
        counts = [0] * (1 + max(cost for (cost,) in distances.values()))
        for (cost,) in distances.values():
            counts[cost] += 1
        expect(found.by_depth == counts, f"{found.by_depth} positions by depth, not {counts}")
    optimum = min((cost for state, cost in distances.items() if asked.is_goal(state)), default=None)
    if optimum is not None and found.optimum is not None:
        expect(found.optimum == optimum[0], f"explored optimum {found.optimum}, not {optimum}")
    return "explored"


def check_formats(data: Data, settings: Data) -> str:
    """Writes the puzzle in every format that holds it, and reads it back."""
    puzzle = puzzle_of(data)
    for form in formats().values():
        if puzzle.kind not in form.kinds:
            continue
        try:
            text = form.write(puzzle)
        except budge.BadInput:  # the format cannot express the puzzle
            continue
        [again] = form.read(text, form.name)
        expect(meaning(again) == meaning(puzzle), f"{form.name} gives another puzzle: {json.dumps(again.to_json())}")
    return "read"


def meaning(puzzle: Puzzle) -> Data:
    return {**puzzle.to_json(), "name": None}


def check_heuristics(data: Data, settings: Data) -> str:
    """Compares every lower bound with the true distance, at positions that the start can reach."""
    puzzle, random = puzzle_of(data), Random(settings["seed"])
    metric, state = puzzle.own_metrics[0], puzzle.initial
    for _ in range(5):
        here = puzzle.starting_at(state)
        true = oracles.optimum(oracles.oracle(here.to_json()), metric, MAX_STATES)
        if true is not None:
            for name, value in budge_heuristics(here, metric).items():
                expect(value <= true[0], f"{name} is {value} at {here.to_json()}, but the distance is {true}")
        for _ in range(random.randint(1, 6)):
            state = puzzle.apply(state, random.choice(moves)) if (moves := puzzle.moves(state)) else state
    return "bounded"


def budge_heuristics(puzzle: Puzzle, metric: str) -> dict[str, int]:
    able = [name for name, each in HEURISTICS.items() if each.refuses(puzzle) is None]
    return {name: DOMAINS[puzzle.kind].evaluate(puzzle, name, metric) for name in able}


def check_certificate(data: Data, settings: Data) -> str:
    """Writes a certificate of an optimal plan, and checks it."""
    puzzle = puzzle_of(data)
    outcome = budge.solve(puzzle, metric=settings["metric"])
    if outcome.status != "optimal":
        return "uncertified"
    with TemporaryDirectory() as folder:
        try:
            certificates.write_certificate(puzzle, outcome, Path(folder, "proof"))
        except Refusal:  # a metric of two parts
            return "refused"
        found = certificates.check_certificate(Path(folder, "proof"))
    expect(found.cost == outcome.cost, f"certified {found.cost}, not {outcome.cost}")
    return "certified"


def check_formula(data: Data, settings: Data) -> str:
    """The formulas of a certificate say what the oracle says: a plan of the optimum's length exists, none shorter."""
    puzzle = puzzle_of(data)
    metric = settings["metric"]
    if no_encoding(puzzle, metric) is not None or puzzle.why_unsolvable() is not None:
        return "refused"
    optimum = oracles.optimum(oracles.oracle(data), metric, MAX_STATES)
    first = encode(puzzle, metric=metric)
    if optimum is None:
        return "unsolvable"
    (length,) = optimum
    expect(first.lower_bound <= length, f"formulas begin at {first.lower_bound}, but the optimum is {length}")
    expect((length - first.lower_bound) % first.stride == 0, f"stride {first.stride} jumps over the optimum {length}")
    for horizon in range(first.lower_bound, length + 1, first.stride):
        with Solver(
            name="cadical153", bootstrap_with=encode(puzzle, horizon, metric=metric).formula().clauses()
        ) as sat:
            expect(sat.solve() == (horizon == length), f"the formula for {horizon} is wrong; the optimum is {length}")
    return "encoded"


def check_generated(data: Data, settings: Data) -> str:
    """Makes a puzzle of the same kind and compares its claimed optima with the oracle's."""
    kind = data["kind"]
    for made in budge.generate(kind, seed=settings["seed"], **SMALL[kind]):
        asked = oracles.oracle(made.puzzle.to_json())
        for metric, claimed in made.optima.items():
            true = oracles.optimum(asked, metric, MAX_STATES)
            expect(true == as_cost(claimed), f"a generated puzzle has optimum {claimed}, not {true}")
    return "generated"


SMALL: dict[str, Data] = {
    "tiles": {"width": 3, "height": 2},
    "tokens": {"vertices": 6},
    "blocks": {"width": 4, "height": 4, "cars": 3, "trucks": 1},
    "robots": {"width": 5, "height": 5, "robots": 2},
    "sokoban": {"width": 6, "height": 5, "boxes": 1},
}
CHECKS = {
    "solve": check_solve,
    "explore": check_explore,
    "formats": check_formats,
    "heuristics": check_heuristics,
    "formula": check_formula,
    "certificate": check_certificate,
    "generated": check_generated,
}


def check(case: Data) -> str:
    """Checks a case: a puzzle, a check by name, and its settings. Raises `Wrong`."""
    return CHECKS[case["check"]](case["puzzle"], case["settings"])


def as_cost(value: Any) -> tuple[int, ...] | None:
    return None if value is None else tuple(value) if isinstance(value, tuple | list) else (value,)


def expect(holds: bool, message: str) -> None:
    if not holds:
        raise Wrong(message)
