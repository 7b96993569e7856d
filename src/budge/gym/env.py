"""Puzzles as an environment: every step costs one, an episode ends at the goal."""

from __future__ import annotations

import operator
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from budge.api import load, solve
from budge.gym.base import StateEncoder
from budge.gym.levels import MAX_DRAWS, Given, ListedLevels, levels_from
from budge.gym.window import Window
from budge.kinds import by_kind
from budge.model import Objective
from budge.names import choice
from budge.puzzles import BadInput, Puzzle

ENCODERS: dict[str, type[StateEncoder]] = by_kind("budge.gym", StateEncoder)
OBSERVATIONS = ("array", "text")
EXTRAS = ("distance", "optimal")
MAX_SIDE = 480  # pixels of a picture


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


def common_shape(encoders: list[StateEncoder], given: tuple[int, int] | None) -> tuple[int, ...]:
    """The smallest shape that holds the arrays of all levels, or the given rows and columns."""
    shapes = [encoder.array(encoder.puzzle.initial).shape for encoder in encoders]
    smallest = tuple(map(max, zip(*shapes, strict=True)))
    if given is None:
        return smallest
    shape = (*smallest[:-2], *given)
    if len(shape) != len(smallest) or any(one < least for one, least in zip(shape, smallest, strict=True)):
        raise BadInput(f"shape {given}; expected rows and columns for levels of the shape {smallest}")
    return shape


class PuzzleEnv(gymnasium.Env[Any, Any]):
    """A puzzle as a reinforcement-learning environment: `gymnasium.make("budge/Tiles-v0", puzzle="1 2 3/4 5 6/7 8 0")`.

    Every episode starts at a random state of the puzzle, or at its start with `shuffle=False`. With `levels`, every
    episode draws one of several puzzles and starts at its start, unless `shuffle=True`; observations and actions have a
    common shape, by default that of the largest level, or `shape`: rows and columns. The reward of a step is -1, so the
    return is the negative length of the plan; an illegal move changes nothing. `info` contains the `action_mask` of
    legal actions and, if listed in `extras`:

    - `distance`: the length of a shortest plan from here; -1 if no plan exists;
    - `optimal`: the first action of such a plan; -1 if no plan exists.

    The two solve the puzzle at every step, so use them with puzzles that are solved quickly.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 4,
    }

    def __init__(
        self,
        kind: str,
        puzzle: Puzzle | str | Path | None = None,
        *,
        levels: Given | None = None,
        shape: tuple[int, int] | None = None,
        shuffle: bool | None = None,
        observation: str = "array",
        extras: Collection[str] = (),
        render_mode: str | None = None,
        render_size: int = MAX_SIDE,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise BadInput(f"observation {observation!r}; {choice(observation, OBSERVATIONS)}")
        for extra in extras:
            if extra not in EXTRAS:
                raise BadInput(f"extras {extra!r}; {choice(extra, EXTRAS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadInput(f"render_mode {render_mode!r}; {choice(str(render_mode), self.metadata['render_modes'])}")
        if puzzle is not None and levels is not None:
            raise BadInput("puzzle and levels; give one puzzle, or several levels")
        self.kind = kind
        self.levels = ListedLevels([one_puzzle(kind, puzzle)]) if levels is None else levels_from(levels)
        self.shuffle = levels is None if shuffle is None else shuffle
        self.observation, self.extras = observation, extras
        self.render_mode, self.render_size = render_mode, render_size
        self.window: Window | None = None
        some = [ENCODERS[kind](one_puzzle(kind, each)) for each in self.levels.some()]
        self.shape = common_shape(some, shape)
        self.top = max(encoder.top for encoder in some)
        self.action_count = max(len(encoder.actions) for encoder in some)
        self.action_space = spaces.Discrete(self.action_count)
        self.enter(some[0].puzzle)
        self.observation_space = self._make_observation_space(some)

    def enter(self, puzzle: Puzzle) -> None:
        """Make a level the current one."""
        self.puzzle = puzzle
        self.encoder = ENCODERS[self.kind](puzzle, self.top)
        self.state: Any = puzzle.initial
        self._known: dict[Any, tuple[int, int]] = {}  # distance and best action by state

    def _make_observation_space(self, some: list[StateEncoder]) -> spaces.Space[Any]:
        if self.observation == "text":
            longest = max(len(encoder.text(encoder.puzzle.initial)) for encoder in some)
            letters = "".join(sorted(set().union(*(encoder.letters for encoder in some))))
            return spaces.Text(2 * longest, min_length=1, charset=letters)
        same = all(encoder.array(encoder.puzzle.initial).shape == self.shape for encoder in some)
        high = self.top if same else max(self.top, int(np.max(self.encoder.outside)))
        return spaces.Box(0, high, self.shape, np.uint16)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """`options={"state": …}` starts at that state of the current level, `options={"puzzle": …}` plays that puzzle;
        raises `BadInput` if the level has no such state, or if the puzzle does not fit."""
        super().reset(seed=seed)
        random = Random(int(self.np_random.integers(1 << 62)))
        options = options or {}
        if "puzzle" in options:
            self.enter(self.fitting(one_puzzle(self.kind, options["puzzle"])))
        elif "state" not in options:
            self.enter(self.draw(random))
        if "state" in options:
            self.state = checked_state(self.puzzle, options["state"])
        elif self.shuffle and "puzzle" not in options:
            self.state = self.puzzle.random_state(random)
        self._show()
        return self._observe(), self._info()

    def draw(self, random: Random) -> Puzzle:
        """A level that fits the common shape."""
        for _ in range(MAX_DRAWS):
            puzzle = one_puzzle(self.kind, self.levels.draw(random))
            if self.misfit(puzzle) is None:
                return puzzle
        return self.fitting(puzzle)

    def fitting(self, puzzle: Puzzle) -> Puzzle:
        if reason := self.misfit(puzzle):
            raise BadInput(reason)
        return puzzle

    def misfit(self, puzzle: Puzzle) -> str | None:
        """None, or why a level does not fit the spaces of this environment."""
        if puzzle is self.puzzle:
            return None
        encoder = ENCODERS[self.kind](puzzle)
        shape = encoder.array(puzzle.initial).shape
        if len(shape) != len(self.shape) or any(one > most for one, most in zip(shape, self.shape, strict=True)):
            return f"a level of the shape {shape}; this environment has levels of up to {self.shape}"
        if encoder.top > self.top or len(encoder.actions) > self.action_count:
            return f"a level of {puzzle.pieces} {puzzle.things}; the levels that this environment began with have fewer"
        return None

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        actions, count = self.encoder.actions, self.action_count
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < count:
            raise BadInput(f"action {action}; expected a whole number from 0 to {count - 1}")
        move = actions[number] if number < len(actions) else None  # a move of other levels is illegal here
        if move is not None and move in self.encoder.legal(self.state):
            self.state = self.puzzle.apply(self.state, move)
        self._show()
        return self._observe(), -1.0, self.puzzle.is_goal(self.state), False, self._info()

    def render(self) -> Any:
        """The position as text (`ansi`) or as an array of colours (`rgb_array`); a window (`human`) draws itself."""
        if self.render_mode == "ansi":
            return self.puzzle.draw(self.state)
        return self.picture() if self.render_mode == "rgb_array" else None

    def picture(self) -> NDArray[np.uint8]:
        """The position as rows of pixels; the longer side has at most `render_size`."""
        try:
            from budge.render.raster import image
        except ImportError:
            raise BadInput("pictures need more than is installed: pip install 'budge[gym]'") from None
        return np.asarray(image(self.puzzle.svg(self.state), self.render_size))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.window = self.window or Window(self.metadata["render_fps"])
            self.window.show(self.picture())

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
            self.window = None

    def _observe(self) -> Any:
        if self.observation == "text":
            return self.encoder.text(self.state)
        return self.encoder.padded(self.state, self.shape)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.action_count, dtype=np.int8)
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
