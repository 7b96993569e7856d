"""How the tests run budge."""

import os
import pty
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from interrupts import hear_ctrl_c

BUDGE = [sys.executable, "-m", "budge"]
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # as far from the goal as 15-puzzles get; Manhattan distance 58
PLAIN = {"NO_COLOR": "", "COLUMNS": "100"}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """What is said of bad input: exit code 33 and one line, and nothing on standard output."""
        assert (self.code, self.out, self.err.count("\n")) == (33, "", 1), self
        assert self.err.startswith("budge: ")
        return self.err.removeprefix("budge: ").rstrip()


class Watched:
    """budge at work, its stderr on a terminal, so that a test can see how far it is before it sends a signal."""

    def __init__(self, arguments: list[str], folder: Path, **environment: str) -> None:
        self.terminal, theirs = pty.openpty()
        self.shown = b""
        self.process = subprocess.Popen(
            [*BUDGE, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=folder,
            env={**os.environ, **PLAIN, "TERM": "xterm", **environment},
            preexec_fn=hear_ctrl_c,
        )
        os.close(theirs)

    def wait_for(self, words: str, seconds: float = 60) -> None:
        """Until these words are on the terminal."""
        deadline = time.monotonic() + seconds
        while words.encode() not in self.shown:
            assert time.monotonic() < deadline, f"{words!r} never came; shown: {self.shown!r}"
            assert self._read(), f"it ended without {words!r}; shown: {self.shown!r}"

    def end(self) -> Ran:
        """What it printed, once it has ended by itself."""
        killer = threading.Timer(60, self.process.kill)
        killer.start()
        assert self.process.stdout is not None
        out = self.process.stdout.read().decode()
        while self._read():
            pass
        code = self.process.wait()
        killer.cancel()
        return Ran(code, out, self.shown.decode())

    def _read(self) -> bool:
        if not select.select([self.terminal], [], [], 0.1)[0]:
            return self.process.poll() is None
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.shown += piece
        return bool(piece)


@contextmanager
def watched(arguments: list[str], folder: Path, **environment: str) -> Iterator[Watched]:
    budge = Watched(arguments, folder, **environment)
    try:
        yield budge
    finally:
        budge.process.kill()
        budge.process.wait()
        os.close(budge.terminal)
