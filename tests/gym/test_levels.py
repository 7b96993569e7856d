"""Environments that draw from several levels: a list, a file, a folder, a generator."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import budge
from budge.generators.tiles import TilesGenerator
from budge.gym import IDS
from budge.puzzles import BadInput, Blocks, Puzzle, Sokoban, Tiles

# As DeepMind publishes them: ten by ten, a number above each level.
BOXOBAN = """; 0
##########
#      ###
#   $ ####
#  .   @##
##########
##########
##########
##########
##########
##########

; 1
##########
##########
#####  .##
##### $  #
#####  @ #
##########
##########
##########
##########
##########
"""
BLOCKS = [
    Blocks.of(["AB", "..", ".."], goals=[["..", "..", ".A"]]),
    Blocks.of(["ABC", "..."], goals=[["...", "..A"]]),
]
LEVELS: dict[str, Any] = {
    "tiles": ["1 2/0 3", "1 2 3/4 0 5", "3 1 2/4 0 5/6 7 8"],
    "tokens": ["graphs/theta0", "graphs/petersen"],
    "sokoban": ["sokoban/rooms-1", "#####|#@$.#|#####", "sokoban/rooms-12"],
    "robots": ["robots/corner-room", "robots/courtyard"],
    "blocks": BLOCKS,
}


def made(kind: str, **settings: Any) -> Any:
    return gymnasium.make(IDS[kind], **settings).unwrapped


@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("observation", ["array", "text"])
def test_environments_of_several_levels_pass_the_checker_of_gymnasium(kind: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(kind, levels=LEVELS[kind], observation=observation, render_mode="rgb_array"))


@pytest.mark.parametrize("kind", IDS)
def test_every_level_is_drawn_and_fits_the_spaces(kind: str) -> None:
    env = made(kind, levels=LEVELS[kind])
    seen = set()
    for seed in range(30):
        observation, info = env.reset(seed=seed)
        seen.add(env.puzzle)
        assert observation in env.observation_space
        assert env.state == env.puzzle.initial
        legal = {env.encoder.number[move] for move in env.encoder.legal(env.state)}
        assert set(np.flatnonzero(info["action_mask"])) == legal
        illegal = next((action for action in range(env.action_space.n) if action not in legal), None)
        if illegal is not None:
            assert (env.step(illegal)[0] == observation).all()
    assert len(seen) == len(LEVELS[kind])
    first = [env.reset(seed=seed)[0].tobytes() for seed in range(9)]
    assert first == [made(kind, levels=LEVELS[kind]).reset(seed=seed)[0].tobytes() for seed in range(9)]


def test_smaller_levels_are_filled_with_walls_or_with_a_number_of_their_own() -> None:
    env = made("sokoban", levels=["#####|#@$.#|#####", "#######|#@ $ .#|#     #|#######"])
    small, _ = env.reset(options={"puzzle": "#####|#@$.#|#####"})
    assert small.shape == (4, 4, 7)
    assert small[0, :, 5:].all()
    assert small[0, 3:].all()
    assert not small[1:, 3:].any()
    boards = made("tiles", levels=["1 2/0 3", "1 2 3/4 0 5"])
    assert boards.reset(options={"puzzle": "1 2/0 3"})[0].tolist() == [[1, 2, 6], [0, 3, 6]]
    walls = made("blocks", levels=BLOCKS)
    assert walls.reset(options={"puzzle": BLOCKS[0]})[0].tolist() == [[1, 2, 4], [0, 0, 4], [0, 0, 4]]


def test_files_of_boxoban_are_levels(tmp_path: Path) -> None:
    (tmp_path / "train").mkdir()
    for name in ("train/000.txt", "train/001.txt"):
        (tmp_path / name).write_text(BOXOBAN)
    for levels in (tmp_path, tmp_path / "train/000.txt", [tmp_path / "train/000.txt"]):
        env = made("sokoban", levels=levels, shape=(10, 10), extras=["distance"])
        names = {(env.reset(seed=seed), env.puzzle.name)[1] for seed in range(20)}
        assert names == {"0", "1"}
        observation, info = env.reset(seed=1)
        assert (observation.shape, info["distance"] > 0) == ((4, 10, 10), True)


def test_a_generator_or_a_function_makes_levels() -> None:
    def chain(random: Random) -> Puzzle:
        return Tiles.of(["1 2 3", "4 5 6", "7 8 0"]).random(random.randrange(10**6))

    def wide(random: Random) -> Puzzle:
        return Sokoban.of(["#" * (wide := random.randint(5, 40)), f"#@$.{' ' * (wide - 5)}#", "#" * wide])

    for kind, levels in (("tiles", chain), ("tiles", TilesGenerator(width=3, height=2)), ("sokoban", wide)):
        env = made(kind, levels=levels)
        drawn = [(env.reset(seed=seed), env.puzzle)[1] for seed in range(40)]
        assert len(set(drawn)) > 20
        assert all(env.observation_space.contains(env.reset(seed=seed)[0]) for seed in range(40))


def test_levels_are_vectorised_each_with_its_own() -> None:
    envs = gymnasium.make_vec(IDS["sokoban"], num_envs=4, vectorization_mode="sync", levels=LEVELS["sokoban"])
    observations, _ = envs.reset(seed=3)
    assert len({each.tobytes() for each in observations}) > 1
    observations, rewards, _, _, info = envs.step(np.zeros(4, dtype=int))
    assert (observations.shape[0], rewards.tolist(), info["action_mask"].shape) == (4, [-1] * 4, (4, 4))


@pytest.mark.parametrize("kind", IDS)
def test_pictures_are_large_or_small(kind: str) -> None:
    for size, mode in ((480, "rgb_array"), (32, "rgb_array")):
        env = made(kind, render_mode=mode, render_size=size)
        env.reset(seed=1)
        picture = env.render()
        assert (picture.dtype, picture.ndim, picture.shape[2]) == (np.uint8, 3, 3)
        assert max(picture.shape) <= size
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
        before = picture
        env.step(int(np.flatnonzero(env._info()["action_mask"])[0]))
        assert (env.render() != before).any()


def test_a_window_shows_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = made("tiles", render_mode="human", puzzle="1 2/0 3")
    env.reset(seed=1)
    screen = env.window.pygame.surfarray.array3d(env.window.pygame.display.get_surface())
    assert (screen == env.picture().swapaxes(0, 1)).all()
    env.close()
    assert env.window is None


def test_what_does_not_fit_is_one_line() -> None:
    env = made("sokoban", levels=["#####|#@$.#|#####"])
    with pytest.raises(BadInput, match=r"a level of the shape \(4, 3, 6\)"):
        env.reset(options={"puzzle": "######|#@ $.#|######"})
    with pytest.raises(BadInput, match="expected rows and columns"):
        made("sokoban", levels=["#####|#@$.#|#####"], shape=(2, 9))
    with pytest.raises(BadInput, match="expected rows and columns"):
        made("tokens", shape=(2, 9))
    with pytest.raises(BadInput, match="cannot use a puzzle of tiles"):
        made("sokoban", levels=["1 2/0 3"])
    with pytest.raises(BadInput, match="levels is empty"):
        made("tiles", levels=[])
    with pytest.raises(BadInput, match="give one puzzle, or several levels"):
        made("tiles", puzzle="1 2/0 3", levels=["1 2/0 3"])
    with pytest.raises(BadInput, match="returned int"):
        made("tiles", levels=lambda random: 7)
    with pytest.raises(BadInput, match="no level, 100 times"):
        made("tiles", levels=lambda random: None)


def test_distances_are_those_of_the_level() -> None:
    env = made("sokoban", levels=LEVELS["sokoban"], extras=["distance", "optimal"])
    for seed in range(6):
        _, info = env.reset(seed=seed)
        assert info["distance"] == budge.solve(env.puzzle, metric="moves").cost
