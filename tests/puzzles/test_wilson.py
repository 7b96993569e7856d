"""Wilson's theorem against exhaustive search: which arrangements can reach each other, and how many parts there are."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budge.puzzles import Tiles, Tokens
from budge.puzzles.wilson import blocks, components, why_unreachable

Graph = list[list[int]]
State = tuple[str, ...]


def joined(vertices: int, edges: list[tuple[int, int]]) -> Graph:
    graph: Graph = [[] for _ in range(vertices)]
    for one, other in edges:
        graph[one].append(other)
        graph[other].append(one)
    return graph


def path(vertices: int) -> Graph:
    return joined(vertices, [(v, v + 1) for v in range(vertices - 1)])


def polygon(vertices: int) -> Graph:
    return joined(vertices, [(v, (v + 1) % vertices) for v in range(vertices)])


def star(vertices: int) -> Graph:
    return joined(vertices, [(0, v) for v in range(1, vertices)])


def complete(vertices: int) -> Graph:
    return joined(vertices, list(combinations(range(vertices), 2)))


def wheel(vertices: int) -> Graph:
    rim = vertices - 1
    return joined(vertices, [(rim, v) for v in range(rim)] + [(v, (v + 1) % rim) for v in range(rim)])


def windmill(triangles: int) -> Graph:
    tips = range(1, 2 * triangles + 1)
    return joined(2 * triangles + 1, [(0, v) for v in tips] + [(v, v + 1) for v in tips[::2]])


def grid(width: int, height: int) -> Graph:
    right = [(v, v + 1) for v in range(width * height) if v % width < width - 1]
    return joined(width * height, right + [(v, v + width) for v in range(width * (height - 1))])


THETA0 = joined(7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)])
BOWTIE = windmill(2)  # two triangles that share a vertex


def renamed(graph: Graph, seed: int) -> Graph:
    """The same graph with its vertices numbered at random and its lists in another order."""
    shuffle = random.Random(seed)
    name = list(range(len(graph)))
    shuffle.shuffle(name)
    result: Graph = [[] for _ in graph]
    for vertex, others in enumerate(graph):
        result[name[vertex]] = [name[other] for other in others]
        shuffle.shuffle(result[name[vertex]])
    return result


def reachable(graph: Graph, start: State) -> set[State]:
    """Every arrangement that the blank can make of `start`, by trying all moves."""
    seen, queue = {start}, [start]
    while queue:
        state = queue.pop()
        blank = state.index("_")
        for vertex in graph[blank]:
            after = list(state)
            after[blank], after[vertex] = after[vertex], "_"
            if tuple(after) not in seen:
                seen.add(tuple(after))
                queue.append(tuple(after))
    return seen


def counted_components(graph: Graph) -> int:
    """The parts of the space of all arrangements, by search."""
    left = set(permutations(["_", *(str(token) for token in range(1, len(graph)))]))
    count = 0
    while left:
        left -= reachable(graph, next(iter(left)))
        count += 1
    return count


def arrangements(graph: Graph) -> st.SearchStrategy[State]:
    tokens = ["_", *(str(token) for token in range(1, len(graph)))]
    return st.permutations(tokens).map(tuple)


@st.composite
def graphs(draw: st.DrawFn, max_vertices: int = 6) -> Graph:
    vertices = draw(st.integers(2, max_vertices))
    edges = draw(st.sets(st.sampled_from(list(combinations(range(vertices), 2)))))
    return joined(vertices, sorted(edges))


def test_the_theta0_graph_has_six_components() -> None:
    assert counted_components(THETA0) == 6
    assert all(components(renamed(THETA0, seed)) == 6 for seed in range(20))


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 4), (7, 5), (2, 40)])
def test_boards_have_two_components(width: int, height: int) -> None:
    assert components(grid(width, height)) == 2


@pytest.mark.parametrize("vertices", range(2, 9))
def test_on_a_path_the_tokens_keep_their_order(vertices: int) -> None:
    assert components(path(vertices)) == factorial(vertices - 1)


@pytest.mark.parametrize("vertices", range(3, 10))
def test_on_a_polygon_only_the_cyclic_order_counts(vertices: int) -> None:
    assert components(polygon(vertices)) == factorial(vertices - 2)


@pytest.mark.parametrize("vertices", range(2, 9))
def test_on_a_star_no_token_passes_another(vertices: int) -> None:
    assert components(star(vertices)) == factorial(vertices - 1)


@pytest.mark.parametrize("vertices", range(4, 10))
def test_complete_graphs_and_wheels_have_one_component(vertices: int) -> None:
    assert components(complete(vertices)) == 1
    assert components(wheel(vertices)) == 1


def test_complete_bipartite_graphs_have_two_components() -> None:
    for left, right in [(2, 3), (2, 4), (3, 3), (3, 4), (2, 5)]:
        graph = joined(left + right, [(one, left + other) for one in range(left) for other in range(right)])
        assert components(graph) == 2


def test_an_odd_cycle_joins_the_two_components_of_a_board() -> None:
    board = grid(2, 3)
    board[0].append(3)
    board[3].append(0)
    assert components(board) == counted_components(board) == 1


def test_two_triangles_that_share_a_vertex_cannot_exchange_tokens() -> None:
    # Seen from the shared vertex: two pairs of tokens, each free to swap by rotation, and six ways to pair them off.
    assert components(BOWTIE) == counted_components(BOWTIE) == 6


def test_parts_that_the_blank_cannot_leave_are_counted_for_every_choice_of_tokens() -> None:
    triangle_and_edge = joined(5, [(0, 1), (1, 2), (2, 0), (3, 4)])
    # In the triangle 4!/2 parts, one for every way to place two tokens outside; on the edge 4! parts.
    assert components(triangle_and_edge) == counted_components(triangle_and_edge) == 12 + 24


@pytest.mark.parametrize(
    "graph",
    [path(5), polygon(6), star(6), complete(5), wheel(6), grid(2, 3), BOWTIE, joined(6, [(0, 1), (2, 3), (3, 4)])],
    ids=["path", "polygon", "star", "complete", "wheel", "board", "bowtie", "disconnected"],
)
def test_components_are_those_that_search_counts(graph: Graph) -> None:
    assert components(graph) == counted_components(graph)


def test_components_of_every_theta_of_seven_vertices() -> None:
    # Two hubs joined by three paths of a, b and c inner vertices; θ₀ is (1, 2, 2) and the only exception.
    for a, b, c in [(0, 1, 4), (0, 2, 3), (1, 1, 3), (1, 2, 2)]:
        edges, fresh = [], 2
        for inner in (a, b, c):
            stops = [0, *range(fresh, fresh + inner), 1]
            edges += list(pairwise(stops))
            fresh += inner
        graph = joined(7, edges)
        assert components(renamed(graph, a)) == counted_components(graph)


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_components_of_random_graphs_are_those_that_search_counts(graph: Graph) -> None:
    assert components(graph) == counted_components(graph)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_goal_is_unreachable_exactly_if_search_does_not_reach_it(data: st.DataObject) -> None:
    graph = data.draw(graphs())
    start = data.draw(arrangements(graph))
    reached = reachable(graph, start)
    for goal in permutations(start):
        reason = why_unreachable(graph, start, goal, "_")
        assert (reason is None) == (goal in reached), (goal, reason)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_reasons_on_theta0_and_on_theta0_with_a_tail(data: st.DataObject) -> None:
    tail = [*THETA0[:2], [*THETA0[2], 7], *THETA0[3:], [2]]
    graph = renamed(data.draw(st.sampled_from([THETA0, tail])), data.draw(st.integers(0, 99)))
    start = data.draw(arrangements(graph))
    reached = reachable(graph, start)
    assert len(reached) == len(graph) * 120
    near = data.draw(st.sampled_from(sorted(reached)))
    goals = data.draw(st.lists(arrangements(graph), min_size=1, max_size=5))
    for goal in [near, *goals]:
        assert (why_unreachable(graph, start, goal, "_") is None) == (goal in reached)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_two_cycles_that_share_a_vertex(data: st.DataObject) -> None:
    first, second = data.draw(st.integers(3, 4)), data.draw(st.integers(3, 4))
    edges = [(v, (v + 1) % first) for v in range(first)]
    ring = [0, *range(first, first + second - 1)]
    edges += [(ring[i], ring[(i + 1) % second]) for i in range(second)]
    graph = renamed(joined(first + second - 1, edges), data.draw(st.integers(0, 99)))
    assert components(graph) == factorial(first + second - 2) // ((first - 1) * (second - 1))
    start, goal = data.draw(arrangements(graph)), data.draw(arrangements(graph))
    assert (why_unreachable(graph, start, goal, "_") is None) == (goal in reachable(graph, start))


@pytest.mark.parametrize(
    ("graph", "goal", "reason"),
    [
        (grid(2, 2), "_321", "cyclic order"),
        (grid(2, 3), "_21345", "odd permutation"),
        (path(3), "_21", "from one biconnected part"),
        (THETA0, "_213456", "θ₀"),
        (joined(3, [(0, 1)]), "12_", "cannot reach"),
        (joined(4, [(0, 1), (2, 3)]), "_132", "that the blank cannot reach"),
    ],
)
def test_the_reason_names_the_obstacle(graph: Graph, goal: str, reason: str) -> None:
    start = ["_", *(str(token) for token in range(1, len(graph)))]
    assert reason in (why_unreachable(graph, start, list(goal), "_") or "")


@pytest.mark.parametrize(
    ("width", "height"), [(1, 2), (2, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 3)]
)
@settings(deadline=None)
@given(data=st.data())
def test_tiles_and_wilson_agree_on_what_is_solvable(width: int, height: int, data: st.DataObject) -> None:
    size, board = width * height, grid(width, height)
    start = tuple(data.draw(st.permutations(range(size))))
    # Both a goal at random and one that differs from the start by a walk of the blank, or by that and one swap.
    goals = [tuple(data.draw(st.permutations(range(size))))]
    cells = list(start)
    for step in data.draw(st.lists(st.integers(0, 3), max_size=12)):
        blank = cells.index(0)
        there = board[blank][step % len(board[blank])]
        cells[blank], cells[there] = cells[there], 0
    goals.append(tuple(cells))
    if size > 2:
        one, other = [cell for cell in range(size) if cells[cell]][:2]
        cells[one], cells[other] = cells[other], cells[one]
        goals.append(tuple(cells))
    for goal in goals:
        tiles = Tiles(width=width, height=height, start=start, goal=goal).why_unsolvable()
        tokens = why_unreachable(board, [*map(str, start)], [*map(str, goal)], "0")
        assert (tiles is None) == (tokens is None)
    assert Tiles(width=width, height=height, start=start, goal=goals[1]).why_unsolvable() is None


def test_a_tokens_puzzle_gives_the_reason() -> None:
    square = {"a": "bd", "b": "c", "c": "d"}
    assert Tokens.of(square, start="12_3", goal="123_").why_unsolvable() is None
    assert "cyclic order" in (Tokens.of(square, start="12_3", goal="213_").why_unsolvable() or "")


@pytest.mark.parametrize(
    ("graph", "parts"),
    [
        (grid(40, 40), 2),
        (path(500), factorial(499)),
        (polygon(500), factorial(498)),
        (path(4096), factorial(4095)),
        (star(4096), factorial(4095)),
        (windmill(2047), factorial(4094) >> 2047),
    ],
    ids=["board", "path", "polygon", "long path", "large star", "windmill"],
)
def test_large_graphs_are_analysed(graph: Graph, parts: int) -> None:
    start = ["_", *(str(token) for token in range(1, len(graph)))]
    goal = [*start[:-3], start[-2], start[-3], start[-1]]
    assert components(graph) == parts
    assert why_unreachable(graph, start, start, "_") is None
    assert why_unreachable(graph, start, goal, "_") is not None


def test_blocks_partition_all_vertices_but_the_root() -> None:
    for graph in [grid(5, 4), path(9), BOWTIE, THETA0, wheel(7)]:
        for root in range(len(graph)):
            own = [vertex for block in blocks(graph, root) for vertex in block.vertices[1:]]
            assert sorted([root, *own]) == list(range(len(graph)))
