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


def test_one_is_said_as_one(budge: Any, tmp_path: Path) -> None:
    for puzzle, words in (
        ("eight/one", "a plan of 1 move, and none is shorter\n  refuted      none needed; "),
        ("AB/.. .A/..", "a plan of 2 moves, and none is shorter\n  refuted      1 proof, for length 1; "),
    ):
        folder = str(tmp_path / puzzle.replace("/", "-"))
        assert budge("solve", puzzle, "--certify", folder).code == 0
        assert words in budge("certify", "check", folder).out


def test_what_is_no_certificate_is_one_line(budge: Any, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        refused = budge("certify", "check", str(folder))
        assert refused.code == 33
        assert refused.err.count("\n") == 1


def test_what_has_no_solution_ends_as_such_without_a_certificate(budge: Any, tmp_path: Path) -> None:
    assert budge("solve", "eight/swapped", "--certify", str(tmp_path / "proof")).code == 11
    assert not (tmp_path / "proof").exists()


def test_every_puzzle_of_several_gets_a_folder_of_its_own(budge: Any, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("1 2 3/4 5 6/7 0 8\n\n1 2 3/4 5 6/0 7 8\n")
    ran = budge("solve", "eight/12", "two.txt", "eight/12", "--certify", "proofs", "--json")
    assert (ran.code, ran.err) == (0, "")
    folders = [json.loads(line)["certificate"] for line in ran.out.splitlines()]
    assert folders == ["proofs/eight-12", "proofs/two-1", "proofs/two-2", "proofs/eight-12-2"]
    for folder in folders:
        assert budge("certify", "check", folder).code == 0
    all_of_them = budge("certify", "check", "proofs")
    assert all_of_them.code == 33
    assert all_of_them.err == "budge: proofs: a folder of 4 certificates; expected one, such as proofs/eight-12\n"
    one = budge("solve", "two.txt", "--level", 2, "--certify", "proof", "--json")
    assert json.loads(one.out)["certificate"] == "proof"


def test_a_proof_that_runs_out_of_time_is_code_23_and_the_plan_is_printed(budge: Any, tmp_path: Path) -> None:
    """The seconds are for both: solving takes a tenth of one, to refute all shorter plans ten."""
    ran = budge("solve", "5 11 0 12/8 1 6 10/9 2 13 15/4 14 7 3", "--certify", "proof", "--seconds", 1, "--json")
    assert ran.code == 23
    assert (json.loads(ran.out)["status"], json.loads(ran.out)["certificate"]) == ("optimal", None)
    assert ran.err.startswith("budge: no certificate: ")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
