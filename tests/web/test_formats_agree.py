"""The exported page reads text as Python does: the library in every format, random puzzles, and damaged texts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page

from budge import library
from budge.formats import format_named, text_format
from budge.formats.registry import format_of
from budge.formats.source import library_puzzle, read_text
from budge.generators import GENERATORS
from budge.puzzles import BadInput, Puzzle

KNOWN = ("json", "robots", "rush-hour", "blocks", "xsb", "tiles")  # formats that the page reads
RANDOM = 8  # puzzles of each kind
DAMAGED = 400
SIGNS = " #@$.*+-_\n/|0123456789aAbBxX:"
READ = """async (texts) => {
  const { readPuzzles, BadInput } = await import("/static/formats/index.js");
  const read = (text) => {
    try {
      return readPuzzles(text);
    } catch (problem) {
      return problem instanceof BadInput ? null : problem.stack;
    }
  };
  return texts.map(read);
}"""


def written(puzzle: Puzzle) -> Iterator[str]:
    for name in sorted({text_format(puzzle.kind).name, "json", "rush-hour"} & {*KNOWN}):
        if puzzle.kind in format_named(name).kinds:
            try:
                yield format_named(name).write(puzzle)
            except BadInput:  # the format cannot express every puzzle
                continue


def texts() -> Iterator[str]:
    random = Random(37)
    entries = [entry for suite in library.suites() for entry in library.suite(suite).entries]
    valid = []
    for entry in entries:
        if known := format_of(entry.text):
            valid += [entry.text, f"name: {entry.name}\n{entry.text}"] * (known.name in KNOWN)
        valid += written(library_puzzle(entry))
    for generator in GENERATORS.values():
        for _ in range(RANDOM):
            if puzzle := generator().draw(random):
                valid += written(puzzle)
    for entry in library.suite("rushhour").entries[:5]:
        board = "".join(entry.text.split()[-1:])
        six = "\n".join(board[at : at + 6] for at in range(0, len(board), 6))
        valid += [six, f"name: six\n{six}\n\n{six}", six.lower().replace("o", "."), f"{six}\n\n......\n" * 2]
    valid += ["> #####\n> #@$.#\n> #####", "> 1 2 3\n>\n> 4 0 5", ">1 2/3 0\n"]
    yield from valid
    for _ in range(DAMAGED):
        yield damaged(random.choice(valid), random)


def damaged(text: str, random: Random) -> str:
    """The text after one to three changes of single characters."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text))
        text = text[:at] + random.choice([random.choice(SIGNS), ""]) + text[at + random.randint(0, 1) :]
    return text


def read(text: str) -> list[dict[str, Any]] | None:
    try:
        return [puzzle.to_json() for puzzle in read_text(text, "x")]
    except BadInput:
        return None


def test_the_page_reads_text_as_python_does(page: Page) -> None:
    page.goto("/")
    given = [text for text in texts() if getattr(format_of(text), "name", KNOWN[0]) in KNOWN]
    expected = [read(text) for text in given]
    found = page.evaluate(READ, given)
    assert [text for text, mine, other in zip(given, expected, found, strict=True) if mine != other] == []
    assert sum(each is None for each in expected) > DAMAGED // 4  # many texts are refused by both
