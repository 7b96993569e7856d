"""budge as a person runs it: in a process of its own, with real files, pipes and terminals."""

import os
import pty
import subprocess
from collections.abc import Callable

import pytest
from running import BUDGE, PLAIN, Ran


@pytest.fixture
def budge(tmp_path) -> Callable[..., Ran]:
    """Run budge with some arguments in an empty folder."""

    def run(*arguments, stdin="", timeout=60, **environment) -> Ran:
        done = subprocess.run(
            [*BUDGE, *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=timeout,
            cwd=tmp_path,
            env={**os.environ, **PLAIN, **environment},
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err, err
        return Ran(done.returncode, out, err)

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
