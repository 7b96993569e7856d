"""Pictures of puzzles: well-formed, complete, legible, and made quickly."""

from math import hypot
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given, settings
from random_puzzles import tiles, tokens

from budge.puzzles import Tiles, Tokens
from budge.puzzles.layout import layout

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def adjacency(graph):
    graph = networkx.convert_node_labels_to_integers(graph)
    return [sorted(graph[vertex]) for vertex in sorted(graph)]


def crossings(graph, points):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    edges = [(a, b) for a, others in enumerate(graph) for b in others if a < b]
    return sum(
        side(points[a], points[b], points[c]) * side(points[a], points[b], points[d]) < 0
        and side(points[c], points[d], points[a]) * side(points[c], points[d], points[b]) < 0
        for i, (a, b) in enumerate(edges)
        for c, d in edges[:i]
        if len({a, b, c, d}) == 4
    )


@given(tiles())
def test_a_board_shows_every_tile_once_and_the_blank_as_nothing(puzzle):
    assert sorted(map(int, texts(puzzle.svg()))) == list(range(1, len(puzzle.start)))


@given(tokens())
@settings(max_examples=50)
def test_a_graph_shows_every_token_and_every_name(puzzle):
    shown = texts(puzzle.svg())
    assert sorted(shown) == sorted([*(token for token in puzzle.start if token != "_"), *puzzle.vertices])


def test_pieces_at_their_goal_have_another_colour():
    solved, scrambled = Tiles.of(["1 2", "3 0"]), Tiles.of(["2 1", "0 3"])
    colours = [
        {group.get("fill") for group in ElementTree.fromstring(p.svg()).iter(f"{SVG}g") if len(group)}
        for p in (solved, scrambled)
    ]
    assert len(colours[0]) == len(colours[1]) == 1
    assert colours[0] != colours[1]


def test_names_cannot_break_out_of_the_picture():
    puzzle = Tokens.of({"<b>": "&"}, start=["'\"<script>", "_"], name="</title><script>")
    assert "<script" not in puzzle.svg()
    assert texts(puzzle.svg()) == ["'\"<script>", "<b>", "&"]


def test_numbers_stay_legible_on_a_board_of_32_by_32():
    svg = Tiles(width=32, height=32, start=tuple(range(1024))).svg()
    group = next(group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if len(group))
    font, side = float(group.get("font-size")), float(next(iter(group)).get("width"))
    assert font >= 9
    assert font * 0.62 * 4 <= side  # four digits fit


@pytest.mark.parametrize(
    "graph",
    [
        networkx.path_graph(6), networkx.cycle_graph(7), networkx.star_graph(6), networkx.balanced_tree(2, 3),
        networkx.grid_2d_graph(4, 5), networkx.wheel_graph(8), networkx.complete_graph(4), networkx.hypercube_graph(3),
        networkx.octahedral_graph(), networkx.disjoint_union(networkx.cycle_graph(5), networkx.path_graph(3)),
    ],
    ids=["path", "polygon", "star", "tree", "grid", "wheel", "K4", "cube", "octahedron", "two parts"],
)  # fmt: skip
def test_textbook_planar_graphs_are_drawn_without_crossings(graph):
    lists = adjacency(graph)
    assert crossings(lists, layout(lists)) == 0


def test_the_petersen_graph_is_a_star_in_a_pentagon():
    lists = adjacency(networkx.petersen_graph())
    assert crossings(lists, layout(lists)) == 5


def test_a_grid_stands_upright():
    lists = adjacency(networkx.grid_2d_graph(3, 4))
    points = layout(lists)
    for vertex, others in enumerate(lists):
        for other in others:
            dx, dy = (abs(points[vertex][axis] - points[other][axis]) for axis in (0, 1))
            assert min(dx, dy) < 0.15 < max(dx, dy)


@pytest.mark.parametrize(
    "graph",
    [
        networkx.gnm_random_graph(200, 300, seed=2),
        networkx.complete_graph(200),
        networkx.random_regular_graph(3, 1000, seed=1),
    ],
    ids=["sparse", "dense", "large"],
)
def test_no_two_vertices_of_a_large_graph_coincide(graph):
    lists = adjacency(graph)
    points = layout(lists)
    assert len({(round(x, 3), round(y, 3)) for x, y in points}) == len(points)


def test_equal_graphs_have_equal_drawings():
    lists = adjacency(networkx.dodecahedral_graph())
    points = layout(lists)
    assert points == layout(lists)
    assert min(hypot(p[0] - q[0], p[1] - q[1]) for i, p in enumerate(points) for q in points[:i]) > 0.5
