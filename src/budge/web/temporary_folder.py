"""A temporary folder that is removed when the server ends, or, if it was killed, when the next server starts.

A process locks its folder for as long as it lives. So a folder that can be locked is abandoned.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from budge.locks import lock

PREFIX = "budge-web-"


class TemporaryFolder:
    """A folder of this process. Creating one removes the folders of dead processes."""

    def __init__(self) -> None:
        remove_abandoned(Path(tempfile.gettempdir()))
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
            self._lock = os.open(self.path, os.O_RDONLY)
            if lock(self._lock) and self.path.exists():  # otherwise another server removed it before it was locked
                return
            os.close(self._lock)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def remove_abandoned(parent: Path) -> None:
    """Remove the folders whose process is gone."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # locked by a live process, not readable, or already removed
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(descriptor).st_uid == os.getuid() and lock(descriptor):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)
