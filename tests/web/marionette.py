"""Controls Firefox over Marionette, the protocol below its WebDriver, on a plain socket.

Playwright drives only its own build of Firefox; this is Debian's. A message is its length, a colon and JSON:
a command is `[0, number, command, parameters]`, its reply `[1, number, error, result]`.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("firefox-esr", "firefox")
PATIENCE = 60.0  # seconds


class Firefox:
    """A Firefox with one window."""

    def __init__(self, port: int) -> None:
        self._line = connected(port)
        self._read = self._line.makefile("rb")
        self._number = 0
        self._take()  # its greeting
        self.call("WebDriver:NewSession", capabilities={})

    def call(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        self._line.sendall(b"%d:%s" % (len(text), text))
        _, number, error, result = self._take()
        assert number == self._number
        assert error is None, error
        return result

    def go(self, address: str) -> None:
        self.call("WebDriver:Navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        return self.call("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def wait_for(self, expression: str) -> None:
        """Poll an expression until it is true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            assert time.monotonic() < end, f"not true: {expression}; {self.evaluate('document.body.innerText')}"
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def click(self, selector: str) -> None:
        self.call("WebDriver:ElementClick", id=next(iter(self._found(selector).values())))

    def drag(self, start: str, end: str) -> None:
        """Press the mouse on one element and release it on another."""
        moves = [{"type": "pointerMove", "origin": self._found(each), "x": 0, "y": 0} for each in (start, end)]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, moves[1], {"type": "pointerUp", "button": 0}]
        self.call("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def _found(self, selector: str) -> Any:
        return self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]

    def _take(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._read.read(1)
        return json.loads(self._read.read(int(length[:-1])))


def connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            assert time.monotonic() < end, "Firefox does not answer"
            time.sleep(0.1)


@contextmanager
def started(folder: Path) -> Iterator[Firefox]:
    """Debian's Firefox, headless, with its profile in a folder; skips the test if it is not installed."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Firefox here: the page is tested in chromium alone (apt install firefox-esr)")
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield Firefox(port_in(folder / "MarionetteActivePort"))
    finally:
        process.terminate()
        process.wait(30)


def port_in(file: Path) -> int:
    """The port that Firefox listens on; waits until Firefox has written it to the file."""
    end = time.monotonic() + PATIENCE
    while True:
        if file.exists() and re.fullmatch(r"\d+", text := file.read_text().strip()):
            return int(text)
        assert time.monotonic() < end, "Firefox does not say where it listens"
        time.sleep(0.1)
