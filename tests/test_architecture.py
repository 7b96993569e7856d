"""Which module may import which: no module imports one of a higher layer."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import budge
from budge.engines.domains import DOMAINS
from budge.formats import text_format
from budge.puzzles import KINDS

PACKAGE = Path(budge.__file__).parent

# A module may import those of the layers before its own, and itself.
LAYERS = [
    {"puzzles"},
    {"arguments", "kinds", "plugins", "native", "names", "machine", "settings", "sizes", "interrupts", "trace"}
    | {"locks", "wording"},
    {"model", "outcome_text"},
    {"patterns", "processes", "gpu"},
    {"formats", "engines", "encodings", "generators", "library", "render", "studies"},
    {"spec", "solve_settings"},
    {"device"},
    {"about", "explore", "export", "api", "certificates"},
    {"generate", "graphs", "execution", "heuristic_check", "distances"},
    {"lab", "web", "cli", "play", "gym", "__init__", "__main__"},
]
# Imports within a layer that are allowed, and why.
ALLOWED = {
    ("formats", "library"),  # a source may be the name of a built-in puzzle
    ("render", "formats"),  # watch and animate take a source
    ("model", "outcome_text"),  # imported only to print an outcome
    ("outcome_text", "model"),
    ("encodings", "formats"),  # answer-set rules take a puzzle as the facts that format asp writes
    ("distances", "execution"),  # solves positions as `solve_many` does
    ("api", "execution"),  # imported only to solve one puzzle on a cluster
    ("studies", "encodings"),  # their formulas use the same building blocks
    ("engines", "studies"),  # style=study of the engines sat and cp
    ("engines", "encodings"),  # the logic engines solve what encodings say
}


def module_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def layer(name: str) -> int:
    return next(number for number, modules in enumerate(LAYERS) if name in modules)


def imports(path: Path) -> set[str]:
    """The modules of budge that a file imports, anywhere in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "budge" else [f"budge.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "budge" and len(parts) > 1 and not parts[1].startswith("_"):
                found.add(parts[1])
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_below_imports_anything_above(path: Path) -> None:
    here = module_of(path)
    for other in imports(path) - {here}:
        if other not in {name for modules in LAYERS for name in modules}:
            continue  # a public name such as budge.solve
        below = layer(other) < layer(here) or (layer(here) == layer(other) == len(LAYERS) - 1)
        assert below or (here, other) in ALLOWED, f"{here} must not import {other}"


def test_puzzles_import_nothing_else_of_budge() -> None:
    for path in (PACKAGE / "puzzles").glob("*.py"):
        assert imports(path) <= {"puzzles"}, path.name


OF_ONE_KIND = re.compile(r'^    kinds = \("\w+",\)$', re.MULTILINE)  # of an engine for one kind only
ASKS = re.compile(
    rf"isinstance\([^)]*\b({'|'.join(each.__name__ for each in KINDS.values())})\b"
    rf"|kind\"?\]? (==|!=|in|not in) [(\"]*({'|'.join(KINDS)})\b"
)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_modules_of_a_kind_ask_for_it(path: Path) -> None:
    """Other code asks the puzzle, its domain, or the file of its kind in a module, and never for the kind itself."""
    name = path.relative_to(PACKAGE).as_posix()
    if name.startswith("formats/") or any(kind in path.stem for kind in KINDS):
        return
    text = path.read_text()
    asked = [] if OF_ONE_KIND.search(text) else [line for line in text.splitlines() if ASKS.search(line)]
    assert asked == [], name


# Class names that two modules share, and why.
SHARED_CLASS_NAMES = {
    "Request": "a request to the API in web.answers, the options of one call in cli.commands.solve; both are private",
}


def test_class_names_are_unique_in_the_package() -> None:
    """A reader who searches for a class finds one definition. A shared name needs a reason in the table."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^class (\w+)", path.read_text(), re.MULTILINE):
            found.setdefault(name, []).append(str(path.relative_to(PACKAGE)))
    shared = {name for name, paths in found.items() if len(paths) > 1}
    assert shared == set(SHARED_CLASS_NAMES), {name: found.get(name) for name in shared ^ set(SHARED_CLASS_NAMES)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_searched_and_shown_as_text(kind: str) -> None:
    """`by_kind` finds files by their names; a misspelt name would go unnoticed."""
    assert DOMAINS[kind].kind == kind
    assert text_format(kind).text_of == kind
    puzzle = KINDS[kind].example()
    assert puzzle.state_from_json(puzzle.state_to_json(puzzle.initial)) == puzzle.initial
    assert puzzle.starting_at(puzzle.initial) == puzzle


def test_the_core_knows_nothing_of_python() -> None:
    core = PACKAGE.parents[1] / "core"
    assert core.exists()
    for path in core.rglob("*.?pp"):
        assert "nanobind" not in path.read_text(), path.name
        assert "Python.h" not in path.read_text(), path.name


# Which modules of the core a module may include, besides itself and `support`, which all may include.
CORE_MODULES = {
    "support": set(),
    "search": set(),
    "proofs": set(),
    "tokens": {"search"},
    "patterns": {"tokens"},
    "tiles": {"search", "tokens", "patterns"},
    "blocks": {"search"},
    "sokoban": {"search"},
    "robots": {"search"},
    "custom": {"search"},
}


@pytest.mark.parametrize(
    "module", sorted(path.name for path in (PACKAGE.parents[1] / "core").iterdir() if path.is_dir())
)
def test_modules_of_the_core_include_each_other_in_one_direction_only(module: str) -> None:
    for path in (PACKAGE.parents[1] / "core" / module).rglob("*.?pp"):
        text = path.read_text()
        included = {name.split("/")[0] for name in re.findall(r'^#include "(.+?)"', text, re.MULTILINE)}
        if module == "tests":
            continue
        assert included <= {module, "support", *CORE_MODULES[module]}, path
        namespaces = set(re.findall(r"^namespace (budge[\w:]*)", text, re.MULTILINE))
        own = "budge" if module == "support" else f"budge::{module}"
        assert all(name == own or name.startswith(f"{own}::") for name in namespaces), f"{path}: {namespaces}"


# Likewise the modules of Sokoban. All may include its tuning constants; solve.hpp and explain.hpp build on all of them.
SOKOBAN_MODULES = {
    "rules": set(),
    "growing": {"rules"},
    "deadlocks": {"rules"},
    "bounds": {"rules", "deadlocks"},
    "players": {"rules", "deadlocks", "bounds"},
    "search": {"rules", "deadlocks", "bounds"},
    "any": {"rules", "deadlocks", "bounds", "search"},
    "portfolio": {"rules", "deadlocks", "bounds", "search", "any"},
}


@pytest.mark.parametrize("module", SOKOBAN_MODULES)
def test_modules_of_sokoban_include_each_other_in_one_direction_only(module: str) -> None:
    files = list((PACKAGE.parents[1] / "core" / "sokoban" / module).glob("*.?pp"))
    assert files
    allowed = {module, "tuning.hpp", *SOKOBAN_MODULES[module]}
    for path in files:
        included = re.findall(r'^#include "sokoban/(.+?)"', path.read_text(), re.MULTILINE)
        assert {name.split("/")[0] for name in included} <= allowed, path
