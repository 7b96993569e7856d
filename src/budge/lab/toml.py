"""TOML with line numbers: an error in a suite is reported with its line.

`tomllib` drops line numbers, so a scan for headers and keys finds them again. A `TomlTable` returns its keys one by
one; `done` reports keys that were never read, which are typing errors.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar

from budge.names import near
from budge.puzzles import BadInput

T = TypeVar("T")
Path = tuple[str | int, ...]

HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
KEY = re.compile(r"""\s*([\w.-]+|"[^"]*"|'[^']*')\s*=""")
CLOSED = re.compile(
    r'"{3}.*?"{3}|\'{3}.*?\'{3}|"(?:[^"\\\n]|\\.)*"(?!")|\'[^\'\n]*\'(?!\')|#[^\n]*', re.DOTALL
)  # strings and comments, in which brackets have no meaning
NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list", dict: "a table"}


def lines_of(text: str) -> dict[Path, int]:
    """The line of every header and key; keys of inline tables have the line of the table.

    >>> lines_of("a = 1\\n[[b]]\\nc = [\\n  2]\\n[[b]]\\nc = 3")
    {('a',): 1, ('b', 0): 2, ('b', 0, 'c'): 3, ('b', 1): 5, ('b', 1, 'c'): 6}
    """
    found: dict[Path, int] = {}
    counts: dict[str, int] = {}
    here: Path = ()
    pending, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if not pending:
            start = number
            if header := HEADER.match(line):
                name = header[2]
                counts[name] = counts.get(name, -1) + 1
                here = (name, counts[name]) if header[1] == "[[" else tuple(name.split("."))
                found[here] = number
                continue
            if key := KEY.match(line):
                found.setdefault((*here, key[1].strip("\"'").split(".")[0]), start)
        pending += line + "\n"
        bare = CLOSED.sub("", pending)
        if bare.count("[") <= bare.count("]") and '"""' not in bare and "'''" not in bare:
            pending = ""
    return found


def read_toml(text: str, where: str) -> TomlTable:
    """The whole file as a table; raises `BadInput` with the line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{where}: not TOML: {problem}") from None
    return TomlTable(where, data, (), lines_of(text))


class TomlTable:
    """One table of the file; its keys are read one by one."""

    def __init__(self, where: str, data: dict[str, Any], path: Path, lines: dict[Path, int]) -> None:
        self.where = where
        self._data = data
        self._path = path
        self._lines = lines
        self._read: set[str] = set()

    def line(self, key: str | None = None) -> int:
        path = self._path if key is None else (*self._path, key)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def problem(self, message: str, key: str | None = None) -> BadInput:
        return BadInput(f"{self.where}, line {self.line(key)}: {message}")

    def get(self, key: str, kind: type[T], default: T) -> T:
        """The value of a key; raises `BadInput` if it has another type."""
        self._read.add(key)
        if key not in self._data:
            return default
        value = self._data[key]
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise self.problem(f"{key} = {value!r}; expected {NAMES[kind]}", key)
        return value

    def has(self, key: str) -> bool:
        return key in self._data

    def names(self) -> list[str]:
        return list(self._data)

    def several(self, key: str, kind: type[T]) -> tuple[T, ...]:
        """The value, or the values of a list; empty if the key is absent."""
        self._read.add(key)
        value = self._data.get(key, [])
        values = value if isinstance(value, list) else [value]
        if any(type(each) is not kind for each in values) or (key in self._data and not values):
            raise self.problem(f"{key} = {value!r}; expected {NAMES[kind]}, or a list of these", key)
        return tuple(values)

    def one_of(self, key: str, choices: tuple[str, ...]) -> str:
        value = self.get(key, str, "")
        if value not in choices:
            raise self.problem(f"{key} = {value!r}; {near(value, choices)}", key)
        return value

    def tables(self, key: str) -> list[TomlTable]:
        """The tables written as `[[key]]`."""
        self._read.add(key)
        values = self._data.get(key, [])
        if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
            raise self.problem(f"{key} must be written as [[{key}]]", key)
        return [
            TomlTable(self.where, each, (*self._path, key, index), self._lines) for index, each in enumerate(values)
        ]

    def table(self, key: str) -> TomlTable:
        """The table written as `[key]` or `key = {…}`; empty if it is absent."""
        return TomlTable(self.where, self.get(key, dict, {}), (*self._path, key), self._lines)

    def rest(self) -> dict[str, Any]:
        """All keys that have not been read; they then count as read."""
        found = {key: value for key, value in self._data.items() if key not in self._read}
        self._read.update(found)
        return found

    def done(self) -> None:
        """Raises `BadInput` for a key that has not been read."""
        for key in self._data:
            if key not in self._read:
                raise self.problem(f"unknown key {key!r}; {near(key, sorted(self._read))}", key)
