"""The site: what Sphinx reads has every page, link and board; tests/web looks at the result."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from budge.library import find

ROOT = Path(__file__).resolve().parents[1]
BUILD: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "site" / "build.py"))
PAGES: dict[str, str] = dict(BUILD["pages"]())


def test_every_page_of_the_documentation_is_in_the_table_of_contents() -> None:
    listed = set()
    for page in ("index.md", "lessons/README.md"):
        for tree in re.findall(r"```\{toctree\}\n(?::.*\n)+\n((?:.+\n)+)```", PAGES[page]):
            listed |= {(Path(page).parent / entry).as_posix() for entry in tree.splitlines()}
    files = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert files - {"index"} <= listed
    assert listed - {"tutorial"} == {name.removesuffix(".md") for name in PAGES} - {"index"}


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_hold_on_the_site(page: str) -> None:
    known = set(PAGES) | {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.*")}
    known |= {f"plots/{path.name}" for path in (ROOT / "bench" / "plots").iterdir()}
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", PAGES[page], flags=re.S | re.M)
    for target in re.findall(r"\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)", text):
        assert BUILD["normpath"](str(Path(page).parent / target)) in known, target


def test_a_link_to_what_the_site_lacks_keeps_its_text() -> None:
    relinked = BUILD["relinked"]
    assert relinked("[a](../src/budge/api.py) [b](cli.md#solve)", "docs/x.md", "x.md") == "[a] [b](cli.md#solve)"
    assert relinked("![p](../../bench/plots/p.svg)", "docs/lessons/x.md", "lessons/x.md") == "![p](../plots/p.svg)"
    assert relinked("[c](docs/cli.md)", "CHANGELOG.md", "changelog.md") == "[c](cli.md)"


def test_boards_of_the_gallery_are_puzzles_of_the_library() -> None:
    names = re.findall(r"#view=play&amp;name=(\S+?)\"", PAGES["gallery.md"])
    assert names == BUILD["LIVE"].findall((ROOT / "docs/gallery.md").read_text("utf-8"))
    assert len(names) == 7
    assert all(len(find(name)) == 1 for name in names)


def test_every_public_name_and_every_command_has_its_reference() -> None:
    import budge

    documented = re.findall(r"^\.\. auto\w+:: budge\.(\w+)$", PAGES["reference/api.md"], re.M)
    assert sorted(documented) == sorted(budge.__all__)
    assert {"## budge solve", "## budge patterns build", "## budge generate sokoban"} <= set(
        PAGES["reference/commands.md"].splitlines()
    )


def test_the_man_page_is_that_of_the_help_texts() -> None:
    man = runpy.run_path(str(ROOT / "docs" / "site" / "man.py"))
    assert (ROOT / "docs" / "budge.1").read_text(encoding="utf-8") == man["page"](), "make man"


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_man_page_has_no_mistake_that_groff_sees() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-k", str(ROOT / "docs" / "budge.1")]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ran.stderr == ""
    for words in ("BUDGE PATTERNS BUILD", "--quality", "EXIT STATUS", "NO_COLOR"):
        assert words in re.sub(r"\x1b\[[\d;]*m|.\x08", "", ran.stdout)
