"""Search on disk, as users call it. The native tests compare hundreds of puzzles and interrupt searches everywhere."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from interrupts import hear_ctrl_c
from own_puzzles import Eight

import budge
from budge.engines.base import Refusal
from budge.engines.native.disk import search_key
from budge.engines.registry import OWN
from budge.model import Limits
from budge.puzzles import BadInput

EIGHT = "8 6 7/2 5 4/3 0 1"  # 31 moves, as far from the goal as 8-puzzles get
TEXT = "13 9 10 7/1 0 15 12/2 11 6 14/5 8 4 3"
FIFTEEN = budge.load(TEXT, goal="blank-first")[0]
SOLVES: list[tuple[str, dict[str, Any]]] = [
    (EIGHT, {"engine": "dijkstra"}),
    ("fifteen/46", {"engine": "astar", "heuristic": "linear-conflict", "nodes": 1_000_000}),
    ("graphs/cube", {"engine": "dijkstra"}),
    ("classic/klotski", {"engine": "dijkstra", "metric": "moves"}),
    ("classic/klotski", {"engine": "astar", "metric": "steps"}),
    ("robots/the-long-way", {"engine": "dijkstra"}),
    ("robots/the-long-way", {"engine": "astar"}),
    ("sokoban/rooms-7", {"engine": "astar", "metric": "pushes"}),
    ("together/two-rooms", {"engine": "astar"}),
]


NOT_ON_DISK = [name for name, engine in OWN.items() if not engine.uses_disk and name != "gpu"]  # it needs a GPU


@pytest.mark.parametrize(("puzzle", "settings"), SOLVES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_on_disk_proves_the_same(puzzle: str, settings: dict[str, Any], threads: int, tmp_path: Path) -> None:
    in_memory = budge.solve(puzzle, **settings)
    on_disk = budge.solve(puzzle, disk=str(tmp_path), threads=threads, **settings)
    assert (on_disk.status, on_disk.cost) == (in_memory.status, in_memory.cost)
    assert not list(tmp_path.iterdir())


def test_auto_uses_an_engine_that_can_use_the_disk(tmp_path: Path) -> None:
    assert budge.solve(EIGHT, disk=str(tmp_path / "new" / "folder")).engine == "astar"


@pytest.mark.parametrize("engine", NOT_ON_DISK)
def test_engines_that_cannot_use_the_disk_refuse_it(engine: str, tmp_path: Path) -> None:
    quality = "any" if engine in ("construct", "fess") else "optimal"
    puzzle = "sokoban/rooms-7" if engine == "fess" else EIGHT
    with pytest.raises(Refusal, match=f"{engine} searches in memory; astar and dijkstra can use the disk"):
        budge.solve(puzzle, engine=engine, quality=quality, disk=str(tmp_path))


def test_what_cannot_be_stored_or_proven_is_refused(tmp_path: Path) -> None:
    disk = str(tmp_path)
    with pytest.raises(Refusal, match=r"quality 1\.5 is searched in memory"):
        budge.solve(EIGHT, disk=disk, quality="1.5")
    with pytest.raises(Refusal, match="their states are Python objects"):
        budge.solve(Eight(1, 2, 3, 4, 0, 5, 6, 7, 8), disk=disk)
    with pytest.raises(Refusal, match="their states are Python objects"):
        budge.solve(EIGHT, disk=disk, heuristic=lambda puzzle, state: 0)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"resume": True}, "resume needs disk"),
        ({"disk_limit": 10}, "disk_limit needs disk"),
        ({"disk": ""}, "expected the name of a folder"),
        ({"disk": "/dev/null/below"}, "disk /dev/null/below: Not a directory"),
        ({"disk": "x", "disk_limit": 0}, "a limit of 0 bytes on disk"),
    ],
)
def test_wrong_settings_are_bad_input(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        budge.solve(EIGHT, **settings)


def test_a_stopped_search_continues_with_resume(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"engine": "dijkstra", "disk": str(tmp_path), "resume": True}
    first = budge.solve(EIGHT, nodes=100_000, **settings)
    assert (first.stopped_by, first.lower_bound > 15) == ("nodes", True)
    [folder] = tmp_path.iterdir()
    assert first.reason is not None
    assert first.reason.endswith(f"the same command continues from {folder}")
    second = budge.solve(EIGHT, threads=2, **settings)
    assert (second.status, second.cost) == ("optimal", 31)
    assert second.stats.generated > 300_000  # both searches together
    assert not list(tmp_path.iterdir())


def test_a_stopped_search_leaves_nothing_without_resume(tmp_path: Path) -> None:
    assert budge.solve(EIGHT, engine="dijkstra", nodes=100_000, disk=str(tmp_path)).stopped_by == "nodes"
    assert not list(tmp_path.iterdir())


def test_the_limit_on_disk_is_an_outcome(tmp_path: Path) -> None:
    found = budge.solve("robots/the-long-way", engine="dijkstra", disk=str(tmp_path), disk_limit=2000)
    assert (found.status, found.stopped_by) == ("stopped", "disk")
    assert found.reason == "the limit on disk was reached, or the disk is full"


def test_full_memory_mentions_the_disk() -> None:
    limits = Limits(memory=2_000_000)
    assert "; with --disk DIR the search" in str(budge.solve(FIFTEEN, engine="astar", limits=limits).reason)
    both = budge.solve(FIFTEEN, engine="bidirectional", limits=limits)
    assert "; with --engine astar --disk DIR the search" in str(both.reason)
    weighted = budge.solve(FIFTEEN, engine="astar", limits=limits, quality="1.01")
    assert weighted.status != "stopped" or "--disk" not in str(weighted.reason)


def test_two_searches_of_one_puzzle_do_not_share_a_folder(tmp_path: Path) -> None:
    spec = budge.SolveSpec.of(engine="dijkstra", disk=str(tmp_path))
    task = budge.api.prepare(budge.load(EIGHT)[0], spec)
    folder = tmp_path / f"budge-{search_key(task, 'dijkstra')}"
    folder.mkdir()
    with open(folder / "lock", "w") as file:
        assert budge.locks.lock(file.fileno())
        with pytest.raises(Refusal, match=f"another search of this puzzle is using {re.escape(str(folder))}"):
            budge.solve(EIGHT, spec)
    assert budge.solve(EIGHT, spec).cost == 31


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [
        "solve",
        TEXT,
        "--goal",
        "blank-first",
        "--engine",
        "dijkstra",
        "--disk",
        str(folder),
        "--memory",
        "50M",
        *arguments,
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "budge", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=hear_ctrl_c,
    )


def wait_for_files(folder: Path, name: str) -> None:
    deadline = time.monotonic() + 60
    while not list(folder.glob(f"budge-*/{name}")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_ctrl_c_removes_the_folder(tmp_path: Path) -> None:
    process = started(tmp_path)
    wait_for_files(tmp_path, "*.states")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130, out
    assert not list(tmp_path.iterdir())


def test_ctrl_c_keeps_the_folder_with_resume(tmp_path: Path) -> None:
    process = started(tmp_path, "--resume")
    wait_for_files(tmp_path, "*.states")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130, out
    assert list(tmp_path.glob("budge-*/checkpoint"))


def test_a_killed_search_is_cleaned_up_by_the_next_one(tmp_path: Path) -> None:
    process = started(tmp_path)
    wait_for_files(tmp_path, "*.states")
    process.kill()
    process.communicate(timeout=60)
    [folder] = tmp_path.iterdir()
    before = {path.name for path in folder.iterdir()}
    assert len(before) > 1
    process = started(tmp_path, "--nodes", "1000")
    process.communicate(timeout=60)
    assert process.returncode == 12
    assert not os.listdir(tmp_path)
