"""The native module that fits this processor.

`_core` runs on every processor, `_core_v3` on x86-64 with AVX2 and BMI2. A wheel has both; a build from source has the
one for the processor of its machine.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budge import _core as core
else:
    from budge import _cpu

    if _cpu.has_v3() and find_spec("budge._core_v3"):
        core = import_module("budge._core_v3")
    elif find_spec("budge._core"):
        core = import_module("budge._core")
    else:
        raise ImportError("budge was built on a processor with AVX2 and BMI2, which this one lacks: build it here")

__all__ = ["core"]
