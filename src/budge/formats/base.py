"""What a format is: one way of writing puzzles as text. One file a format, found by content first, by suffix second."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle

Draft = Callable[[], Puzzle]  # a puzzle that is made, and checked, when it is called


class Format(ABC):
    """A way of writing puzzles as text; `read` gives back exactly what `write` was given.

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
    separator: ClassVar[str] = ""  # stands between two puzzles in one file
    comment: ClassVar[str | None] = None  # begins a line that is neither part of a puzzle nor its name
    text_of: ClassVar[str | None] = None  # the kind whose puzzles are shown to people, and given goals, in this format

    @abstractmethod
    def sniff(self, text: str) -> bool:
        """Whether the text looks like this format, by its first lines; it may still hold mistakes."""

    @abstractmethod
    def read(self, text: str, where: str) -> list[Puzzle]:
        """All puzzles in `text`; `where` begins the message of the `BadInput` that a mistake raises."""

    @abstractmethod
    def write(self, puzzle: Puzzle) -> str:
        """One puzzle of a kind in `kinds`, as whole lines."""

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """The same puzzles one by one. Here all are read first; a `LazyFormat` reads no further than it is asked."""
        return (partial(_itself, puzzle) for puzzle in self.read(text.whole(), where))

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        """The same puzzle with another goal, which is written as this format writes goals; raises `BadInput`."""
        raise BadInput(f"a goal cannot be given for {puzzle.kind}: it is part of the board")

    def describe(self) -> dict[str, Any]:
        """For `budge list`: plain data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "kinds": list(self.kinds),
            "suffixes": list(self.suffixes),
        }


class LazyFormat(Format):
    """A format that finds where its puzzles are without making them, and so can pass over thousands in no time."""

    @abstractmethod
    def drafts(self, text: Text, where: str) -> Iterator[Draft]: ...

    def read(self, text: str, where: str) -> list[Puzzle]:
        return [draft() for draft in self.drafts(Text.of(text), where)]


def check_reads_back(puzzle: Puzzle, read: Draft, what: str, advice: str) -> None:
    """For a format that cannot hold every puzzle: raises `BadInput` unless what is written reads as the same one."""
    try:
        same = read() == puzzle
    except BadInput as problem:
        raise BadInput(f"no {what}: {str(problem).removeprefix(': ')}; {advice}") from None
    if not same:
        raise BadInput(f"a {what} cannot hold all of this puzzle; {advice}")


def _itself(puzzle: Puzzle) -> Puzzle:
    return puzzle
