"""Ctrl-C while budge is still being imported: the program ends without a word, having nothing to lose yet.

`budge` imports this before anything else. It does something only where budge is the program, never where another one
imports it: whose Ctrl-C that is, is not for a library to say.
"""

from __future__ import annotations

# `signal` without its enumerations, which take longer to make than all the rest here.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys


def is_the_program() -> bool:
    """Whether Python was started as `budge` or as `python -m budge`."""
    if sys.argv[:1] == ["-m"]:  # which stands there while a package is being found and imported
        return ["-m", "budge"] in ([*pair] for pair in zip(sys.orig_argv, sys.orig_argv[1:], strict=False))
    return os.path.basename(sys.argv[0] if sys.argv else "") in ("budge", "budge.exe")


if is_the_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
