"""Some plan for a Sokoban level: found where there is one, refereed, and improved while time lasts."""

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

import budge
from budge.engines.base import Refusal
from budge.model import Limits, Objective, Observer, Progress
from budge.puzzles import Sokoban
from tests.random_puzzles import sokoban
from tests.shared_data import rows, sokoban_level

ANY = Objective("any")

# Sixteen boxes for one room: far beyond what A* solves.
WAREHOUSE = Sokoban.of(
    [
        "###################",
        "#.....#   #   #   #",
        "#.....  $   $   $ #",
        "#.....#   #   #   #",
        "#.    ### ### ### #",
        "#     #   #   #   #",
        "### ### $   $     #",
        "#       $ # $ # $ #",
        "#     # $ #   #   #",
        "# $ $ # $ ### ### #",
        "#  @$   $ # $   $ #",
        "#     #   #   #   #",
        "###################",
    ]
)


# Where some boxes must make way for others before they can be packed.
CROWDED = Sokoban.of(
    [
        "##############",
        "#...         #",
        "#...   $$   ##",
        "#... $#   $  #",
        "#  #  #$ $ ###",
        "#    #    ## #",
        "##   $ $$    #",
        "#  ##@  ##   #",
        "##############",
    ]
)


@given(sokoban(players=1))
@settings(max_examples=60, deadline=None)
def test_fess_solves_what_astar_solves(level: Sokoban) -> None:
    some = budge.solve(level, engine="fess", objective=ANY)
    best = budge.solve(level, engine="astar")
    assert (some.plan is None) == (best.plan is None)
    if some.plan is None:
        assert some.status == "unsolvable"
    else:
        assert some.cost >= best.cost >= some.lower_bound


def test_a_warehouse_is_solved_and_equal_every_time() -> None:
    first, again = (budge.solve(WAREHOUSE, objective=ANY) for _ in range(2))
    assert first.engine == "fess"
    assert first.status == "solved"
    assert first.plan == again.plan
    assert first.stats.expanded == again.stats.expanded


def test_threads_side_by_side_find_a_plan_and_obey_limits() -> None:
    found = budge.solve(WAREHOUSE, objective=ANY, threads=2)
    assert found.status == "solved"
    stopped = budge.solve(WAREHOUSE, objective=ANY, threads=2, limits=Limits(nodes=34_000))
    assert (stopped.status, stopped.stopped_by) == ("stopped", "nodes")


def test_threads_side_by_side_obey_limits_of_time() -> None:
    long = sokoban_level("xsokoban", 29)
    late = budge.solve(long, objective=ANY, threads=2, limits=Limits(seconds=0.3))
    assert (late.status, late.stopped_by) == ("stopped", "seconds")
    assert late.stats.seconds < 30


@pytest.mark.parametrize("metric", ["pushes", "moves", "pushes-then-moves", "moves-then-pushes"])
def test_with_time_a_small_plan_becomes_optimal(metric: str) -> None:
    level = Sokoban.of(["########", "#  .   #", "# $##$ #", "#  #.@ #", "#  #   #", "########"])
    improved = budge.solve(level, engine="fess", objective=Objective("any", metric), limits=Limits(seconds=60))
    assert improved.status == "optimal"
    assert improved.cost == improved.lower_bound == budge.solve(level, objective=Objective(metric=metric)).cost


def test_improvement_makes_plans_cheaper_and_keeps_them_legal() -> None:
    first = budge.solve(WAREHOUSE, objective=ANY)
    improved = budge.solve(WAREHOUSE, objective=ANY, limits=Limits(seconds=60, nodes=first.stats.generated + 300_000))
    assert improved.status == "solved"
    assert first.lower_bound <= improved.cost < first.cost
    assert improved.stats.first_plan_seconds < improved.stats.seconds


def test_the_bound_rises_while_the_plan_is_improved() -> None:
    level = sokoban_level("microban1", 93)
    first = budge.solve(level, objective=ANY)
    limits = Limits(seconds=60, nodes=first.stats.generated + 500_000)
    improved = budge.solve(level, objective=ANY, limits=limits)
    assert first.lower_bound < improved.lower_bound <= improved.cost


def test_the_first_plan_is_handed_out_where_none_is_to_be_improved() -> None:
    first = budge.solve(WAREHOUSE, engine="fess", objective=ANY, limits=Limits(seconds=600), improve=False)
    assert first.status == "solved"
    assert first.stopped_by is None
    assert first.cost == budge.solve(WAREHOUSE, objective=ANY).cost


def test_the_trace_tells_who_advised_each_move_of_a_box() -> None:
    found = budge.solve(CROWDED, objective=ANY, observer=Observer(trace=True))
    assert found.plan is not None
    assert found.trace is not None
    moves, packing = found.trace.macro_moves, found.trace.packing
    cell = {(at // CROWDED.width + 1, at % CROWDED.width + 1): at for at in CROWDED.floor}
    boxes = set(CROWDED.boxes)
    met = {(players, frozenset(at)) for players, at in CROWDED.states(found.plan.moves)}
    for move in moves:
        boxes = boxes - {cell[move.start]} | {cell[move.end]}
        assert ((cell[move.player],), frozenset(boxes)) in met
    assert boxes == set(CROWDED.targets) <= {cell[step.place] for step in packing}
    stages = [move.stage for move in moves] + [len(packing)]
    packed = [then > now for now, then in pairwise(stages)]
    assert all(gained for move, gained in zip(moves, packed, strict=True) if move.advisor == "packing")
    advisors = {move.advisor for move in moves}
    assert "packing" in advisors
    assert len(advisors) > 1


def test_fess_serves_any_and_one_player() -> None:
    with pytest.raises(Refusal, match="serves quality any"):
        budge.solve(WAREHOUSE, engine="fess")
    two = Sokoban.of(["######", "#@$.@#", "######"])
    with pytest.raises(Refusal, match="this level has 2"):
        budge.solve(two, engine="fess", objective=ANY)


def test_a_stopped_run_still_gives_a_bound() -> None:
    stopped = budge.solve(WAREHOUSE, engine="fess", objective=ANY, limits=Limits(nodes=100))
    assert stopped.status == "stopped"
    assert stopped.lower_bound > 100


@pytest.mark.parametrize("number", [36, 68, 88, 105, 109, 122, 134, 138, 143, 145, 155])
def test_the_harder_levels_of_microban(number: int) -> None:
    known = rows("sokoban/microban1_optimal.csv")[number - 1]["optimal_pushes"]
    found = budge.solve(sokoban_level("microban1", number), objective=ANY)
    assert found.cost >= int(known or 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_tells_how_far_its_packing_plan_has_come(threads: int) -> None:
    level = sokoban_level("xsokoban", 50)  # which takes a while
    told: list[Progress] = []
    observer = Observer()

    def watch(progress: Progress) -> None:
        told.append(progress)
        if (progress.stage or "").startswith("packing"):
            observer.cancel()

    observer.progress = watch
    stopped = budge.solve(level, objective=ANY, observer=observer, threads=threads)
    assert stopped.stopped_by == "cancel"
    assert re.fullmatch(r"packing boxes by plan, \d+ of \d+", told[-1].stage or "")
    assert stopped.stats.generated >= told[-1].generated > 1 << 15, "more than A* had before"
    assert stopped.stats.peak_bytes >= told[-1].bytes > 0


@pytest.mark.parametrize("metric", ["pushes", "moves", "pushes-then-moves", "moves-then-pushes"])
def test_a_level_that_is_solved_at_its_start_takes_nothing(metric: str) -> None:
    found = budge.solve("#####|#@  #|#  *#|#####", objective=budge.Objective("any", metric=metric))
    assert (found.status, found.plan) == ("optimal", budge.Plan(()))


def test_many_boxes_on_a_wide_floor_are_pushed_straight_home() -> None:
    """Thirty boxes and a few pillars in a hall of 64×64: some plan comes no later than one within 1.5."""
    random, side = Random(2), 64
    hall = [list("#" + " " * (side - 2) + "#") if 0 < row < side - 1 else list("#" * side) for row in range(side)]
    spots = random.sample([(row, column) for row in range(3, 61, 3) for column in range(3, 61, 3)], 130)
    for (row, column), what in zip(spots, "@" + 30 * "$" + 30 * "." + 69 * "#", strict=True):
        hall[row][column] = what
    level = Sokoban.of(["".join(row) for row in hall])
    proven = budge.solve(level, engine="astar", objective=Objective("1.5"))
    found = budge.solve(level, objective=ANY, limits=Limits(nodes=2 * proven.stats.generated))
    assert found.cost == proven.cost


def test_a_run_says_when_it_shortens_a_plan() -> None:
    observer = Observer()
    observer.progress = lambda progress: observer.cancel() if progress.stage == "shortening the plan" else None
    assert budge.solve(WAREHOUSE, objective=ANY, limits=Limits(seconds=60), observer=observer).stopped_by == "cancel"


# The first two are found by prices since the best position on the way, the third by those from the start.
@pytest.mark.parametrize(("number", "pushes", "expanded"), [(11, 283, 9_481), (41, 269, 7_438), (21, 165, 33_413)])
def test_plans_of_classic_levels_and_what_they_take(number: int, pushes: int, expanded: int) -> None:
    found = budge.solve(sokoban_level("xsokoban", number), objective=ANY)
    assert (found.cost, found.stats.expanded) == (pushes, expanded)


def test_a_level_may_have_hundreds_of_boxes() -> None:
    rows = ["#" * 63, *["#" + " " * 61 + "#", "#" + " $" * 30 + " #", "#" + " ." * 30 + " #"] * 10, "#" * 63]
    rows[1] = "#@" + rows[1][2:]
    level = Sokoban.of(rows)
    assert len(level.boxes) == 300
    best = budge.solve(level)
    assert (best.status, best.cost) == ("optimal", 300)
    assert budge.solve(level, objective=ANY).cost == 300
