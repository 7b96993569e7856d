"""A Dask cluster of this machine's own cores: a scheduler and workers as processes, which end with the program.

Started as commands, not through `multiprocessing`, which would run the user's `__main__` once more in every worker.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from budge.machine import cores
from budge.puzzles import BadInput

START = 30.0  # seconds that a scheduler may take to start
# Nobody looks at what Dask notes a hundred times a second of a cluster that lives for one run: it takes a thirtieth of
# each core.
QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}
ORPHANED = "300"  # seconds after which what a killed program left behind ends by itself


class LocalCluster:
    """`file` is the scheduler's, by which clients and workers find it."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = cores() if workers is None else workers
        self._folder = tempfile.TemporaryDirectory(prefix="budge-cluster-", ignore_cleanup_errors=True)
        self.file = str(Path(self._folder.name, "scheduler.json"))
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> LocalCluster:
        try:
            self.start(
                "dask_scheduler",
                *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--idle-timeout", ORPHANED),
                *("--scheduler-file", self.file),
            )
            self._wait_for_file()
            for _ in range(self.workers):
                self.add_worker()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def add_worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        return self.start(
            "dask_worker",
            *("--scheduler-file", self.file, "--nthreads", "1", "--no-dashboard", "--death-timeout", ORPHANED),
            *("--local-directory", self._folder.name, "--host", "127.0.0.1", *options),
            **environment,
        )

    def start(self, command: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{command}", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**QUIET, **os.environ, **environment},
            start_new_session=True,  # Ctrl-C is for the caller to hear and to pass on
        )
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def _wait_for_file(self) -> None:
        """Until the scheduler has written its file, and all of it."""
        until = time.monotonic() + START
        while time.monotonic() < until and self.processes[0].poll() is None:
            try:
                json.loads(Path(self.file).read_text())
                return
            except (OSError, ValueError):
                time.sleep(0.02)
        raise BadInput("cluster local: the scheduler of Dask does not start")
