"""Locks on open files: `flock` on Unix, a locked byte on Windows. Closing the file, also by a crash, releases it."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    LOCKED_BYTE = 1 << 62  # far beyond the data, because other processes cannot read a locked byte

    def lock(descriptor: int) -> bool:
        """Tries to lock an open file; False if another process holds the lock."""
        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)
        return True

else:

    def lock(descriptor: int) -> bool:
        """Tries to lock an open file; False if another process holds the lock."""
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
