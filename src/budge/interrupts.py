"""Ctrl-C during a solve: the first one asks the work to stop, the second one raises KeyboardInterrupt.

A KeyboardInterrupt may come between any two steps, also between finding a plan and storing it. So none is raised while
plans are found, replayed and printed: a `Hold` receives the signal and asks the work to stop.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import ClassVar

# Ctrl-C, `kill` and `timeout`, a terminal that is closed; Windows has no SIGHUP.
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def listen() -> None:
    """Makes every signal in SIGNALS raise KeyboardInterrupt, except those that are ignored. For programs only."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


class Hold:
    """Within `with Hold(ask) as hold:` the first signal sets `hold.heard` and calls `ask`, the next raises as usual.

    The outermost hold installs the handler, because that takes longer than solving a small puzzle; the innermost one
    receives the signal. When it ends, it passes a received signal to the outer ones. A hold receives no signals outside
    the main thread, or if the program has its own signal handlers.
    """

    _stack: ClassVar[list[Hold]] = []  # the holds of the main thread, the innermost last

    def __init__(self, ask: Callable[[], None] = lambda: None) -> None:
        self.heard = False
        self._ask = ask
        self._before: dict[signal.Signals, Callable[[int, FrameType | None], object]] = {}

    def __enter__(self) -> Hold:
        if threading.current_thread() is not threading.main_thread():
            return self
        if not self._stack:
            for number in SIGNALS:
                if (before := signal.getsignal(number)) is signal.default_int_handler:
                    self._before[number] = before
                    signal.signal(number, receive)
            if not self._before:
                return self
        if any(outer.heard for outer in self._stack):
            self.hear()
        self._stack.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self not in self._stack:
            return
        for number, before in self._before.items():
            signal.signal(number, before)
        self._stack.remove(self)
        if self.heard:
            for outer in self._stack:
                outer.hear()

    def hear(self) -> None:
        if not self.heard:
            self.heard = True
            self._ask()

    @classmethod
    def innermost(cls) -> Hold | None:
        return cls._stack[-1] if cls._stack else None


def receive(number: int, frame: FrameType | None) -> None:
    """The handler of the signals."""
    hold = Hold.innermost()
    if hold is None or hold.heard:
        raise KeyboardInterrupt
    hold.hear()
