"""All positions as a graph: depths are distances, edges are moves, and others can read what is written."""

from __future__ import annotations

import re
from pathlib import Path

import networkx
import pytest
from exhaustive import by_distance

import budge
from budge.cli.graphs import as_dot, write_graph
from budge.explore import Meter
from budge.explore import graph as positions
from budge.puzzles import BadInput, Puzzle, Sokoban, Tiles
from budge.puzzles.robots import Goal, Robot

SMALL: list[Puzzle] = [
    Tiles.of(["1 2 3", "0 4 5"]),
    Sokoban.of(["#####", "#@  #", "# $.#", "#   #", "#####"]),
    *budge.load("graphs/theta0"),
    *budge.load("robots/corner-room"),
]


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda puzzle: puzzle.kind)
def test_depths_are_distances_from_the_start_and_edges_are_moves(puzzle: Puzzle) -> None:
    found = budge.graph(puzzle)
    assert dict(found.nodes(data="depth")) == dict(by_distance(puzzle))
    assert set(found.edges) == {(state, there) for state in found for _, there in puzzle.neighbours(state)}
    assert [state for state, is_start in found.nodes(data="start") if is_start] == [puzzle.initial]
    assert all(goal == puzzle.is_goal(state) for state, goal in found.nodes(data="goal"))


def test_blocks_that_look_alike_count_as_one_position() -> None:
    twins = budge.Blocks.of(["ABC", "..."], goals=[["...", "..A"]])
    assert len(budge.graph(twins, metric="steps")) == 60  # A, and two of a kind, on six cells


def test_robots_without_a_target_are_interchangeable_as_in_explore() -> None:
    robots = tuple(Robot(name, cell) for name, cell in zip("ABC", (0, 2, 7), strict=True))
    hall = budge.Robots(width=3, height=3, robots=robots, goals=(Goal("A", 4),))
    assert len(budge.graph(hall)) == sum(budge.explore(hall).by_depth) < 9 * 8 * 7 / 2


def test_too_large_a_graph_is_refused() -> None:
    with pytest.raises(BadInput, match="at most 100 positions"):
        budge.graph(Tiles.of(["1 2 3", "4 5 0"]), max_positions=100)


def test_networkx_reads_the_graphml_that_is_written(tmp_path: Path) -> None:
    puzzle = Tiles.of(["1 2", "3 0"])
    write_graph(str(tmp_path / "g.graphml"), puzzle, "moves", "-", Meter(budge.Limits()))
    drawn, made = networkx.read_graphml(tmp_path / "g.graphml"), budge.graph(puzzle)
    assert sorted(depth for _, depth in drawn.nodes(data="depth")) == sorted(
        depth for _, depth in made.nodes(data="depth")
    )
    networkx.write_graphml(made, tmp_path / "again.graphml")
    assert len(networkx.read_graphml(tmp_path / "again.graphml")) == len(made)


@pytest.mark.parametrize(("puzzle", "arrow"), [(SMALL[0], "--"), (SMALL[1], "->")], ids=["both ways", "one way"])
def test_dot_names_every_position_and_move(puzzle: Puzzle, arrow: str) -> None:
    found = positions(puzzle)
    text = "".join(as_dot(puzzle, found))
    assert text.startswith("digraph {" if found.directed else "graph {")
    assert len(re.findall(r"^n\d+ \[label=", text, re.M)) == len(found.states)
    assert len(re.findall(rf"^n\d+ {arrow} n\d+;$", text, re.M)) == len(found.edges)
    assert text.count("peripheries=2") == sum(map(puzzle.is_goal, found.states))
