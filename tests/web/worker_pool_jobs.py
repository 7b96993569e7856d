"""Jobs for the workers of a pool."""

from __future__ import annotations

import os
from typing import Any

from budge.processes.child import Emit


def own_process(_: None, emit: Emit) -> None:
    emit(os.getpid())


def echo(what: Any, emit: Emit) -> None:
    emit(what)


def grow(size: int, emit: Emit) -> None:
    emit(len(bytearray(b"x") * size))
