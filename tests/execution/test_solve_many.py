"""solve_many yields the outcome of `solve` for each puzzle, once and in order, even if workers die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from many_engines import Told

import budge
from budge import BadInput, Limits, Observer, Outcome, Puzzle, Tiles
from budge.engines.gpu import Gpu
from budge.execution import tuning
from budge.execution.batch_job import BatchJob, run_batch
from budge.execution.jobs import Batch, Bundle, SolveJob
from budge.execution.worker import Worker
from budge.processes import tuning as process_tuning
from budge.spec import SolveSpec

EASY = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])


def called(*names: str) -> list[Puzzle]:
    return [replace(EASY, name=name) for name in names]


def findings(outcomes: list[Outcome]) -> list[tuple]:
    """The parts of outcomes that must be equal on all machines."""
    return [(each.puzzle, each.engine, each.status, each.plan, each.costs, each.stats.expanded) for each in outcomes]


def test_outcomes_are_those_of_solve_in_the_order_of_the_puzzles() -> None:
    puzzles = [puzzle for source in ("eight", "graphs", "robots") for puzzle in budge.load(source)]
    assert findings(list(budge.solve_many(puzzles, jobs=2))) == findings([budge.solve(each) for each in puzzles])


@pytest.mark.parametrize("settings", [{}, {"heuristic": "pdb"}, {"quality": "any"}, {"order": "URDL"}])
def test_boards_that_share_their_preparation_do_not_share_goals_sizes_or_reasons(settings: dict[str, str]) -> None:
    odd, other = Tiles.of(["2 1 3", "4 5 6", "7 8 0"]), Tiles.of(["1 2 3", "4 0 6", "7 5 8"], goal=(0, *range(1, 9)))
    puzzles = [odd, EASY, other, *budge.load("eight")[:4], Tiles.of(["1 2", "0 3", "5 4"]), EASY, odd]
    taken: list[object] = []
    jobs = list(enumerate(SolveJob(puzzle, spec) for spec in [SolveSpec.of(**settings)] for puzzle in puzzles))
    run_batch(BatchJob(jobs, 60, 1 << 30, bundled=False), taken.append)
    found = [result.outcome for event in taken if isinstance(event, Bundle) for result in event.unpacked()]
    assert findings(found) == findings([budge.solve(each, **settings) for each in puzzles])


def test_databases_are_built_first_also_after_a_board_that_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    spec, taken = SolveSpec.of(heuristic="pdb"), []
    boards = [Tiles.of(["2 1 3", "4 5 6", "7 8 0"]), EASY]
    run_batch(BatchJob(list(enumerate(SolveJob(each, spec) for each in boards)), 60, 1 << 30, False), taken.append)
    assert [type(event).__name__ for event in taken] == ["Bundle", "BuildingDatabases", "DatabasesBuilt", "Bundle"]


def test_unordered_outcomes_are_the_same() -> None:
    puzzles = [replace(EASY, name=str(number)) for number in range(300)]
    found = list(budge.solve_many(puzzles, jobs=2, ordered=False))
    assert sorted(each.puzzle.name for each in found) == sorted(each.name for each in puzzles)


def test_all_puzzles_of_a_source_are_solved() -> None:
    assert len(list(budge.solve_many("eight", jobs=1))) == len(budge.load("eight"))


def test_logic_engines_run_too() -> None:
    [found] = budge.solve_many([EASY], jobs=1, engine="sat")
    assert (found.status, found.cost, found.engine) == ("optimal", 2, "sat")


def test_building_databases_does_not_count_against_the_time_limit() -> None:
    limits = Limits(seconds=5)
    found = budge.solve_many("eight/20", jobs=1, engine="ida", heuristic="pdb:4-4", limits=limits)
    assert [each.status for each in found] == ["optimal"]


def test_a_puzzle_that_kills_its_process_each_time_is_a_crash_and_the_others_are_solved(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    puzzles = called("a", "b", "die", "c", "die", "d")
    found = list(budge.solve_many(puzzles, jobs=2, engine=Told(), notes=str(notes)))
    assert [each.stopped_by for each in found] == ["nodes", "nodes", "crash", "nodes", "crash", "nodes"]
    assert found[2].reason == "the solver died of SIGKILL, 3 times"
    assert notes.read_text().splitlines().count("die") <= 8  # two puzzles, three times each, and once in a bundle


def test_killing_a_worker_once_changes_no_outcome(tmp_path: Path) -> None:
    puzzles = called(*"abc", "die once", *"defg")
    found = list(budge.solve_many(puzzles, jobs=1, engine=Told(), notes=str(tmp_path / "notes")))
    assert [each.puzzle.name for each in found] == [each.name for each in puzzles]
    assert {each.stopped_by for each in found} == {"nodes"}


def test_one_process_runs_one_batch_after_another_until_one_kills_it(tmp_path: Path) -> None:
    spec = SolveSpec(Told(), options={"notes": str(tmp_path / "notes")})
    worker = Worker()
    for name in ("say who", "a", "say who", "die", "say who"):
        events: list = []
        worker.run(Batch(((7, SolveJob(replace(EASY, name=name), spec)),)), 1 << 30, Observer(), events.append)
        [result] = events[0].unpacked()
        assert (result.number, result.outcome.stopped_by) == (7, "crash" if name == "die" else "nodes")
    worker.close()
    first, again, last = (line for line in (tmp_path / "notes").read_text().splitlines() if "process" in line)
    assert first == again != last


def test_a_child_process_uses_a_gpu_only_if_the_spec_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each worker of a machine would build its own databases on the GPU."""
    monkeypatch.setattr(Gpu, "is_faster", lambda self, puzzle, in_bulk: True)
    monkeypatch.setattr(Gpu, "refuses", lambda self, puzzle, objective: None)
    monkeypatch.setattr(Gpu, "solve", lambda self, task: Outcome("stopped", reason="by a GPU"))
    assert budge.solve(EASY).engine == "gpu"  # `auto` selects it where it is faster
    taken: list[Bundle] = []
    for number, spec in enumerate([SolveSpec(), SolveSpec(device="gpu"), SolveSpec(engine="gpu")]):
        run_batch(BatchJob([(number, SolveJob(EASY, spec))], 60, 1 << 30, bundled=False), taken.append)
    alone, *asked = (result.outcome for bundle in taken for result in bundle.unpacked())
    assert (alone.status, alone.engine) == ("optimal", "astar")
    assert [(each.reason, each.engine) for each in asked] == [("by a GPU", "gpu")] * 2


def test_a_puzzle_that_exceeds_its_limit_does_not_affect_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tuning, "GRACE_SECONDS", 0.2)
    found = list(budge.solve_many(called("a", "b", "hang", "c"), jobs=1, engine=Told(), limits=Limits(seconds=0.2)))
    assert [each.stopped_by for each in found] == ["nodes", "nodes", "seconds", "nodes"]


def test_jobs_of_a_batch_do_not_wait_for_a_long_search_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tuning, "BATCH_SECONDS", 0.1)
    puzzles = called(*"abcdef", "wait for the last", *map(str, range(20)), "last")
    found = list(budge.solve_many(puzzles, jobs=2, engine=Told(), notes=str(tmp_path / "notes")))
    assert [each.stopped_by for each in found] == ["nodes"] * len(puzzles)


def test_an_error_in_a_puzzle_is_its_outcome() -> None:
    found = list(budge.solve_many(called("lie", "fail"), jobs=1, engine=Told()))
    assert [each.stopped_by for each in found] == ["referee", "crash"]
    assert "RuntimeError: I failed" in found[1].reason
    [refused] = budge.solve_many("klotski", jobs=1, engine="construct")
    assert (refused.status, refused.stopped_by) == ("stopped", "refusal")
    assert refused.reason.startswith("construct solves tiles, not blocks")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"engine": "astra"}, "did you mean astar"),
        ({"jobs": 0}, "0 jobs"),
        ({"jobs": 2, "cluster": "tcp://127.0.0.1:1"}, "choose one"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_an_invalid_argument_is_raised(wrong: dict, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        list(budge.solve_many([EASY], **{"jobs": 1, **wrong}))


def test_an_argument_of_a_wrong_type_is_raised() -> None:
    with pytest.raises(TypeError, match="int given; expected a cluster: its address"):
        budge.solve_many([EASY], cluster=5)
    with pytest.raises(TypeError, match="int given; expected a cluster: its address"):
        budge.solve(EASY, cluster=5)
    with pytest.raises(TypeError, match="Tiles given; expected puzzles"):
        budge.solve_many(EASY)
    with pytest.raises(TypeError, match="str given; expected a SolveSpec"):
        budge.solve_many([EASY], "ida")


def test_an_engine_that_workers_cannot_import_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Told, "__module__", "__main__")
    with pytest.raises(BadInput, match="Told is defined in the program itself"):
        budge.solve_many([EASY], engine=Told())


def test_puzzles_are_read_lazily_and_the_caller_may_stop() -> None:
    read = []

    def endless() -> Iterator[Puzzle]:
        while True:
            read.append(EASY)
            yield EASY

    outcomes = budge.solve_many(endless(), jobs=1)
    assert [next(outcomes).cost for _ in range(5)] == [2] * 5
    outcomes.close()
    assert len(read) < 20_000


@pytest.mark.parametrize(
    ("jobs", "problem", "message"),
    [
        (0, BadInput, "0 jobs; expected 1 to 1,024"),
        (10**9, BadInput, "1000000000 jobs; expected 1 to 1,024"),
        ("2", TypeError, "str given; expected jobs to be a whole number or None"),
    ],
)
def test_invalid_numbers_of_jobs_are_refused_before_a_process_is_started(jobs, problem, message):
    with pytest.raises(problem, match=message):
        budge.solve_many([EASY], jobs=jobs)
