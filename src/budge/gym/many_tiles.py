"""Thousands of boards of tiles, stepped together by the core: arrays in, arrays out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from budge.gym import MAX_STEPS
from budge.gym.env import one_puzzle
from budge.native import core
from budge.puzzles import BadInput, Puzzle, Tiles

Boards = NDArray[np.uint16]


class ManyTiles(VectorEnv[Any, Any, Any]):
    """`gymnasium.make_vec("budge/Tiles-v0", num_envs=1024)`: many boards with the steps and rewards of
    `PuzzleEnv`, without `info`.

    A board whose episode has ended is reset to a random state in the next step, which ignores its action: Gymnasium's
    `NEXT_STEP` mode.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        num_envs: int = 1,
        kind: str = "tiles",
        puzzle: Puzzle | str | Path | None = None,
        *,
        max_episode_steps: int = MAX_STEPS,
    ) -> None:
        if num_envs < 1 or max_episode_steps < 1:
            raise BadInput(f"{num_envs} boards and {max_episode_steps} steps; expected at least 1 of each")
        found = one_puzzle(kind, puzzle)
        assert isinstance(found, Tiles)
        self.puzzle, self.num_envs, self.max_steps = found, num_envs, max_episode_steps
        shape = (found.height, found.width)
        self.single_observation_space = spaces.Box(0, found.pieces, shape, np.uint16)
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._goal = np.array(found.goal, dtype=np.uint16)
        self._boards = np.tile(self._goal, (num_envs, 1))
        self._blanks = np.full(num_envs, found.goal.index(0), dtype=np.int32)
        self._misplaced = np.zeros(num_envs, dtype=np.int32)
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._done = np.zeros(num_envs, dtype=bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """`options={"boards": …}` starts at given boards, an array with the axes boards, rows and columns."""
        super().reset(seed=seed)
        if options and "boards" in options:
            boards = np.asarray(options["boards"])
            if boards.shape != self.observation_space.shape:
                raise BadInput(f"boards of shape {boards.shape}; expected {self.observation_space.shape}")
            Tiles.batch(boards, self.puzzle.goal)  # raises for an invalid board
            self._begin(np.ones(self.num_envs, dtype=bool), boards.reshape(self.num_envs, -1).astype(np.uint16))
        else:
            self._begin_random(np.ones(self.num_envs, dtype=bool))
        self._done[:] = False
        return self._observe(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        ended = self._done
        moves = np.asarray(actions)
        if moves.dtype.kind not in "iu":
            raise BadInput(f"actions of type {moves.dtype}; expected whole numbers from 0 to 3")
        moves = np.ascontiguousarray(moves, dtype=np.int64)
        core.step_tiles(self.puzzle.width, self._goal, self._boards, self._blanks, self._misplaced, moves)
        self._steps += 1
        solved = self._misplaced == 0
        rewards = np.full(self.num_envs, -1.0)
        if ended.any():
            self._begin_random(ended)
            solved[ended], rewards[ended] = False, 0.0
        stopped = self._steps >= self.max_steps
        self._done = solved | stopped
        return self._observe(), rewards, solved, stopped, {}

    def _observe(self) -> Boards:
        return self._boards.reshape(self.num_envs, self.puzzle.height, self.puzzle.width).copy()

    def _begin_random(self, which: NDArray[np.bool_]) -> None:
        self._begin(which, random_boards(self.puzzle, int(which.sum()), self.np_random))

    def _begin(self, which: NDArray[np.bool_], boards: Boards) -> None:
        self._boards[which] = boards
        self._blanks[which] = np.argmin(boards, axis=1)
        self._misplaced[which] = ((boards != self._goal) & (boards != 0)).sum(axis=1)
        self._steps[which] = 0


def random_boards(puzzle: Tiles, count: int, random: np.random.Generator) -> Boards:
    """Uniformly random solvable boards, one per row.

    Each is a random permutation built by exchanges whose parity is counted. If it does not match the parity of the
    blank's distance from its goal, two tiles are exchanged (Johnson and Story, 1879).
    """
    if min(puzzle.width, puzzle.height) == 1:
        draw = Random(int(random.integers(1 << 62)))
        return np.array([puzzle.random_state(draw) for _ in range(count)], dtype=np.uint16).reshape(count, -1)
    boards = np.tile(np.array(puzzle.goal, dtype=np.uint16), (count, 1))
    row, odd = np.arange(count), np.zeros(count, dtype=bool)
    for cell in range(boards.shape[1] - 1, 0, -1):
        other = random.integers(0, cell + 1, size=count)
        boards[row, cell], boards[row, other] = boards[row, other], boards[row, cell].copy()
        odd ^= other != cell
    blank, home = np.argmin(boards, axis=1), puzzle.goal.index(0)
    steps = abs(blank // puzzle.width - home // puzzle.width) + abs(blank % puzzle.width - home % puzzle.width)
    wrong = np.flatnonzero(odd != (steps % 2 == 1))
    one, another = np.where(blank[wrong] == 0, 1, 0), np.where(blank[wrong] <= 1, 2, 1)  # neither is the blank
    boards[wrong, one], boards[wrong, another] = boards[wrong, another], boards[wrong, one].copy()
    return boards
