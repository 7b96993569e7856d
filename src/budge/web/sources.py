"""The puzzles of a request: from a text, a name in the library, or JSON data. No file that a request names is read."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from budge import library
from budge.formats.json_format import read_one
from budge.formats.source import library_puzzle, read_text, with_goal
from budge.puzzles import BadInput, Puzzle
from budge.web.problems import Problem


def puzzles(fields: dict[str, Any]) -> list[Puzzle]:
    """The puzzles of a request; only one if it names a level."""
    found = _read(fields)
    if "level" in fields:
        if fields["level"] > len(found):
            raise BadInput(f"there is no level {fields['level']}; the source holds {len(found)}")
        found = [found[int(fields["level"]) - 1]]
    return [with_goal(puzzle, fields["goal"]) for puzzle in found] if "goal" in fields else found


def one_puzzle(fields: dict[str, Any]) -> Puzzle:
    found = puzzles(fields)
    if len(found) > 1:
        raise BadInput(f"the source holds {len(found):,} puzzles; choose one by its level")
    return found[0]


def at_state(fields: dict[str, Any]) -> Puzzle:
    """The one puzzle of a request, starting in the position that the request gives."""
    puzzle = one_puzzle(fields)
    return puzzle.starting_at(puzzle.state_from_json(fields["state"])) if "state" in fields else puzzle


def _read(fields: dict[str, Any]) -> list[Puzzle]:
    if "name" in fields:
        entries = library.find(fields["name"])
        if not entries:
            raise Problem(404, f"no puzzle of the library is called {fields['name'][:80]!r}")
        return [library_puzzle(entry) for entry in entries]
    where = PurePath(fields.get("filename") or "the puzzle").name or "the puzzle"
    if "puzzle" in fields:
        return [read_one(fields["puzzle"], where)]
    text = fields["text"].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise BadInput(f"{where}: a binary file; expected text")
    return read_text(text, where)
