"""A game: the moves made so far, those taken back, and the time. All rules are the puzzle's own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from budge.puzzles import Cost, Plan, Puzzle


class Game:
    """
    >>> from budge.puzzles import Tiles
    >>> game = Game(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]))
    >>> game.make("D"), game.make("R"), game.solved, game.plan.text
    (None, None, True, 'DR')
    >>> game.undo(), game.state == game.puzzle.initial, game.solved
    (True, False, False)
    """

    def __init__(self, puzzle: Puzzle, clock: Callable[[], float] = time.monotonic) -> None:
        self.puzzle = puzzle
        self._clock = clock
        self.restart()

    def restart(self) -> None:
        self.moves: list[str] = []
        self.undone: list[str] = []
        self.states: list[Any] = [self.puzzle.initial]
        self._spent = 0.0  # seconds, before the clock was started last
        self._since: float | None = None  # when that was; None while it stands

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def solved(self) -> bool:
        return self.puzzle.is_goal(self.state)

    @property
    def plan(self) -> Plan:
        """What was played, as the referee checks it."""
        return self.puzzle.parse_plan(", ".join(self.moves))

    @property
    def costs(self) -> dict[str, Cost]:
        return self.puzzle.costs(self.plan)

    @property
    def seconds(self) -> float:
        """From the first move to the one that solved it, or until now; without the time that it was left alone."""
        return self._spent + (0.0 if self._since is None else self._clock() - self._since)

    def pause(self) -> None:
        """Stop the clock; the next move, or `resume`, lets it run on."""
        self._spent, self._since = self.seconds, None

    def resume(self) -> None:
        """Let the clock run on, where there is something to time."""
        if self._since is None and self.moves and not self.solved:
            self._since = self._clock()

    def make(self, move: str) -> None:
        """Make a move; raises `IllegalMove` with the reason."""
        self._step(move)
        self.undone.clear()

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        if not self.moves:
            return False
        self.undone.append(self.moves.pop())
        self.states.pop()
        self.resume()
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last; False if there is none."""
        if not self.undone:
            return False
        self._step(self.undone.pop())
        return True

    def _step(self, move: str) -> None:
        after = self.puzzle.apply(self.state, move)
        self.moves.append(move)
        self.states.append(after)
        if self.solved:
            self.pause()
        else:
            self.resume()
