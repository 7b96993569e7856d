"""Generated levels: solvable, as chosen, graded, and the same for the same seed."""

import sys
from random import Random

import pytest

import budge
from budge.engines.domains.sokoban_difficulty import difficulty
from budge.generate import Cancelled, OutOfTime, PuzzleSearch
from budge.generators.base import TargetRange
from budge.generators.floor_plans import SHAPES
from budge.generators.reverse_play import ReversePlay, bits, moved
from budge.generators.sokoban import SokobanGenerator
from budge.native import core
from budge.puzzles import BadInput, Sokoban


@pytest.mark.parametrize("shape", list(SHAPES))
@pytest.mark.parametrize("zones", [False, True])
def test_levels_have_the_requested_parameters_and_are_solved(shape, zones):
    for made in budge.generate("sokoban", seed=1, count=4, width=9, height=8, boxes=3, shape=shape, zones=zones):
        level = made.puzzle
        assert isinstance(level, Sokoban)
        assert (len(level.players), len(level.boxes), len(level.targets)) == (1, 3, 3)
        assert level.width <= 9
        assert level.height <= 8
        for metric, optimum in made.optima.items():
            outcome = budge.solve(level, objective=budge.Objective(metric=metric))
            assert (outcome.status, outcome.cost) == ("optimal", optimum)


def test_equal_seeds_give_equal_levels_and_different_seeds_different_ones():
    first, again, other = (list(budge.generate("sokoban", seed=seed, count=5)) for seed in (3, 3, 4))
    assert first == again
    assert not {each.puzzle.board for each in first} & {each.puzzle.board for each in other}
    assert len({each.puzzle.board for each in first}) == 5
    assert list(budge.generate("sokoban", seed=3, count=2)) == first[:2]


def test_the_hardest_start_is_as_far_as_any_of_the_level():
    for made in budge.generate("sokoban", seed=2, count=3, width=7, height=6, boxes=2, hardest=True):
        assert made.optima["pushes"] == budge.explore(made.puzzle).depth


def test_levels_can_be_ordered_by_grade():
    made = list(budge.generate("sokoban", seed=2, count=3, width=10, height=9, min_optimum=15, max_optimum=25))
    assert all(15 <= each.optima["pushes"] <= 25 for each in made)
    made = list(budge.generate("sokoban", seed=2, count=2, min_effort=20))
    assert all(each.effort >= 20 for each in made)


def test_zones_keep_boxes_and_targets_apart():
    for made in budge.generate("sokoban", seed=6, count=5, width=9, height=8, shape="rectangle", zones=True):
        level = made.puzzle
        boxes, targets = ([divmod(cell, level.width) for cell in cells] for cells in (level.boxes, level.targets))
        assert any(
            max(one[axis] for one in first) <= min(other[axis] for other in second)
            for axis in (0, 1)
            for first, second in ((boxes, targets), (targets, boxes))
        )


@pytest.mark.parametrize(("side", "boxes", "shape"), [(16, 10, "rooms"), (24, 20, "rectangle"), (64, 100, "rectangle")])
def test_many_boxes_are_pulled_across_a_wide_board(side: int, boxes: int, shape: str) -> None:
    parameters = SokobanGenerator(width=side, height=side, boxes=boxes, shape=shape, zones=True)
    levels = [level for seed in range(4) if (level := parameters.draw(Random(seed), TargetRange(within=1)))]
    assert len(levels) >= 2
    assert all(len(level.boxes) == boxes and not {*level.boxes} & {*level.targets} for level in levels)


def test_a_level_with_zones_and_ten_boxes_is_found_and_proven() -> None:
    [made] = budge.generate("sokoban", width=16, height=16, boxes=10, zones=True)
    assert len(made.puzzle.boxes) == 10
    assert budge.solve(made.puzzle).cost == made.optima["pushes"]


def test_the_referee_undoes_the_pulls_that_bring_boxes_across() -> None:
    """Whatever the floor: every level drawn has a plan."""
    for seed in range(40):
        parameters = SokobanGenerator(width=9, height=9, boxes=1 + seed % 4, shape=[*SHAPES][seed % 3], zones=True)
        level = parameters.draw(Random(seed))
        assert level is None or budge.solve(level).status == "optimal"


def test_targets_are_near_the_boxes_if_farther_ones_were_too_hard() -> None:
    def draw(seed: int, target: TargetRange) -> Sokoban | None:
        return SokobanGenerator(width=20, height=20, boxes=5, shape="rectangle", zones=True).draw(Random(seed), target)

    pairs = [(draw(seed, TargetRange()), draw(seed, TargetRange(within=12))) for seed in range(6)]
    costs = [(budge.solve(far).cost, budge.solve(near).cost) for far, near in pairs if far and near]
    assert len(costs) >= 3
    assert all(far > near for far, near in costs)


def test_pulling_boxes_across_stops_at_the_time_limit() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise OutOfTime

    with pytest.raises(OutOfTime):
        SokobanGenerator(width=64, height=64, boxes=100, zones=True).draw(Random(1), check=check)


def test_levels_for_several_players_have_the_requested_joint_optimum() -> None:
    for players in (2, 3):
        params = {"players": players, "boxes": 2, "width": 7, "height": 6}
        for made in budge.generate("sokoban", seed=1, count=2, min_optimum=6, max_optimum=9, **params):
            assert isinstance(made.puzzle, Sokoban)
            assert len(made.puzzle.players) == players
            outcome = budge.solve(made.puzzle, engine="dijkstra")
            assert 6 <= made.optima["makespan"] <= 9
            assert (outcome.status, outcome.cost) == ("optimal", made.optima["makespan"])


def test_levels_in_a_style_have_its_sizes_boxes_and_densities() -> None:
    hall = Sokoban.of(["##########", "#@$  .   #", "#        #", "#        #", "##########"])
    maze = Sokoban.of(["#######", "#@$$..#", "# #####", "#     #", "##### #", "#     #", "#######"])
    drawn = [SokobanGenerator(style=(hall, maze)).draw(Random(seed)) for seed in range(30)]
    levels = [level for level in drawn if level is not None]
    halls = [level for level in levels if len(level.boxes) == 1]
    mazes = [level for level in levels if len(level.boxes) == 2]
    assert min(len(halls), len(mazes)) > 3
    assert len(halls) + len(mazes) == len(levels)
    assert all((level.width, level.height, len(level.floor)) == (10, 5, 24) for level in halls)
    assert all(level.width <= 7 and level.height <= 7 for level in mazes)
    assert 17 <= sum(len(level.floor) for level in mazes) / len(mazes) < 21  # the maze has 17 of 25


def test_levels_have_the_minimum_number_of_box_changes() -> None:
    for made in budge.generate("sokoban", seed=2, count=3, boxes=3, min_changes=7):
        found = difficulty(made.puzzle, budge.solve(made.puzzle).plan)
        assert found is not None
        assert found.changes >= 7


def test_growing_ends_when_levels_stay_far_below_the_minimum(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def grown(*_: object) -> Sokoban:
        nonlocal calls
        calls += 1
        return Sokoban.of(["#" * 12, "#@$" + " " * (8 - calls) + "." + " " * calls + "#", "#" * 12])

    monkeypatch.setattr(SokobanGenerator, "grown", grown)
    monkeypatch.setattr(SokobanGenerator, "draw", lambda *_: None)
    with pytest.raises(BadInput, match="none of 20 candidates is in the range, the greatest optimum is 8;"):
        list(budge.generate("sokoban", min_optimum=300))
    assert calls == 2


def test_cells_are_squares_of_two_by_two():
    for made in budge.generate("sokoban", seed=6, count=3, width=10, height=10, shape="cells"):
        level = made.puzzle
        floor = {divmod(cell, level.width) for cell in level.floor}
        for row, column in floor:
            corner = row - (row - 1) % 2, column - (column - 1) % 2
            assert {(corner[0] + y, corner[1] + x) for y in (0, 1) for x in (0, 1)} <= floor


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"shape": "maze"}, "shape 'maze'; expected one of rooms, rectangle, cells"),
        ({"width": 3}, "a level of 3×8; expected 4×4 to 64×64"),
        ({"boxes": 0}, "0 boxes on 8×8; expected 1 to 12"),
        ({"style": ("levels.xsb",)}, "a style has levels of Sokoban only"),
        ({"players": 5}, "5 players; expected 1 to 4"),
        ({"density": 5}, "density 5 for shape rooms; expected 10 to 100"),
        (
            {"density": 50, "shape": "cells"},
            "density 50 for shape cells; expected none, since only rooms have a density",
        ),
        ({"min_changes": -1}, "-1 changes of box; expected at least 0"),
        ({"players": 2, "min_changes": 3}, "changes of box are counted for one player; expected players 1"),
        ({"colour": "red"}, "sokoban has no parameter 'colour'"),
        ({"width": 5, "height": 4, "boxes": 1, "min_optimum": 39}, "none of 3,000 candidates is in the range"),
    ],
)
def test_invalid_parameters_are_refused(parameters, message):
    with pytest.raises(BadInput, match=message):
        list(budge.generate("sokoban", **parameters))


def test_a_kind_without_a_generator_is_named():
    with pytest.raises(BadInput, match="there is no generator for 'chess'; known are tiles, tokens, blocks, sokoban"):
        budge.generate("chess")


def test_levels_of_a_hundred_pushes_are_grown() -> None:
    [made] = budge.generate("sokoban", seed=7, width=10, height=10, min_optimum=100)
    assert made.optima["pushes"] >= 100
    assert max(made.puzzle.width, made.puzzle.height) <= 10
    assert made.optima["pushes"] == budge.solve(made.puzzle).cost
    assert [made] == list(budge.generate("sokoban", seed=7, width=10, height=10, min_optimum=100))


@pytest.mark.parametrize(("width", "height"), [(7, 8), (26, 4), (5, 26), (64, 64)])
def test_levels_are_grown_on_boards_of_every_size(width: int, height: int) -> None:
    generator = SokobanGenerator(width=width, height=height, boxes=2)
    level = generator.grown(Random(1), TargetRange(12), core.Run(seconds=None, nodes=None, memory=1 << 30))
    assert level is not None
    assert level.width <= width
    assert level.height <= height
    assert len(level.boxes) == 2
    assert budge.solve(level).cost >= 12


def test_levels_grown_too_far_start_later() -> None:
    [made] = budge.generate("sokoban", seed=1, width=8, height=8, boxes=3, min_optimum=45, max_optimum=46)
    assert made.optima["pushes"] in (45, 46)
    assert len(made.puzzle.boxes) == 3


def test_growing_stops_at_the_time_limit_and_when_cancelled() -> None:
    with pytest.raises(OutOfTime):
        list(budge.generate("sokoban", width=10, height=10, min_optimum=1000, limits=budge.Limits(seconds=1)))
    observer = budge.Observer(lambda progress: observer.cancel())
    with pytest.raises(Cancelled):
        list(budge.generate("sokoban", width=10, height=10, min_optimum=1000, observer=observer))


def test_many_pushes_need_more_boxes_unless_their_number_is_given() -> None:
    few, many = (SokobanGenerator(width=10, height=10).draw(Random(1), TargetRange(pushes)) for pushes in (20, 100))
    chosen = SokobanGenerator(width=10, height=10, boxes=2).draw(Random(1), TargetRange(100))
    assert few is not None
    assert many is not None
    assert chosen is not None
    assert len(few.boxes) == 3 < len(many.boxes)
    assert len(chosen.boxes) == 2


@pytest.mark.parametrize(("shape", "boxes"), [("rooms", 2), ("rectangle", 5), ("cells", 4)])
def test_quick_reach_agrees_with_the_flood_fill(shape: str, boxes: int) -> None:
    random = Random(boxes)
    plan = SHAPES[shape](7, 6, random)
    play = ReversePlay(9, plan)
    told = 0
    for _ in range(200):
        held = play.mask(random.sample(sorted(plan), boxes))
        reach = play.flood(play.bit(random.choice(sorted(plan))), held)
        free = play.floor & ~held
        for box in bits(held):
            for step in play.shifts:
                side = moved(box, step)
                if not (side & reach and moved(side, step) & free):
                    continue
                region = play.quick_reach(reach, free, box, side)
                told += region is not None
                assert region in (None, play.flood(moved(side, step), held ^ box ^ side))
    assert told > 100


def test_a_level_starts_no_farther_from_its_goal_than_requested() -> None:
    level = SokobanGenerator(width=20, height=20, boxes=10).draw(Random(1), TargetRange(within=12))
    assert level is not None
    assert 1 <= budge.solve(level).cost <= 12


def test_levels_start_nearer_to_their_goal_after_some_were_too_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["budge.generate"], "MAX_TOO_HARD", 8)  # in a row, after which the search stops
    [made] = budge.generate("sokoban", seed=2, width=12, height=12, boxes=8, limits=budge.Limits(nodes=30))
    assert made.optima["pushes"] >= 1


def test_progress_reports_the_number_of_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["budge.generate"], "REPORT_SECONDS", -1)  # report at every opportunity
    told: list[str | None] = []
    search = budge.generate("sokoban", observer=budge.Observer(lambda progress: told.append(progress.preparing)))
    assert next(search)
    assert told.count("0 of 1 puzzles, 1 tried") > 100  # a pull each


def test_a_level_is_returned_even_if_time_ends_during_grading(monkeypatch):
    solve = PuzzleSearch.solve

    def out_of_time(search, puzzle, metric):
        if metric == "moves":
            raise OutOfTime
        return solve(search, puzzle, metric)

    monkeypatch.setattr(PuzzleSearch, "solve", out_of_time)
    [made] = budge.generate("sokoban", seed=1)
    assert list(made.optima) == ["pushes"]
