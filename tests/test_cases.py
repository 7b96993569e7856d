"""Every input that a fuzzer found and that was not refused as it should be: `make fuzz-inputs` adds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.readers import READERS, attempt, seeds

INPUTS = sorted(path for path in Path(__file__).parent.glob("cases/inputs/*") if path.is_file())


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_an_input_that_once_failed_is_read_or_refused(path: Path) -> None:
    attempt(path.name.partition("--")[0], path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_every_reader_accepts_what_the_fuzzer_starts_from(name: str) -> None:
    for seed in seeds(name):
        attempt(name, seed)
