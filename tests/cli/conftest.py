"""budge as a person runs it: in a process of its own, with real files, pipes and terminals."""

import os
import pty
import subprocess
from collections.abc import Callable, Iterator

import pytest
from forking import Forks, Order, started
from running import BUDGE, PLAIN, Ran

AT_START = {"PYTHONPATH", "PYTHONIOENCODING", "NO_COLOR", "TERM"}  # variables that are read on starting


def clean(environment) -> dict[str, str]:
    return {name: str(value) for name, value in environment.items()}


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    found = Forks(PLAIN)
    yield found
    found.close()


@pytest.fixture
def budge(forks, tmp_path) -> Callable[..., Ran]:
    """Run budge with some arguments in an empty folder."""

    def run(*arguments, stdin="", timeout=60, **environment) -> Ran:
        order = Order([*map(str, arguments)], str(tmp_path), {**os.environ, **PLAIN, **clean(environment)})
        run = started if any(name in AT_START for name in environment) else forks.run
        code, out, err = run(order, stdin.encode() if isinstance(stdin, str) else stdin, timeout)
        assert "Traceback" not in err, err
        return Ran(code, out, err)

    return run


@pytest.fixture
def on_terminal(tmp_path) -> Callable[..., Ran]:
    """Run budge with stdout and stderr on one terminal."""

    def run(*arguments, **environment) -> Ran:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*BUDGE, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            cwd=tmp_path,
            env={**os.environ, **PLAIN, "TERM": "xterm", **environment},
        )
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            shown += piece
        os.close(ours)
        return Ran(process.wait(timeout=60), shown.decode(), "")

    return run
