"""Solves random puzzles with random settings and compares every claim with slow oracles.

    python tests/fuzz/differential.py --seconds 60 --seed 1 [--kind blocks] [--cases tests/cases/solves]

Each run with the same seed tries the same cases in the same order. A failing case is shrunk, written to a file, and
run by tests/test_cases.py from then on. A crash or hang of the process loses no case: the parent reports the last one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.claims import LOGIC, Wrong, check, puzzle_of
from fuzz.puzzles import KINDS
from oracles import TooLarge

from budge import Objective
from budge.engines.domains import DOMAINS
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines

Data = dict[str, Any]
QUALITIES = ("optimal",) * 6 + ("1.2", "1.5", "3", "any")
WEIGHTS = {
    "solve": 100,
    "explore": 10,
    "formats": 5,
    "heuristics": 10,
    "formula": 5,
    "certificate": 0.5,
    "generated": 1,
}
HANG_SECONDS = 120
SHRINK_TRIES = 400


def random_case(random: Random, kind: str, max_size: int) -> Data:
    puzzle = KINDS[kind](random, random.randint(2, max_size))
    name = random.choices(list(WEIGHTS), weights=WEIGHTS.values())[0]
    metric = random.choice(puzzle_of(puzzle).own_metrics)
    settings: Data = {"metric": metric}
    if name in ("heuristics", "generated"):
        settings["seed"] = random.randrange(10**6)
    if name == "explore":
        settings["threads"] = random.choice([1, 1, 1 + DOMAINS[puzzle["kind"]].explores_on_threads])
    if name == "solve":
        settings |= random_settings(random, puzzle, metric)
    return {"check": name, "puzzle": puzzle, "settings": settings}


def random_settings(random: Random, data: Data, metric: str) -> Data:
    puzzle = puzzle_of(data)
    quality = random.choice(QUALITIES)
    able = [each for each in engines().values() if each.refuses(puzzle, Objective(quality, metric)) is None]
    engine = random.choice([each for each in able if each.name not in LOGIC or random.random() < 0.1] or able)
    settings: Data = {
        "engine": engine.name,
        "quality": quality,
        "threads": random.choice([1, 1, 1, 1 + (engine.one_thread(puzzle, Objective(quality, metric)) is None)]),
    }
    if engine.default_heuristic(puzzle) is not None:
        fitting = [name for name, each in HEURISTICS.items() if each.refuses(puzzle) is None]
        settings["heuristic"] = random.choice([None, *fitting])
    if engine.name in LOGIC:
        settings["seconds"] = 3
    elif random.random() < 0.25:
        settings["nodes"] = random.choice([1, 2, 5, 20, 100, 1000])
    elif random.random() < 0.1:
        settings["memory"] = random.choice([1_000, 5_000, 30_000, 200_000])
    options = {}
    for option in engine.options:
        if option.choices and (not option.kinds or puzzle.kind in option.kinds) and random.random() < 0.3:
            options[option.name] = random.choice(option.choices)
    return settings | {"options": options}


def shrink(case: Data, random: Random) -> Data:
    """The smallest failing case found among random puzzles of growing size with the same settings."""
    best, kind = case, case["puzzle"]["kind"]
    for attempt in range(SHRINK_TRIES):
        smaller = {**case, "puzzle": KINDS[kind](random, 2 + attempt * 3 // SHRINK_TRIES)}
        if len(json.dumps(smaller)) < len(json.dumps(best)) and fails(smaller):
            best = smaller
    return best


def fails(case: Data) -> str | None:
    """Why a case fails; None if it does not."""
    try:
        check(case)
    except TooLarge:
        return None
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return None


def worker(seconds: float, seed: int, kinds: list[str], cases: Path, current: Path) -> int:
    """Checks cases until the time is up; returns the number of failures."""
    random, began, counts, failures = Random(seed), time.monotonic(), Counter[str](), 0
    while time.monotonic() - began < seconds:
        case = random_case(random, random.choice(kinds), max_size=5)
        current.write_text(json.dumps(case))
        try:
            counts[f"{case['puzzle']['kind']} {check(case)}"] += 1
        except TooLarge:
            counts["too large for the oracle"] += 1
        except Exception as problem:
            failures += 1
            case = shrink(case, random) if isinstance(problem, Wrong) else case
            keep(case, fails(case) or str(problem), cases)
    current.unlink()
    print(json.dumps({"counts": counts, "failures": failures}))
    return failures


def keep(case: Data, why: str, cases: Path) -> None:
    name = hashlib.sha256(json.dumps(case, sort_keys=True).encode()).hexdigest()[:10]
    cases.mkdir(parents=True, exist_ok=True)
    (cases / f"{name}.json").write_text(json.dumps({**case, "found": why}, indent=1) + "\n")
    print(f"{cases / name}.json: {why}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    parser.add_argument("--cases", type=Path, default=Path("tests/cases/solves"))
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    kinds = args.kind or list(KINDS)
    if args.worker:
        return 1 if worker(args.seconds, args.seed, kinds, args.cases, args.worker) else 0
    folder = Path("build/fuzz")
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"--seconds={args.seconds}", f"--cases={args.cases}", *(f"--kind={kind}" for kind in kinds)]
    running = []
    for job in range(args.jobs):
        current = folder / f"current-{os.getpid()}-{job}.json"
        command = [sys.executable, __file__, *options, f"--seed={args.seed + job}", f"--worker={current}"]
        running.append((subprocess.Popen(command, stdout=subprocess.PIPE, text=True), current))
    total, failures, deadline = Counter[str](), 0, time.monotonic() + args.seconds + HANG_SECONDS
    for process, current in running:
        try:
            text, _ = process.communicate(timeout=max(1, deadline - time.monotonic()))
            found = json.loads(text)
            total.update(found["counts"])
            failures += found["failures"]
        except (subprocess.TimeoutExpired, ValueError) as problem:
            process.kill()
            failures += 1
            keep(json.loads(current.read_text()), f"the process hung or crashed: {problem}", args.cases)
    print(f"seed {args.seed}: {total.total():,} cases, {failures} failures")
    for what, count in sorted(total.items()):
        print(f"  {count:9,}  {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
