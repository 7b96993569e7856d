"""A server for the tests of the API: in a process of its own, at a free port, ended with the tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from interrupts import hear_ctrl_c

SERVER = "from budge.cli import main; main()"


@contextmanager
def running(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server with some options: its address and its process."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, "web", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address in {line!r}"
        yield found[0].rstrip("/"), process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        finally:
            process.kill()
            process.communicate()


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
    """Post a request and take its answer."""

    def ask(path: str, **fields: object) -> dict[str, object]:
        response = api.post(path, json=fields)
        assert response.status_code == 200, response.text
        found: dict[str, object] = response.json()
        return found

    return ask
