"""What contributors find at the top of the repository agrees with the package and with itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from test_architecture import ALLOWED, CORE_MODULES, LAYERS, SOKOBAN_MODULES

ROOT = Path(__file__).resolve().parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_pre_commit_runs_the_parts_of_make_lint():
    hooks = re.findall(r"id: (lint-[\w-]+)", text(".pre-commit-config.yaml"))
    assert re.findall(r"entry: make -s ([\w-]+)", text(".pre-commit-config.yaml")) == hooks
    parts = re.search(r"^lint: (.*)$", text("Makefile"), re.M)
    assert parts is not None
    assert parts[1].split() == ["lint-ruff", *hooks]
    assert {"ruff-check", "ruff-format"} <= set(re.findall(r"id: ([\w-]+)", text(".pre-commit-config.yaml")))


def test_changelog_and_citation_name_the_version():
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    headings = re.findall(r"^## \[(.*?)\]", text("CHANGELOG.md"), re.M)
    assert headings[0] == "Unreleased"
    assert version in headings
    assert f"\nversion: {version}\n" in text("CITATION.cff")


def test_links_of_the_pages_at_the_top_lead_somewhere():
    for page in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text(page)):
            assert (ROOT / target).exists(), f"{page}: {target}"


def rows(page: str, heading: str) -> list[list[str]]:
    """The rows of all tables below a heading whose first cell is code or a number."""
    part = text(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return [row for row in cells if re.match(r"`|\d", row[0])]


def code(cell: str) -> set[str]:
    return set(re.findall(r"`([\w./]+)`", cell))


def test_the_page_on_architecture_lists_every_module_of_the_package():
    listed = set.union(*(code(row[0]) for row in rows("docs/architecture.md", "Modules of the package")))
    hidden = re.compile(r"_|py\.typed")
    assert listed == {path.stem for path in (ROOT / "src/budge").iterdir() if not hidden.match(path.name)}


def test_the_page_on_architecture_states_the_rules_of_the_test():
    found = rows("docs/architecture.md", "Who may import whom")
    layers = [code(row[1]) for row in found if row[0].isdigit()]
    assert layers == [{name for name in layer if not name.startswith("__")} for layer in LAYERS]
    assert {(*code(row[0]), *code(row[1])) for row in found if not row[0].isdigit()} == set(ALLOWED)
    core = {next(iter(code(row[0]))): code(row[2]) for row in rows("docs/architecture.md", "Modules of the core")}
    own = {name: {*uses, "support"} - {name} for name, uses in CORE_MODULES.items()}
    assert core == own
    sokoban = {next(iter(code(row[0]))): code(row[2]) for row in rows("docs/architecture.md", "Modules of Sokoban")}
    assert sokoban == SOKOBAN_MODULES
