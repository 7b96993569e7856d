"""Puzzles of classes that budge does not know, as sources.

`pancakes.py:stack` and `my_package.puzzles:Pancakes` are a name in a program: a puzzle, a class or a function without
arguments, or a list. It runs that program, so only the command line and suites accept it. A name in the entry point
group `budge.puzzles` of an installed package is a source everywhere.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from copy import copy
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from budge.names import near
from budge.puzzles import BadInput, Puzzle

GROUP = "budge.puzzles"
IN_PROGRAM = re.compile(r"(?P<program>[^\s:]+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_][\w.]*)")


@cache
def registered_names() -> tuple[str, ...]:
    """The names that installed packages register."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def registered(source: str) -> list[Puzzle]:
    """The puzzles registered as `name`, or one of them as `name/2`; none if there is no such name."""
    name, _, number = source.partition("/")
    if name not in registered_names():
        return []
    found = all_registered(name)
    if not number:
        return found
    return [puzzle for puzzle in found if puzzle.name == source]


@cache
def all_registered(name: str) -> list[Puzzle]:
    """The puzzles of a registered name, each named after it."""
    from importlib.metadata import entry_points

    point = next(point for point in entry_points(group=GROUP) if point.name == name)
    try:
        found = puzzles_of(point.load(), point.value)
    except BadInput:
        raise
    except Exception as problem:
        raise BadInput(f"{name}: {point.value} cannot be used: {type(problem).__name__}: {problem}") from problem
    return [named(puzzle, name if len(found) == 1 else f"{name}/{at}") for at, puzzle in enumerate(found, 1)]


def named(puzzle: Puzzle, name: str) -> Puzzle:
    other = copy(puzzle)
    object.__setattr__(other, "name", name)
    return other


def program_of(source: str) -> str | None:
    """The file or module of a source such as `pancakes.py:stack`; None for other sources.

    >>> program_of("pancakes.py:stack"), program_of("goal: 1 2/3 0")
    ('pancakes.py', None)
    """
    found = IN_PROGRAM.fullmatch(source)
    return found["program"] if found else None


def exists(program: str) -> bool:
    """Whether there is such a module; True for every file name, so that a missing file is reported."""
    if program.endswith(".py"):
        return True
    add_to_path(Path.cwd())
    try:
        return find_spec(program) is not None
    except (ImportError, ValueError):
        return False


def in_program(source: str) -> list[Puzzle]:
    """The puzzles that a name in a program stands for; raises `BadInput`."""
    program, _, name = source.rpartition(":")
    value: Any = module_of(program)
    try:
        for part in name.split("."):
            value = getattr(value, part)
    except AttributeError:
        known = [each for each in vars(module_of(program)) if not each.startswith("_")]
        raise BadInput(f"{program} has no {name}; {near(name, known)}") from None
    return puzzles_of(value, source)


def module_of(program: str) -> Any:
    """The module of a file or of a name. A file is imported under its name, so that worker processes find it, too."""
    path = Path(program)
    if not program.endswith(".py"):
        name = program
    elif not path.is_file():
        raise BadInput(f"no such file: {program}")
    else:
        add_to_path(path.resolve().parent)
        name = path.stem
    try:
        module = import_module(name)
    except (Exception, SystemExit) as problem:
        raise BadInput(f"{program} cannot be imported: {type(problem).__name__}: {problem}") from problem
    file = getattr(module, "__file__", None)
    if program.endswith(".py") and (file is None or not path.samefile(file)):
        raise BadInput(f"{program}: another module is called {name}; rename the file")
    return module


def add_to_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def puzzles_of(value: Any, where: str) -> list[Puzzle]:
    """A puzzle, what a class or a function without arguments returns, or a list of puzzles."""
    if isinstance(value, type) and not issubclass(value, Puzzle):
        raise BadInput(f"{where} is not a puzzle; subclass budge.CustomPuzzle, or decorate it with @budge.puzzle")
    if callable(value) and not isinstance(value, Puzzle):
        try:
            value = value()
        except TypeError as problem:
            advice = "name a puzzle instead, such as stack = Pancakes(3, 1, 2)"
            raise BadInput(f"{where}: {problem}; {advice}") from problem
        except (Exception, SystemExit) as problem:
            raise BadInput(f"{where} cannot be called: {type(problem).__name__}: {problem}") from problem
    found = [value] if isinstance(value, Puzzle) else list(value) if isinstance(value, Iterable) else []
    if not found or not all(isinstance(each, Puzzle) for each in found):
        raise BadInput(f"{where} is {type(value).__name__}; expected a puzzle, its class, or a list of puzzles")
    return found
