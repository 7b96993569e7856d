"""Ctrl-C during a solve: the first one asks the work to stop, the second one raises KeyboardInterrupt.

A KeyboardInterrupt may come between any two steps, also between finding a plan and storing it. So none is raised while
plans are found, replayed and printed: a `Hold` receives the signal and asks the work to stop.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

# Ctrl-C, `kill` and `timeout`, a terminal that is closed; Windows has no SIGHUP.
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def listen() -> None:
    """Makes every signal in SIGNALS raise KeyboardInterrupt, except those that are ignored. For programs only."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


class Hold:
    """Within `with Hold(ask) as hold:` the first signal sets `hold.heard` and calls `ask`, the next raises as usual.

    When an inner hold ends, it passes a received signal to the outer ones. A hold receives no signals outside the main
    thread, or if the program has its own signal handlers.
    """

    def __init__(self, ask: Callable[[], None] = lambda: None) -> None:
        self.heard = False
        self._ask = ask
        self._before: dict[signal.Signals, Callable[[int, FrameType | None], object]] = {}

    def __enter__(self) -> Hold:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                before = signal.getsignal(number)
                if isinstance(before, Hold) or before is signal.default_int_handler:
                    self._before[number] = before
                    signal.signal(number, self)
        if any(outer.heard for outer in self._outer()):
            self.hear()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        if self.heard:
            for outer in self._outer():
                outer.hear()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signals."""
        if self.heard:
            raise KeyboardInterrupt
        self.hear()

    def hear(self) -> None:
        if not self.heard:
            self.heard = True
            self._ask()

    def _outer(self) -> set[Hold]:
        return {before for before in self._before.values() if isinstance(before, Hold)}
