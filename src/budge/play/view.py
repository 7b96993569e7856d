"""The base class of views: a view draws a kind of puzzle and translates keys and clicks into moves.

A view contains no rules: it proposes moves, and the puzzle decides whether they are legal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from budge.puzzles import Puzzle

P = TypeVar("P", bound=Puzzle)

NOTE_WIDTH = 26  # characters across, of the text next to the board

ARROWS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
HOME, AWAY = "bold black on #9fd3ae", "black on #e6d5ae"
CHOSEN = "bold reverse #f2b84b on black"  # reversed, so that it is visible without colour
WALL, FAINT, PLAYER, TARGET = "#8d8779", "dim", "bold #6aa9e9", "#e07a5f"
LOST = "bold white on #b3423a"


class View(ABC, Generic[P]):
    """The view of one puzzle; it may store the chosen piece."""

    help: ClassVar[str]  # the keys of the kind in one line
    deadlocks: ClassVar[bool] = False  # whether deadlocks can be highlighted
    lights: bool = False  # whether deadlocks are highlighted

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle

    @abstractmethod
    def draw(self, state: Any) -> Text:
        """The drawing of the position."""

    @abstractmethod
    def key(self, key: str, character: str | None, state: Any) -> list[str] | None:
        """The moves of a key, possibly an empty list; None if the key has no function."""

    @abstractmethod
    def click(self, x: int, y: int, state: Any) -> list[str]:
        """The moves of a click on a character of the drawing."""

    @abstractmethod
    def centre(self, state: Any) -> tuple[int, int]:
        """The character of the drawing, by column and row, that must be visible."""

    def say(self, move: str, state: Any) -> str:
        """A move as text, for hints."""
        return move

    def note(self, state: Any) -> str:
        """The text next to the board: the goal and the state of the view."""
        return ""

    def forget(self) -> None:
        """Discards the choice after a change of the position."""
