"""Mutation tests of the core: which small changes of the code make no native test fail?

    python tests/mutants/native.py [MODULE…] [--sample 40] [--seed 1]

A mutant changes one operator, constant or statement. All mutants of a module are compiled at once (mutants.hpp), with
the tests that should notice them; the rest is linked from the core of the package. Each run of the tests chooses one.
A mutant survives if no test reaches it or if all tests pass. Some survivors are equivalent to the original.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from clang import cindex
from clang.cindex import CursorKind as Kind

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
TREE = BUILD / "core"  # a copy of the core, where files are changed


@dataclass(frozen=True)
class Module:
    """Files to mutate, the tests that should notice (all, or those with these parts in their names), and sources of the
    core that use mutated headers."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    parts: tuple[str, ...] = ()
    users: tuple[str, ...] = ()

    @property
    def sources(self) -> list[str]:
        tests = ["tests/main.cpp", *(f"tests/{name}_test.cpp" for name in self.tests)]
        return [*(file for file in self.files if file.endswith(".cpp")), *self.users, *tests]


DEADLOCKS = ("corral", "dead_patterns", "diagonal", "freeze", "pairs")
PATTERNS = ("patterns/build.cpp", "patterns/lookup.cpp", "patterns/pattern.cpp")
MODULES = {
    "replay": Module(("tiles/replay.hpp",), ("replay",)),
    "proofs": Module(("proofs/rup.cpp",), ("rup", "rup_random")),
    "vertex-cover": Module(("sokoban/bounds/vertex_cover.cpp",), ("sokoban_conflicts",)),
    "zones": Module(
        ("sokoban/bounds/zone_bound.cpp", "sokoban/bounds/reduced_costs.cpp"),
        ("sokoban_zones", "sokoban_machinery"),
        ("zone", "reduced_costs"),
    ),
    "conflicts": Module(
        ("sokoban/bounds/conflict_bound.cpp", "sokoban/bounds/conflict_table.cpp"),
        ("sokoban_conflicts", "sokoban_bounds", "sokoban_machinery"),
    ),
    "deadlocks": Module(
        tuple(f"sokoban/deadlocks/{name}.cpp" for name in DEADLOCKS),
        ("sokoban_features", "sokoban_rules", "sokoban_machinery"),
    ),
    "ranking": Module(
        ("patterns/placement.hpp", "patterns/bits/sets.hpp", "patterns/bits/orders.hpp", "patterns/bits/cells.hpp"),
        ("pattern",),
        users=PATTERNS,
    ),
    "automaton": Module(("tiles/automaton.cpp",), ("fsm",)),
}

OPERATORS = {
    "==": "equal",
    "!=": "unequal",
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
    "+": "plus",
    "-": "minus",
}


@dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    change: str
    inserts: tuple[tuple[int, int, str], ...]  # (from, to, text): replaced bytes; {k} is the number


class Mutator:
    """Finds the mutants of a file by its syntax tree."""

    def __init__(self, file: str) -> None:
        self.file, self.path = file, TREE / file
        self.text = self.path.read_bytes()
        self.found: list[Mutant] = []
        unit = parsed(self.path)
        for cursor in unit.cursor.get_children():
            if self.is_here(cursor):
                self.visit(cursor, None)

    def is_here(self, cursor: Any) -> bool:
        return cursor.location.file is not None and Path(cursor.location.file.name) == self.path

    def visit(self, cursor: Any, parent: Any) -> None:
        here = self.source(cursor)
        if cursor.kind in (Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.TYPE_ALIAS_DECL, Kind.CONCEPT_DECL):
            return
        declares = cursor.kind in (Kind.VAR_DECL, Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE)
        if declares and re.search(rb"\bconstexpr\b", here.partition(b"{")[0]):
            return
        if self.text[: cursor.extent.start.offset].rstrip().endswith(b"assert("):
            return
        if cursor.kind == Kind.BINARY_OPERATOR:
            self.binary(cursor)
        elif cursor.kind == Kind.INTEGER_LITERAL and re.fullmatch(rb"\d+", here):
            self.add(cursor, f"{here.decode()} + 1", (0, len(here), f"budge::mutants::literal({{k}}, {here.decode()})"))
        if parent is not None and parent.kind in (Kind.COMPOUND_STMT, Kind.IF_STMT, Kind.FOR_STMT):
            self.statement(cursor, parent)
        children = list(cursor.get_children())
        if cursor.kind == Kind.CASE_STMT or (cursor.kind == Kind.IF_STMT and here.startswith(b"if constexpr")):
            children = children[1:]
        for child in children:
            if child.kind not in (Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.TEMPLATE_NON_TYPE_PARAMETER):
                self.visit(child, cursor)

    def binary(self, cursor: Any) -> None:
        children = list(cursor.get_children())
        if len(children) != 2:
            return
        (left_start, left_end), (right_start, right_end) = map(span, children)
        between = self.text[left_end:right_start].strip().decode()
        if right_end <= right_start or left_end <= left_start:
            return
        name = f"{self.source(children[0]).decode()} {between} {self.source(children[1]).decode()}"
        if between in OPERATORS:
            call = f"budge::mutants::{OPERATORS[between]}({{k}}, "
            self.found.append(
                Mutant(
                    self.file,
                    cursor.location.line,
                    f"{name}: {OPERATORS[between]} changed",
                    ((left_start, left_start, call), (left_end, right_start, ", "), (right_end, right_end, ")")),
                )
            )
        elif between in ("&&", "||"):
            keep = ("budge::mutants::on({k}) || (", "!budge::mutants::on({k}) && (")[between == "||"]
            for start, end, which in ((left_start, left_end, "left"), (right_start, right_end, "right")):
                inserts = ((start, start, f"({keep}"), (end, end, "))"))
                self.found.append(Mutant(self.file, cursor.location.line, f"{name}: without its {which} side", inserts))

    def statement(self, cursor: Any, parent: Any) -> None:
        here = self.source(cursor).decode()
        effect = cursor.kind in (Kind.CALL_EXPR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR) or (
            cursor.kind == Kind.BINARY_OPERATOR and re.search(r"[^=!<>]=[^=]", here)
        )
        _, end = span(cursor)
        if not effect or not self.text[end:].lstrip().startswith(b";") or here.startswith("assert"):
            return
        end += self.text[end:].index(b";") + 1
        start = cursor.extent.start.offset
        if parent.kind == Kind.FOR_STMT and not self.text[:start].rstrip().endswith(b")"):
            return  # part of its head
        only = ((start, start, "{{ if (!budge::mutants::on({k})) "), (end, end, " }}"))
        self.found.append(Mutant(self.file, cursor.location.line, f"{here}; removed", only))
        if cursor.kind in (Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR):
            twice = ((start, start, f"{{{{ if (budge::mutants::on({{k}})) {braces(here)}; "), (end, end, " }}"))
            self.found.append(Mutant(self.file, cursor.location.line, f"{here}; twice", twice))

    def add(self, cursor: Any, change: str, *inserts: tuple[int, int, str]) -> None:
        start = cursor.extent.start.offset
        moved = tuple((start + one, start + other, text) for one, other, text in inserts)
        line = self.text.splitlines()[cursor.location.line - 1].strip().decode()
        self.found.append(Mutant(self.file, cursor.location.line, f"{change} in: {line}", moved))

    def source(self, cursor: Any) -> bytes:
        start, end = span(cursor)
        return self.text[start:end]


def span(cursor: Any) -> tuple[int, int]:
    return cursor.extent.start.offset, cursor.extent.end.offset


def braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def parsed(path: Path) -> Any:
    include = subprocess.run(["g++", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout
    header = str(Path(__file__).with_name("mutants.hpp"))
    options = ["-x", "c++", "-std=c++20", f"-I{TREE}", f"-I{include.strip()}", "-include", header]
    return cindex.Index.create().parse(str(path), args=options)


def mutated(text: bytes, mutants: list[tuple[int, Mutant]]) -> bytes:
    """The text with all mutants. Insertions at one place nest like the expressions that they surround."""
    edits = []
    for number, mutant in mutants:
        whole = mutant.inserts[-1][1] - mutant.inserts[0][0]
        for start, end, new in mutant.inserts:
            opens = start == mutant.inserts[0][0]
            # At one offset: first what closes (the smallest expression first), then what opens (the largest first).
            # Of equal ones, the one that was found first surrounds the others.
            order = (-whole, number) if opens else (whole, -number)
            edits.append((start, opens, *order, end, new, number))
    result, at = bytearray(), 0
    for start, _, _, _, end, new, number in sorted(edits):
        result += text[at:start] + new.format(k=number).encode()
        at = max(at, end)
    return bytes(result + text[at:])


def make(names: list[str]) -> dict[int, tuple[str, Mutant]]:
    """Writes the mutated files and compiles all tests; returns the mutants by number, with their module."""
    shutil.rmtree(TREE, ignore_errors=True)
    shutil.copytree(ROOT / "core", TREE)
    found: dict[int, tuple[str, Mutant]] = {}
    files: dict[str, list[int]] = {}
    for name in names:
        for file in MODULES[name].files:
            for mutant in Mutator(file).found:
                files.setdefault(file, []).append(len(found))
                found[len(found)] = name, mutant
    originals = {file: (TREE / file).read_bytes() for file in files}
    for file, numbers in files.items():
        write(file, originals[file], numbers, found)
        while lines := lines_in_error(file):
            bad = {number for number in files[file] if found[number][1].line in lines}
            if not bad:
                raise SystemExit(f"{file}, line {min(lines)} does not compile, and no mutant is there")
            files[file] = [number for number in files[file] if number not in bad]
            for number in bad:
                del found[number]
            write(file, originals[file], files[file], found)
    for name in names:
        compile_tests(name)
    return found


def lines_in_error(file: str) -> set[int]:
    """The lines that do not compile with all mutants, such as template arguments."""
    errors = (each for each in parsed(TREE / file).diagnostics if each.severity >= cindex.Diagnostic.Error)
    return {each.location.line for each in errors if each.location.file and each.location.file.name == str(TREE / file)}


def compile_tests(name: str) -> None:
    """Mutated code first: the linker takes the first of several definitions."""
    header = Path(__file__).with_name("mutants.hpp")
    flags = ["-std=c++20", "-O1", "-w", "-DBUDGE_SAMPLED", f"-I{TREE}", "-include", str(header), "-pthread"]
    compiler = [*os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split(), "g++"]
    objects = []
    for source in MODULES[name].sources:
        objects.append(str(BUILD / name / source.replace("/", "_")) + ".o")
        Path(objects[-1]).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*compiler, *flags, "-c", TREE / source, "-o", objects[-1]], check=True)
    [core] = ROOT.glob("build/cp*/lib_core*_core.a")
    link = ["-Wl,--allow-multiple-definition", "-pthread", "-o", BUILD / name / "tests"]
    subprocess.run(["g++", *objects, core, *link], check=True)


def write(file: str, original: bytes, numbers: list[int], found: dict[int, tuple[str, Mutant]]) -> None:
    (TREE / file).write_bytes(mutated(original, [(number, found[number][1]) for number in numbers]))


def run_tests(name: str, seconds: float, **environment: str) -> tuple[bool, float]:
    """Whether the tests pass, and the processor time that they take."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [BUILD / name / "tests", "--stop", *MODULES[name].parts],
        env={**os.environ, **environment},
        preexec_fn=limit,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ran.returncode == 0, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reached_by(name: str) -> tuple[bytes, float]:
    """By number, whether the tests run the code of a mutant; and their processor time."""
    path = BUILD / "reached"
    path.unlink(missing_ok=True)
    passes, seconds = run_tests(name, 3600, BUDGE_REACHED=str(path))
    if not passes:
        raise SystemExit(f"without a mutant, the tests of {name} fail: {BUILD / name / 'tests'}")
    return path.read_bytes(), seconds


def survivors(name: str, mutants: dict[int, Mutant]) -> Iterator[tuple[int, str]]:
    reached, seconds = reached_by(name)
    for number in mutants:
        if not reached[number]:
            yield number, "not reached"
        elif run_tests(name, 10 * seconds + 5, BUDGE_MUTANT=str(number))[0]:
            yield number, "not noticed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(MODULES)}; by default all")
    parser.add_argument("--sample", type=int, default=40, help="mutants of each module, at random; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names = args.modules or list(MODULES)
    if unknown := set(names) - set(MODULES):
        parser.error(f"no module {min(unknown)}; expected some of {', '.join(MODULES)}")
    found = make(names)
    results: list[Any] = []
    for name in names:
        own = {number: mutant for number, (module, mutant) in found.items() if module == name}
        kept = sorted(Random(args.seed).sample(sorted(own), min(args.sample or len(own), len(own))))
        began, left = time.monotonic(), []
        for number, why in survivors(name, {number: own[number] for number in kept}):
            mutant = own[number]
            left.append(
                {"number": number, "file": mutant.file, "line": mutant.line, "change": mutant.change, "why": why}
            )
            print(f"  {mutant.file}:{mutant.line}: {mutant.change} ({why})", flush=True)
        caught = len(kept) - len(left)
        print(
            f"{name}: {caught} of {len(kept)} caught; {len(own)} in all; {time.monotonic() - began:.0f} s", flush=True
        )
        results.append({"module": name, "made": len(own), "tried": len(kept), "caught": caught, "survivors": left})
    (BUILD / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
