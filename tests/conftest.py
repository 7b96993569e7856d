"""Settings of all tests. Being here, this file also lets every test import `random_puzzles`."""

from hypothesis import settings

settings.register_profile("budge", deadline=None, derandomize=True)  # equal runs; a loaded machine is no failure
settings.load_profile("budge")
