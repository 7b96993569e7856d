"""Follows docs/extending.md to the letter in a copy of budge.

One file and one line where it is listed (with its import) add an engine, a native search, a format, a command, a
heuristic. A setting is one field and the code that obeys it; a metric is one row and its rules.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from test_docs import ROOT, Block, blocks

import budge
from budge import _cpu
from budge.engines import heuristics
from budge.native import core

PAGE = "docs/extending.md"
EASY = "1 2 3/4 5 6/7 0 8"


def steps(*names: str) -> list[Block]:
    """The blocks of the page that are for these files."""
    found = [block for block in blocks(PAGE) if block.mark in ("file", "edit") and block.value in names]
    assert [block.value for block in found] == list(names)
    return found


def follow(step: Block, copy: Path) -> None:
    path = copy / step.value
    if step.mark == "file":
        assert not path.exists()
        path.write_text(step.body, encoding="utf-8")
        return
    for hunk in step.body.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{step.place}: {step.value} has no such lines\n{before}"
        path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, with the native module as it is."""
    copied = tmp_path / "src" / "budge"
    shutil.copytree(Path(budge.__file__).parent, copied, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for module in (core, _cpu):
        built = Path(str(module.__file__))
        (copied / built.name).symlink_to(built)
    return tmp_path


def run(copy: Path, *words: str) -> str:
    """What the program in the copy prints."""
    return python(copy, "-m", "budge", *words)


def python(copy: Path, *words: str) -> str:
    """What Python prints with the copy of budge; without `site`, which would find the installed one."""
    paths = {"PYTHONPATH": os.pathsep.join([str(copy / "src"), sysconfig.get_path("purelib")])}
    ran = subprocess.run([sys.executable, "-S", *words], env={**os.environ, **paths}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_an_engine_is_one_file_and_one_line(package: Path) -> None:
    for step in steps("src/budge/engines/native/plain.py", "src/budge/engines/registry.py"):
        follow(step, package)
    assert "breadth-first search in plain Python" in run(package, "list", "engines", "--json")
    assert '"status": "optimal"' in run(package, "solve", EASY, "--engine", "plain", "--json")


def test_a_format_is_one_file_and_one_line(package: Path) -> None:
    for step in steps("src/budge/formats/digits.py", "src/budge/formats/registry.py"):
        follow(step, package)
    assert run(package, "convert", EASY, "--to", "digits") == "digits\n123456708\n"
    assert '"cost": 1' in run(package, "solve", "digits\n123456708\n", "--json")


def test_a_command_is_one_file_and_one_line(package: Path) -> None:
    for step in steps("src/budge/cli/commands/count.py", "src/budge/cli/__init__.py"):
        follow(step, package)
    assert run(package, "count", EASY) == "1\n"
    assert "Count the puzzles of a source." in run(package, "--help")


def test_the_chapter_of_a_kind_lists_every_file_that_one_touches() -> None:
    """Taking robots as the example: no other word contains the name, and it was the last kind to be added."""
    chapter = (ROOT / PAGE).read_text(encoding="utf-8").partition("\n## a kind of puzzle\n")[2].partition("\n## ")[0]
    listed = {
        name.replace("<kind>", "robots") for name in re.findall(r"`([\w.<>]+/[\w/.<>]*|CMakeLists.txt)`", chapter)
    }
    assert [name for name in listed if "/asp/" not in name and not (ROOT / name).exists()] == []
    named = re.compile(r"\b(robots|Robots\w*)\b")
    files = [*(ROOT / "src").rglob("*"), *(ROOT / "bindings").rglob("*"), ROOT / "CMakeLists.txt"]
    own = {".py", ".cpp", ".hpp", ".js", ".toml", ".pddl", ".txt", ".css"}
    for path in files:
        if path.suffix in own and "__pycache__" not in path.parts:
            uses = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if ">>>" not in line)
            name = path.relative_to(ROOT).as_posix()
            assert name in listed or not named.search(uses), f"{PAGE} does not list {name}"


AT_EVERY_ENTRY_POINT = """
from inspect import signature

import budge
from budge.execution.batch_job import BatchJob, run_batch
from budge.execution.solving import solve_jobs
from budge.lab.suite import parse_suite
from budge.spec import SolveSpec
from budge.web.catalogue import choices
from budge.web.openapi import description
from budge.web.validation import checked

EASY = "1 2 3/4 0 6/7 5 8"  # two moves
[puzzle] = budge.load(EASY)

# Python: keywords of solve and solve_many, the spec and its key
for function in (budge.solve, budge.solve_many):
    assert signature(function).parameters["max_moves"].default is None
assert budge.solve(puzzle, max_moves=2).cost == 2
assert budge.solve(puzzle, SolveSpec(max_moves=1)).stopped_by == "moves"
results = []  # of what a child process does for solve_many; it would import the installed budge
batch = BatchJob([*enumerate(solve_jobs([puzzle], SolveSpec(max_moves=1)))], 60, 1 << 30, bundled=False)
run_batch(batch, lambda event: results.extend(event.unpacked()))
assert [result.outcome.stopped_by for result in results] == ["moves"]
spec = SolveSpec.of(max_moves=1)
assert spec.to_json()["max_moves"] == 1
assert SolveSpec.from_json(spec.to_json()) == spec
assert spec.key(puzzle) != SolveSpec().key(puzzle)
assert "max_moves=1" in spec.describe()

# HTTP: the request is checked, and described
assert checked(b'{"text": "1 0 2", "max_moves": 1}', "solves")["max_moves"] == 1
body = description("1")["paths"]["/solves"]["post"]["requestBody"]
schema = body["content"]["application/json"]["schema"]["properties"]["max_moves"]
assert schema["description"] == "Report no plan that has more moves."
assert schema["minimum"] == 0

# the page: a field of its form
assert "max_moves" in [each["name"] for each in choices()["settings"]]

# suites: a key of configurations, with one value or several
table = '[[instances]]\\npuzzles = "eight"\\n[[configurations]]\\nengine = "astar"\\nmax_moves = [1, 2]\\n'
suite = parse_suite(table, "a suite", "name")
assert [each.spec.max_moves for each in suite.configurations] == [1, 2]
assert [each.name for each in suite.configurations] == ["astar max_moves=1", "astar max_moves=2"]
"""


def test_a_setting_is_one_field_and_the_code_that_obeys_it(package: Path) -> None:
    for step in steps("src/budge/spec.py", "src/budge/api.py"):
        follow(step, package)
    python(package, "-c", AT_EVERY_ENTRY_POINT)
    assert "--max-moves INTEGER" in run(package, "solve", "--help")
    assert '"cost": 1' in run(package, "solve", EASY, "--max-moves", "1", "--json")


CHECK = """
#include <iostream>

#include "tiles/solve.hpp"

int main() {
  using namespace budge;
  for (const About& each : tiles::Heuristic::all()) {
    const tokens::Puzzle puzzle{tokens::grid(3, 3), {8, 1, 3, 4, 0, 2, 7, 6, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 0}, 3};
    std::cout << each.name << " " << evaluate(puzzle, tiles::Heuristic(each.name)) << "\\n";
  }
}
"""


def compiled(copy: Path, check: str, *sources: str) -> str:
    """What a program prints that is compiled with some sources of the core."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no C++ compiler")
    (copy / "check.cpp").write_text(check)
    subprocess.run(
        [compiler, "-std=c++20", "-O0", "-Icore", "check.cpp", *sources, "-o", "check"], cwd=copy, check=True
    )
    return subprocess.run([copy / "check"], capture_output=True, text=True, check=True).stdout


TABLES = ("core/tiles/large_walk.cpp", "core/support/control.cpp")  # what xy.cpp needs


def test_a_heuristic_is_one_file_and_one_line(tmp_path: Path) -> None:
    """The list is compiled and evaluated, the module around it is not: that takes minutes."""
    shutil.copytree(ROOT / "core", tmp_path / "core")
    for step in steps("core/tiles/out_of_line.hpp", "core/tiles/heuristics.hpp"):
        follow(step, tmp_path)
    printed = compiled(tmp_path, CHECK, "core/tiles/heuristics.cpp", "core/tiles/xy.cpp", *TABLES)
    values = dict(line.split() for line in printed.splitlines())
    assert list(values)[-1] == "out-of-line"
    assert int(values["misplaced"]) <= int(values["out-of-line"]) <= int(values["manhattan"])


SEARCH = """
#include <iostream>

#include "search/run.hpp"
#include "tokens/kit.hpp"

int main() {
  using namespace budge;
  const tokens::Puzzle puzzle{tokens::grid(3, 2), {0, 1, 3, 4, 2, 5}, {1, 2, 3, 4, 5, 0}, 3};
  const auto kit = tokens::kit_of_sum<tokens::Nibbles>(puzzle, tokens::sum_of<tokens::Zero>);
  for (const std::string_view name : search::served_by<decltype(kit)>()) std::cout << name << " ";
  Control control;
  const search::Request request{search::Algorithm("deepening")};
  const search::Solution found = search::DeepeningSearch::run(kit, request, control);
  std::cout << found.plan.size() << " " << control.lower_bound << "\\n";
}
"""


def test_a_native_search_is_one_file_and_one_line(tmp_path: Path, package: Path) -> None:
    """The search is compiled and run on one kit; the module around it is not: that takes minutes."""
    shutil.copytree(ROOT / "core", tmp_path / "core")
    for step in steps("core/search/deepening.hpp", "core/search/algorithms.hpp"):
        follow(step, tmp_path)
    printed = compiled(tmp_path, SEARCH, "core/search/algorithms.cpp", "core/support/control.cpp").split()
    assert printed[-3:] == ["deepening", "3", "3"]
    for step in steps("src/budge/engines/native/deepening.py"):
        follow(step, package)
    kinds = "from budge.engines.native.deepening import Deepening; print(Deepening.kinds)"
    assert python(package, "-c", kinds) == "()\n"  # the core as it is built does not have the search


METRIC = """
#include <iostream>

#include "blocks/space.hpp"
#include "search/astar.hpp"

int main() {
  using namespace budge;
  blocks::Puzzle puzzle{5, 2, {}, {{0}}, {blocks::Axis::both}, {{}}, {{9}}};
  const blocks::Layout layout(puzzle);
  for (const blocks::Metric& metric : blocks::metrics) {
    using S = blocks::BlockSpace<1, blocks::Board64>;
    const S space(layout, layout.goals, metric, blocks::Heuristic("manhattan"));
    Control control;
    const auto found = search::AStar<S>(space, {}, control).run(false);
    std::cout << metric.name << " " << space.h(space.start()) << " " << found.plan.size() << "\\n";
  }
}
"""


def test_a_metric_of_blocks_is_one_row_and_its_rules(tmp_path: Path, package: Path) -> None:
    shutil.copytree(ROOT / "core", tmp_path / "core")
    for step in steps("core/blocks/metric.hpp"):
        follow(step, tmp_path)
    names = ("blocks/bound", "blocks/conflicts", "blocks/layout", "support/control", "support/trace")
    sources = [f"core/{name}.cpp" for name in names]
    printed = compiled(tmp_path, METRIC, *sources)
    assert printed.splitlines() == ["steps 5 5", "slides 2 2", "two-cells 3 3", "moves 1 1"]
    for step in steps("src/budge/puzzles/blocks.py", "src/budge/puzzles/blocks_plans.py"):
        follow(step, package)
    script = """
from budge import Blocks
from budge.puzzles.blocks_plans import costs, join

puzzle = Blocks.of(["A....", "....."], goals=[[".....", "....A"]])
plan = join([("A", "right")] * 4 + [("A", "down")], "two-cells")
print(plan.text, costs(plan)["two-cells"], len(puzzle.moves(puzzle.initial, "two-cells")))
"""
    assert python(package, "-c", script) == "A right 2, A right 2, A down 1 3 3\n"


def test_python_knows_the_heuristics_that_the_core_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    new = ("tiles", "out-of-line", "tiles not in their home row + tiles not in their home column")
    monkeypatch.setattr(heuristics, "core", type("Core", (), {"heuristics": lambda: [*core.heuristics(), new]}))
    assert heuristics.core_heuristics()["out-of-line"] == heuristics.Heuristic(new[1], (new[0],), new[2])


def test_a_name_means_the_same_in_every_kind() -> None:
    summaries: dict[str, set[str]] = {}
    for _, name, summary in core.heuristics():
        summaries.setdefault(name, set()).add(summary)
    assert all(len(each) == 1 for each in summaries.values()), summaries


def test_no_switch_over_an_enumeration_has_a_default() -> None:
    """What a switch forgets the compiler says, and stops at."""
    options = re.search(
        r"target_compile_options\(\$\{target\} PUBLIC (.*?)\)", (ROOT / "CMakeLists.txt").read_text(), re.S
    )
    assert options is not None
    assert {"-Werror=switch", "-Werror=switch-enum"} <= set(options[1].split())
