"""Feeds mutated inputs to every reader: coverage-guided fuzzing with Atheris (libFuzzer for Python).

    python tests/fuzz/inputs.py --seconds 300 [--only plan- --only suite] [--cases tests/cases/inputs]

Each reader of `readers.py` has a process and an equal share of the time. Inputs that reach new code are kept in
build/fuzz, so a later run continues from there. An input whose exception is new is shrunk and written to the folder of
cases, which tests/test_cases.py runs from then on. An input that takes more than HANG_SECONDS or MAX_MEGABYTES ends its
process and is kept, too.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import re
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import atheris
from fuzz.readers import READERS, attempt, seeds

ROOT = Path(__file__).resolve().parents[2]
HANG_SECONDS = 30  # on a busy machine
MAX_MEGABYTES = 2048
MAX_BYTES = 4096  # of an input
SHRINK_TRIES = 3000


def instrument() -> None:
    """Makes budge's functions report which branches they take."""
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and (each.__module__ or "").startswith("budge."):
            atheris.instrument_func(each)


def fault(name: str, data: bytes) -> str | None:
    """What escapes from a reader: the exception and the line that raised it; None if nothing does."""
    try:
        attempt(name, data)
    except Exception as problem:
        at = traceback.extract_tb(problem.__traceback__)[-1]
        return f"{type(problem).__name__} in {Path(at.filename).name}:{at.lineno}"
    return None


def shrunk(data: bytes, holds: Callable[[bytes], bool]) -> bytes:
    """A shorter input with the same fault: removes chunks, at first half of the data, at last single bytes."""
    tries, size = 0, max(1, len(data) // 2)
    while tries < SHRINK_TRIES:
        start, before = 0, len(data)
        while start < len(data) and tries < SHRINK_TRIES:
            shorter = data[:start] + data[start + size :]
            tries += 1
            if holds(shorter):
                data = shorter
            else:
                start += size
        if size == 1 and len(data) == before:
            break
        size = max(1, size // 2)
    return data


def fuzz(name: str, seconds: int, folder: Path, cases: Path) -> None:
    """The process of one reader; never returns."""
    known: set[str] = set()

    def one(data: bytes) -> None:
        found = fault(name, data)
        if found is None or found in known:
            return
        known.add(found)
        least = shrunk(data, lambda shorter: fault(name, shorter) == found)
        path = cases / f"{name}--{hashlib.sha256(least).hexdigest()[:10]}"
        path.write_bytes(least)
        print(f"\nFAULT {name}: {found}: {path}", file=sys.stderr, flush=True)

    corpus, start = folder / name, folder / "seeds" / name
    for each in (corpus, start):
        each.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(name)):
        (start / str(number)).write_bytes(seed)
    settings = {
        "max_total_time": seconds,
        "timeout": HANG_SECONDS,
        "rss_limit_mb": MAX_MEGABYTES,
        "max_len": MAX_BYTES,
        "artifact_prefix": f"{cases}/{name}--",
        "print_final_stats": 1,
    }
    atheris.Setup([sys.argv[0], *(f"-{key}={value}" for key, value in settings.items()), str(corpus), str(start)], one)
    atheris.Fuzz()


def run(name: str, seconds: int, folder: Path, cases: Path) -> tuple[int, int, list[str]]:
    """Fuzzes one reader in a child process; returns the number of inputs, the covered branches and the faults."""
    log = folder / f"{name}.log"
    process = os.fork()
    if process == 0:
        with log.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        fuzz(name, seconds, folder, cases)
        os._exit(1)
    _, status = os.waitpid(process, 0)
    said = log.read_text(errors="replace")
    faults = [line for line in said.splitlines() if line.startswith("FAULT")]
    if status != 0:
        faults.append(f"FAULT {name}: the process ended with status {status}; see {log}")
    inputs, branches = (numbers(said, pattern) for pattern in (r"number_of_executed_units: (\d+)", r" cov: (\d+)"))
    return max(inputs, default=0), max(branches, default=0), faults


def numbers(text: str, pattern: str) -> Iterator[int]:
    return map(int, re.findall(pattern, text))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300, help="for all readers together")
    parser.add_argument("--only", action="append", help="readers whose names begin with this")
    parser.add_argument("--cases", type=Path, default=ROOT / "tests/cases/inputs", help="folder for failing inputs")
    parser.add_argument("--corpus", type=Path, default=ROOT / "build/fuzz", help="folder that a later run continues")
    given = parser.parse_args()
    names = [name for name in READERS if given.only is None or name.startswith(tuple(given.only))]
    for folder in (given.cases, given.corpus):
        folder.mkdir(parents=True, exist_ok=True)
    instrument()
    total, faults = 0, []
    for name in names:
        inputs, branches, found = run(name, max(1, round(given.seconds / len(names))), given.corpus, given.cases)
        total += inputs
        faults += found
        print(f"{name:24} {inputs:10,} inputs {branches:6,} branches", flush=True)
        print(*found, sep="\n", end="\n" * bool(found), flush=True)
    print(f"{'all':24} {total:10,} inputs, {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
