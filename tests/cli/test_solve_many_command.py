"""budge solve --jobs and --output: killed, interrupted, resumed, disk full; each puzzle has one line at the end."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from running import BUDGE, HARD, Ran, watched

from budge import Outcome

EASY = "1 2 3/4 0 6/7 5 8"
BOARDS = [EASY, "1 2 3/4 5 6/0 7 8", EASY, "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/8 7 0"]


@pytest.fixture
def boards(tmp_path: Path) -> str:
    (tmp_path / "boards.txt").write_text("\n".join(BOARDS) + "\n")
    return "boards.txt"


def outcomes(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def levels(path: Path) -> list[int]:
    return sorted(each["puzzle"]["level"] for each in outcomes(path))


def test_jobs_print_the_same_in_the_same_order(budge: Callable[..., Ran], boards: str) -> None:
    alone = [json.loads(line) for line in budge("solve", boards, "--json").out.splitlines()]
    together = [json.loads(line) for line in budge("solve", boards, "--json", "--jobs", 2).out.splitlines()]
    for each in (*alone, *together):
        each["stats"] = None
    assert together == alone


def test_a_run_ends_with_a_summary(budge: Callable[..., Ran], boards: str) -> None:
    ran = budge("solve", boards, "--jobs", 2)
    assert ran.err.startswith("budge: 5 puzzles in ")
    assert ran.err.endswith(": 4 optimal, 1 unsolvable\n")
    assert budge("solve", EASY, "--jobs", 2).err == ""  # of a single puzzle it would say nothing new


def test_stored_outcomes_are_not_computed_again(budge: Callable[..., Ran], boards: str, tmp_path: Path) -> None:
    first = budge("solve", boards, "--jobs", 2, "-o", "out.jsonl")
    assert (first.code, first.out) == (11, "")
    assert first.err.startswith("budge: 5 outcomes in out.jsonl; ")
    found = outcomes(tmp_path / "out.jsonl")
    assert levels(tmp_path / "out.jsonl") == [1, 2, 3, 4, 5]  # also the one that is there twice
    assert {each["puzzle"]["level"]: each["cost"] for each in found} == {1: 2, 2: 2, 3: 2, 4: 31, 5: None}
    assert Outcome.from_json(found[0]).status in ("optimal", "unsolvable")
    again = budge("solve", boards, "--jobs", 2, "-o", "out.jsonl")
    assert again.code == 11
    assert again.err.startswith("budge: 5 outcomes in out.jsonl, 5 of them before; ")
    assert outcomes(tmp_path / "out.jsonl") == found


def test_other_settings_are_other_outcomes(budge: Callable[..., Ran], boards: str, tmp_path: Path) -> None:
    budge("solve", boards, "-o", "out.jsonl")
    budge("solve", boards, "-o", "out.jsonl", "--engine", "ida")
    assert Counter(each["engine"] for each in outcomes(tmp_path / "out.jsonl")) == {"astar": 5, "ida": 5}


def test_a_torn_line_is_cut_off_and_its_puzzle_solved_again(
    budge: Callable[..., Ran], boards: str, tmp_path: Path
) -> None:
    budge("solve", boards, "-o", "out.jsonl")
    whole = (tmp_path / "out.jsonl").read_bytes()
    (tmp_path / "out.jsonl").write_bytes(whole[:-40])
    budge("solve", boards, "-o", "out.jsonl")
    assert levels(tmp_path / "out.jsonl") == [1, 2, 3, 4, 5]


def test_parquet_holds_the_same_and_grows(budge: Callable[..., Ran], boards: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    assert budge("solve", boards, "--jobs", 2, "-o", "out.parquet").code == 11
    ran = budge("solve", boards, "eight/12", "--jobs", 2, "-o", "out.parquet")
    assert ran.err.startswith("budge: 6 outcomes in out.parquet, 5 of them before")
    rows = duckdb.sql(f"SELECT level, cost, plan, expanded FROM '{tmp_path / 'out.parquet'}'").fetchall()
    assert sorted(row[1] or 0 for row in rows) == [0, 2, 2, 2, 12, 31]
    assert [path.name for path in tmp_path.glob("out*")] == ["out.parquet"]


def test_a_full_disk_is_reported_and_the_outcomes_so_far_stay(
    budge: Callable[..., Ran], boards: str, tmp_path: Path
) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

    done = subprocess.run(
        [*BUDGE, "solve", boards, "-o", "out.jsonl"],
        cwd=tmp_path,
        preexec_fn=small_disk,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 33
    assert done.stderr == "budge: out.jsonl: File too large\n"
    assert 0 < len(levels(tmp_path / "out.jsonl")) < 5
    assert budge("solve", boards, "-o", "out.jsonl").code == 11
    assert levels(tmp_path / "out.jsonl") == [1, 2, 3, 4, 5]


def test_ctrl_c_keeps_the_outcomes_and_says_how_to_continue(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{EASY}\n{HARD}\n{EASY}\n")
    arguments = ["solve", "boards.txt", "--engine", "ida", "--heuristic", "manhattan", "--jobs", "2", "-o", "out.jsonl"]
    with watched(arguments, tmp_path) as run:
        run.wait_for("of 3 done")
        run.process.send_signal(signal.SIGINT)
        ran = run.end()
    assert ran.code == 130
    assert "stopped; out.jsonl keeps what is done, and the same command continues from there" in ran.err
    assert 2 not in levels(tmp_path / "out.jsonl")


def test_progress_is_shown_on_a_terminal(boards: str, tmp_path: Path) -> None:
    with watched(["solve", boards, "--jobs", "1", "-o", "out.jsonl"], tmp_path) as run:
        run.wait_for("of 5 done")
        ran = run.end()
    assert "0 failed" in ran.err
    assert "left" in ran.err


def test_errors_in_some_puzzles_do_not_stop_the_others(budge: Callable[..., Ran], boards: str, tmp_path: Path) -> None:
    ran = budge(
        "solve", "nowhere.txt", boards, "klotski", "--engine", "construct", "--quality", "any", "-o", "out.jsonl"
    )
    assert ran.code == 33
    assert "no such file or library puzzle: nowhere.txt" in ran.err
    assert "construct solves tiles, not blocks" in ran.err
    assert levels(tmp_path / "out.jsonl") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (
            ["--jobs", 2, "--show"],
            2,
            "--show, --certify, --trace and --plot cannot be combined with --jobs, --cluster or --output",
        ),
        (["--jobs", 2, "--cluster", "tcp://127.0.0.1:1"], 33, "choose one"),
        (["-o", "out.csv"], 33, "expected a name that ends with .jsonl, .parquet or"),
        (["-o", "boards.jsonl"], 33, "line 1: not an outcome of budge solve"),
        (["--engine", "astra", "--jobs", 2], 33, "did you mean astar?"),
    ],
)
def test_an_invalid_option_is_reported_in_one_line(
    budge: Callable[..., Ran], tmp_path: Path, arguments: list, code: int, said: str
) -> None:
    (tmp_path / "boards.jsonl").write_text('{"kind": "tiles"}\n')
    ran = budge("solve", EASY, *arguments)
    assert ran.code == code
    assert said in ran.err
