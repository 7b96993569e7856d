"""One puzzle as an environment: every step costs one, an episode ends at the goal."""

from __future__ import annotations

import operator
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from budge.api import load, solve
from budge.gym.base import StateEncoder
from budge.kinds import by_kind
from budge.model import Objective
from budge.names import choice
from budge.puzzles import BadInput, Puzzle

ENCODERS: dict[str, type[StateEncoder]] = by_kind("budge.gym", StateEncoder)
OBSERVATIONS = ("array", "text")
EXTRAS = ("distance", "optimal")


def one_puzzle(kind: str, puzzle: Puzzle | str | Path | None) -> Puzzle:
    """The puzzle to play; raises `BadInput` if it is not of this kind."""
    given = ENCODERS[kind].default if puzzle is None else puzzle
    found = given if isinstance(given, Puzzle) else load(given)[0]
    if found.kind != kind:
        raise BadInput(f"an environment of {kind} cannot use a puzzle of {found.kind}")
    return found


def checked_state(puzzle: Puzzle, state: Any) -> Any:
    """A state that a caller gives; raises `BadInput` if the puzzle has no such state."""
    try:
        data = puzzle.state_to_json(plain(state))
    except (TypeError, ValueError):
        raise BadInput(f"state {str(state)[:40]!r}; expected one such as {puzzle.initial}"[:200]) from None
    return puzzle.state_from_json(data)


def plain(value: Any) -> Any:
    """Arrays and lists as tuples, NumPy's numbers as Python's."""
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


class PuzzleEnv(gymnasium.Env[Any, Any]):
    """A puzzle as a reinforcement-learning environment: `gymnasium.make("budge/Tiles-v0", puzzle="1 2 3/4 5 6/7 8 0")`.

    Every episode starts at a random state of the puzzle, or at its start with `shuffle=False`. The reward of a step is
    -1, so the return is the negative length of the plan; an illegal move changes nothing. `info` contains the
    `action_mask` of legal actions and, if listed in `extras`:

    - `distance`: the length of a shortest plan from here; -1 if no plan exists;
    - `optimal`: the first action of such a plan; -1 if no plan exists.

    These two solve the puzzle at every step, so use them with puzzles that are solved quickly.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        kind: str,
        puzzle: Puzzle | str | Path | None = None,
        *,
        shuffle: bool = True,
        observation: str = "array",
        extras: Collection[str] = (),
        render_mode: str | None = None,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise BadInput(f"observation {observation!r}; {choice(observation, OBSERVATIONS)}")
        for extra in extras:
            if extra not in EXTRAS:
                raise BadInput(f"extras {extra!r}; {choice(extra, EXTRAS)}")
        self.puzzle = one_puzzle(kind, puzzle)
        self.encoder = ENCODERS[kind](self.puzzle)
        self.shuffle, self.observation, self.extras, self.render_mode = shuffle, observation, extras, render_mode
        self.state: Any = self.puzzle.initial
        self.action_space = spaces.Discrete(len(self.encoder.actions))
        self.observation_space = self._make_observation_space()
        self._known: dict[Any, tuple[int, int]] = {}  # distance and best action by state

    def _make_observation_space(self) -> spaces.Space[Any]:
        if self.observation == "text":
            return spaces.Text(2 * len(self.encoder.text(self.state)), min_length=1, charset=self.encoder.letters)
        shape = self.encoder.array(self.state).shape
        return spaces.Box(0, self.encoder.max_value, shape, np.uint16)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """`options={"state": …}` starts at that state; raises `BadInput` if the puzzle has no such state."""
        super().reset(seed=seed)
        if options and "state" in options:
            self.state = checked_state(self.puzzle, options["state"])
        elif self.shuffle:
            self.state = self.puzzle.random_state(Random(int(self.np_random.integers(1 << 62))))
        else:
            self.state = self.puzzle.initial
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        actions = self.encoder.actions
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(actions):
            raise BadInput(f"action {action}; expected a whole number from 0 to {len(actions) - 1}")
        move = actions[number]
        if move in self.encoder.legal(self.state):
            self.state = self.puzzle.apply(self.state, move)
        return self._observe(), -1.0, self.puzzle.is_goal(self.state), False, self._info()

    def render(self) -> str | None:
        return self.puzzle.draw(self.state) if self.render_mode == "ansi" else None

    def _observe(self) -> Any:
        return (self.encoder.text if self.observation == "text" else self.encoder.array)(self.state)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(len(self.encoder.actions), dtype=np.int8)
        mask[[self.encoder.number[move] for move in self.encoder.legal(self.state)]] = 1
        values = dict(zip(EXTRAS, self._best(self.state), strict=True)) if self.extras else {}
        return {"action_mask": mask} | {extra: values[extra] for extra in self.extras}

    def _best(self, state: Any) -> tuple[int, int]:
        """The distance of a state from the goal, and the first action of a shortest plan."""
        if state not in self._known:
            outcome = solve(self.puzzle.starting_at(state), objective=Objective(metric=self.encoder.metric))
            if outcome.plan is None:
                self._known[state] = -1, -1
            elif not outcome.plan.moves:
                self._known[state] = 0, -1
            else:
                move = self.puzzle.move_from(state, outcome.plan.moves[0])
                self._known[state] = len(outcome.plan), self.encoder.number[move]
        return self._known[state]
