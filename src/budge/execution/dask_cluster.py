"""A Dask cluster on the cores of this machine: a scheduler and workers as processes, which end with the program.

They are started as commands. `multiprocessing` would run the user's `__main__` again in every worker.
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

from budge.execution import tuning
from budge.machine import cores
from budge.puzzles import BadInput

# Dask samples a profile a hundred times a second, which takes 3% of each core. A cluster for one run needs none.
QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}


class LocalCluster:
    """`file` is the scheduler file, with which clients and workers find the scheduler."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = cores() if workers is None else workers
        self._folder = tempfile.TemporaryDirectory(prefix="budge-cluster-", ignore_cleanup_errors=True)
        self.file = str(Path(self._folder.name, "scheduler.json"))
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> LocalCluster:
        try:
            self.start(
                "dask_scheduler",
                *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file),
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
            *("--scheduler-file", self.file, "--nthreads", "1", "--no-dashboard"),
            *("--local-directory", self._folder.name, "--host", "127.0.0.1", *options),
            **environment,
        )

    def start(self, command: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "budge.execution.attended", command, *options],
            stdin=subprocess.PIPE,  # closed by the system if this program is killed
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**QUIET, **os.environ, **environment},
            start_new_session=True,  # the caller handles Ctrl-C and stops the cluster
        )
        self.processes.append(process)
        return process

    @property
    def is_lost(self) -> bool:
        """Whether all workers have died, which nobody restarts."""
        return all(process.poll() is not None for process in self.processes[1:])

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self._folder.cleanup()

    def _wait_for_file(self) -> None:
        """Wait until the scheduler has written its file completely."""
        until = time.monotonic() + tuning.DASK_START_SECONDS
        while time.monotonic() < until and self.processes[0].poll() is None:
            try:
                json.loads(Path(self.file).read_text())
                return
            except (OSError, ValueError):
                time.sleep(0.02)
        raise BadInput("cluster local: the scheduler of Dask does not start")
