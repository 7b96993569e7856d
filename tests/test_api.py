"""load · solve · verify: what they promise to callers."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
import threading
import time

import pytest
from interrupts import hear_ctrl_c
from told_engine import Told

import budge
from budge import (
    BadInput,
    Blocks,
    Limits,
    Objective,
    Observer,
    Outcome,
    Plan,
    RefereeError,
    Refusal,
    Sokoban,
    SolveSpec,
    Stats,
    Tiles,
    Tokens,
)
from budge.engines.registry import engine_named
from budge.model import Progress

EASY = "1 2 3/4 0 6/7 5 8"
HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # about eighty moves: hours for Manhattan distance


def hard() -> Tiles:
    puzzle = Tiles.of([row.split() for row in HARD.split("/")])
    if puzzle.why_unsolvable():
        cells = list(puzzle.start)
        cells[0], cells[1] = cells[1], cells[0]
        puzzle = Tiles(width=4, height=4, start=tuple(cells))
    return puzzle


def test_an_outcome_survives_the_way_through_json() -> None:
    for outcome in (
        budge.solve(EASY, observer=Observer(trace=True)),
        budge.solve("1 2 3/4 5 6/8 7 0"),
        budge.solve(Tokens.of({"a": "b", "b": "c"}, start="_12", goal="12_")),
        budge.solve(hard(), engine="ida", heuristic="manhattan", limits=Limits(nodes=1000)),
    ):
        assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome


def test_what_is_not_an_outcome_is_refused() -> None:
    with pytest.raises(BadInput, match="not an outcome"):
        Outcome.from_json({"status": "optimal"})
    with pytest.raises(BadInput, match="not an outcome"):
        Outcome.from_json({**budge.solve(EASY).to_json(), "status": "splendid"})
    with pytest.raises(BadInput, match="not an outcome"):
        Outcome.from_json({**budge.solve(EASY).to_json(), "costs": 5})


def test_json_has_the_documented_keys() -> None:
    data = budge.solve(EASY).to_json()
    assert list(data)[:10] == [
        "puzzle",
        "engine",
        "heuristic",
        "metric",
        "quality",
        "status",
        "cost",
        "lower_bound",
        "plan",
        "costs",
    ]
    assert set(data["puzzle"]) == {"kind", "name", "level"}
    times = {"seconds", "cpu_seconds", "first_plan_seconds"}
    assert set(data["stats"]) == {"expanded", "generated", "peak_bytes"} | times
    assert data["certificate"] is None


def test_an_unsolvable_start_is_proven_at_once_with_the_reason() -> None:
    outcome = budge.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    assert outcome.status == "unsolvable"
    assert outcome.reason is not None
    assert "permutation" in outcome.reason
    assert outcome.stats.generated == 0


def test_limits_end_a_search_with_its_best_bound() -> None:
    for engine, limits, reason in (
        ("ida", Limits(seconds=0.1), "seconds"),
        ("ida", Limits(nodes=10_000), "nodes"),
        ("astar", Limits(memory=1 << 20), "memory"),
    ):
        outcome = budge.solve(hard(), engine=engine, heuristic="manhattan", limits=limits)
        assert (outcome.status, outcome.stopped_by) == ("stopped", reason)
        assert outcome.lower_bound >= 40


@pytest.mark.parametrize("bad", [{"seconds": 0}, {"seconds": float("nan")}, {"nodes": 0}, {"memory": -1}])
def test_senseless_limits_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(BadInput, match="limit"):
        Limits(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("quality", ["best", "0.5", "nan", "1/0", "-1", "inf"])
def test_senseless_qualities_are_refused(quality: str) -> None:
    with pytest.raises(BadInput, match="quality"):
        Objective(quality)


def test_a_mistyped_engine_or_option_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match="did you mean astar"):
        budge.solve(EASY, engine="astra")
    with pytest.raises(BadInput, match="did you mean order"):
        budge.solve(EASY, engine="ida", ordr="ULRD")
    with pytest.raises(BadInput, match="did you mean U"):
        budge.solve(EASY, engine="ida", order="ULDX")
    with pytest.raises(BadInput, match="tiles has no metric"):
        budge.solve(EASY, objective=Objective(metric="pushes"))


def test_old_names_of_a_task_s_attributes_warn() -> None:
    engine = Told(Outcome("stopped"))
    budge.solve(EASY, engine=engine)
    with pytest.warns(DeprecationWarning, match="heuristic_named"):
        assert not engine.tasks[0].heuristic_asked


def test_old_keywords_warn_and_work() -> None:
    with pytest.warns(DeprecationWarning, match=r"generate\(least=\) is now generate\(min_optimum=\)"):
        [made] = budge.generate("tiles", width=3, height=3, least=31)
    assert made.optima == {"moves": 31}


def test_an_engine_that_cannot_says_who_can() -> None:
    with pytest.raises(Refusal, match="engines that can: dijkstra, astar"):
        budge.solve(EASY, engine="construct")


def test_progress_is_reported_and_an_exception_of_the_observer_comes_back() -> None:
    seen: list[Progress] = []
    budge.solve(hard(), engine="ida", heuristic="manhattan", limits=Limits(seconds=0.4), observer=Observer(seen.append))
    assert seen
    assert all(one.generated <= other.generated for one, other in itertools.pairwise(seen))

    def explode(progress: Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        budge.solve(hard(), engine="ida", heuristic="manhattan", observer=Observer(explode))
    assert budge.solve(EASY).status == "optimal"


def test_another_thread_can_cancel() -> None:
    observer = Observer()
    threading.Timer(0.2, observer.cancel).start()
    outcome = budge.solve(hard(), engine="ida", heuristic="manhattan", threads=2, observer=observer)
    assert (outcome.status, outcome.stopped_by) == ("stopped", "cancel")


def test_solves_run_in_threads_at_once() -> None:
    """Two searches that each run until the other has begun would deadlock if the GIL were held."""
    barrier = threading.Barrier(2, timeout=20)
    met = []

    def work() -> None:
        waited = []

        def meet(progress: Progress) -> None:
            if not waited:
                waited.append(barrier.wait())

        budge.solve(hard(), engine="ida", heuristic="manhattan", limits=Limits(seconds=1.0), observer=Observer(meet))
        met.extend(waited)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(met) == [0, 1]


INTERRUPTED = """
import budge
print("ready", flush=True)
outcome = budge.solve({puzzle!r}, engine={engine!r}, heuristic={heuristic!r}, threads={threads})
print(outcome.status, outcome.stopped_by, outcome.lower_bound > 0, budge.solve("1 2/3 0").status, flush=True)
"""


@pytest.mark.parametrize(
    ("engine", "heuristic", "threads"),
    [("ida", "xy", 1), ("ida", "manhattan", 2), ("astar", "xy", 1), ("astar", "manhattan", 2)],
)
def test_ctrl_c_returns_the_bound_and_leaves_python_healthy(engine: str, heuristic: str, threads: int) -> None:
    puzzle = "/".join(" ".join(map(str, row)) for row in hard().rows(hard().start))
    code = INTERRUPTED.format(puzzle=puzzle, engine=engine, heuristic=heuristic, threads=threads)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=20)
    finally:
        process.kill()
    assert output.split() == ["stopped", "interrupt", "True", "optimal"]
    assert process.returncode == 0


@pytest.mark.parametrize(
    "lie",
    [
        Outcome("optimal", Plan(("D",)), lower_bound=1),  # does not reach the goal
        Outcome("optimal", Plan(("D", "D", "R")), lower_bound=3),  # illegal
        Outcome("optimal", Plan(tuple("LRDR")), lower_bound=2),  # longer than it claims
        Outcome("solved", Plan(tuple("DR")), lower_bound=3),  # a bound above a plan
        Outcome("solved"),  # no plan
        Outcome("optimal", lower_bound=2),
        Outcome("unsolvable", Plan(tuple("DR"))),  # and a plan
        *(Outcome("stopped", lower_bound=bound) for bound in (float("nan"), -3, 1.5, (1, 2), None, "2")),
        Outcome("solved", Plan(tuple("DR")), lower_bound=float("nan")),
        Outcome("solved", Plan(tuple("DR")), lower_bound=-3),
    ],
)
def test_the_referee_lets_no_false_claim_pass(lie: Outcome) -> None:
    with pytest.raises(RefereeError):
        budge.solve(EASY, engine=Told(lie))


@pytest.mark.parametrize("status", ["solved", "stopped"])
def test_a_plan_that_costs_no_more_than_what_is_proven_is_optimal(status: str) -> None:
    """A solver that was asked for at most six moves may have one of two without knowing it."""
    outcome = budge.solve(EASY, engine=Told(Outcome(status, Plan(tuple("DR")), lower_bound=2, stopped_by="nodes")))
    assert (outcome.status, outcome.cost, outcome.stopped_by, outcome.reason) == ("optimal", 2, None, None)


def test_verify_names_the_move_that_breaks() -> None:
    [puzzle] = budge.load(EASY)
    verdict = budge.verify(puzzle, "DRR")
    assert (verdict.legal, verdict.broken_at) == (False, 2)
    assert budge.verify(puzzle, "5 8").solves
    assert not budge.verify(puzzle, "D")


def test_auto_follows_its_written_rules() -> None:
    fifteen, ring = hard(), Tokens.of({str(i): [str((i + 1) % 12)] for i in range(12)}, start="_ABCDEFGHIJK")
    assert engine_named("auto", budge.load(EASY)[0], Objective()).name == "astar"
    assert engine_named("auto", fifteen, Objective()).name == "ida"
    assert engine_named("auto", fifteen, Objective("any")).name == "construct"
    assert engine_named("auto", ring, Objective()).name == "bidirectional"


def test_the_trace_adds_up() -> None:
    for engine in ("ida", "astar", "dijkstra", "bidirectional", "nbs", "bae", "sma"):
        outcome = budge.solve("8 6 7/2 5 4/3 0 1", engine=engine, observer=Observer(trace=True))
        assert outcome.trace is not None
        assert sum(outcome.trace.expansions_by_depth) == outcome.stats.expanded
        backward = sum(outcome.trace.backward_by_depth)
        assert (backward > 0) == (engine in ("bidirectional", "nbs", "bae"))
        assert len(outcome.trace.backward_depths) == -(-backward // outcome.trace.stride)
        forward = outcome.stats.expanded - backward
        assert len(outcome.trace.depths) == -(-forward // outcome.trace.stride)
        if engine == "ida":
            bounds = [iteration.bound for iteration in outcome.trace.iterations]
            assert bounds == list(range(bounds[0], 32, 2))
            assert sum(iteration.expanded for iteration in outcome.trace.iterations) == outcome.stats.expanded


@pytest.mark.parametrize(
    ("puzzle", "heuristic", "quality"),
    [("AB/.. ../.A", "distance", "optimal"), ("#####|#@$.#|#####", "matching", "any"), (EASY, "xy", "any")],
)
def test_where_a_heuristic_is_named_auto_picks_an_engine_that_follows_it(
    puzzle: str, heuristic: str, quality: str
) -> None:
    outcome = budge.solve(puzzle, heuristic=heuristic, objective=Objective(quality))
    assert (outcome.engine, outcome.heuristic) == ("astar", heuristic)


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict", "xy"])
def test_to_be_watched_changes_no_count_and_no_plan(heuristic: str) -> None:
    puzzle, given = "fifteen/46", {"engine": "ida", "heuristic": heuristic}
    alone, watched = budge.solve(puzzle, **given), budge.solve(puzzle, observer=Observer(trace=True), **given)
    assert watched.trace is not None
    assert watched.trace.iterations[-2].generated > 100_000  # so long that it is cut into subtrees
    assert (watched.plan, watched.stats.expanded, watched.stats.generated) == (
        alone.plan,
        alone.stats.expanded,
        alone.stats.generated,
    )
    assert sum(watched.trace.expansions_by_depth) == alone.stats.expanded
    assert watched.trace.expansions_by_depth[-1] > 0
    assert len(watched.trace.depths) == -(-alone.stats.expanded // watched.trace.stride)


def test_notebooks_get_pictures_and_tables() -> None:
    [puzzle] = budge.load(EASY)
    assert puzzle._repr_svg_().startswith("<svg")
    assert "optimal" in budge.solve(puzzle)._repr_html_()


def test_stats_are_those_of_the_search() -> None:
    outcome = budge.solve("8 6 7/2 5 4/3 0 1", engine="astar")
    assert outcome.stats != Stats()
    assert outcome.stats.generated >= outcome.stats.expanded > 0
    assert outcome.stats.peak_bytes > 0


@pytest.mark.parametrize("said", ["no", "off", False])
def test_a_switch_is_said_in_words_or_as_a_value(said):
    assert budge.solve(EASY, engine="astar", heuristic="pdb:4-4", reflect=said).cost == 2
    with pytest.raises(BadInput, match="reflect=perhaps; known are yes, no"):
        budge.solve(EASY, engine="astar", reflect="perhaps")


def test_a_number_among_options_is_a_number():
    found = [budge.solve(EASY, engine="ida", fsm=depth).cost for depth in ("4", 4, "no", "off", "auto")]
    assert set(found) == {2}
    with pytest.raises(BadInput, match="fsm=99"):
        budge.solve(EASY, engine="ida", fsm="99")


@pytest.mark.parametrize("engine", ["ida", "astar", "bidirectional"])
def test_the_trace_can_be_looked_at_while_the_search_goes_on(engine: str) -> None:
    seen: list[Progress] = []
    given = {} if engine == "bidirectional" else {"heuristic": "manhattan"}
    observer = Observer(seen.append, trace=True)
    outcome = budge.solve(hard(), engine=engine, limits=Limits(seconds=0.4), observer=observer, **given)
    traces = [progress.trace for progress in seen if progress.trace is not None]
    assert traces
    assert outcome.trace is not None
    for progress in seen:
        if progress.trace is not None:
            assert abs(sum(progress.trace.expansions_by_depth) - progress.expanded) <= 1 << 16  # counts come in lots
            assert len(progress.trace.depths) <= 1000
    assert sum(traces[-1].expansions_by_depth) <= sum(outcome.trace.expansions_by_depth)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: budge.solve(budge.load(EASY)), "list given; expected one puzzle, or its file, name or text"),
        (lambda: budge.solve(EASY, objective="any"), r"str given; expected an objective, such as Objective\(\"any\"\)"),
        (lambda: budge.solve(EASY, limits=0), r"int given; expected limits, such as Limits\(seconds=60\)"),
        (lambda: budge.solve(EASY, observer=print), "given; expected an observer"),
        (lambda: budge.verify(5, "DR"), "int given; expected one puzzle"),
        (lambda: budge.verify(budge.load(EASY)[0], None), "NoneType given; expected a plan, its text, or an outcome"),
        (lambda: budge.explore(EASY), "str given; expected a puzzle"),
        (lambda: budge.load(EASY, goal=3), "int given; expected a goal as text"),
        (lambda: budge.solve(EASY, engine=3), "int given; expected an engine, or its name"),
        (lambda: budge.solve(EASY, heuristic=3), "int given; expected a heuristic by name"),
        (lambda: budge.graph(EASY), "str given; expected a puzzle"),
        (lambda: budge.generate(3), "int given; expected a kind of puzzle by name"),
        (lambda: budge.generate("tiles", width="3"), "str given; expected width to be a whole number"),
        (lambda: budge.generate("tiles", count=None), "NoneType given; expected count to be a whole number"),
        (
            lambda: budge.generate("tiles", max_optimum="9"),
            "str given; expected max_optimum to be a whole number or None",
        ),
        (lambda: budge.generate("tiles", limits=5), r"int given; expected limits, such as Limits\(seconds=60\)"),
        (lambda: budge.generate("tiles", observer=print), "given; expected an observer"),
        (lambda: budge.generate("sokoban", boxes=2.5), "float given; expected boxes to be a whole number or None"),
        (lambda: budge.generate("sokoban", zones="no"), "str given; expected zones to be True or False"),
        (lambda: budge.generate("blocks", style=3), "int given; expected style to be a word"),
        (lambda: Tiles.of("120"), r"str given; expected a list of rows; load\(\) reads text"),
        (lambda: Sokoban.of("#####\n#@$.#\n#####"), r"str given; expected a list of rows; load\(\) reads text"),
        (lambda: Blocks.of("A./..", ["../.A"]), r"str given; expected a list of rows; load\(\) reads text"),
        (lambda: Blocks.of(["A", "."], [".A"]), r"str given; expected a list of rows; load\(\) reads text"),
    ],
)
def test_what_is_of_the_wrong_type_is_named(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_settings_of_the_objective_and_the_limits_are_keywords_too() -> None:
    given = {"quality": "any", "metric": "moves", "seconds": 5, "nodes": 5}
    spec = SolveSpec.of(SolveSpec("construct", limits=Limits(memory=1 << 30)), **given)
    assert spec == SolveSpec("construct", None, Objective("any", "moves"), Limits(5, 5, 1 << 30))
    assert budge.solve(EASY, **given).engine == budge.solve(EASY, spec).engine == "construct"
