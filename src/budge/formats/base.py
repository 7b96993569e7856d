"""The base class of formats: one way to write puzzles as text. One format per file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle

Draft = Callable[[], Puzzle]  # builds and checks a puzzle when it is called


class Format(ABC):
    """A way to write puzzles as text; `read` is the exact inverse of `write`.

    >>> from budge.formats import format_named
    >>> xsb = format_named("xsb")
    >>> [level] = xsb.read("#####\\n#@$.#\\n#####\\n", "example")
    >>> print(xsb.write(level), end="")
    #####
    #@$.#
    #####
    """

    name: ClassVar[str]
    summary: ClassVar[str]  # one line
    kinds: ClassVar[tuple[str, ...]]
    suffixes: ClassVar[tuple[str, ...]]  # with the dot
    separator: ClassVar[str] = ""  # between two puzzles in one file
    comment: ClassVar[str | None] = None  # begins a comment line
    text_of: ClassVar[str | None] = None  # the kind for which this is the text format, also for goals

    @abstractmethod
    def sniff(self, text: str) -> bool:
        """Whether the first lines look like this format; the text may still contain errors."""

    @abstractmethod
    def read(self, text: str, where: str) -> list[Puzzle]:
        """All puzzles in `text`. Errors raise `BadInput` with a message that begins with `where`."""

    @abstractmethod
    def write(self, puzzle: Puzzle) -> str:
        """One puzzle of a kind in `kinds`, as complete lines."""

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """The same puzzles one by one. This default reads all of them first; a `LazyFormat` reads on demand."""
        return (partial(itself, puzzle) for puzzle in self.read(text.whole(), where))

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        """The same puzzle with another goal in the notation of this format; raises `BadInput`."""
        raise BadInput(f"a goal cannot be given for {puzzle.kind}: it is part of the board")

    def describe(self) -> dict[str, Any]:
        """Plain data for `budge list`."""
        return {
            "name": self.name,
            "summary": self.summary,
            "kinds": list(self.kinds),
            "suffixes": list(self.suffixes),
        }


class LazyFormat(Format):
    """A format that locates puzzles before it parses them, so that skipping thousands is fast."""

    @abstractmethod
    def drafts(self, text: Text, where: str) -> Iterator[Draft]: ...

    def read(self, text: str, where: str) -> list[Puzzle]:
        return [draft() for draft in self.drafts(Text.of(text), where)]


def check_reads_back(puzzle: Puzzle, read: Draft, what: str, advice: str) -> None:
    """For formats that cannot express every puzzle: raises `BadInput` unless the written text reads as the same
    puzzle."""
    try:
        same = read() == puzzle
    except BadInput as problem:
        raise BadInput(f"no {what}: {str(problem).removeprefix(': ')}; {advice}") from None
    if not same:
        raise BadInput(f"a {what} cannot represent this puzzle; {advice}")


def itself(puzzle: Puzzle) -> Puzzle:
    return puzzle
