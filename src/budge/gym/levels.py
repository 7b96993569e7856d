"""Where the levels of an environment come from: a list, a file, a folder of files, or a generator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from random import Random

from budge.api import load
from budge.generators.base import Generator
from budge.puzzles import BadInput, Puzzle

Source = Puzzle | str | Path
Given = Source | Iterable[Source] | Generator | Callable[[Random], Puzzle]

SAMPLES = 32  # levels of a generator that decide the shape of observations
MAX_DRAWS = 100  # until a level fits that shape
FILES = 16  # of a folder, whose levels stay in memory


class Levels(ABC):
    """Levels of one kind."""

    @abstractmethod
    def some(self) -> list[Puzzle]:
        """The levels that decide the shape of observations and the number of actions."""

    @abstractmethod
    def draw(self, random: Random) -> Puzzle: ...


class ListedLevels(Levels):
    """A list; every level is equally likely."""

    def __init__(self, levels: list[Puzzle]) -> None:
        self.levels = levels

    def some(self) -> list[Puzzle]:
        return self.levels

    def draw(self, random: Random) -> Puzzle:
        return self.levels[0] if len(self.levels) == 1 else random.choice(self.levels)


class FolderLevels(Levels):
    """The files below a folder, such as those of Boxoban; a file is drawn first, then one of its levels.

    Files are read when they are drawn. The first one decides the shape.
    """

    def __init__(self, folder: Path) -> None:
        self.files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        if not self.files:
            raise BadInput(f"{folder}: a folder without files")

    def some(self) -> list[Puzzle]:
        return levels_of(self.files[0])

    def draw(self, random: Random) -> Puzzle:
        return random.choice(levels_of(random.choice(self.files)))


class GeneratedLevels(Levels):
    """A function of random numbers; a few levels with a fixed seed decide the shape."""

    def __init__(self, make: Callable[[Random], Puzzle | None]) -> None:
        self.make = make

    def some(self) -> list[Puzzle]:
        random = Random(0)
        return [self.draw(random) for _ in range(SAMPLES)]

    def draw(self, random: Random) -> Puzzle:
        for _ in range(MAX_DRAWS):
            found = self.make(random)
            if isinstance(found, Puzzle):
                return found
            if found is not None:
                raise BadInput(f"the generator of levels returned {type(found).__name__}; expected a puzzle")
        raise BadInput(f"the generator returned no level, {MAX_DRAWS} times")


@lru_cache(maxsize=FILES)
def levels_of(file: Path) -> list[Puzzle]:
    return load(file)


def levels_from(given: Given) -> Levels:
    """The levels that the argument `levels` of an environment names."""
    if isinstance(given, Generator):
        return GeneratedLevels(given.draw)
    if isinstance(given, Puzzle):
        return ListedLevels([given])
    if isinstance(given, str | Path):
        return FolderLevels(Path(given)) if is_folder(given) else ListedLevels(load(given))
    if callable(given):
        return GeneratedLevels(given)
    found = [puzzle for each in given for puzzle in ([each] if isinstance(each, Puzzle) else load(each))]
    if not found:
        raise BadInput("levels is empty; expected puzzles, files, a folder or a generator")
    return ListedLevels(found)


def is_folder(source: str | Path) -> bool:
    try:
        return Path(source).is_dir()
    except (OSError, ValueError):
        return False
