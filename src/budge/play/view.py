"""What a kind of puzzle looks like on the screen, and which moves keys and clicks mean there.

A view knows nothing of rules: it proposes moves, and the puzzle says whether they are legal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from budge.puzzles import Puzzle

P = TypeVar("P", bound=Puzzle)

NOTE_WIDTH = 26  # characters across, of what stands beside the board

ARROWS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
HOME, AWAY = "bold black on #9fd3ae", "black on #e6d5ae"
CHOSEN = "bold reverse #f2b84b on black"  # reversed, so that it stands out without colour too
WALL, FAINT, PLAYER, TARGET = "#8d8779", "dim", "bold #6aa9e9", "#e07a5f"
LOST = "bold white on #b3423a"


class View(ABC, Generic[P]):
    """One game's view; it may remember what is chosen."""

    help: ClassVar[str]  # the keys of the kind, in one line
    deadlocks: ClassVar[bool] = False  # whether what is lost before the game ends can be lit up
    lights: bool = False  # whether that which is lost is lit up

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle

    @abstractmethod
    def draw(self, state: Any) -> Text:
        """The position."""

    @abstractmethod
    def key(self, key: str, character: str | None, state: Any) -> list[str] | None:
        """The moves that a key means, perhaps none; None if it means nothing here."""

    @abstractmethod
    def click(self, x: int, y: int, state: Any) -> list[str]:
        """The moves that a click on a character of the drawing means."""

    @abstractmethod
    def centre(self, state: Any) -> tuple[int, int]:
        """The character of the drawing, by column and row, that must be in sight."""

    def say(self, move: str, state: Any) -> str:
        """A move in words, for hints."""
        return move

    def note(self, state: Any) -> str:
        """What is to be reached, and whatever else stands beside the board."""
        return ""

    def forget(self) -> None:
        """Let go of what is chosen: another position has come up."""
