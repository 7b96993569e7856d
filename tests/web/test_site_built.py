"""The built site is complete and accessible, and loads nothing from elsewhere."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("furo", reason="make docs installs what the site needs")
pytest.importorskip("axe_playwright_python")
from axe_playwright_python.sync_playwright import Axe
from exported import needs_core, served
from playwright.sync_api import Browser, Request, expect

BUILD: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "site" / "build.py"))


def note(asked: list[str], request: Request) -> None:
    asked.append(request.url)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site, on a server of files."""
    folder = tmp_path_factory.mktemp("site")
    assert BUILD["main"](folder) == 0
    with served(folder) as address:
        yield address


def test_axe_finds_no_violation_and_no_page_loads_anything_from_elsewhere(site: str, browser: Browser) -> None:
    for width, scheme in ((1280, "light"), (390, "dark")):
        context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", partial(note, asked))
        for name in ("index", "gallery", "engines", "logic", "search", "reference/api", "tutorial"):
            page.goto(f"{site}/{name}.html")
            found = Axe().run(page).response
            assert found["passes"]
            problems = [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]
            assert not problems, (name, width, problems)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
        context.close()


def test_boards_of_the_gallery_can_be_played_and_words_can_be_searched(site: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{site}/gallery.html")
    boards = page.locator("details.live")
    boards.nth(2).locator("summary").click()
    board = boards.nth(2).locator("iframe").content_frame
    expect(board.locator(".counters")).to_be_visible()
    expect(board.get_by_role("heading", level=1)).to_have_text("Klotski")
    page.goto(f"{site}/search.html?q=linear+conflict")
    expect(page.locator("#search-results li").first).to_be_visible()
    page.close()


@needs_core
@pytest.mark.parametrize("name", ["index", "gallery"])
def test_boards_of_the_site_are_solved_in_the_browser(site: str, browser: Browser, name: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}/{name}.html")
    found = page.locator("details.live").last
    found.get_by_text("Try it now").click()
    board = found.locator("iframe").content_frame
    board.get_by_role("link", name="Solve", exact=True).first.click()
    board.get_by_role("button", name="Solve", exact=True).click()
    expect(board.locator("[role=status]").first).to_contain_text("Optimal: no shorter plan exists.")
    page.close()
