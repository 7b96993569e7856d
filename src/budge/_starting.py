"""Ctrl-C during the import of budge: the program exits at once and silently, because there is no work to lose.

`budge` imports this first. It has an effect only if budge is the program: a library must not change the signal handlers
of its host.
"""

from __future__ import annotations

# `signal` without its enumerations, which take longer to create than everything else here.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys


def is_the_program() -> bool:
    """Whether Python was started as `budge` or as `python -m budge`."""
    if sys.argv[:1] == ["-m"]:  # the value while Python locates and imports the package
        return ["-m", "budge"] in ([*pair] for pair in zip(sys.orig_argv, sys.orig_argv[1:], strict=False))
    return os.path.basename(sys.argv[0] if sys.argv else "") in ("budge", "budge.exe")


if is_the_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
