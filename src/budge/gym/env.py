"""One puzzle as an environment: every step costs one, an episode ends at the goal."""

from __future__ import annotations

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

VIEWS: dict[str, type[StateEncoder]] = by_kind("budge.gym", StateEncoder)
OBSERVATIONS = ("array", "text")
ON_REQUEST = ("distance", "optimal")


def one_puzzle(kind: str, puzzle: Puzzle | str | Path | None) -> Puzzle:
    """The puzzle to play; raises `BadInput` if it is not of this kind."""
    given = VIEWS[kind].default if puzzle is None else puzzle
    found = given if isinstance(given, Puzzle) else load(given)[0]
    if found.kind != kind:
        raise BadInput(f"an environment of {kind} was given a puzzle of {found.kind}")
    return found


class PuzzleEnv(gymnasium.Env[Any, Any]):
    """A puzzle to play: `gymnasium.make("budge/Tiles-v0", puzzle="1 2 3/4 5 6/7 8 0")`.

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
            if extra not in ON_REQUEST:
                raise BadInput(f"extras {extra!r}; {choice(extra, ON_REQUEST)}")
        self.puzzle = one_puzzle(kind, puzzle)
        self.view = VIEWS[kind](self.puzzle)
        self.shuffle, self.observation, self.extras, self.render_mode = shuffle, observation, extras, render_mode
        self.state: Any = self.puzzle.initial
        self.action_space = spaces.Discrete(len(self.view.actions))
        self.observation_space = self._observations()
        self._known: dict[Any, tuple[int, int]] = {}  # distance and best action by state

    def _observations(self) -> spaces.Space[Any]:
        if self.observation == "text":
            return spaces.Text(2 * len(self.view.text(self.state)), min_length=1, charset=self.view.letters)
        shape = self.view.array(self.state).shape
        return spaces.Box(0, self.view.highest, shape, np.uint16)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """`options={"state": …}` starts at that state."""
        super().reset(seed=seed)
        if options and "state" in options:
            self.state = options["state"]
        elif self.shuffle:
            self.state = self.puzzle.random_state(Random(int(self.np_random.integers(1 << 62))))
        else:
            self.state = self.puzzle.initial
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not 0 <= int(action) < len(self.view.actions):
            raise BadInput(f"action {action}; expected 0 to {len(self.view.actions) - 1}")
        move = self.view.actions[int(action)]
        if move in self.view.legal(self.state):
            self.state = self.puzzle.apply(self.state, move)
        return self._seen(), -1.0, self.puzzle.is_goal(self.state), False, self._info()

    def render(self) -> str | None:
        return self.puzzle.draw(self.state) if self.render_mode == "ansi" else None

    def _seen(self) -> Any:
        return (self.view.text if self.observation == "text" else self.view.array)(self.state)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(len(self.view.actions), dtype=np.int8)
        mask[[self.view.number[move] for move in self.view.legal(self.state)]] = 1
        values = dict(zip(ON_REQUEST, self._best(self.state), strict=True)) if self.extras else {}
        return {"action_mask": mask} | {extra: values[extra] for extra in self.extras}

    def _best(self, state: Any) -> tuple[int, int]:
        """The distance of a state from the goal, and the first action of a shortest plan."""
        if state not in self._known:
            outcome = solve(self.puzzle.starting_at(state), objective=Objective(metric=self.view.metric))
            if outcome.plan is None:
                self._known[state] = -1, -1
            elif not outcome.plan.moves:
                self._known[state] = 0, -1
            else:
                move = self.puzzle.move_from(state, outcome.plan.moves[0])
                self._known[state] = len(outcome.plan), self.view.number[move]
        return self._known[state]
