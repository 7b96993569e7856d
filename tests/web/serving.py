"""A server in its own process, on a free port."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interrupts import hear_ctrl_c

SERVER = "from budge.cli import main; main()"


@contextmanager
def running(
    *options: str, descriptors: int | None = None, folder: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Starts a server with these options, limit on file descriptors and folder for temporary files. Yields its address
    and its process."""

    def prepare() -> None:
        hear_ctrl_c()
        if descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    temporary = {} if folder is None else {"TMPDIR": str(folder)}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, "web", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **temporary},
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
