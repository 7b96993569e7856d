"""Generated boards of tiles and graph puzzles: solvable, of the optimum that was asked for, and the same for a seed."""

from collections import Counter
from random import Random

import networkx
import pytest

import budge
from budge.generators.blank import by_distance
from budge.generators.tiles import TilesGenerator
from budge.puzzles import BadInput, Tiles, Tokens


def optimum(puzzle):
    outcome = budge.solve(puzzle)
    assert outcome.status == "optimal"
    return outcome.cost


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("tiles", {"width": 3, "height": 3}),
        ("tiles", {"width": 2, "height": 4, "goal": "blank-first"}),
        ("tiles", {"width": 3, "height": 3, "goal": "1 2 3/8 0 4/7 6 5"}),
        ("tiles", {"width": 1, "height": 5}),
        ("tiles", {"walk": 25}),
        ("tokens", {}),
        ("tokens", {"vertices": 6, "edges": 9}),
        ("tokens", {"vertices": 8, "shape": "ladder", "walk": 12}),
    ],
)
def test_optima_are_as_stated_and_seeds_are_reproducible(kind, parameters):
    made, again, others = (list(budge.generate(kind, seed=seed, count=4, **parameters)) for seed in (5, 5, 6))
    assert made == again
    assert made != others
    assert len({each.puzzle.start for each in made}) == 4
    for each in made:
        assert each.puzzle.why_unsolvable() is None
        assert each.optima == {"moves": optimum(each.puzzle)}


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("tiles", {"width": 3, "height": 3}),
        ("tiles", {"width": 4, "height": 3}),
        ("tiles", {"width": 4, "height": 4}),
        ("tiles", {"width": 6, "height": 5}),
        ("tokens", {"vertices": 8}),
        ("tokens", {"vertices": 12, "shape": "wheel"}),
    ],
)
@pytest.mark.parametrize("moves", [1, 14, 21])
def test_an_optimum_is_met_exactly(kind, parameters, moves):
    if moves > 14 and parameters.get("shape") == "wheel":
        moves = 12  # farther positions of so large a wheel take long to prove
    made = list(budge.generate(kind, seed=1, count=2, min_optimum=moves, max_optimum=moves, **parameters))
    assert [optimum(each.puzzle) for each in made] == [moves, moves]
    assert made[0].puzzle.start != made[1].puzzle.start


def test_the_two_hardest_8_puzzles_are_found_and_no_third():
    made = budge.generate("tiles", width=3, height=3, min_optimum=31, max_optimum=31, count=3)
    first, second = next(made), next(made)
    assert {first.puzzle.start, second.puzzle.start} == {(8, 6, 7, 2, 5, 4, 3, 0, 1), (6, 4, 7, 8, 5, 0, 3, 2, 1)}
    with pytest.raises(BadInput, match="after 2 puzzles, none of 3,000 candidates is new and in the range"):
        next(made)


def test_a_fifteen_puzzle_of_forty_moves():
    [made] = budge.generate("tiles", min_optimum=40, max_optimum=40, seed=3)
    assert (made.puzzle.size, optimum(made.puzzle)) == ("4×4", 40)


def test_the_hardest_is_as_far_as_exploring_finds():
    [made] = budge.generate("tokens", shape="wheel", vertices=6, hardest=True)
    assert made.optima["moves"] == budge.explore(made.puzzle).depth
    with pytest.raises(BadInput, match="can reach more than 2,000,000 positions"):
        list(budge.generate("tiles", hardest=True))


def test_random_boards_are_all_equally_likely():
    made = budge.generate("tiles", width=2, height=2, count=11, seed=1)
    assert len({each.puzzle.start for each in made}) == 11  # all 12 but the goal
    generator, random = TilesGenerator(width=2, height=2), Random(1)
    counts = Counter(generator.draw(random).start for _ in range(3000))
    assert len(counts) == 12
    assert all(180 < count < 320 for count in counts.values())


def test_distances_are_those_of_the_whole_space():
    adjacency = ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))
    layers = by_distance(adjacency, (1, 2, 3, 4, 5, 0))
    assert [len(layer) for layer in layers] == budge.explore(Tiles.of(["1 2 3", "4 5 0"])).by_depth


@pytest.mark.parametrize("shape", ["chords", "ring", "wheel", "ladder", "complete"])
@pytest.mark.parametrize("vertices", [4, 7, 10])
def test_graphs_stay_connected_without_any_one_vertex(shape, vertices):
    [made] = budge.generate("tokens", shape=shape, vertices=vertices, walk=5)
    puzzle = made.puzzle
    assert isinstance(puzzle, Tokens)
    graph = networkx.Graph(list(puzzle.edges))
    assert graph.number_of_nodes() == vertices
    assert networkx.is_biconnected(graph)
    if shape == "chords":
        assert graph.number_of_edges() == min(vertices + 2, vertices * (vertices - 1) // 2)


@pytest.mark.parametrize(
    ("kind", "parameters", "message"),
    [
        ("tiles", {"width": 0}, "a board of 0×4; expected 1×2 to 64×64"),
        ("tiles", {"min_optimum": 81}, "no position is 81 moves from the goal; the farthest is 80"),
        ("tiles", {"goal": "home"}, "goal 'home'; expected blank-last, blank-first or a board"),
        ("tiles", {"goal": "1 2 3"}, "the goal has 3 cells but the board has 16"),
        ("tiles", {"walk": 0}, "a walk of 0 moves; expected 1 to 1,000,000"),
        (
            "tiles",
            {"width": 3, "height": 3, "min_optimum": 32},
            "no position is 32 moves from the goal; the farthest is 31",
        ),
        ("tiles", {"width": 5, "height": 5}, "the optimum of a random board of 5×5 takes too long to prove"),
        ("tiles", {"min_optimum": 9, "max_optimum": 8}, "optimum from 9 to 8; expected"),
        ("tiles", {"cars": 1}, "tiles has no parameter 'cars'"),
        ("tokens", {"vertices": 3}, "3 vertices; expected 4 to 100"),
        ("tokens", {"edges": 99}, "99 edges on 7 vertices; expected 7 to 21"),
        ("tokens", {"edges": 9, "shape": "ring"}, "9 edges for the shape ring; only the shape chords"),
        ("tokens", {"shape": "blob"}, "shape 'blob'; expected one of chords"),
        ("tokens", {"shape": "ring", "min_optimum": 99}, "no position is 99 moves from the goal; the farthest is"),
    ],
)
def test_invalid_parameters_are_refused(kind, parameters, message):
    with pytest.raises(BadInput, match=message):
        list(budge.generate(kind, **parameters))


@pytest.mark.parametrize("goal", ["blank-last", "1 2 0 3 4/5 6 7 8 9"])
def test_no_board_is_farther_from_its_goal_than_the_upper_bound(goal):
    generator = TilesGenerator(width=5, height=2, goal=goal)
    assert budge.explore(generator.solved()).depth <= generator.farthest()


def test_a_time_limit_ends_the_search_and_reports_its_progress():
    made = budge.generate("tiles", width=6, height=6, walk=2000, limits=budge.Limits(seconds=0.3))
    with pytest.raises(BadInput, match="the time limit was reached after 0 puzzles"):
        next(made)


def test_puzzles_too_hard_to_prove_are_abandoned():
    made = budge.generate("tiles", width=6, height=6, walk=2000, limits=budge.Limits(nodes=1000))
    with pytest.raises(BadInput, match="50 puzzles in a row took more than 1,000 nodes"):
        next(made)
