"""budge solve --certify and budge certify check, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_a_certificate_is_written_and_checked(budge: Any, tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    solved = budge("solve", "eight/12", "--certify", folder, "--json")
    assert json.loads(solved.out)["certificate"] == folder
    checked = budge("certify", "check", folder)
    assert checked.code == 0
    assert "a plan of 12 moves, and none is shorter" in checked.out
    (tmp_path / "proof" / "plan.txt").write_text("U\n")
    refused = budge("certify", "check", folder)
    assert refused.code == 33
    assert "plan.txt: changed since it was written" in refused.err
    assert budge("solve", "eight/12", "--certify", folder).code == 33


def test_what_is_no_certificate_is_one_line(budge: Any, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        refused = budge("certify", "check", str(folder))
        assert refused.code == 33
        assert refused.err.count("\n") == 1


def test_what_has_no_solution_ends_as_such_without_a_certificate(budge: Any, tmp_path: Path) -> None:
    assert budge("solve", "eight/swapped", "--certify", str(tmp_path / "proof")).code == 11
    assert not (tmp_path / "proof").exists()
