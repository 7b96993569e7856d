"""What a fresh environment gets from a wheel, tried by `make wheel` with the Python of that environment alone."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import files, metadata
from pathlib import Path


def check() -> None:
    import budge
    from budge.native import core

    assert ".venv" not in Path(budge.__file__).parts, f"{budge.__file__} is not the wheel's"
    inside = {str(path) for path in files("budge") or ()}
    for module in ("_cpu", "_core", "_core_v3"):
        assert any(name.startswith(f"budge/{module}.") and name.endswith(".so") for name in inside), f"no {module}"
    for name in ("py.typed", "_core.pyi", "web/static/index.html", "web/static/app.js", "library/classic.toml"):
        assert f"budge/{name}" in inside, f"no {name}"
    assert not any(name.startswith(("tests/", "core/", "bench/")) for name in inside)
    assert metadata("budge")["License-Expression"] == "Apache-2.0"

    assert budge.solve("eight/hardest-1").cost == 31
    command = [str(Path(sys.executable).with_name("budge")), "solve", "--json", "klotski"]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(line)["status"] == "optimal"
    print(f"{Path(core.__file__).name} solves; {len(inside)} files")


if __name__ == "__main__":
    check()
