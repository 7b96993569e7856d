"""A suite is checked before anything runs, and an error is reported with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from budge.api import load
from budge.lab.jobs import plan
from budge.lab.suite import built_in, parse_suite, read_suite
from budge.puzzles import KINDS, BadInput

GOOD = """title = "tiny"
seconds = 5

[[instances]]
puzzles = ["eight/12"]

[[configurations]]
engine = "astar"
heuristic = "manhattan"

[[configurations]]
engine = "sat"
options = { strategy = "restart" }

[[show]]
what = "cactus"

[[published]]
what = "someone"
configuration = "astar manhattan"
mean = 1.0
"""
MISTAKES = [  # old text, new text, line of the error, part of its message
    ('engine = "astar"', 'engine = "astra"', 8, "unknown engine 'astra'; did you mean astar?"),
    ('heuristic = "manhattan"', 'heuristic = "manhatan"', 8, "did you mean manhattan?"),
    ('heuristic = "manhattan"', 'heuristik = "manhattan"', 9, "unknown key 'heuristik'; did you mean heuristic?"),
    ("strategy =", "stratgy =", 12, "sat has no option 'stratgy'; did you mean strategy?"),
    ('"restart"', '"restrt"', 12, "did you mean restart?"),
    ('"eight/12"', '"eight/112"', 5, "did you mean eight/12?"),
    ('"eight/12"', '"no/such/file.txt"', 5, "no such file or library puzzle"),
    ('puzzles = ["eight/12"]', 'puzzels = ["eight/12"]', 4, "puzzles"),
    ('puzzles = ["eight/12"]', 'puzzles = ["eight/12"]\nmetric = "pushes"', 5, "no metric 'pushes'"),
    ('what = "cactus"', 'what = "kaktus"', 16, "did you mean cactus?"),
    ('configuration = "astar manhattan"', 'configuration = "astar manhatten"', 20, "did you mean astar manhattan?"),
    ("mean = 1.0", "meen = 1.0", 21, "unknown measure 'meen'; did you mean mean?"),
    ("seconds = 5", "seconds = -5", 1, "expected a positive number"),
    ("seconds = 5", 'seconds = "5"', 2, "seconds = '5'; expected a number"),
    ("seconds = 5", 'memory = "much"', 2, "memory = 'much'; expected 512M, 4G or a number of bytes"),
    ("seconds = 5", "seconds = = 5", 2, "not TOML"),
    ('engine = "astar"', 'engine = "astar"\nquality = "0.5"', 9, "between 1 and 1000"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES, ids=[new for _, new, _, _ in MISTAKES])
def test_a_mistake_is_reported_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadInput) as raised:
        plan(parse_suite(GOOD.replace(old, new, 1), "tiny.toml", "tiny"))
    reported = str(raised.value)
    assert message in reported
    assert f"line {line}" in reported, reported


def test_a_valid_suite_has_a_job_for_each_configuration() -> None:
    found = plan(parse_suite(GOOD, "tiny.toml", "tiny"))
    assert [job.configuration.name for job in found.jobs] == ["astar manhattan", "sat strategy=restart"]
    assert found.jobs[0].instance.optimum == 12


def test_a_list_makes_one_configuration_per_value() -> None:
    text = GOOD.replace('"astar"', '["astar", "ida"]').replace('"manhattan"', '["manhattan", "xy"]', 1)
    names = [each.name for each in parse_suite(text, "x", "x").configurations]
    assert names == ["astar manhattan", "astar xy", "ida manhattan", "ida xy", "sat strategy=restart"]


def test_files_are_found_next_to_the_suite(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("1 2 3/4 5 6/7 0 8\n1 2 3/4 0 6/7 5 8\n")
    (tmp_path / "mine.toml").write_text(GOOD.replace("eight/12", "two.txt"))
    found = plan(read_suite(str(tmp_path / "mine.toml")))
    assert {job.instance.name for job in found.jobs} == {"two #1", "two #2"}


def test_a_missing_optional_file_is_left_out_and_reported() -> None:
    text = GOOD + '[[instances]]\nname = "theirs"\noptional = true\npuzzles = "$NOT_SET_ANYWHERE/x.txt"\n'
    found = plan(parse_suite(text, "tiny.toml", "tiny"))
    assert len(found.jobs) == 2
    assert found.left_out == ["theirs: $NOT_SET_ANYWHERE/x.txt: no such file"]


def test_an_engine_has_no_job_for_a_kind_that_it_does_not_solve() -> None:
    found = plan(
        parse_suite(
            GOOD.replace("eight/12", "rushhour/10")
            .replace('"sat"', '"table"')
            .replace('options = { strategy = "restart" }', ""),
            "tiny.toml",
            "tiny",
        )
    )
    assert [job.spec.engine_name for job in found.jobs] == ["astar"]


def test_generated_instances_depend_on_the_seed_and_have_an_optimum() -> None:
    text = GOOD.replace('puzzles = ["eight/12"]', 'generate = "sokoban"\nwidth = 6\nheight = 6\nboxes = 1\ncount = 2')
    text = text.replace('heuristic = "manhattan"', "").replace('configuration = "astar manhattan"', "")
    once, twice = (plan(parse_suite(text, "x", "x")).jobs for _ in range(2))
    assert [job.key for job in once] == [job.key for job in twice]
    assert all(job.instance.optimum for job in once)


@pytest.mark.parametrize("name", built_in())
def test_built_in_suites_are_valid(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BUDGE_DATA", raising=False)
    short = plan(read_suite(name), short=True)
    assert short.jobs
    assert len({(job.configuration.name, job.instance.name) for job in short.jobs}) == len(short.jobs)


def test_a_level_runs_once_with_each_number_of_boxes() -> None:
    text = GOOD.replace('["eight/12"]', '["sokoban/rooms-9"]\nmetric = "moves"\npieces = [1, 2]')
    text = text.replace('heuristic = "manhattan"', "").replace('configuration = "astar manhattan"', "")
    jobs = [job for job in plan(parse_suite(text, "x", "x")).jobs if job.spec.engine_name == "astar"]
    assert [(job.instance.name, job.instance.puzzle.pieces) for job in jobs] == [
        ("sokoban/rooms-9, 1 boxes", 1),
        ("sokoban/rooms-9, 2 boxes", 2),
    ]
    with pytest.raises(BadInput, match="line 5: tiles cannot be reduced to fewer pieces"):
        plan(parse_suite(GOOD.replace('["eight/12"]', '["eight/12"]\npieces = 2'), "x", "x"))


def test_each_row_of_a_csv_file_is_a_puzzle_with_its_optimum(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("id,tiles,optimal\n1,1 2 3 4 5 6 7 0 8,1\n2,1 2 3 4 0 6 7 5 8,\n")
    (tmp_path / "mine.toml").write_text(GOOD.replace("eight/12", "two.csv"))
    jobs = [job for job in plan(read_suite(str(tmp_path / "mine.toml"))).jobs if job.spec.engine_name == "astar"]
    assert [(job.instance.name, job.instance.optimum) for job in jobs] == [("two #1", 1), ("two #2", None)]


def test_the_cross_check_has_every_kind() -> None:
    suite = read_suite("everything")
    names = [source for group in suite.instances for source in group.puzzles]
    assert {load(name)[0].kind for name in names} == set(KINDS)
    assert {group.generate for group in suite.instances if group.generate} == set(KINDS)


def test_only_a_full_run_has_what_takes_hours() -> None:
    suite = parse_suite(
        """
        [[instances]]
        puzzles = "eight/12"

        [[configurations]]
        engine = "astar"

        [[configurations]]
        name = "long"
        engine = "ida"
        full = true
        """,
        "example",
        "example",
    )
    names = {each: [job.configuration.name for job in plan(suite, **{each: True}).jobs] for each in ("short", "full")}
    assert names == {"short": ["astar"], "full": ["astar", "long"]}
    assert plan(suite).left_out == ["long: only with --full"]
    assert plan(suite, full=True).left_out == []
