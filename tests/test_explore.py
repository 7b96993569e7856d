"""Whole state spaces: published counts, Wilson's theorem seen from the other side, and limits."""

from __future__ import annotations

import random
from math import factorial
from typing import Any

import pytest

import budge
from budge import Limits, Observer, Tiles, Tokens
from budge.cli.graphs import write_graph
from budge.engines.domains.base import GraphStopped
from budge.explore import Meter, graph
from budge.puzzles.tiles import blank_first, blank_last
from budge.puzzles.wilson import components

EIGHT = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110]
EIGHT += [23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2]
THETA0 = {"a": "bf", "b": "c", "c": "d", "d": "e", "e": "f", "m": "ad"}


def test_the_eight_puzzle_has_its_known_depths() -> None:
    found = budge.explore(Tiles(width=3, height=3, start=blank_last(9)))
    assert found.by_depth == EIGHT
    assert (found.states, found.depth, found.complete) == (181_440, 31, True)
    assert len(found.hardest) == 2
    for state in found.hardest:
        assert budge.solve(Tiles(width=3, height=3, start=state)).cost == 31


@pytest.mark.parametrize("goal", [blank_first, blank_last])
def test_the_three_by_four_puzzle_has_its_known_size_and_depth(goal) -> None:  # type: ignore[no-untyped-def]
    found = budge.explore(Tiles(width=4, height=3, start=blank_last(12), goal=goal(12)), threads=2)
    assert (found.states, found.depth) == (239_500_800, 53)
    assert found.peak_bytes < 1 << 30


def test_a_component_of_theta0_holds_a_sixth_of_all_arrangements() -> None:
    puzzle = Tokens.of(THETA0, start="123456_")
    assert components(puzzle.adjacency) == 6
    assert budge.explore(puzzle).states == factorial(7) // 6


def test_the_space_is_the_same_from_start_and_goal_but_not_its_depths() -> None:
    puzzle = Tiles.of(["1 2 3", "4 0 5"], goal=(0, 1, 2, 3, 4, 5)[::-1])
    sizes = [budge.explore(puzzle, source=source).states for source in ("start", "goal")]
    assert sizes == [360, 360]
    tokens = Tokens.of({"a": "b", "b": "c"}, start="1_2", goal="12_")
    assert budge.explore(tokens, source="start").by_depth == [1, 2]
    assert budge.explore(tokens, source="goal").by_depth == [1, 1, 1]
    with pytest.raises(budge.BadInput, match="source 'end'; expected goal or start"):
        budge.explore(tokens, source="end")


def test_hardest_positions_are_in_the_words_of_the_puzzle() -> None:
    path = Tokens.of({"x": "y", "y": "z"}, start=("A", "B", "_"), goal=("A", "B", "_"))
    assert budge.explore(path).hardest == [("_", "A", "B")]


def test_theory_and_search_agree_on_random_graphs() -> None:
    numbers = random.Random(6)
    for _ in range(30):
        size = numbers.randint(2, 7)
        names = "abcdefg"[:size]
        tree = {names[i]: [names[numbers.randrange(i)]] for i in range(1, size)}
        for _ in range(numbers.randint(0, size)):
            one, other = numbers.sample(names, 2)
            tree.setdefault(one, []).append(other)
        tree.setdefault(names[0], [])
        puzzle = Tokens.of({name: tree[name] for name in names}, start="_123456"[:size])
        assert budge.explore(puzzle).states * components(puzzle.adjacency) == factorial(size)


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(memory=1 << 20), Limits(nodes=10_000)])
def test_a_limit_leaves_the_complete_layers(limits: Limits) -> None:
    found = budge.explore(Tiles(width=4, height=4, start=blank_last(16)), limits=limits)
    assert not found.complete
    assert found.by_depth[:8] == [1, 2, 4, 10, 24, 54, 107, 212]
    assert found.stopped_by in ("seconds", "memory", "nodes")


def test_an_observer_can_end_it() -> None:
    observer = Observer(lambda progress: observer.cancel())
    assert budge.explore(Tiles(width=4, height=4, start=blank_last(16)), observer=observer).stopped_by == "cancel"


@pytest.mark.parametrize(
    ("limits", "stopped_by"),
    [(Limits(nodes=100), "nodes"), (Limits(memory=100_000), "memory"), (Limits(seconds=1e-9), "seconds")],
)
def test_a_graph_that_passes_a_limit_is_given_up(limits: Limits, stopped_by: str) -> None:
    with pytest.raises(GraphStopped) as caught:
        graph(Tiles.of(["1 2 3", "4 5 0"]), limits=limits)
    assert caught.value.stopped_by == stopped_by


@pytest.mark.parametrize(
    ("limits", "stopped_by"),
    [(Limits(nodes=100), "nodes"), (Limits(memory=100_000), "memory"), (Limits(seconds=1e-9), "seconds")],
)
def test_a_graph_of_blocks_says_which_limit_it_passed_as_well(limits: Limits, stopped_by: str) -> None:
    [puzzle] = budge.load("klotski")
    with pytest.raises(GraphStopped) as caught:
        graph(puzzle, metric="steps", limits=limits)
    assert caught.value.stopped_by == stopped_by


@pytest.mark.parametrize("suffix", [".json", ".graphml"])
def test_a_graph_that_is_not_written_in_time_leaves_the_file_as_it_was(tmp_path, suffix: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / f"old{suffix}"
    path.write_text("as it was")
    puzzle = Tiles.of(["1 2 3", "4 5 0"])
    meter = Meter(Limits(seconds=1000))
    draw = Tiles.draw

    class Slow(Tiles):
        def draw(self, state: Any = None) -> str:
            meter.began -= 10  # a picture takes ten seconds
            return draw(self, state)

    slow = Slow(width=3, height=2, start=puzzle.start)
    with pytest.raises(GraphStopped):
        write_graph(str(path), slow, "moves", "-", meter)
    assert (path.read_text(), [file.name for file in tmp_path.iterdir()]) == ("as it was", [path.name])
    write_graph(str(path), puzzle, "moves", "-", Meter(Limits()))
    assert path.read_text().count("position") >= 360
