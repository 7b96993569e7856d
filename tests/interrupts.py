"""Ctrl-C for programs that the tests start."""

from __future__ import annotations

import signal


def hear_ctrl_c() -> None:
    """Run in the child before it starts: what is started in the background inherits deaf ears for Ctrl-C, and what is
    started by nohup for the end of its terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
