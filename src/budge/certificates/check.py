"""Checks a certificate independently: the plan is replayed, every formula is rebuilt from the puzzle, and every proof
is checked in the core, by cutting planes or unit propagation. No solver is involved."""

from __future__ import annotations

import stat
import time
from pathlib import Path

from budge.certificates.manifest import NAME, Manifest, checksum, read_json
from budge.certificates.write import horizons
from budge.formats.json_format import read_one
from budge.model import Limits
from budge.native import core
from budge.puzzles import BadInput, Puzzle


class CertificateError(Exception):
    """A certificate does not prove its claim; the message says why."""


def check_certificate(folder: str | Path, *, limits: Limits | None = None) -> Manifest:
    """Returns the manifest of a valid certificate; raises `CertificateError` if it is invalid."""
    folder = Path(folder)
    if not folder.is_dir():
        raise BadInput(f"{folder}: not a folder; expected a certificate")
    if several := sorted(path.parent for path in folder.glob(f"*/{NAME}")):
        raise BadInput(f"{folder}: a folder of {len(several)} certificates; expected one, such as {several[0]}")
    try:
        files = _files(folder)
        try:
            manifest = Manifest.read(folder)
        except ValueError as problem:
            raise CertificateError(f"{NAME}: {problem}") from None
        _checksums(folder, files, manifest)
        puzzle = _plan(folder, manifest)
        _refutations(folder, manifest, puzzle, limits or Limits())
    except OSError as problem:
        raise CertificateError(f"{Path(problem.filename or folder).name}: {problem.strerror}") from None
    return manifest


def _files(folder: Path) -> set[str]:
    """The names of all files. Other kinds are refused: a pipe may never end, and a link may leave the folder."""
    names = set()
    for path in folder.iterdir():
        if not stat.S_ISREG(path.lstat().st_mode):
            raise CertificateError(f"{path.name}: not a plain file")
        names.add(path.name)
    return names


def _checksums(folder: Path, files: set[str], manifest: Manifest) -> None:
    if odd := (files - {NAME}) ^ set(manifest.sha256):
        name = min(odd)
        raise CertificateError(f"{name}: {'missing' if name in manifest.sha256 else 'not in the manifest'}")
    for name, expected in manifest.sha256.items():
        if checksum(folder / name) != expected:
            raise CertificateError(f"{name}: changed since it was written; its checksum differs")


def _plan(folder: Path, manifest: Manifest) -> Puzzle:
    """The puzzle; the referee has replayed the plan."""
    try:
        puzzle = read_one(read_json(folder / manifest.puzzle), manifest.puzzle)
        plan = puzzle.parse_plan((folder / manifest.plan).read_text(encoding="utf-8"))
    except ValueError as problem:
        raise CertificateError(f"{manifest.puzzle}, {manifest.plan}: {problem}") from None
    verdict = puzzle.verify(plan)
    if not verdict:
        raise CertificateError(f"{manifest.plan}: {verdict.reason}")
    if verdict.costs.get(manifest.metric) != manifest.cost:
        raise CertificateError(f"{manifest.plan}: not a plan of {manifest.cost} {manifest.metric}")
    return puzzle


def _refutations(folder: Path, manifest: Manifest, puzzle: Puzzle, limits: Limits) -> None:
    from budge.encodings.sat import encode, no_encoding

    if reason := no_encoding(puzzle, manifest.metric):
        raise CertificateError(f"{NAME}: {reason}")
    needed = list(horizons(puzzle, manifest.metric, manifest.cost))
    shown = [each.horizon for each in manifest.refutations]
    if missing := sorted(set(needed) - set(shown)):
        raise CertificateError(f"{NAME}: no refutation of length {missing[0]}")
    if shown != needed:
        raise CertificateError(f"{NAME}: refutes lengths {shown}; expected {needed}")
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    for each in manifest.refutations:
        formula = (folder / each.formula).read_bytes()
        encoding = encode(puzzle, each.horizon, metric=manifest.metric)
        if formula != encoding.formula().dimacs(encoding.describe()).encode():
            raise CertificateError(f"{each.formula}: not the formula of this puzzle and length")
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise CertificateError(f"{each.proof}: stopped: seconds")
        run = core.Run(seconds=left, nodes=None, memory=limits.memory or 1 << 62)
        checked = core.check_cutting_planes if each.proof.endswith(".pbp") else core.check_refutation
        problem = checked(formula, (folder / each.proof).read_bytes(), run)
        if problem:
            raise CertificateError(f"{each.proof}: {problem}")
