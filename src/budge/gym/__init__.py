"""Gymnasium environments, one per kind. Importing this module registers them: `gymnasium.make("budge/Tiles-v0")`.

>>> import gymnasium
>>> env = gymnasium.make("budge.gym:budge/Tiles-v0", puzzle="1 2 3/4 5 6/7 8 0")  # the prefix imports this module
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(env.action_space.n)
((3, 3), 4)
"""

from __future__ import annotations

try:
    from gymnasium.envs.registration import register, registry
except ImportError as missing:
    raise ImportError("the environments need more than is installed: pip install 'budge[gym]'") from missing

from budge.kinds import kinds_in

IDS = {kind: f"budge/{kind.capitalize()}-v0" for kind in kinds_in(__name__)}
VECTOR_ENVS = {"tiles": "budge.gym.many_tiles:ManyTiles"}  # environments that the core steps in batches
MAX_STEPS = 1000  # of an episode, the default of `max_episode_steps`

for kind, name in IDS.items():
    if name not in registry:  # otherwise the module was reloaded
        register(
            name,
            entry_point="budge.gym.env:PuzzleEnv",
            vector_entry_point=VECTOR_ENVS.get(kind),
            max_episode_steps=MAX_STEPS,
            kwargs={"kind": kind},
        )
