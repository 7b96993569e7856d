"""Numbers from outside: qualities, limits and options as strange as they come."""

from __future__ import annotations

import time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from told_engine import Told

import budge
from budge import BadInput, Engine, Limits, Objective, Outcome, Sokoban, Tiles
from budge.engines.quick import QuickPlans
from budge.engines.registry import engines
from budge.machine import free_memory
from budge.model import LARGEST_NUMERATOR, Stats

EASY = "1 2 3/4 0 6/7 5 8"
HARDEST = "8 6 7/2 5 4/3 0 1"
[FIFTEEN] = budge.load("13 9 10 7/1 0 15 12/2 11 6 14/5 8 4 3", goal="blank-first")


@pytest.mark.parametrize(
    ("given", "weight"),
    [
        (1.1, Fraction(11, 10)),
        (2, Fraction(2)),
        (Fraction(4, 3), Fraction(4, 3)),
        (Decimal("1.25"), Fraction(5, 4)),
        ("7/5", Fraction(7, 5)),
        ("1e1", Fraction(10)),
    ],
)
def test_a_quality_is_any_number(given: Any, weight: Fraction) -> None:
    objective = Objective(quality=given)
    assert (objective.weight, objective.simple_weight) == (weight, weight)
    assert budge.solve(EASY, objective=objective).cost == 2


@pytest.mark.parametrize(
    "text", ["1.333333", "1.3333333", "1.4142135623730951", "1." + "3" * 4000, "999.99999", "1.0001"]
)
def test_a_long_quality_becomes_a_simple_one_that_is_no_greater(text: str) -> None:
    objective = Objective(text)
    assert objective.weight is not None
    assert objective.simple_weight is not None
    assert 1 <= objective.simple_weight <= objective.weight
    assert objective.weight - objective.simple_weight < Fraction(1, 500) * objective.weight
    assert objective.simple_weight.numerator <= LARGEST_NUMERATOR


@pytest.mark.parametrize("quality", ["1.333333", "1.3333333", "1.4142135623730951", 1.1, "1.0000001"])
@pytest.mark.parametrize("engine", ["astar", "ida"])
def test_a_long_quality_takes_no_more_memory_and_keeps_its_promise(quality: Any, engine: str) -> None:
    outcome = budge.solve(HARDEST, engine=engine, objective=Objective(quality), limits=Limits(memory=100 << 20))
    assert outcome.cost is not None
    assert 31 <= outcome.cost <= float(quality) * 31
    assert outcome.stats.peak_bytes < 30e6


@pytest.mark.parametrize(
    ("puzzle", "heuristic"),
    [
        (HARDEST, "manhattan"),  # one depth-first search for all kinds
        ("fifteen/46", "manhattan"),  # in batches
        ("fifteen/46", "linear-conflict"),  # by recursion
        ("fifteen/46", "xy"),  # with tables
        ("fifteen/46", "pdb:3-3-3-3-3"),  # with databases
        ("robots/long-gallery", "distance"),
    ],
)
def test_ida_reports_and_limits_the_memory_of_its_path(puzzle: str, heuristic: str) -> None:
    found = budge.solve(puzzle, engine="ida", heuristic=heuristic)
    assert found.status == "optimal"
    assert 100 < found.stats.peak_bytes < 20e6
    limited = budge.solve(puzzle, engine="ida", heuristic=heuristic, limits=Limits(memory=64))
    assert (limited.status, limited.stopped_by) == ("stopped", "memory")


def test_the_memory_of_ida_has_the_tables_of_its_heuristic_and_its_path() -> None:
    memory = {
        heuristic: budge.solve("fifteen/46", engine="ida", heuristic=heuristic).stats.peak_bytes
        for heuristic in ("linear-conflict", "xy")
    }
    assert memory["linear-conflict"] < 1_000_000
    assert memory["xy"] - memory["linear-conflict"] > 24_964 * 16  # a key for each state of the table


@pytest.mark.parametrize(
    "quality", ["1e999999999", "1e-999999999", "1" * 5000, "1/" + "9" * 5000, "", "1/3/4", True, "٢x"]
)
def test_a_senseless_quality_is_refused_at_once_in_a_short_line(quality: Any) -> None:
    with pytest.raises(BadInput, match="quality") as refusal:
        Objective(quality)
    assert len(str(refusal.value)) < 200


def test_limits_beyond_all_bounds_are_none() -> None:
    huge = Limits(seconds=1e300, nodes=1 << 64, memory=1 << 2000)
    for engine in ("astar", "ida", "sma", "construct"):
        objective = Objective("any" if engine == "construct" else "optimal")
        assert budge.solve(EASY, engine=engine, limits=huge, objective=objective).cost == 2


@pytest.mark.parametrize(
    "bad", [{"nodes": 1.5}, {"nodes": "10"}, {"memory": float("inf")}, {"nodes": True}, {"seconds": "1"}]
)
def test_a_limit_that_is_no_number_of_its_kind_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="a limit of"):
        Limits(**bad)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("20", "fsm=20; expected auto, no or 2 to 14"),
        ("1", "expected auto, no or 2 to 14"),
        ("-3", "expected auto, no or 2 to 14"),
        ("aut", "did you mean auto"),
        (99999999999999999999999, "expected auto, no or 2 to 14"),
        (None, "fsm=None; expected auto, no or 2 to 14"),
    ],
)
def test_an_option_out_of_its_range_is_told_the_range(value: Any, expected: str) -> None:
    with pytest.raises(BadInput, match=expected):
        budge.solve(EASY, engine="ida", fsm=value)


@pytest.mark.parametrize(
    ("puzzle", "settings", "message"),
    [
        (
            "graphs/theta0",
            {"engine": "astar", "order": "DRLU"},
            "order has no effect on tokens; it is an option for",
        ),
        ("klotski", {"engine": "ida", "fsm": "12"}, "fsm has no effect on blocks"),
        (EASY, {"engine": "astar", "reflect": "no"}, "reflect has no effect here; it is used with heuristic pdb:…"),
        (EASY, {"engine": "ida", "heuristic": "manhattan", "dual": "yes"}, "dual has no effect here"),
        (EASY, {"engine": "sat", "wait": "no"}, "wait has no effect on tiles; it is an option for sokoban"),
        ("sokoban/rooms-5", {"engine": "sat", "wait": "no"}, "it is used with metric makespan"),
        ("klotski", {"engine": "cp", "style": "study"}, "style has no effect on blocks"),
        (EASY, {"engine": "asp", "bounds": "no"}, "bounds has no effect on tiles"),
        (EASY, {"engine": "astar", "improve": "yes"}, "astar never improves a plan"),
    ],
)
def test_an_option_without_effect_is_rejected(puzzle: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        budge.solve(puzzle, **settings)
    with pytest.raises(BadInput, match=message):
        next(budge.solve_many(puzzle, jobs=1, **settings))


@pytest.mark.parametrize(
    ("puzzle", "settings"),
    [
        (EASY, {"engine": "dijkstra", "order": "DRLU"}),
        (EASY, {"engine": "astar", "heuristic": "max(manhattan, pdb:4-4)", "reflect": "no"}),
        ("fifteen/20", {"engine": "ida", "reflect": "no"}),  # a long search continues with pattern databases
        (EASY, {"engine": "astar", "improve": "no"}),
    ],
)
def test_an_option_with_an_effect_is_accepted(puzzle: str, settings: dict[str, Any]) -> None:
    assert budge.solve(puzzle, **settings).status == "optimal"


@pytest.mark.parametrize("engine", engines().values(), ids=engines())
def test_every_option_is_for_kinds_that_the_engine_solves(engine: Engine) -> None:
    for option in engine.describe()["options"]:
        assert option["kinds"]
        assert set(option["kinds"]) <= set(engine.kinds)


def test_an_option_may_be_given_as_a_number() -> None:
    assert budge.solve(EASY, engine="ida", fsm=12).cost == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["astar", "ida", "sma", "nbs", "bae", "dijkstra", "bidirectional"])
def test_whatever_stops_a_search_is_told_in_words(engine: str) -> None:
    heuristic = None if engine in ("dijkstra", "bidirectional") else "manhattan"
    for limits in (Limits(nodes=1), Limits(nodes=100), Limits(seconds=1e-9), Limits(memory=1)):
        if engine == "ida" and limits.memory:
            continue  # it needs none
        outcome = budge.solve(FIFTEEN, engine=engine, heuristic=heuristic, limits=limits)
        assert outcome.status == "stopped"
        assert outcome.stopped_by in ("nodes", "seconds", "memory")
        assert "limit was reached" in (outcome.reason or "")


def test_a_search_from_both_ends_counts_the_goal_states_that_it_starts_from() -> None:
    rows = ["#" * 12, *["#" + " " * 10 + "#"] * 8, "#" * 12]
    rows[2], rows[4] = "#@  $  .   #", "#@  $  .   #"
    for engine in ("bidirectional", "nbs"):
        outcome = budge.solve(Sokoban.of(rows), engine=engine, nodes=5)
        assert outcome.stopped_by == "nodes"
        assert outcome.stats.generated == 5


@pytest.mark.parametrize("engine", ["sat", "cp", "asp"])
def test_a_limit_on_conflicts_counts_at_least_one_for_each_length(engine: str) -> None:
    room = Sokoban.of(["#######", "#  .  #", "# $ $ #", "# .@  #", "#######"])
    outcome = budge.solve(room, engine=engine, metric="moves", nodes=1)
    assert outcome.stopped_by == "nodes"
    assert "conflicts" in (outcome.reason or "")


def test_the_last_attempt_at_a_plan_takes_no_longer_than_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players, for whom no engine is sure to find a plan fast."""
    spent: list[float] = []
    attempt = QuickPlans._attempt

    def noted(self: QuickPlans, seconds: float, *rest: Any) -> None:
        spent.append(seconds)
        attempt(self, seconds, *rest)

    monkeypatch.setattr(QuickPlans, "_attempt", noted)
    rows = ["#" * 22, *["#" + " " * 20 + "#"] * 20, "#" * 22]
    rows[1], rows[20] = "#@" + " " * 19 + "#", "#" + " " * 19 + "@#"
    for row in range(5, 17, 2):
        rows[row] = "#     $       .      #"
    began = time.monotonic()
    budge.solve(Sokoban.of(rows), seconds=1e-4)
    assert max(spent) < time.monotonic() - began


def test_an_engine_that_gives_up_in_silence_is_named_as_the_cause() -> None:
    outcome = budge.solve(EASY, engine=Told(Outcome("stopped", stats=Stats())))
    assert (outcome.stopped_by, outcome.reason) == ("engine", "the engine stopped without giving a reason")


def test_the_time_that_a_look_for_a_reason_takes_is_gone_from_the_engine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle is looked at before it is searched; on large boards that takes a while."""
    monkeypatch.setattr(Tiles, "why_unsolvable", lambda puzzle: time.sleep(0.2))
    engine = Told(Outcome("stopped"))
    for seconds in (60, 0.1):
        budge.solve(EASY, engine=engine, limits=Limits(seconds=seconds))
    ample, spent = (task.limits.seconds for task in engine.tasks)
    assert ample is not None
    assert ample <= 59.8
    assert spent == 0.001


def test_what_no_database_serves_is_not_looked_at_before_the_clock_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    task = budge.api.prepare(Tiles.of(["1 2", "3 0"]))
    monkeypatch.setattr(Tiles, "why_unsolvable", lambda puzzle: pytest.fail("it was looked at"))
    assert task.databases == ()


def test_memory_that_ran_out_without_a_limit_is_not_called_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("budge.api.free_memory", lambda: 1 << 20)
    outcome = budge.solve(FIFTEEN, engine="astar", heuristic="manhattan")
    assert (outcome.status, outcome.stopped_by) == ("stopped", "memory")
    assert outcome.reason == (
        "memory ran out: no limit was set, and the machine had 1 MB free; with --disk DIR the search uses the disk"
    )
    told = budge.solve(FIFTEEN, engine="astar", heuristic="manhattan", limits=Limits(memory=1 << 20))
    assert told.reason == "the memory limit was reached; with --disk DIR the search uses the disk"


def test_files_that_the_kernel_keeps_count_as_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container all that was read from disk is in `memory.current`, until somebody needs the memory."""
    group = {
        "/proc/meminfo": "MemAvailable: 99999999 kB\n",
        "/sys/fs/cgroup/memory.max": "4000000000\n",
        "/sys/fs/cgroup/memory.current": "3990000000\n",
        "/sys/fs/cgroup/memory.stat": "anon 100\nfile 3000000000\ninactive_file 2000000000\nactive_file 990000000\n",
    }
    monkeypatch.setattr("budge.machine.Path.read_text", lambda path: group[str(path)])
    assert free_memory() == int(0.8 * 3_000_000_000)


def test_the_smallest_boards_are_served_by_every_engine() -> None:
    for start, goal in (((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 0), (1, 0))):
        for width, height in ((2, 1), (1, 2)):
            puzzle = Tiles(width=width, height=height, start=start, goal=goal)
            for engine in ("table", "astar", "ida", "sma", "nbs", "bae", "dijkstra", "bidirectional"):
                assert budge.solve(puzzle, engine=engine).cost == (start != goal), engine


@pytest.mark.parametrize("engine", ["nbs", "bae", "bidirectional"])
def test_searches_from_both_ends_obey_a_limit_on_nodes_after_they_have_a_plan(engine: str) -> None:
    """The proof takes most of the search. A limit stops it there, with the plan and the bound known so far."""
    [puzzle] = budge.load("eight/20")
    whole = budge.solve(puzzle, engine=engine)
    assert (whole.status, whole.cost) == ("optimal", 20)
    stopped = 0
    for nodes in range(whole.stats.generated // 3, whole.stats.generated, whole.stats.generated // 25):
        outcome = budge.solve(puzzle, engine=engine, limits=Limits(nodes=nodes))
        assert outcome.cost == 20
        assert outcome.stats.generated <= nodes + 5  # one more expansion
        assert (outcome.status == "optimal") == (outcome.lower_bound == 20)
        stopped += outcome.status == "stopped"
    assert stopped > 5
