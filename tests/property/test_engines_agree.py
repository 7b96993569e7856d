"""Every engine against every other, and against plain exhaustive search, on random small puzzles."""

from __future__ import annotations

import pytest
from exhaustive import shortest
from hypothesis import given, settings
from hypothesis import strategies as st

import budge
from budge import Limits, Objective, Puzzle, Tiles, Tokens
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines
from budge.puzzles.tokens import BLANK

# `cp` and `asp` take seconds for what others do in milliseconds; test_cp.py and test_asp.py check smaller puzzles.
OPTIMAL = [
    name
    for name, engine in engines().items()
    if name not in ("cp", "asp") and engine.refuses(Tiles.of(["1 2", "3 0"]), Objective()) is None
]


@st.composite
def small_boards(draw: st.DrawFn) -> Tiles:
    width, height = draw(st.sampled_from([(2, 2), (3, 2), (2, 3), (1, 5), (6, 1), (3, 3), (4, 2)]))
    cells = st.permutations(range(width * height)).map(tuple)
    return Tiles(width=width, height=height, start=draw(cells), goal=draw(cells))


@st.composite
def small_graphs(draw: st.DrawFn) -> Tokens:
    size = draw(st.integers(2, 6))
    pairs = [(one, other) for one in range(size) for other in range(one)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1))
    tokens = [BLANK, *(str(token) for token in range(1, size))]
    return Tokens(
        vertices=tuple("abcdef"[:size]),
        edges=tuple(edges),
        start=tuple(draw(st.permutations(tokens))),
        goal=tuple(draw(st.permutations(tokens))),
    )


def check_all_engines(puzzle: Puzzle) -> None:
    true = shortest(puzzle)
    for engine in OPTIMAL:
        if engines()[engine].refuses(puzzle, Objective()):
            continue
        for heuristic in HEURISTICS if engine in ("astar", "ida", "sma", "nbs", "bae") else [None]:
            if heuristic and HEURISTICS[heuristic].refuses(puzzle):
                continue
            outcome = budge.solve(puzzle, engine=engine, heuristic=heuristic)
            assert outcome.status == ("unsolvable" if true is None else "optimal"), (engine, heuristic)
            assert outcome.cost == true, (engine, heuristic)


@settings(max_examples=60, deadline=None)
@given(small_boards())
def test_optimal_engines_agree_with_exhaustive_search_on_boards(puzzle: Tiles) -> None:
    check_all_engines(puzzle)


@settings(max_examples=150, deadline=None)
@given(small_graphs())
def test_optimal_engines_agree_with_exhaustive_search_on_graphs(puzzle: Tokens) -> None:
    check_all_engines(puzzle)


@settings(max_examples=40, deadline=None)
@given(small_boards(), st.sampled_from(["1.2", "1.5", "3", "any"]), st.sampled_from(["astar", "ida"]))
def test_weighted_search_keeps_its_promise(puzzle: Tiles, quality: str, engine: str) -> None:
    optimum = shortest(puzzle)
    outcome = budge.solve(puzzle, engine=engine, objective=Objective(quality))
    if optimum is None:
        assert outcome.status == "unsolvable"
        return
    assert outcome.cost is not None
    assert outcome.lower_bound <= optimum <= outcome.cost
    weight = Objective(quality).weight
    if weight is not None:
        assert outcome.cost <= weight * optimum


@settings(max_examples=60, deadline=None)
@given(small_boards())
def test_any_gives_a_plan_wherever_one_exists(puzzle: Tiles) -> None:
    outcome = budge.solve(puzzle, objective=Objective("any"))
    optimum = shortest(puzzle)
    if optimum is None:
        assert outcome.status == "unsolvable"
        return
    assert outcome.cost is not None
    assert outcome.lower_bound <= optimum <= outcome.cost
    assert outcome.status == ("optimal" if outcome.lower_bound == outcome.cost else "solved")


@settings(max_examples=40, deadline=None)
@given(small_boards(), st.integers(3_000, 30_000))
def test_sma_is_optimal_in_whatever_memory_holds_the_path(puzzle: Tiles, memory: int) -> None:
    if puzzle.why_unsolvable():
        return
    outcome = budge.solve(puzzle, engine="sma", heuristic="manhattan", limits=Limits(memory=memory))
    assert outcome.stats.peak_bytes <= memory
    if outcome.status == "stopped":  # only a path of this length and more does not fit in 3,000 bytes
        assert outcome.stopped_by == "memory"
        assert (shortest(puzzle) or 0) > 15
    else:
        assert outcome.cost == shortest(puzzle)


@settings(max_examples=100, deadline=None)
@given(small_graphs(), st.integers(600, 3_000))
def test_sma_does_not_go_in_circles_where_hardly_more_than_the_path_fits(puzzle: Tokens, memory: int) -> None:
    outcome = budge.solve(puzzle, engine="sma", heuristic="zero", limits=Limits(nodes=1_000_000, memory=memory))
    assert outcome.stopped_by in (None, "memory")
    if outcome.status != "stopped":
        assert outcome.cost == shortest(puzzle)


def test_sma_gives_every_child_its_turn() -> None:
    """No two children of a node fit in memory together with what is searched below them."""
    puzzle = Tokens(
        vertices=tuple("abcde"),
        edges=((0, 1), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)),
        start=("2", "1", "4", BLANK, "3"),
        goal=("1", BLANK, "3", "2", "4"),
    )
    outcome = budge.solve(puzzle, engine="sma", heuristic="zero", limits=Limits(nodes=100_000, memory=1_000))
    assert (outcome.status, outcome.cost) == ("optimal", 5)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict", "xy"])
def test_threads_change_neither_plan_nor_counts(threads: int, heuristic: str) -> None:
    [puzzle] = budge.load("fifteen/46")
    one = budge.solve(puzzle, engine="ida", heuristic=heuristic)
    assert one.cost == 46
    assert one.stats.generated > 500_000  # enough to be shared out
    several = budge.solve(puzzle, engine="ida", heuristic=heuristic, threads=threads)
    assert (one.plan, one.stats.generated, one.stats.expanded) == (
        several.plan,
        several.stats.generated,
        several.stats.expanded,
    )
