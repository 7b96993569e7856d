"""budge doctor: what is installed, what is missing, and how to get it."""

from __future__ import annotations

import json
import platform
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from budge.cli.exits import Exit
from budge.cli.parameters import json_option
from budge.cli.terminal import facts
from budge.machine import cores, free_memory
from budge.patterns import cache_folder
from budge.processes.limits import limits_in_words
from budge.wording import size_in_words

EXTRAS = {  # extra → the distributions of which one is enough
    "sat": "python-sat",
    "asp": "clingo",
    "cp": "ortools",
    "gpu": "cupy-cuda12x cupy-cuda13x cupy",
    "web": "starlette",
    "gif": "pillow",
    "play": "textual",
    "cluster": "distributed",
    "plots": "matplotlib",
    "lab": "duckdb",
    "gym": "gymnasium",
    "gym-window": "pygame-ce",
    "graph": "networkx",
}


@click.command(short_help="List what is installed and what is missing.")
@json_option
def command(as_json: bool) -> int:
    """List what is installed, and what is missing with the command that installs it.

    \b
    Examples:
      budge doctor
      budge doctor --json
    """
    found = examine()
    click.echo(json.dumps(found) if as_json else in_words(found))
    return Exit.SOLVED


def examine() -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "budge": version("budge"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "native": native(),
        "cores": cores(),
        "processes": limits_in_words(),
        "free_memory": free_memory(),
        "cache": cache(),
        "extras": {extra: installed(packages.split(), extra) for extra, packages in EXTRAS.items()},
        "peers": programs(),
    }


def programs() -> list[str]:
    """The external programs that `budge bench` can compare with."""
    from budge.lab.comparison import peers

    return [peer.name for peer in peers()]


def native() -> dict[str, Any]:
    """The native module in use, and whether it is the one that needs AVX2."""
    from budge.native import core

    return {"module": core.__name__, "avx2": core.__name__.endswith("_v3")}


def cache() -> dict[str, Any]:
    """The folder of pattern databases, and whether it is writable."""
    path = cache_folder()
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            problem = None
    except OSError as error:
        problem = error.strerror
    return {"path": str(path), "writable": problem is None, "problem": problem}


def installed(packages: list[str], extra: str) -> dict[str, str | None]:
    """The first installed package of these; any of them is enough."""
    for package in packages:
        with suppress(PackageNotFoundError):
            return {"package": package, "version": version(package), "install": None}
    return {"package": packages[0], "version": None, "install": f"pip install 'budge[{extra}]'"}


def in_words(found: dict[str, Any]) -> str:
    store = found["cache"]
    rows = [
        ("budge", found["budge"]),
        ("python", f"{found['python']} on {found['platform']}"),
        ("native", found["native"]["module"] + (", built for AVX2 and BMI2" if found["native"]["avx2"] else "")),
        ("machine", f"{found['cores']} cores, {size_in_words(found['free_memory'])} of memory to use"),
        ("processes", found["processes"]),
        ("cache", store["path"] + ("" if store["writable"] else f": not writable, {store['problem']}")),
    ]
    rows += [
        (extra, f"{each['package']} {each['version'] or 'is missing: ' + str(each['install'])}")
        for extra, each in found["extras"].items()
    ]
    rows.append(("to compare", ", ".join(found["peers"]) or "no external programs; pip install up-fast-downward"))
    return facts(rows)
