"""A certificate convinces a checker that trusts nothing in it; one that was touched does not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import budge
from budge import BadInput, Limits, Objective, Tiles
from budge.certificates import CertificateError, check_certificate, write_certificate
from budge.certificates.manifest import NAME, checksum
from budge.certificates.write import Unproven
from budge.engines.base import Refusal


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of a 20-move 8-puzzle."""
    [puzzle] = budge.load("eight/20")
    return write_certificate(puzzle, budge.solve(puzzle), tmp_path_factory.mktemp("certificates") / "twenty")


@pytest.fixture
def certificate(original: Path, tmp_path: Path) -> Path:
    """A copy to tamper with."""
    return shutil.copytree(original, tmp_path / "copy")


def forge(certificate: Path, change: Callable[[dict[str, Any]], None] = lambda manifest: None) -> None:
    """Change the manifest, and make its checksums right again as a cunning forger would."""
    manifest = json.loads((certificate / NAME).read_text())
    manifest["sha256"] = {path.name: checksum(path) for path in certificate.iterdir() if path.name != NAME}
    change(manifest)
    (certificate / NAME).write_text(json.dumps(manifest))


def test_it_holds(original: Path) -> None:
    manifest = check_certificate(original)
    lengths = [each.horizon for each in manifest.refutations]
    assert manifest.cost == 20
    assert lengths == list(range(lengths[0], 20, 2))


@pytest.mark.parametrize("engine", ["astar", "ida", "bidirectional", "sat"])
def test_whichever_engine_found_the_plan(engine: str, tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/12")
    check_certificate(write_certificate(puzzle, budge.solve(puzzle, engine=engine), tmp_path / "new"))


def test_graphs_too(tmp_path: Path) -> None:
    [puzzle] = budge.load("graphs/cube")
    outcome = budge.solve(puzzle)
    assert check_certificate(write_certificate(puzzle, outcome, tmp_path / "new")).cost == outcome.cost


def test_nothing_to_refute_where_the_distance_is_the_cost(tmp_path: Path) -> None:
    puzzle = Tiles.of(["1 2 3", "4 5 6", "7 0 8"])
    assert check_certificate(write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new")).refutations == []


@pytest.mark.parametrize("suffix", [".cnf", ".drat", ".txt", ".json"])
def test_a_changed_byte_is_noticed(certificate: Path, suffix: str) -> None:
    file = sorted(path for path in certificate.iterdir() if path.suffix == suffix and path.name != NAME)[-1]
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(CertificateError, match=f"{file.name}: changed since it was written"):
        check_certificate(certificate)


def test_a_forged_plan_is_replayed_and_refused(certificate: Path) -> None:
    (certificate / "plan.txt").write_text("UDUD\n")
    forge(certificate)
    with pytest.raises(CertificateError, match=r"plan\.txt: "):
        check_certificate(certificate)


def test_a_longer_plan_is_not_what_was_claimed(certificate: Path) -> None:
    plan = (certificate / "plan.txt").read_text().strip()
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[plan[0]]
    (certificate / "plan.txt").write_text(plan[0] + back + plan + "\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="not a plan of 20 moves"):
        check_certificate(certificate)
    forge(certificate, lambda manifest: manifest.update(cost=22))
    with pytest.raises(CertificateError, match=r"lengths \[20\] are not those to be refuted"):
        check_certificate(certificate)


def test_a_formula_of_another_puzzle_is_refused(certificate: Path) -> None:
    [file, *_] = sorted(certificate.glob("*.cnf"))
    file.write_text("p cnf 1 2\n1 0\n-1 0\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="not the formula of this puzzle and length"):
        check_certificate(certificate)


def test_a_proof_with_a_lemma_out_of_thin_air_is_refused(certificate: Path) -> None:
    file = sorted(certificate.glob("*.drat"))[-1]
    file.write_text("0\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="line 1 of the proof does not follow"):
        check_certificate(certificate)


def test_a_missing_length_is_noticed(certificate: Path) -> None:
    forge(certificate, lambda manifest: manifest["refutations"].pop())
    with pytest.raises(CertificateError, match="are not those to be refuted"):
        check_certificate(certificate)


def test_files_come_from_the_certificate_alone(certificate: Path) -> None:
    forge(certificate, lambda manifest: manifest.update(plan="../plan.txt"))
    with pytest.raises(CertificateError, match="is no file of the certificate"):
        check_certificate(certificate)


def test_a_stray_or_missing_file_is_noticed(certificate: Path) -> None:
    (certificate / "stray").touch()
    with pytest.raises(CertificateError, match="stray: not in the manifest"):
        check_certificate(certificate)
    (certificate / "stray").unlink()
    (certificate / "plan.txt").unlink()
    with pytest.raises(CertificateError, match=r"plan\.txt: missing"):
        check_certificate(certificate)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "budge certificate 1"}', "\x00"])
def test_a_broken_manifest_is_one_line(certificate: Path, text: str) -> None:
    (certificate / NAME).write_text(text)
    with pytest.raises(CertificateError, match=r"manifest\.json: "):
        check_certificate(certificate)


def test_only_optimal_plans_are_certified(tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/20")
    with pytest.raises(Refusal, match="only an optimal plan"):
        write_certificate(puzzle, budge.solve(puzzle, objective=Objective("any")), tmp_path / "new")


def test_an_existing_folder_is_not_touched(tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/12")
    with pytest.raises(BadInput, match="exists"):
        write_certificate(puzzle, budge.solve(puzzle), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_limit_leaves_nothing_behind(tmp_path: Path) -> None:
    [puzzle] = budge.load("fifteen/42")
    with pytest.raises(Unproven, match="was not refuted"):
        write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new", limits=Limits(seconds=0.3))
    assert list(tmp_path.iterdir()) == []
