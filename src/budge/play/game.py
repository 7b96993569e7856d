"""A game: the moves made, the moves undone, and the time. The puzzle applies the rules."""

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
        self._spent = 0.0  # seconds until the clock was last started
        self._since: float | None = None  # when the clock was last started; None while it is stopped

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def solved(self) -> bool:
        return self.puzzle.is_goal(self.state)

    @property
    def plan(self) -> Plan:
        """The moves made so far, as a plan."""
        return self.puzzle.parse_plan(", ".join(self.moves))

    @property
    def costs(self) -> dict[str, Cost]:
        return self.puzzle.costs(self.plan)

    @property
    def seconds(self) -> float:
        """Seconds from the first move to the solving move, or until now, without pauses."""
        return self._spent + (0.0 if self._since is None else self._clock() - self._since)

    def pause(self) -> None:
        """Stops the clock; the next move or `resume` restarts it."""
        self._spent, self._since = self.seconds, None

    def resume(self) -> None:
        """Restarts the clock of a game that has begun and is not solved."""
        if self._since is None and self.moves and not self.solved:
            self._since = self._clock()

    def make(self, move: str) -> None:
        """Makes a move; raises `IllegalMove` with the reason."""
        self._step(move)
        self.undone.clear()

    def undo(self) -> bool:
        """Undoes the last move; False if there is none."""
        if not self.moves:
            return False
        self.undone.append(self.moves.pop())
        self.states.pop()
        self.resume()
        return True

    def redo(self) -> bool:
        """Redoes the move that was undone last; False if there is none."""
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
