"""A server for the tests of the page and its API, which ends after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
from serving import running

if TYPE_CHECKING:
    from browsing import SharedBrowser
    from playwright.sync_api import Browser, Page  # without playwright the tests of the page are skipped


@pytest.fixture(scope="session")
def server(cache: None) -> Iterator[str]:
    """The address of a server that most tests share; two solves at a time."""
    with running("--jobs", "2", "--max-seconds", "20", "--max-memory", "512M") as (address, _):
        yield address


@pytest.fixture
def api(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server}/api/v1", timeout=30) as client:
        yield client


@pytest.fixture
def ask(api: httpx.Client) -> Callable[..., dict[str, object]]:
    """Post a request and return its answer."""

    def ask(path: str, **fields: object) -> dict[str, object]:
        response = api.post(path, json=fields)
        assert response.status_code == 200, response.text
        found: dict[str, object] = response.json()
        return found

    return ask


SHARED: list[SharedBrowser] = []


@pytest.fixture
def browser() -> Browser:
    from browsing import SharedBrowser

    if not SHARED:
        SHARED.append(SharedBrowser())
    return SHARED[0].get()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser if the next test does not use it."""
    if SHARED and "browser" not in getattr(nextitem, "fixturenames", ()):
        SHARED[0].close()


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A page of the server; errors in its console fail the test."""
    from browsing import watched

    with watched(browser, server) as found:
        yield found
