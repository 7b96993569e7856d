"""One puzzle by several workers: they find what one finds, even if calls are lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from faulty_pool import FaultyPool

import budge
from budge import Limits, Objective, Observer, Outcome, Progress, Puzzle, Sokoban
from budge.api import prepare, run
from budge.engines.native.crew import MIN_BATCH_SECONDS, SUBTREE_SURPLUS, Crew, SearchedPart, SubtreeJob, SubtreeReply
from budge.engines.native.sokoban_variants import IMAGES
from budge.engines.registry import engines
from budge.machine import cores
from budge.processes.child import Ended
from budge.processes.pool import Call, Pool
from budge.spec import SolveSpec

# Instance 4 of Korf's hundred: 62,643,179 nodes by Manhattan distance (Korf, 1985).
[KORF_4] = budge.load("5 12 10 7/15 11 14 0/8 2 1 13/3 4 9 6", goal="blank-first")
LEVEL = Sokoban.of(["#######", "#.   .#", "# $ $ #", "#  @  #", "#######"])


def found(outcome: Outcome) -> tuple[Any, ...]:
    return outcome.status, outcome.plan, outcome.lower_bound, outcome.stats.expanded, outcome.stats.generated


def by_team(team: FaultyPool, puzzle: Puzzle, observer: Observer | None = None, **settings: Any) -> Outcome:
    with team:
        return run(replace(prepare(puzzle, SolveSpec.of(**settings), observer), team=team))


@pytest.mark.parametrize(
    "settings",
    [
        {"heuristic": "manhattan"},
        {"heuristic": "manhattan", "threads": 2},
        {"heuristic": "manhattan", "fsm": "12"},
    ],
)
def test_ida_by_a_team_finds_the_plan_and_the_nodes_of_one(settings: dict[str, Any]) -> None:
    team = FaultyPool(2)
    together = by_team(team, KORF_4, engine="ida", **settings)
    alone = run(prepare(KORF_4, SolveSpec.of(engine="ida", **settings)))
    assert found(together) == found(alone)
    assert team.calls > 2


def test_subtrees_that_are_lost_are_searched_again() -> None:
    outcome = by_team(FaultyPool(3, loses=(1, 4)), KORF_4, engine="ida", heuristic="manhattan")
    assert (outcome.status, outcome.cost, outcome.stats.generated) == ("optimal", 56, 62_643_179)


@pytest.mark.parametrize(
    ("faults", "said"),
    [({"dies": 3}, "all workers are gone"), ({"loses": range(1, 1000)}, "the test lost it")],
    ids=["gone", "lost"],
)
def test_a_team_that_is_lost_leaves_the_proven_bound(faults: dict[str, Any], said: str) -> None:
    outcome = by_team(FaultyPool(2, **faults), KORF_4, engine="ida", heuristic="manhattan")
    assert outcome.stopped_by == "workers"
    assert said in (outcome.reason or "")
    assert 42 < outcome.lower_bound <= 56  # above what Manhattan distance says of the start


def test_progress_of_a_team_is_reported_and_nodes_are_limited() -> None:
    told: list[Progress] = []
    outcome = by_team(
        FaultyPool(2),
        KORF_4,
        engine="ida",
        heuristic="manhattan",
        limits=Limits(nodes=30_000_000),
        observer=Observer(told.append),
        options={"order": "DRLU"},  # slow enough to report progress
    )
    assert outcome.stopped_by == "nodes"
    assert outcome.stats.generated >= 30_000_000
    assert told[-1].lower_bound > 42


class RecordingPool(Pool):
    """Runs nothing: records the calls, and the test makes the replies."""

    slots = 1

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[SubtreeJob] = []
        self.events: list[tuple[int, Any]] = []

    def submit(self, number: int, task: Call) -> None:
        self.asked.append(task.argument)

    def reply(self, number: int, reply: SubtreeReply) -> None:
        self.events += [(number, reply), (number, Ended())]

    def next(self, seconds: float) -> tuple[int, Any] | None:
        return self.events.pop(0) if self.events else None

    def drop(self, numbers: Iterable[int]) -> None: ...

    def close(self) -> None: ...


def test_subtrees_are_dealt_out_in_the_order_of_the_search_and_no_more_than_take_a_moment() -> None:
    """What lies behind a goal is searched in vain, so all workers begin with the first subtrees."""
    with RecordingPool() as team:
        crew = Crew(replace(prepare(KORF_4, SolveSpec("ida")), team=team), (1, 1))
        crew.begin(46, 0, 12, SearchedPart([(1, 1)] * 1001, [[path] for path in range(1000)], None, None))
        crew.wait()
        assert [batch.paths for batch in team.asked] == [[[0]], [[1]]]
        left = SearchedPart([(5, 4), (2, 1)], [[0, 7]], 48, None)
        team.reply(0, SubtreeReply([left], 0.01, 0.01))
        crew.wait()
        crew.wait()
        *_, batch = team.asked
        assert batch.paths[:3] == [[0, 7], [3], [5]]  # the other batch of the worker has those between
        assert len(batch.paths) == int(SUBTREE_SURPLUS * batch.seconds / 0.01)
        goal = SearchedPart([(3, 2)], [], None, [0, 7, 9])
        team.reply(2, SubtreeReply([goal, *[None] * (len(batch.paths) - 1)], 0.02, 0.02))
        crew.wait()
        crew.wait()
        whole = crew.whole()
        assert (whole.plan, whole.counts) == ([0, 7, 9], [(1 + 5 + 3, 1 + 4 + 2)])


def test_batches_are_short_when_few_subtrees_remain_so_that_large_ones_are_cut() -> None:
    with RecordingPool() as team:
        crew = Crew(replace(prepare(KORF_4, SolveSpec("ida")), team=team), (1, 1))
        crew._began -= 1000  # a long search
        for subtrees in (1000, 3):
            crew.begin(
                46, 0, 12, SearchedPart([(1, 1)] * (subtrees + 1), [[path] for path in range(subtrees)], None, None)
            )
            crew.wait()
        many, _, few, _ = (batch.seconds for batch in team.asked)
    assert MIN_BATCH_SECONDS <= few < many / 5


def test_a_member_gets_the_requested_threads_whatever_cores_the_leader_has() -> None:
    with RecordingPool() as team:
        task = prepare(KORF_4, SolveSpec("ida", threads=1000))
        crew = Crew(replace(task, team=team), (1, 1))
        crew.begin(46, 0, 12, SearchedPart([(1, 1)] * 2, [[0]], None, None))
        crew.wait()
    assert [batch.threads for batch in team.asked] == [1000]
    assert task.own_threads == cores()


def test_a_search_that_is_cancelled_drops_what_workers_do() -> None:
    def watch(progress: Progress) -> None:
        if team.calls:
            observer.cancel()

    team, observer = FaultyPool(2), Observer(watch)
    outcome = by_team(team, KORF_4, engine="ida", heuristic="manhattan", observer=observer)
    assert outcome.stopped_by == "cancel"
    assert team.dropped > 0


@pytest.mark.parametrize("engine", ["sat", "asp"])
def test_lengths_asked_at_once_give_the_shortest_plan(engine: str) -> None:
    pytest.importorskip("pysat" if engine == "sat" else "clingo")
    [puzzle] = budge.load("eight/20")
    team = FaultyPool(3)
    outcome = by_team(team, puzzle, engine=engine)
    assert (outcome.status, outcome.cost, outcome.lower_bound) == ("optimal", 20, 20)
    assert team.calls > 2


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        ("sat", "+-+-+-+\n|A a .|\n+-+-+-+\n"),  # known by the number of positions
        ("asp", "########\n#@$ $..#\n########\n"),  # no push is left
    ],
    ids=["sat", "asp"],
)
def test_a_puzzle_without_a_plan_has_none_for_a_team_either(engine: str, text: str) -> None:
    pytest.importorskip("pysat" if engine == "sat" else "clingo")
    [puzzle] = budge.load(text)
    team = FaultyPool(2)
    alone, together = budge.solve(puzzle, engine=engine), by_team(team, puzzle, engine=engine)
    assert team.calls > 0
    assert alone.status == together.status == "unsolvable"
    assert alone.reason == together.reason


def test_a_length_that_is_lost_stops_the_search_with_its_bound() -> None:
    pytest.importorskip("pysat")
    [puzzle] = budge.load("eight/20")
    outcome = by_team(FaultyPool(1, loses=[2]), puzzle, engine="sat")
    assert (outcome.status, outcome.stopped_by) == ("stopped", "crash")
    assert outcome.lower_bound > budge.solve(puzzle, engine="astar", limits=Limits(nodes=1)).lower_bound


class BusyPool(FaultyPool):
    """A pool whose workers are busy with other tasks."""

    def submit(self, number: int, task: Any, observer: Any = None) -> None: ...


@pytest.mark.parametrize(("engine", "quality"), [("sat", "optimal"), ("fess", "any")])
def test_seconds_are_over_also_where_no_worker_answers(engine: str, quality: str) -> None:
    pytest.importorskip("pysat")
    task = prepare(LEVEL, SolveSpec(engine, objective=Objective(quality), limits=Limits(seconds=1)))
    with BusyPool(2) as team:
        outcome = task.engine.solve(replace(task, team=team))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")


def test_variants_of_a_level_race_to_a_plan_that_holds() -> None:
    team = FaultyPool(4)
    outcome = by_team(team, LEVEL, engine="fess", objective=Objective(quality="any"))
    assert outcome.status in ("solved", "optimal")
    assert outcome.plan is not None
    assert budge.verify(LEVEL, outcome.plan)
    assert team.calls == 4


def test_every_image_of_a_level_can_be_turned_back() -> None:
    plan = budge.solve(LEVEL).plan
    assert plan is not None
    assert len({image.of(LEVEL) for image in IMAGES}) == 4  # the level is its own mirror image
    for image in IMAGES:
        turned = budge.solve(image.of(LEVEL)).plan
        assert turned is not None
        assert budge.verify(LEVEL, "".join(image.back(move) for move in turned.moves))


def test_engines_say_whether_workers_can_share_a_puzzle() -> None:
    [tiles], [blocks] = budge.load("fifteen/20"), budge.load("classic/klotski")
    shared = {name for name in ("ida", "astar", "sat", "asp", "cp") if engines()[name].shares(tiles, Objective())}
    assert shared == {"ida", "sat", "asp"}
    assert not engines()["ida"].shares(blocks, Objective())
    assert not engines()["sat"].shares(tiles, Objective(quality="any"))
