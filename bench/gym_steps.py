"""Measures steps per second of the environments: 1,024 boards of the 15-puzzle together, and one of each kind."""

from __future__ import annotations

import time

import gymnasium
import numpy as np

from budge.gym import IDS

BOARDS = 1024
SECONDS = 1.0


def together() -> float:
    env = gymnasium.make_vec(IDS["tiles"], num_envs=BOARDS)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, size=(64, BOARDS))
    began, rounds = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        env.step(actions[rounds % 64])
        rounds += 1
    return rounds * BOARDS / (time.process_time() - began)


def alone(name: str) -> float:
    env = gymnasium.make(name)
    env.reset(seed=1)
    env.action_space.seed(1)
    began, steps = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        steps += 1
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - began)


if __name__ == "__main__":
    print(f"{BOARDS:,} boards together  {together():14,.0f} steps/s of one core")
    for name in IDS.values():
        print(f"{name:22}  {alone(name):14,.0f} steps/s")
