"""The resources that a measured job used, and the machine that it ran on."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from budge.machine import cores

PACKAGES = ("budge", "python-sat", "ortools", "clingo", "up-fast-downward")


@dataclass(frozen=True)
class Usage:
    """When and where a measured job ran, and the resources that its process used."""

    began: float  # seconds since 1970
    seconds: float
    cpu_seconds: float
    peak_bytes: int  # of the whole process, including the interpreter
    memory_limit: int
    load: float | None
    machine: dict[str, Any]
    versions: dict[str, str]

    @classmethod
    def of(cls, began: float, seconds: float, cpu_seconds: float, peak_bytes: int, memory_limit: int) -> Usage:
        """Adds the load of this machine, its description and the package versions."""
        load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
        about = (load, describe_machine(), package_versions())
        return cls(round(began, 3), seconds, cpu_seconds, peak_bytes, memory_limit, *about)


@cache
def describe_machine() -> dict[str, Any]:
    """This machine in general terms: no names, no paths."""
    return {
        "cpu": _cpu(),
        "cores": cores(),
        "memory": _total_memory(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _cpu() -> str:
    try:
        model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        model = None
    return " ".join(model[1].split()) if model else platform.processor() or platform.machine()


def _total_memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None


@cache
def package_versions() -> dict[str, str]:
    """The versions of Python and of the installed packages that solve puzzles."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
