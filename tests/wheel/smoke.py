"""What an empty environment gets from a wheel or a source archive: `make wheel`, `make sdist`, and the release."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from importlib.metadata import distribution, files, metadata
from pathlib import Path


def check() -> None:
    import budge
    from budge.native import core

    assert ".venv" not in Path(budge.__file__).parts, f"{budge.__file__} is not the wheel's"
    inside = {str(path) for path in files("budge") or ()}
    for module in both() if "manylinux" in tags() or "musllinux" in tags() else ("_cpu", core.__name__.split(".")[1]):
        assert any(name.startswith(f"budge/{module}.") and name.endswith(".so") for name in inside), f"no {module}"
    for name in ("py.typed", "_core.pyi", "web/static/index.html", "web/static/app.js", "library/classic.toml"):
        assert f"budge/{name}" in inside, f"no {name}"
    assert not any(name.startswith(("tests/", "core/", "bench/")) for name in inside)
    assert metadata("budge")["License-Expression"] == "Apache-2.0"

    assert budge.solve("eight/hardest-1").cost == 31
    command = [str(Path(sys.executable).with_name("budge")), "solve", "--json", "klotski"]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(line)["status"] == "optimal"
    print(f"Python {platform.python_version()}: {Path(core.__file__).name} solves; {tags() or 'built here'}")


def tags() -> str:
    """The systems that the installed wheel is for."""
    return " ".join(re.findall(r"^Tag: (.*)$", distribution("budge").read_text("WHEEL") or "", re.M))


def both() -> tuple[str, ...]:
    """The modules of a wheel for every processor."""
    return ("_cpu", "_core", "_core_v3") if platform.machine() in ("x86_64", "AMD64") else ("_cpu", "_core")


if __name__ == "__main__":
    check()
