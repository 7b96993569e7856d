"""Jobs for child processes, good and bad."""

from __future__ import annotations

import importlib
import mmap
import os
import resource
import subprocess
import time
from typing import Any

from budge.processes.child import Emit, temporary_folder


def count(until: int, emit: Emit) -> None:
    for number in range(until):
        emit(number)


def folder(_: None, emit: Emit) -> None:
    emit(os.getcwd())


def sleep(seconds: float, emit: Emit) -> None:
    emit(os.getpid())
    time.sleep(seconds)


def die(number: int, emit: Emit) -> None:
    emit("alive")
    os.kill(os.getpid(), number)


def stumble(_: None, emit: Emit) -> None:
    raise RuntimeError("I stumbled")


def fail(_: None, emit: Emit) -> None:
    raise AssertionError


def measure(data: bytes, emit: Emit) -> None:
    emit(len(data))


def addresses(_: None, emit: Emit) -> None:
    emit(resource.getrlimit(resource.RLIMIT_AS))


def eat(step: int, emit: Emit) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(os.urandom(1 << 10) * (step >> 10)))


def spawn(_: None, emit: Emit) -> None:
    emit(subprocess.Popen(["sleep", "600"]).pid)
    time.sleep(600)


def pause(seconds: float, emit: Emit) -> None:
    time.sleep(seconds)


def importing(module: str, emit: Emit) -> None:
    importlib.import_module(module)


def litter(seconds: float, emit: Emit) -> None:
    """Says which temporary folder it has filled, and keeps it open."""
    with temporary_folder() as folder:
        (folder / "much").write_text("of no use")
        emit(folder)
        time.sleep(seconds)


def own_process(_: None, emit: Emit) -> None:
    emit(os.getpid())


def echo(what: Any, emit: Emit) -> None:
    emit(what)


OPEN: list[mmap.mmap] = []


def read_mapped(path: str, emit: Emit) -> None:
    """Touches all pages of a file, and keeps it mapped as the store keeps its databases."""
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
    OPEN.append(data)
    emit(len(data[:: mmap.PAGESIZE]))


def grow(size: int, emit: Emit) -> None:
    emit(len(bytearray(b"x") * size))
