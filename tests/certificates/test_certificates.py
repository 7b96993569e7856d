"""A certificate convinces a checker that trusts nothing in it; one that was touched does not."""

from __future__ import annotations

import json
import math
import os
import shutil
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import budge
from budge import BadInput, Limits, Objective, Observer, Outcome, Progress, Tiles, Tokens
from budge.certificates import CertificateError, check_certificate, write_certificate
from budge.certificates.manifest import NAME, checksum
from budge.certificates.write import Unproven
from budge.engines.base import Refusal


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of a 20-move 8-puzzle."""
    [puzzle] = budge.load("eight/20")
    return write_certificate(puzzle, budge.solve(puzzle), tmp_path_factory.mktemp("certificates") / "twenty")


@pytest.fixture(scope="module")
def original_of_a_solver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of a 12-step puzzle of sliding blocks, which has no proof by search."""
    [puzzle] = budge.load("polyominoes/letters")
    outcome = budge.solve(puzzle, metric="steps")
    return write_certificate(puzzle, outcome, tmp_path_factory.mktemp("certificates") / "letters")


@pytest.fixture(params=["search", "solver"])
def any_certificate(request: pytest.FixtureRequest, original: Path, original_of_a_solver: Path, tmp_path: Path) -> Path:
    """A copy to tamper with, of a certificate with proofs of either kind."""
    return shutil.copytree(original if request.param == "search" else original_of_a_solver, tmp_path / "copy")


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


def test_a_certificate_is_valid(original: Path) -> None:
    manifest = check_certificate(original)
    lengths = [each.horizon for each in manifest.refutations]
    assert manifest.cost == 20
    assert lengths == list(range(lengths[0], 20, 2))
    assert {Path(each.proof).suffix for each in manifest.refutations} == {".pbp"}


def test_a_certificate_with_proofs_of_a_solver_is_valid(original_of_a_solver: Path) -> None:
    manifest = check_certificate(original_of_a_solver)
    assert [each.proof for each in manifest.refutations] == ["no-plan-of-008.drat", "no-plan-of-010.drat"]


def test_the_name_of_a_proof_does_not_weaken_its_check(any_certificate: Path) -> None:
    """A proof of one kind is no proof of the other kind."""
    [*_, proof] = [path for path in sorted(any_certificate.iterdir()) if path.suffix in (".pbp", ".drat")]
    other = proof.with_suffix(".drat" if proof.suffix == ".pbp" else ".pbp")
    proof.rename(other)
    forge(any_certificate, lambda manifest: manifest["refutations"][-1].update(proof=other.name))
    with pytest.raises(CertificateError, match=f"{other.name}: line 1 of the proof"):
        check_certificate(any_certificate)


@pytest.mark.parametrize("engine", ["astar", "ida", "bidirectional", "sat"])
def test_a_plan_of_any_engine_can_be_certified(engine: str, tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/12")
    check_certificate(write_certificate(puzzle, budge.solve(puzzle, engine=engine), tmp_path / "new"))


def test_graph_puzzles_can_be_certified(tmp_path: Path) -> None:
    [puzzle] = budge.load("graphs/cube")
    outcome = budge.solve(puzzle)
    assert check_certificate(write_certificate(puzzle, outcome, tmp_path / "new")).cost == outcome.cost


def test_nothing_to_refute_where_the_distance_is_the_cost(tmp_path: Path) -> None:
    puzzle = Tiles.of(["1 2 3", "4 5 6", "7 0 8"])
    assert check_certificate(write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new")).refutations == []


@pytest.mark.parametrize("suffix", [".cnf", ".pbp", ".txt", ".json"])
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


def test_a_plan_longer_than_claimed_is_refused(certificate: Path) -> None:
    plan = (certificate / "plan.txt").read_text().strip()
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[plan[0]]
    (certificate / "plan.txt").write_text(plan[0] + back + plan + "\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="not a plan of 20 moves"):
        check_certificate(certificate)
    forge(certificate, lambda manifest: manifest.update(cost=22))
    with pytest.raises(CertificateError, match="no refutation of length 20"):
        check_certificate(certificate)


def test_a_formula_of_another_puzzle_is_refused(certificate: Path) -> None:
    [file, *_] = sorted(certificate.glob("*.cnf"))
    file.write_text("p cnf 1 2\n1 0\n-1 0\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="not the formula of this puzzle and length"):
        check_certificate(certificate)


def test_a_proof_with_an_underivable_lemma_is_refused(original_of_a_solver: Path, tmp_path: Path) -> None:
    certificate = shutil.copytree(original_of_a_solver, tmp_path / "copy")
    file = sorted(certificate.glob("*.drat"))[-1]
    file.write_text("0\n")
    forge(certificate)
    with pytest.raises(CertificateError, match="line 1 of the proof does not follow"):
        check_certificate(certificate)


def test_a_missing_length_is_noticed(certificate: Path) -> None:
    forge(certificate, lambda manifest: manifest["refutations"].pop())
    with pytest.raises(CertificateError, match="no refutation of length 18"):
        check_certificate(certificate)


def test_a_superfluous_length_is_noticed(certificate: Path) -> None:
    forge(certificate, lambda manifest: manifest["refutations"].append(manifest["refutations"][0]))
    with pytest.raises(CertificateError, match=r"refutes lengths \[.*\]; expected \[.*18\]"):
        check_certificate(certificate)


def test_files_come_from_the_certificate_alone(certificate: Path) -> None:
    forge(certificate, lambda manifest: manifest.update(plan="../plan.txt"))
    with pytest.raises(CertificateError, match="is not a file of the certificate"):
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


def test_a_limit_leaves_no_files(tmp_path: Path) -> None:
    [puzzle] = budge.load("fifteen/46")
    with pytest.raises(Unproven, match=r"refuted: the time limit was reached") as problem:
        write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new", limits=Limits(seconds=0.3))
    assert problem.value.stopped_by == "seconds"
    assert list(tmp_path.iterdir()) == []


def test_time_before_the_first_proof_counts_against_the_limit(tmp_path: Path) -> None:
    """The distances of this graph alone take twenty seconds."""
    vertices = [str(number) for number in range(4096)]
    puzzle = Tokens.of(
        {vertex: [after] for vertex, after in pairwise(vertices)},
        start=[*vertices[1:4095], "_", "4095"],
        goal=[*vertices[1:4096], "_"],
    )
    outcome = Outcome("optimal", puzzle.parse_plan("4095"), 1)
    began = time.monotonic()
    with pytest.raises(Unproven) as problem:
        write_certificate(puzzle, outcome, tmp_path / "new", limits=Limits(seconds=0.3))
    assert problem.value.stopped_by == "seconds"
    assert time.monotonic() - began < 10


def test_ctrl_c_leaves_no_files(tmp_path: Path) -> None:
    def press(progress: Progress) -> None:
        raise KeyboardInterrupt

    [puzzle] = budge.load("fifteen/42")
    with pytest.raises(Unproven) as problem:
        write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new", observer=Observer(press))
    assert problem.value.stopped_by == "interrupt"
    assert list(tmp_path.iterdir()) == []


def test_an_observer_sees_the_progress_of_the_proof_and_can_cancel_it(tmp_path: Path) -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.share > 0:
            observer.cancel()

    observer = Observer(watch)
    [puzzle] = budge.load("eight/hardest-1")
    with pytest.raises(Unproven, match="cancelled") as problem:
        write_certificate(puzzle, budge.solve(puzzle), tmp_path / "new", observer=observer)
    assert problem.value.stopped_by == "cancel"
    assert list(tmp_path.iterdir()) == []
    assert {progress.preparing for progress in seen} == {"proving that no plan is shorter"}
    assert 0 < seen[-1].share < 1


def test_a_plan_that_is_not_optimal_is_detected(tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/12")
    plan = budge.solve(puzzle).plan
    assert plan is not None
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[plan.moves[0]]
    longer = puzzle.parse_plan(plan.moves[0] + back + plan.text)
    with pytest.raises(Unproven, match="there is a plan of 12 moves: the outcome is wrong") as problem:
        write_certificate(puzzle, Outcome("optimal", longer, 14), tmp_path / "new")
    assert problem.value.stopped_by is None
    assert list(tmp_path.iterdir()) == []


WRONG: list[Any] = [None, True, 1.0, 20.0, math.nan, math.inf, 10**4000, -1, "", "x", "..", "\0", "\ud800", [], [1], {}]


def places(data: Any, *above: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value within plain data, itself first."""
    yield above
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        yield from places(part, *above, key)


def replaced(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    copy = data.copy()
    copy[place[0]] = replaced(data[place[0]], place[1:], value)
    return copy


def test_any_manifest_gives_a_one_line_answer(certificate: Path) -> None:
    manifest = json.loads((certificate / NAME).read_text())
    for place in places(manifest):
        if place == ("budge",):  # any text will do
            continue
        for wrong in WRONG:
            (certificate / NAME).write_text(json.dumps(replaced(manifest, place, wrong)))
            with pytest.raises(CertificateError):
                check_certificate(certificate)


def test_any_puzzle_file_gives_a_one_line_answer(certificate: Path) -> None:
    puzzle = json.loads((certificate / "puzzle.json").read_text())
    for place in places(puzzle):
        if place == ("name",) or (place == ("goal",)):  # it may have another name, and leave the usual goal out
            continue
        for wrong in WRONG:
            (certificate / "puzzle.json").write_text(json.dumps(replaced(puzzle, place, wrong)))
            forge(certificate)
            with pytest.raises(CertificateError):
                check_certificate(certificate)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\0", b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b"\0" * 100, b"-1 0\n" * 3]
)
def test_any_file_content_gives_a_one_line_answer(any_certificate: Path, content: bytes) -> None:
    certificate = any_certificate
    [*_, proof] = [path for path in sorted(certificate.iterdir()) if path.suffix in (".pbp", ".drat")]
    [*_, formula] = sorted(certificate.glob("*.cnf"))
    for path in (proof, formula, certificate / "plan.txt", certificate / "puzzle.json", certificate / NAME):
        was = path.read_bytes(), (certificate / NAME).read_bytes()
        path.write_bytes(content)
        if path.name != NAME:
            forge(certificate)
        with pytest.raises(CertificateError, match=path.name.replace(".", r"\.")):
            check_certificate(certificate)
        path.write_bytes(was[0])
        (certificate / NAME).write_bytes(was[1])


@pytest.mark.parametrize("name", [NAME, "plan.txt"])
def test_only_plain_files_are_read(certificate: Path, name: str) -> None:
    """Neither a folder, nor what lies elsewhere or has no end."""
    path = certificate / name
    for put in (Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.symlink_to("gone")):
        path.unlink()
        put(path)
        with pytest.raises(CertificateError, match=f"{name}: not a plain file"):
            check_certificate(certificate)
        if path.is_dir():
            path.rmdir()
            path.touch()


def test_a_folder_without_a_manifest_is_not_a_certificate(certificate: Path) -> None:
    (certificate / NAME).unlink()
    with pytest.raises(CertificateError, match=r"manifest\.json: No such file"):
        check_certificate(certificate)


def test_the_time_to_check_it_is_limited(certificate: Path) -> None:
    with pytest.raises(CertificateError, match="stopped: seconds"):
        check_certificate(certificate, limits=Limits(seconds=1e-9))
