"""Engines that do what the name of the puzzle says."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import ClassVar

from budge import Engine, Option, Outcome, Puzzle, Task
from budge.engines.native.algorithms import AStar
from budge.puzzles import Plan


class Told(Engine):
    """Does what the puzzle's name says: say who, die, die once, hang, wait for the last, lie, fail; otherwise stops."""

    name: ClassVar[str] = "told"
    summary: ClassVar[str] = "does as it is told"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    options: ClassVar[tuple[Option, ...]] = (Option("notes", "", "where it writes down what it has done"),)

    def solve(self, task: Task) -> Outcome:
        name = task.puzzle.name or ""
        if task.options["notes"]:
            with open(task.options["notes"], "a") as notes:
                notes.write(f"{name}\n")
        if name == "say who":
            with open(task.options["notes"], "a") as notes:
                notes.write(f"process {os.getpid()}\n")
        if name == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if name == "die once":
            mark = Path(task.options["notes"] + ".died")
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if name == "hang and say who":
            Path(task.options["notes"]).write_text(f"process {os.getpid()} hangs")
        if name.startswith("hang"):
            time.sleep(600)
        if name == "wait for the last":
            until = time.monotonic() + 30
            while "last\n" not in Path(task.options["notes"]).read_text():
                assert time.monotonic() < until, "it never came"
                time.sleep(0.02)
        if name == "lie":
            return Outcome("optimal", Plan(("U",) * 9), lower_bound=9)
        if name == "fail":
            raise RuntimeError("I failed")
        return Outcome("stopped", stopped_by="nodes", reason="told so")


class Napping(Engine):
    """A* after a sleep of 10 ms."""

    name: ClassVar[str] = "napping"
    summary: ClassVar[str] = "A* after a nap"
    kinds: ClassVar[tuple[str, ...]] = ("tiles",)
    options: ClassVar[tuple[Option, ...]] = (*AStar.options, Option("notes", "", "where it writes down who works"))

    def default_heuristic(self, puzzle: Puzzle) -> str | None:
        return AStar().default_heuristic(puzzle)

    def solve(self, task: Task) -> Outcome:
        if task.options["notes"]:
            with open(task.options["notes"], "a") as notes:
                notes.write(os.environ.get("BUDGE_TEST_WORKER", "") + "\n")
        time.sleep(0.01)
        return AStar().solve(task)
