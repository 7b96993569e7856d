"""Settings of all tests. Being here, this file also lets every test import `random_puzzles`."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

collect_ignore = [
    "slow_to_import.py",  # it sleeps for half a minute, and has no tests
    "fuzz/inputs.py",  # it needs Atheris, which only `make fuzz-inputs` installs
    "mutants/native.py",  # it needs libclang, which only `make mutants` installs
]

settings.register_profile("budge", deadline=None, derandomize=True)  # equal runs; a loaded machine is no failure
settings.load_profile("budge")


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pattern databases of the tests are kept apart from the user's."""
    before = os.environ.get("BUDGE_CACHE")
    os.environ["BUDGE_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    del os.environ["BUDGE_CACHE"]
    if before is not None:
        os.environ["BUDGE_CACHE"] = before
