"""The exit codes, the same for every command: docs/exit-codes.md."""

from __future__ import annotations

from enum import IntEnum

from budge.model import Outcome


class Exit(IntEnum):
    SOLVED = 0
    USAGE = 2
    UNSOLVABLE = 11
    NO_PLAN = 12
    ENGINE_WRONG = 13
    OUT_OF_MEMORY = 22
    OUT_OF_TIME = 23
    BAD_INPUT = 33
    INTERRUPTED = 130


BY_LIMIT = {
    "nodes": Exit.NO_PLAN,
    "memory": Exit.OUT_OF_MEMORY,
    "disk": Exit.OUT_OF_MEMORY,
    "seconds": Exit.OUT_OF_TIME,
    "interrupt": Exit.INTERRUPTED,
    "refusal": Exit.BAD_INPUT,
    "referee": Exit.ENGINE_WRONG,
}


def exit_by(stopped_by: str | None) -> Exit:
    """The exit code of work that either completed or was stopped.

    >>> exit_by(None).value, exit_by("memory").value
    (0, 22)
    """
    return Exit.SOLVED if stopped_by is None else BY_LIMIT.get(stopped_by, Exit.NO_PLAN)


def exit_of(outcome: Outcome) -> Exit:
    """
    >>> exit_of(Outcome("stopped", stopped_by="seconds")).value
    23
    """
    if outcome.status == "stopped":
        return exit_by(outcome.stopped_by or "cancel")
    return Exit.UNSOLVABLE if outcome.status == "unsolvable" else Exit.SOLVED
