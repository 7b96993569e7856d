"""The native module that fits this processor: one is built for every x86-64, one for those with AVX2 and BMI2."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budge import _core as core
else:
    from budge import _cpu

    # A build with BUDGE_NATIVE=1 has one module only, made for the processor at hand.
    names = ["budge._core_v3", "budge._core"] if _cpu.has_v3() else ["budge._core"]
    for name in names:
        try:
            core = import_module(name)
            break
        except ModuleNotFoundError:
            if name == names[-1]:
                raise

__all__ = ["core"]
