"""The page in a real browser when things go wrong: the server dies or falls silent, a worker crashes, too much is asked
at once."""

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
    """A page that is not watched: what goes wrong here are errors to the browser's console."""
    address, _ = served
    context = browser.new_context(base_url=address)
    yield context.new_page()
    context.close()


def test_a_server_that_is_killed_in_the_middle_of_a_search_is_missed(page, served):
    search(page)
    served[1].kill()
    expect(page.locator(".panel .warning")).to_contain_text("The server does not answer")
    expect(button(page, "Solve")).to_be_enabled()
    expect(button(page, "Stop")).to_be_disabled()
    expect(page.locator(".facts")).to_contain_text("bound")  # what was found is not thrown away
    expect(page.locator("progress")).to_be_hidden()


def test_a_view_that_the_server_does_not_send_is_asked_for_again(page, served):
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


def test_a_server_that_falls_silent_is_missed_and_one_that_lives_is_not(page, served):
    page.clock.install()
    search(page)
    page.clock.fast_forward(SILENCE)
    expect(page.locator(".facts")).to_contain_text("/s")
    served[1].send_signal(signal.SIGSTOP)
    try:
        for _ in range(2):  # the page asks after a while, and gives up after another
            page.clock.fast_forward(SILENCE)
        expect(page.locator(".panel .warning")).to_contain_text("The server does not answer")
        expect(button(page, "Solve")).to_be_enabled()
    finally:
        served[1].send_signal(signal.SIGCONT)


def test_a_server_that_was_killed_is_missed_in_a_comparison(page, served):
    page.goto(link(load(HARDER)[0], "compare"))
    button(page, "Compare").click()
    expect(page.locator(".results")).to_contain_text("searching")
    served[1].kill()
    expect(page.locator(".results tr").filter(has_text="The server does not answer")).to_have_count(2)
    expect(button(page, "Stop")).to_be_disabled()


def test_a_worker_that_crashes_is_told_of_and_the_next_search_is_begun(page, served):
    search(page)
    for child in descendants(served[1].pid):
        if priority(child) > priority(served[1].pid):  # the one that solves is the less urgent
            os.kill(child, signal.SIGSEGV)
    expect(page.locator(".panel .warning")).to_contain_text(re.compile("The worker process failed.*SIGSEGV"))
    button(page, "Solve").click()
    expect(page.locator(".facts")).to_contain_text("/s")


def test_many_engines_at_once_can_be_stopped(page):
    """A browser has six connections to a server: eight searches that are watched would take them all."""
    page.goto(link(load(HARDER)[0], "compare"))
    engines = page.get_by_role("group", name="Engines")
    for name in ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "sat", "cp"):
        engines.get_by_label(name, exact=True).check()
    button(page, "Compare").click()
    expect(page.locator(".results")).to_contain_text("searching")
    button(page, "Stop").click()
    expect(button(page, "Stop")).to_be_disabled()
    expect(page.locator(".results tr").filter(has_text="searching")).to_have_count(0)
