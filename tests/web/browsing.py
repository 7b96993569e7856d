"""A real browser for the tests of the page: Debian's chromium, shared by successive tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from addresses import link
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

from budge import load

# The first is chromium without windows, which uses a third less CPU time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HARD = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # nearly 80 moves: manhattan alone takes minutes
PATIENCE = 20_000  # milliseconds to wait for an element, enough for a busy machine

expect.set_options(timeout=PATIENCE)


@contextmanager
def started() -> Iterator[Browser]:
    """A browser; skips the test if none is installed."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no chromium here: the page is not tested (apt install chromium-headless-shell)")
    with sync_playwright() as playwright:
        # root has no sandbox
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class SharedBrowser:
    """Starts on first use. Playwright runs an event loop while a browser is open, so the browser must be closed before
    a test that runs its own loop."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None

    def get(self) -> Browser:
        if self._browser is None:
            self._browser = self._stack.enter_context(started())
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._stack.close()


@contextmanager
def watched(browser: Browser, server: str) -> Iterator[Page]:
    """A new page. When it closes, it fails the test if it has logged an error or sent a request to another host."""
    context = browser.new_context(base_url=server, viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if is_own(request.url, server) else wrong.append(request.url))
    yield page
    context.close()
    assert not wrong, "; ".join(wrong)


def is_wrong(message: ConsoleMessage) -> bool:
    """Whether a message is an error or a warning. Refused puzzles do not count: the page reports those itself."""
    return message.type in ("error", "warning") and "status of 422" not in message.text


def is_own(url: str, server: str) -> bool:
    return url.startswith(("blob:", "data:")) or urlsplit(url).netloc == urlsplit(server).netloc


def at(page: Page, cell: int, columns: int) -> tuple[float, float]:
    """The position of the middle of a cell on the screen."""
    page.locator(".stage").first.wait_for()
    spot = page.evaluate(
        """([x, y]) => {
            const at = new DOMPoint(x, y).matrixTransform(document.querySelector(".stage").getScreenCTM());
            return [at.x, at.y];
        }""",
        [cell % columns * 60 + 30, cell // columns * 60 + 30],
    )
    return spot[0], spot[1]


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def search(page: Page, seconds: int | None = None) -> None:
    """Start a search that takes minutes unless limited, and wait for its first progress."""
    page.goto(link(load(HARD)[0], "solve"))
    if seconds is not None:
        page.get_by_text("Limits and options").click()
        page.get_by_label("seconds").fill(str(seconds))
    page.get_by_label("engine").select_option("ida")
    page.get_by_label("heuristic").select_option("manhattan")
    button(page, "Solve").click()
    expect(page.locator(".facts")).to_contain_text("/s")
