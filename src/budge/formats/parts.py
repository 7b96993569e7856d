"""A text as parts of complete lines, so that large files are read on demand and in constant memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol

from budge.puzzles import BadInput

PART = 1 << 19  # characters or bytes: enough to recognise the format, and larger than most files
MAX_BYTES = 125_000_000  # the longest published list, 2.5 million Rush Hour boards, has 118 MB
LIMIT = f"the limit of {MAX_BYTES // 1_000_000} MB"


QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
QUOTED = re.compile(r"(?:[ \t]*\n)*(?:[ \t]*>[^\n]*(?:\n|\Z)(?:[ \t]*\n)*)+")


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Text:
    """A text that is read once in order; `head` is its first non-empty part.

    >>> list(Text.of("1 0\\n\\n0 1"))
    [(1, '1 0\\n\\n0 1')]
    """

    def __init__(self, parts: Iterable[str]) -> None:
        rest = iter(parts)
        begins = []
        for part in rest:
            begins.append(part)
            if not part.isspace():
                break
        more = next(rest, None)
        if begins and more is not None and "\n" not in more:  # the last line of a file that does not end in a newline
            begins[-1] += more
            more = next(rest, None)
        self.head = begins[-1] if begins else ""
        self.head_is_all = more is None
        self._parts = chain(begins, [] if more is None else [more], rest)

    @classmethod
    def of(cls, text: str) -> Text:
        return cls(_cut(text))

    def unquoted(self) -> Text:
        r"""The text without the `>` that mail and Markdown put before lines, if its first part has one in all lines.

        >>> Text.of("> 1 2\n> 3 0").unquoted().whole()
        '1 2\n3 0'
        """
        if not QUOTED.fullmatch(self.head):
            return self
        return Text(QUOTE.sub("", part) for _, part in self)

    @property
    def is_empty(self) -> bool:
        return not self.head or self.head.isspace()

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """The parts, each with the number of its first line; all but the last end in a newline."""
        number = 1
        for part in self._parts:
            yield number, part
            number += part.count("\n")

    def whole(self) -> str:
        return "".join(self._parts)


def _cut(text: str) -> Iterator[str]:
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + PART) + 1 or len(text)
        yield text[begin:end]
        begin = end


def decoded(file: Readable, where: str) -> Iterator[str]:
    """The text of a file in parts, without a byte-order mark and with newlines as line ends."""
    line, size = 1, 0
    held: list[bytes] = []  # the beginning of an incomplete line
    while data := file.read(PART):
        size += len(data)
        if size > MAX_BYTES:
            raise BadInput(f"{where}: above {LIMIT}")
        if b"\0" in data:
            raise BadInput(f"{where}: a binary file; expected text")
        end = max(data.rfind(b"\n"), data.rfind(b"\r", 0, -1)) + 1  # a last \r may have its \n in the next part
        if end == 0:
            held.append(data)
            continue
        part = _decoded(b"".join([*held, data[:end]]), line, where)
        held = [data[end:]]
        yield part
        line += part.count("\n")
    if last := b"".join(held):
        yield _decoded(last, line, where)


def _decoded(data: bytes, line: int, where: str) -> str:
    try:
        text = data.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as problem:
        line += data.count(b"\n", 0, problem.start)
        raise BadInput(f"{where}, line {line}: not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
