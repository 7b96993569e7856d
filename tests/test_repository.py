"""What contributors find at the top of the repository agrees with the package and with itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_pre_commit_runs_the_parts_of_make_lint():
    hooks = re.findall(r"id: ([\w-]+)", text(".pre-commit-config.yaml"))
    assert re.findall(r"entry: make -s ([\w-]+)", text(".pre-commit-config.yaml")) == hooks
    parts = re.search(r"^lint: (.*)$", text("Makefile"), re.M)
    assert parts is not None
    assert parts[1].split() == hooks


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
