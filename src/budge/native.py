"""The native module that fits this processor: built for every x86-64, and for those with AVX2 and BMI2."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from budge import _core as core

if not TYPE_CHECKING and core.has_v3():
    try:
        core = import_module("budge._core_v3")
    except ModuleNotFoundError:  # a build with BUDGE_NATIVE=1 has one module, made for this processor
        pass

__all__ = ["core"]
