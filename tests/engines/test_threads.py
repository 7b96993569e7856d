"""Searches on several threads: cost, status and bound equal those of one thread. The native tests compare hundreds of
small puzzles; here are searches that are long enough to use threads by themselves."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from own_puzzles import Eight

import budge
from budge.engines.base import Refusal
from budge.engines.registry import OWN
from budge.model import Limits, Observer, Progress

FIFTEEN = budge.load("13 9 10 7/1 0 15 12/2 11 6 14/5 8 4 3", goal="blank-first")[0]
LONG: list[tuple[str | budge.Puzzle, dict[str, Any]]] = [
    (FIFTEEN, {"engine": "astar", "heuristic": "linear-conflict"}),
    ("classic/century", {"engine": "astar", "heuristic": "zero"}),
    ("polyominoes/open-36", {"engine": "dijkstra"}),
    ("robots/the-long-way", {"engine": "astar", "heuristic": "zero"}),
    ("robots/the-long-way", {"engine": "dijkstra"}),
    ("sokoban/rectangle-15", {"engine": "dijkstra", "metric": "moves"}),
    ("sokoban/rectangle-15", {"engine": "dijkstra", "metric": "pushes-then-moves"}),
    ("together/two-rooms", {"engine": "dijkstra"}),
]


@pytest.mark.parametrize(("puzzle", "settings"), LONG)
def test_any_number_of_threads_proves_the_same(puzzle: str | budge.Puzzle, settings: dict[str, Any]) -> None:
    one, *others = (budge.solve(puzzle, threads=threads, **settings) for threads in (1, 2, 8))
    assert one.stats.generated > 100_000  # the others use their threads
    for other in others:
        assert (other.status, other.cost, other.lower_bound) == (one.status, one.cost, one.lower_bound)


def test_limits_hold_for_all_threads_together() -> None:
    settings: dict[str, Any] = {"engine": "astar", "heuristic": "manhattan", "threads": 2}
    counted = budge.solve(FIFTEEN, limits=Limits(nodes=400_000), **settings)
    assert (counted.stopped_by, counted.status) == ("nodes", "stopped")
    assert 44 <= counted.lower_bound <= 54
    assert 400_000 <= counted.stats.generated < 450_000
    full = budge.solve(FIFTEEN, limits=Limits(memory=4_000_000), **settings)
    assert full.stopped_by == "memory"
    assert full.stats.peak_bytes <= 4_000_000


def test_progress_and_trace_count_every_thread() -> None:
    seen: list[Progress] = []
    found = budge.solve(
        FIFTEEN, engine="astar", heuristic="manhattan", threads=2, observer=Observer(seen.append, trace=True)
    )
    assert seen
    for one, other in itertools.pairwise(seen):
        assert one.expanded <= other.expanded
        assert one.lower_bound <= other.lower_bound
    assert found.trace is not None
    assert sum(found.trace.expansions_by_depth) == found.stats.expanded


@pytest.mark.parametrize("engine", [engine.name for engine in OWN.values() if not engine.uses_threads])
def test_an_engine_for_one_thread_refuses_several(engine: str) -> None:
    quality = "any" if engine == "construct" else "optimal"
    with pytest.raises(Refusal, match=f"{engine} searches on one thread; dijkstra, .* can use 2"):
        budge.solve("eight/12", engine=engine, threads=2, quality=quality)


@pytest.mark.parametrize(
    ("puzzle", "settings", "words"),
    [
        ("classic/klotski", {"engine": "ida"}, "ida searches on one thread on blocks, where it remembers positions"),
        (
            "sokoban/rooms-7",
            {"engine": "ida"},
            "ida searches on one thread on sokoban, .*; dijkstra, astar.* can use 2",
        ),
        ("robots/the-long-way", {"engine": "ida"}, "ida searches on one thread on robots"),
        ("eight/one", {"engine": "astar", "quality": "1.5"}, "astar searches on one thread for quality 1.5"),
        (
            Eight(1, 2, 3, 4, 0, 5, 6, 7, 8),
            {"engine": "astar"},
            "astar searches on one thread where a puzzle is written",
        ),
        (Eight(1, 2, 3, 4, 0, 5, 6, 7, 8), {"engine": "ida"}, "ida searches on one thread"),
        ("eight/one", {"engine": "astar", "heuristic": lambda puzzle, state: 0}, "one thread with a function"),
    ],
)
def test_threads_without_effect_are_refused(puzzle: str | budge.Puzzle, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        budge.solve(puzzle, threads=2, **settings)


def test_auto_accepts_any_number_of_threads() -> None:
    assert budge.solve("eight/12", threads=2).cost == 12
    assert budge.solve("eight/12", threads=2, quality="any").plan is not None


@pytest.mark.parametrize("puzzle", ["sokoban/rooms-7", "robots/the-long-way", Eight(1, 2, 3, 4, 0, 5, 6, 7, 8)])
def test_explore_refuses_threads_without_effect(puzzle: str | budge.Puzzle) -> None:
    [found] = budge.load(puzzle) if isinstance(puzzle, str) else [puzzle]
    with pytest.raises(Refusal, match=r"explore counts .* on one thread; tiles, tokens and blocks can use 2"):
        budge.explore(found, threads=2)
