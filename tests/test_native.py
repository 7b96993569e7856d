"""Which native module is loaded."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

AN_OLD_PROCESSOR = """
import sys, types
sys.modules["budge._cpu"] = types.SimpleNamespace(has_v3=lambda: False)
from budge.native import core
print(core.__name__)
"""


def test_code_that_a_processor_cannot_run_is_never_loaded() -> None:
    ran = subprocess.run([sys.executable, "-c", AN_OLD_PROCESSOR], capture_output=True, text=True)
    if find_spec("budge._core"):
        assert ran.stdout.strip() == "budge._core"
    else:  # a build for the processor at hand
        assert "AVX2 and BMI2, which this one lacks: build it here" in ran.stderr


@pytest.mark.skipif(not find_spec("budge._core_v3"), reason="this processor has a module of its own")
def test_the_faster_module_is_loaded_where_it_runs() -> None:
    from budge import _cpu
    from budge.native import core

    assert _cpu.has_v3() == (core.__name__ == "budge._core_v3")
