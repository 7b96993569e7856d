"""Ctrl-C for programs that the tests start."""

from __future__ import annotations

import signal


def hear_ctrl_c() -> None:
    """Run in the child before it starts: what is started in the background inherits deaf ears for Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
