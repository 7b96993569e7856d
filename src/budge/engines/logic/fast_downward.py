"""The planner Fast Downward (M. Helmert, 2006) as an engine: it reads the PDDL of a puzzle and runs A*.

Its heuristics are domain-independent, so it shows the gain of a specialised solver. Plans are optimal; the last f value
of a stopped search is a lower bound.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from budge.encodings.pddl import PLANNING, no_planning, planning, read_planners_plan
from budge.engines.base import Engine, Refusal, Task
from budge.engines.options import Option
from budge.model import REASONS, Objective, Outcome, Progress, Stats
from budge.processes.child import Emit, Ended, temporary_folder, work
from budge.puzzles import Plan, Puzzle

SEARCHES = {"lmcut": "astar(lmcut())", "ipdb": "astar(ipdb())", "blind": "astar(blind())"}

# Exit codes of the translator and of the search: www.fast-downward.org/latest/documentation/exit-codes
FOUND, NO_PLAN, OUT_OF_MEMORY = 0, (10, 11), (20, 22)

LAYER = re.compile(r"\[t=([\d.]+)s, .*\] f = (\d+), (\d+) evaluated, (\d+) expanded")
TOTAL = re.compile(r"\[t=([\d.]+)s, .*\] (Expanded|Generated) (\d+) state\(s\)\.")


def downward() -> Path | None:
    """The search program of Fast Downward, from `pip install up-fast-downward`."""
    package, translator = (importlib.util.find_spec(name) for name in ("up_fast_downward", "fast_downward"))
    if package is None or package.origin is None or translator is None:
        return None
    program = Path(package.origin).parent / "downward" / "builds" / "release" / "bin" / "downward"
    return program if program.exists() else None


class FastDownward(Engine):
    name = "fast-downward"
    summary = "the planner Fast Downward on the puzzle in PDDL; optimal"
    kinds = tuple(PLANNING)
    jobs = __name__
    options = (Option("search", "lmcut", "the heuristic of its A*", tuple(SEARCHES)),)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if downward() is None:
            return "fast-downward is not installed: pip install up-fast-downward"
        return super().refuses(puzzle, objective) or no_planning(puzzle, objective.metric_of(puzzle))

    def solve(self, task: Task) -> Outcome:
        if task.limits.nodes is not None:
            raise Refusal("fast-downward has no node limit; limit its seconds or its memory")
        metric = task.metric
        question = PlannerQuestion(task.puzzle, metric, SEARCHES[task.options.get("search", "lmcut")])
        seen, answer, end = SearchProgress(), None, Ended("crash")
        for event in work(plan_by_downward, question, task.limits, task.observer):
            match event:
                case SearchProgress():
                    seen = event
                    if task.observer.progress:
                        counts = (seen.expanded, seen.generated, seen.bound)
                        task.observer.progress(Progress(*counts, None, 0, seen.seconds))
                case PlannerAnswer():
                    answer = event
                case Ended():
                    end = event
        stats = Stats(seen.expanded, seen.generated, cpu_seconds=end.cpu_seconds, peak_bytes=end.peak_bytes)
        match answer:
            case PlannerAnswer(plan=Plan() as plan):
                return Outcome("optimal", plan, lower_bound=answer.cost, stats=stats)
            case PlannerAnswer(unsolvable=True):
                return Outcome("unsolvable", reason="the planner has explored every state", stats=stats)
        stopped_by = "memory" if answer else end.stopped_by
        reason = REASONS.get(stopped_by or "", end.reason)
        return Outcome("stopped", lower_bound=seen.bound, reason=reason, stopped_by=stopped_by, stats=stats)


@dataclass(frozen=True)
class PlannerQuestion:
    """The input of the child process."""

    puzzle: Puzzle
    metric: str
    search: str


@dataclass(frozen=True)
class SearchProgress:
    """The progress of the search; `bound` is a lower bound on the cost."""

    bound: int = 0
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class PlannerAnswer:
    """A plan, or a proof that none exists, or, if neither, that memory ran out."""

    plan: Plan | None = None
    cost: int = 0
    unsolvable: bool = False


def plan_by_downward(question: PlannerQuestion, emit: Emit) -> None:
    """The job of the child process: writes PDDL, translates it, searches, and reads the plan."""
    written = planning(question.puzzle, question.metric)
    with temporary_folder() as folder:
        (folder / "domain.pddl").write_text(written.domain(), encoding="utf-8")
        (folder / "problem.pddl").write_text(written.problem(), encoding="utf-8")
        translator = [sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl"]
        code = subprocess.run(translator, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode
        if code == FOUND:
            search = [str(downward()), "--search", question.search, "--internal-plan-file", "plan"]
            with (
                (folder / "output.sas").open() as translated,
                subprocess.Popen(search, cwd=folder, stdin=translated, stdout=subprocess.PIPE, text=True) as running,
            ):
                for seen in read_log(running.stdout or ()):
                    emit(seen)
            code = running.returncode
        if code == FOUND:
            text = (folder / "plan").read_text()
            cost = re.search(r"cost = (\d+)", text)
            emit(PlannerAnswer(read_planners_plan(question.puzzle, text, question.metric), int(cost[1]) if cost else 0))
        elif code in NO_PLAN:
            emit(PlannerAnswer(unsolvable=True))
        elif code in OUT_OF_MEMORY:
            emit(PlannerAnswer())
        else:
            raise RuntimeError(f"Fast Downward ended with exit code {code}")


def read_log(lines: Iterable[str]) -> Iterator[SearchProgress]:
    """The progress in the log of the search.

    >>> log = ["[t=0.1s, 9 KB] f = 7, 20 evaluated, 12 expanded", "[t=0.2s, 9 KB] Generated 50 state(s)."]
    >>> for seen in read_log(log):
    ...     print(seen)
    SearchProgress(bound=7, expanded=12, generated=20, seconds=0.1)
    SearchProgress(bound=7, expanded=12, generated=50, seconds=0.2)
    """
    seen = SearchProgress()
    for line in lines:
        if layer := LAYER.match(line):
            seconds, bound, evaluated, expanded = layer.groups()
            seen = SearchProgress(int(bound), int(expanded), int(evaluated), float(seconds))
        elif total := TOTAL.match(line):
            seen = replace(seen, **{total[2].lower(): int(total[3])}, seconds=float(total[1]))
        else:
            continue
        yield seen
