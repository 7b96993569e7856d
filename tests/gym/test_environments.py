"""Environments of Gymnasium: they keep its rules, and what they say of distances is what the solver proves."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from exhaustive import by_distance
from gymnasium.utils.env_checker import check_env

import budge
from budge.gym import IDS
from budge.gym.many_tiles import random_boards
from budge.puzzles import KINDS, BadInput, Sokoban, Tiles

EIGHT = "1 2 3/4 5 6/7 8 0"
SMALL = {
    "tiles": EIGHT,
    "tokens": "graphs/theta0",
    "sokoban": "######|#@   #|# $$ #|# .. #|######",
    "robots": "robots/corner-room",
}
BLOCKS = budge.Blocks.of(["AB", "..", ".."], goals=[["..", "..", ".A"]])


def small(kind: str) -> Any:
    return BLOCKS if kind == "blocks" else SMALL[kind]


def made(kind: str, **wishes: Any) -> Any:
    return gymnasium.make(IDS[kind], **wishes).unwrapped


def test_every_kind_has_an_environment() -> None:
    assert set(IDS) == set(KINDS)
    assert set(IDS.values()) <= set(gymnasium.registry)


@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("observation", ["array", "text"])
def test_environments_pass_the_checker_of_gymnasium(kind: str, observation: str) -> None:
    env = made(kind, observation=observation, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


@pytest.mark.parametrize("kind", IDS)
def test_an_episode_of_optimal_actions_has_the_length_of_the_distance(kind: str) -> None:
    env = made(kind, puzzle=small(kind), extras=["distance", "optimal"])
    for seed in range(5):
        _, info = env.reset(seed=seed)
        distance = info["distance"]
        if distance < 1:
            continue
        for left in range(distance - 1, -1, -1):
            assert info["action_mask"][info["optimal"]] == 1
            _, reward, over, _, info = env.step(info["optimal"])
            assert (reward, info["distance"], over) == (-1.0, left, left == 0)


@pytest.mark.parametrize("kind", IDS)
def test_the_mask_marks_actions_that_change_the_state_and_arrays_distinguish_states(kind: str) -> None:
    env = made(kind, puzzle=small(kind), shuffle=False)
    seen: dict[bytes, Any] = {}
    for state, _ in zip((state for state, _ in by_distance(env.puzzle)), range(40), strict=False):
        array, info = env.reset(options={"state": state})
        assert seen.setdefault(array.tobytes(), state) == state
        for action, allowed in enumerate(info["action_mask"]):
            env.reset(options={"state": state})
            env.step(action)
            assert (env.state != state) == bool(allowed)


IMPOSSIBLE: dict[str, list[Any]] = {
    "tiles": [(1, 2, 3, 4, 5, 6, 7, 8), (1, 1, 2, 3, 4, 5, 6, 7, 0), (1, 2, 3, 4, 5, 6, 7, 8.0, 0), "12345678 "],
    "tokens": [("1",), ("_",) * 7, (1, 2, 3, 4, 5, 6, 0)],
    "sokoban": [((8,), (8, 15)), ((0,), (14, 15)), ((8,), (14,)), ((8,), (14, 15), ())],
    "robots": [(0,) * 9, (10**6, 1, 2, 3)],
    "blocks": [(0, 0), (0, 1, 2), (-1, 1), (10**6, 1)],
}


@pytest.mark.parametrize("kind", IDS)
def test_an_impossible_state_is_refused(kind: str) -> None:
    env = made(kind, puzzle=small(kind))
    env.reset(seed=1)
    before = env.state
    for state in (*IMPOSSIBLE[kind], None, 5, {}, [[]], "x", before + before):
        with pytest.raises(BadInput):
            env.reset(options={"state": state})
    assert env.state == before
    env.reset(options={"state": np.array(before) if kind == "tiles" else list(before)})
    assert env.state == before


@pytest.mark.parametrize("kind", IDS)
def test_an_invalid_action_is_refused_and_changes_nothing(kind: str) -> None:
    """Such as -1, the best action where there is nothing left to do."""
    env = made(kind, puzzle=small(kind))
    env.reset(seed=1)
    before, count = env.state, env.action_space.n
    for action in (-1, count, 1.5, "0", None, float("nan"), np.float64(1)):
        with pytest.raises(BadInput, match=f"action {action}; expected a whole number from 0 to {count - 1}"):
            env.step(action)
    assert env.state == before


def test_arrays_distinguish_players_and_assigned_boxes() -> None:
    level = Sokoban.of(["#######", "#@$ .@#", "# $ . #", "#######"], assigned=[[1], [2]])
    env = made("sokoban", puzzle=level)
    (players, boxes), view = level.initial, env.encoder
    assert (view.array((players, boxes)) != view.array((players[::-1], boxes))).any()
    assert (view.array((players, boxes)) != view.array((players, boxes[::-1]))).any()


def test_invalid_environments_are_refused() -> None:
    with pytest.raises(BadInput, match="an environment of tokens cannot use a puzzle of tiles"):
        made("tokens", puzzle=EIGHT)
    with pytest.raises(BadInput, match="observation 'words'"):
        made("tiles", observation="words")
    with pytest.raises(BadInput, match="extras 'distanse'"):
        made("tiles", extras=["distanse"])


def vector(count: int, **wishes: Any) -> Any:
    return gymnasium.make_vec(IDS["tiles"], num_envs=count, puzzle=EIGHT, **wishes)


def test_many_boards_step_as_single_ones_do() -> None:
    env, single = vector(40, max_episode_steps=60), made("tiles", puzzle=EIGHT)
    boards, _ = env.reset(seed=5)
    random = np.random.default_rng(1)
    over = np.zeros(40, dtype=bool)
    begun = 0
    for _ in range(150):
        actions = random.integers(0, 4, size=40)
        after, rewards, solved, stopped, _ = env.step(actions)
        for i in range(40):
            if over[i]:  # it began anew
                begun += 1
                assert Tiles.of(after[i]).why_unsolvable() is None
                assert (rewards[i], solved[i], stopped[i]) == (0, False, False)
                continue
            single.reset(options={"state": tuple(boards[i].ravel().tolist())})
            seen, reward, terminated, _, _ = single.step(actions[i])
            assert (seen == after[i]).all()
            assert (reward, terminated) == (rewards[i], solved[i])
        boards, over = after, solved | stopped
    assert begun >= 80
    env.reset(seed=5)
    assert (env.reset(seed=5)[0] == vector(40).reset(seed=5)[0]).all()


def test_a_board_one_step_from_its_goal_is_solved_and_then_reset() -> None:
    env = vector(2)
    near = [[[1, 2, 3], [4, 5, 6], [7, 0, 8]]] * 2
    env.reset(options={"boards": near})
    _, _, solved, _, _ = env.step([2, 1])
    assert solved.tolist() == [True, False]
    boards, rewards, solved, _, _ = env.step([0, 2])
    assert (rewards.tolist(), solved.tolist()) == ([0, -1], [False, False])
    assert boards[1].tolist() == near[0]


def test_invalid_boards_and_actions_are_refused_and_change_nothing() -> None:
    env = vector(2)
    before, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="none of 0, 1, 2, 3"):
        env.step([0, 4])
    for actions in ([0, 1.5], ["0", "1"], [None, 0]):
        with pytest.raises(BadInput, match="expected whole numbers from 0 to 3"):
            env.step(actions)
    with pytest.raises(ValueError, match="an action for every board"):
        env.step([0])
    with pytest.raises(BadInput, match="expected \\(2, 3, 3\\)"):
        env.reset(options={"boards": [[1, 0]]})
    with pytest.raises(BadInput, match="occurs twice"):
        env.reset(options={"boards": [[[1, 2, 3], [4, 5, 6], [7, 7, 0]]] * 2})
    assert (env.step([0, 0])[0] == before).sum() >= 2 * 7


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (4, 1)])
def test_all_solvable_boards_are_about_equally_likely(size: tuple[int, int]) -> None:
    width, height = size
    cells = (*range(1, width * height), 0)
    puzzle = Tiles(width=width, height=height, start=cells)
    reachable = {state for state, _ in by_distance(puzzle)}
    drawn = [tuple(row) for row in random_boards(puzzle, 40 * len(reachable), np.random.default_rng(3)).tolist()]
    assert set(drawn) == reachable
    assert max(map(drawn.count, reachable)) < 2.2 * 40


def test_tiles_come_from_arrays_and_become_arrays() -> None:
    array = np.array([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    one = Tiles.of(array)
    assert one == Tiles.of(["1 2 3", "4 0 6", "7 5 8"])
    assert (np.asarray(one) == array).all()
    batch = np.array([one, one.random(1), one.random(2)])
    assert batch.shape == (3, 3, 3)
    assert [puzzle.start for puzzle in Tiles.batch(batch)] == [one.start, one.random(1).start, one.random(2).start]
