"""Every engine that follows a heuristic, guided by pattern databases: against exhaustive search and known counts."""

from __future__ import annotations

import random

import pytest
from exhaustive import shortest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import rows

import budge
from budge import Limits, Objective, Observer, Progress, Tiles
from budge.engines.domains import DOMAINS, tiles
from budge.engines.domains.base import Step
from budge.engines.native import ida
from budge.model import Offer
from budge.puzzles.tiles import blank_first, blank_last

INFORMED = ["astar", "ida", "sma"]


@st.composite
def boards_and_heuristics(draw: st.DrawFn) -> tuple[Tiles, str]:
    width, height = draw(st.sampled_from([(2, 2), (3, 2), (2, 3), (2, 4), (4, 2), (3, 3)]))
    cells = st.permutations(range(width * height)).map(tuple)
    puzzle = Tiles(width=width, height=height, start=draw(cells), goal=draw(cells))
    tiles = draw(st.permutations(range(1, width * height)))
    cut = draw(st.integers(1, len(tiles) - 1))
    sets = "/".join(",".join(map(str, each)) for each in (tiles[:cut], tiles[cut:]))
    kinds = ["pdb", "pdb:auto", "pdb:fringe", f"pdb:{sets}", f"pdb:plain:{sets}", f"max(pdb:{sets},linear-conflict)"]
    return puzzle, draw(st.sampled_from(kinds))


@settings(max_examples=40, deadline=None)
@given(boards_and_heuristics(), st.sampled_from(["yes", "no"]), st.sampled_from(["yes", "no"]))
def test_engines_agree_with_exhaustive_search(drawn: tuple[Tiles, str], reflect: str, dual: str) -> None:
    puzzle, heuristic = drawn
    true = shortest(puzzle)
    for engine in INFORMED:
        outcome = budge.solve(puzzle, engine=engine, heuristic=heuristic, reflect=reflect, dual=dual)
        assert outcome.status == ("unsolvable" if true is None else "optimal"), engine
        assert outcome.cost == true, engine
        assert outcome.heuristic == heuristic


@settings(max_examples=40, deadline=None)
@given(boards_and_heuristics(), st.sampled_from([2, 5, 9, 12]))
def test_a_finite_state_machine_changes_no_length(drawn: tuple[Tiles, str], depth: int) -> None:
    puzzle, heuristic = drawn
    if puzzle.why_unsolvable():
        return
    pruned = budge.solve(puzzle, engine="ida", heuristic=heuristic, fsm=str(depth))
    plain = budge.solve(puzzle, engine="ida", heuristic=heuristic, fsm="no")
    assert pruned.cost == plain.cost


@settings(max_examples=30, deadline=None)
@given(boards_and_heuristics(), st.sampled_from(["1.2", "1.5", "3", "any"]), st.sampled_from(["astar", "ida"]))
def test_weighted_search_stays_within_its_bound(drawn: tuple[Tiles, str], quality: str, engine: str) -> None:
    puzzle, heuristic = drawn
    optimum = shortest(puzzle)
    if optimum is None:
        return
    outcome = budge.solve(puzzle, engine=engine, heuristic=heuristic, objective=Objective(quality))
    assert outcome.cost is not None
    assert outcome.lower_bound <= optimum <= outcome.cost
    weight = Objective(quality).weight
    assert weight is None or outcome.cost <= weight * optimum


@pytest.mark.parametrize("size", [(4, 3), (3, 4), (5, 3), (5, 2)])
def test_rectangles_have_default_partitions_that_find_shortest_plans(size: tuple[int, int]) -> None:
    width, height = size
    numbers = random.Random(3)
    puzzle = Tiles(width=width, height=height, start=blank_last(width * height))
    state = puzzle.goal
    for _ in range(60):
        state = puzzle.apply(state, numbers.choice(puzzle.moves(state)))
    puzzle = Tiles(width=width, height=height, start=state)
    costs = {budge.solve(puzzle, engine=engine, heuristic="pdb").cost for engine in INFORMED}
    assert costs == {budge.solve(puzzle, engine="bidirectional").cost}


def korf(row: dict[str, str]) -> Tiles:
    return Tiles(width=4, height=4, start=tuple(map(int, row["tiles"].split())), goal=blank_first(16))


def test_korfs_hundred_have_their_lengths_and_these_counts() -> None:
    outcomes = []
    for row in rows("tiles/korf100.csv"):
        outcome = budge.solve(korf(row), engine="ida", heuristic="pdb:5-5-5")
        assert outcome.cost == int(row["optimal"])
        outcomes.append(outcome)
    assert sum(outcome.stats.generated for outcome in outcomes) == 65_058_786


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_change_neither_plan_nor_counts(threads: int) -> None:
    puzzle = "13 9 10 7/1 0 15 12/2 11 6 14/5 8 3 4"
    one = budge.solve(puzzle, engine="ida", heuristic="pdb:5-5-5")
    several = budge.solve(puzzle, engine="ida", heuristic="pdb:5-5-5", threads=threads)
    assert (one.plan, one.stats.generated, one.stats.expanded) == (
        several.plan,
        several.stats.generated,
        several.stats.expanded,
    )


def test_moves_are_pruned_by_a_machine_where_that_gains() -> None:
    """Not up to 16 cells, whose counts are those of the literature, nor from 6×6 on, where it is slower."""
    from budge.engines.domains.tiles import fsm_depth

    sides = {side: Tiles(width=side, height=side, start=blank_last(side * side)) for side in (3, 4, 5, 6, 8)}
    assert {side: fsm_depth(puzzle, "auto") for side, puzzle in sides.items()} == {3: 0, 4: 0, 5: 12, 6: 0, 8: 0}
    assert fsm_depth(sides[6], "12") == 12  # asked for


def test_the_observer_sees_the_build_and_can_cancel_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    seen: list[str | None] = []

    def watch(progress: Progress) -> None:
        seen.append(progress.preparing)
        watching.cancel()

    watching = Observer(watch)
    ended = budge.solve(HARD, engine="ida", heuristic="pdb:7-8", observer=watching)
    assert (ended.status, ended.stopped_by) == ("stopped", "cancel")
    assert seen[0] is not None
    assert seen[0].startswith("building 4×4 additive, cells ")


def test_a_time_limit_counts_the_build(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    outcome = budge.solve(
        "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15", engine="astar", heuristic="pdb:fringe", limits=Limits(seconds=0.5)
    )
    assert (outcome.status, outcome.stopped_by, outcome.lower_bound) == ("stopped", "seconds", 3)
    assert outcome.stats.cpu_seconds < 5
    assert not list((tmp_path / "patterns").iterdir())


def test_auto_follows_a_large_database_once_it_is_there(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(tiles, "HEURISTIC_LADDER", {(4, 4): (Step(1_000_000, "pdb:5-5-5", fewer=60),)})
    puzzle = Tiles(width=4, height=4, start=blank_last(16))
    assert DOMAINS["tiles"].default_heuristic(puzzle) == "linear-conflict"
    budge.solve(puzzle, engine="ida", heuristic="pdb:5-5-5")
    assert DOMAINS["tiles"].default_heuristic(puzzle) == "pdb:5-5-5"


def test_auto_uses_the_best_of_several_databases_and_then_the_next(tmp_path, monkeypatch) -> None:
    """But not the least of them: what was once built for a long search changes the counts of no short one."""
    steps = tuple(Step(1_000_000, f"pdb:{sizes}", fewer=2) for sizes in ("3-3-3-3-3", "4-4-4-3", "5-5-5"))
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(tiles, "HEURISTIC_LADDER", {(4, 4): steps})
    puzzle, domain = Tiles(width=4, height=4, start=blank_last(16)), DOMAINS["tiles"]
    followed = {"pdb:3-3-3-3-3": "linear-conflict", "pdb:4-4-4-3": "pdb:4-4-4-3", "pdb:5-5-5": "pdb:5-5-5"}
    for number, (built, expected) in enumerate(followed.items()):
        budge.solve(puzzle, engine="ida", heuristic=built)
        assert domain.default_heuristic(puzzle) == expected
        assert domain.heuristic_ladder(puzzle, expected) == (steps if number == 0 else steps[number + 1 :])


# Korf's number 3: a search that is long where 100,000 nodes count as long.
HARD = korf({"tiles": "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15"})


@pytest.fixture
def soon_long(tmp_path, monkeypatch) -> None:
    """A long search is a short one, and what it goes on with is built at once, or in a blink."""
    steps = (Step(100_000, "pdb:5-5-5", fewer=60), Step(50_000, "pdb:6-6-3", fewer=2))
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(tiles, "HEURISTIC_LADDER", {(4, 4): steps})


@pytest.mark.usefixtures("soon_long")
def test_a_long_search_continues_with_better_databases() -> None:
    seen: list[Progress] = []
    outcome = budge.solve(HARD, observer=Observer(seen.append, trace=True))
    asked = budge.solve(HARD, heuristic="pdb:6-6-3", observer=Observer(trace=True))
    assert (outcome.status, outcome.cost, outcome.heuristic) == ("optimal", asked.cost, "pdb:6-6-3")
    assert outcome.stats.generated == 100_000 + 50_000 + asked.stats.generated
    assert sum(outcome.trace.expansions_by_depth) == outcome.stats.expanded
    assert len(outcome.trace.iterations) > len(asked.trace.iterations)
    told = [progress.expanded for progress in seen if progress.preparing is None]
    assert told == sorted(told)


@pytest.mark.usefixtures("soon_long")
@pytest.mark.parametrize("answer", [True, False])
def test_large_databases_are_offered_before_they_are_built(monkeypatch, answer) -> None:
    monkeypatch.setattr(ida, "OFFER_BYTES", 1_000_000)
    offers: list[Offer] = []

    def offered(offer: Offer) -> bool:
        offers.append(offer)
        return answer

    outcome = budge.solve(HARD, observer=Observer(offer=offered))
    assert [(offer.heuristic, offer.fewer) for offer in offers] == [("pdb:6-6-3", 2)]
    assert 1_000_000 < offers[0].bytes < 5_000_000
    assert (outcome.status, outcome.heuristic) == ("optimal", "pdb:6-6-3" if answer else "pdb:5-5-5")


@pytest.mark.usefixtures("soon_long")
def test_a_search_with_little_memory_builds_nothing_large(tmp_path) -> None:
    outcome = budge.solve(HARD, limits=Limits(memory=2_000_000))
    assert (outcome.status, outcome.heuristic) == ("optimal", "pdb:5-5-5")


@pytest.mark.usefixtures("soon_long")
def test_a_machine_with_little_memory_left_builds_nothing_large(monkeypatch) -> None:
    monkeypatch.setattr(ida, "free_memory", lambda: 2_000_000)
    assert budge.solve(HARD).heuristic == "pdb:5-5-5"


@pytest.mark.usefixtures("soon_long")
def test_a_short_search_builds_nothing(tmp_path) -> None:
    easy = Tiles(width=4, height=4, start=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15))
    assert budge.solve(easy).heuristic == "linear-conflict"
    assert budge.solve(HARD, heuristic="linear-conflict").heuristic == "linear-conflict"  # asked for
    assert not (tmp_path / "patterns").exists()


@pytest.mark.usefixtures("soon_long")
def test_a_long_search_respects_its_limits() -> None:
    outcome = budge.solve(HARD, limits=Limits(nodes=120_000))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert 100_000 < outcome.stats.generated <= 120_000 + 4


@pytest.mark.usefixtures("soon_long")
def test_a_long_search_continues_if_no_database_can_be_stored(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path / "file"))
    outcome = budge.solve(HARD)
    assert (outcome.status, outcome.heuristic) == ("optimal", "linear-conflict")
