"""The page in a real browser when the server dies or does not answer, a worker crashes, or there are too many
requests."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from browsing import button, link, search
from playwright.sync_api import Browser, Page, expect
from process_tree import descendants, priority
from serving import running

from budge import load

EASY = "1 2 3/4 0 6/7 5 8"
HARDER = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0"  # too far for any heuristic
SILENCE = 60_000  # milliseconds, more than the page waits for a word


@pytest.fixture
def served(cache: None):
    with running("--jobs", "1", "--max-memory", "512M") as found:
        yield found


@pytest.fixture
def page(browser: Browser, served) -> Iterator[Page]:
    """A page whose console errors do not fail the test: these tests cause them."""
    address, _ = served
    context = browser.new_context(base_url=address)
    yield context.new_page()
    context.close()


def test_the_page_reports_a_server_killed_during_a_search(page, served):
    search(page)
    served[1].kill()
    expect(page.locator(".panel .warning")).to_contain_text("The server does not answer")
    expect(button(page, "Solve")).to_be_enabled()
    expect(button(page, "Stop")).to_be_disabled()
    expect(page.locator(".facts")).to_contain_text("bound")  # the results so far stay visible
    expect(page.locator("progress")).to_be_hidden()


def test_a_view_that_failed_to_load_can_be_retried(page, served):
    address, process = served
    page.goto(link(load(EASY)[0]))
    expect(button(page, "Hint")).to_be_visible()
    process.send_signal(signal.SIGINT)
    process.wait()
    for view in ("Solve", "Compare", "Library"):
        page.get_by_role("link", name=view, exact=True).click()
        expect(page.get_by_role("heading", name="No answer")).to_be_visible()
        expect(page.locator("#main")).to_contain_text("The server does not answer")
    with running("--port", address.rpartition(":")[2]):
        button(page, "Try again").click()
        expect(page.get_by_role("heading", name="Moving-piece puzzles")).to_be_visible()
        page.get_by_role("link", name="Solve", exact=True).click()
        expect(button(page, "Solve")).to_be_visible()


def test_the_page_reports_a_silent_server_but_not_a_live_one(page, served):
    page.clock.install()
    search(page)
    page.clock.fast_forward(SILENCE)
    expect(page.locator(".facts")).to_contain_text("/s")
    served[1].send_signal(signal.SIGSTOP)
    try:
        for _ in range(2):  # after one silence the page asks, after another it stops waiting
            page.clock.fast_forward(SILENCE)
        expect(page.locator(".panel .warning")).to_contain_text("The server does not answer")
        expect(button(page, "Solve")).to_be_enabled()
    finally:
        served[1].send_signal(signal.SIGCONT)


def test_a_comparison_reports_a_killed_server(page, served):
    page.goto(link(load(HARDER)[0], "compare"))
    button(page, "Compare").click()
    expect(page.locator(".results")).to_contain_text("searching")
    served[1].kill()
    expect(page.locator(".results tr").filter(has_text="The server does not answer")).to_have_count(2)
    expect(button(page, "Stop")).to_be_disabled()


def test_a_crashed_worker_is_reported_and_the_next_search_starts(page, served):
    search(page)
    for child in descendants(served[1].pid):
        if priority(child) > priority(served[1].pid):  # the one that solves is the less urgent
            os.kill(child, signal.SIGSEGV)
    expect(page.locator(".panel .warning")).to_contain_text(re.compile("The worker process failed.*SIGSEGV"))
    button(page, "Solve").click()
    expect(page.locator(".facts")).to_contain_text("/s")


def test_many_engines_at_once_can_be_stopped(page):
    """A browser has six connections to a server: the event streams of eight searches would use all of them."""
    page.goto(link(load(HARDER)[0], "compare"))
    engines = page.get_by_role("group", name="Engines")
    for name in ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "sat", "cp"):
        engines.get_by_label(name, exact=True).check()
    button(page, "Compare").click()
    expect(page.locator(".results")).to_contain_text("searching")
    button(page, "Stop").click()
    expect(button(page, "Stop")).to_be_disabled()
    expect(page.locator(".results tr").filter(has_text="searching")).to_have_count(0)
