"""Graph puzzles as text, and the mistakes people make there."""

import networkx
import pytest

from budge.formats.tokens_text import TokensText
from budge.puzzles import BadInput, Tokens

SQUARE = "a: b d\nb: c\nc: d\n"


def read(text):
    return TokensText().read(text, "x")


def test_an_edge_may_be_given_from_one_side_or_both():
    [once] = read(SQUARE + "d:\nstart: 1 2 _ 3")
    [twice] = read("a: b, d\nb: a c\nc: b d\nd: a c\nstart: 1 2 _ 3")
    assert once == twice
    assert once.adjacency == ((1, 3), (0, 2), (1, 3), (0, 2))


def test_vertices_before_a_colon_come_first():
    [puzzle] = read(SQUARE + "start: 1 2 _ 3")
    assert puzzle.vertices == ("a", "b", "c", "d")


def test_semicolons_put_a_graph_on_one_line():
    assert read(SQUARE.replace("\n", "; ") + "start: 1 2 _ 3; goal: 1 2 3 _") == read(SQUARE + "start: 1 2 _ 3")


def test_tokens_may_be_given_by_vertex_in_any_order():
    assert read(SQUARE + "start: d=3 a=1 c=_ b=2") == read(SQUARE + "start: 1 2 _ 3")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("", "1 2 3 _"),
        ("goal: blank-last", "1 2 3 _"),
        ("goal: blank-first", "_ 1 2 3"),
        ("goal: a=2 b=1 c=3 d=_", "2 1 3 _"),
    ],
)
def test_goals(text, goal):
    [puzzle] = read(SQUARE + "start: 3 2 _ 1\n" + text)
    assert " ".join(puzzle.goal) == goal


def test_numbered_tokens_are_sorted_by_value_and_before_words():
    assert read("a: b c d\nstart: 10 x 9 _")[0].goal == ("9", "10", "x", "_")


def test_disconnected_graphs_and_isolated_vertices_are_allowed():
    [puzzle] = read("a: b\nc: d\ne:\nstart: 1 2 3 4 _")
    assert puzzle.vertices == ("a", "c", "e", "b", "d")
    assert puzzle.adjacency == ((3,), (4,), (), (0,), (1,))


def test_dashes_separate_puzzles():
    names = [puzzle.name for puzzle in read("name: one\na: b\nstart: 1 _\n---\nname: two\na: b\nstart: _ 1")]
    assert names == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: b\nstart: 1 _ 2", "x, line 2: 3 tokens for 2 vertices; expected one per vertex, _ for the blank"),
        ("a: b\nstart: a=1 z=_", "x, line 2: the graph has no vertex 'z'"),
        ("a: b\nstart: a=1 a=_", "x, line 2: vertex a has two tokens"),
        ("a: b\nstart: a=1", "x, line 2: vertex b has no token"),
        ("a: b\nstart: a=1 _", "x, line 2: '_'; expected pairs such as a=1"),
        ("a: b c\nstart: 1 1 _", "x, line 2: token 1 occurs twice in the start"),
        ("a: b c\nstart: 1 _ _", "x, line 2: the start has 2 blanks; expected exactly one _"),
        ("a: b\nstart: 1 2", "x, line 2: the start has no blank; expected exactly one _"),
        ("a: b\nstart: 1 _\ngoal: 2 _", "x, line 3: token 1 occurs only in the start"),
        ("a: b\nstart: 1 _\ngoal: 1 2 _", "x, line 3: 3 tokens for 2 vertices"),
        ("b: c\na: b a\nstart: 1 _ 2", "x, line 2: an edge joins vertex 'a' to itself; expected a simple graph"),
        ("a: b", "x, line 1: a graph puzzle without a start: line"),
        ("start: 1 _", "x, line 1: a graph puzzle without a graph"),
        ("a: b\nstart: 1 _\nstart: _ 1", "x, line 3: a second start for the same puzzle"),
        ("a: b\nhello", "x, line 2: 'hello'; expected vertex: neighbours"),
        ("a: b\nb c: d\nstart: 1 _", "x, line 2: 'b c: d'; expected vertex: neighbours"),
        ("a: b\nstart: 1 _\n---\n", "x: a graph puzzle without a graph"),
        ("\n".join(f"v{i}: w{i}" for i in range(3000)), "x, line 2049: more than 4096 vertices"),
        (f"{'a' * 70}: b\nstart: 1 _", "x, line 2: vertex 'aaaaaaaaaaaaaaaa': a name has 1 to 64 characters"),
    ],
)
def test_an_error_names_its_line(text, complaint):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).startswith(complaint)


def test_a_graph_of_networkx_becomes_a_puzzle():
    puzzle = Tokens.of(networkx.grid_2d_graph(2, 2), start=[1, 2, 3, "_"])
    assert puzzle.vertices == ("0.0", "0.1", "1.0", "1.1")
    assert puzzle.moves(puzzle.start) == ["0.1", "1.0"]
    assert TokensText().read(TokensText().write(puzzle), "x") == [puzzle]


def test_vertices_of_networkx_that_would_share_a_name_are_refused():
    with pytest.raises(BadInput, match=r"vertex 1 occurs twice in the graph"):
        Tokens.of(networkx.Graph([(1, "1")]), start=["1", "_"])
