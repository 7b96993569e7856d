"""Checking a certificate, trusting none of it: the plan is replayed, every formula is made again from the puzzle, and
every proof is checked by unit propagation in the core. No solver takes part."""

from __future__ import annotations

import json
from pathlib import Path

from budge.certificates.manifest import NAME, Manifest, checksum
from budge.certificates.write import horizons
from budge.engines.model import Limits
from budge.formats.json_format import read_one
from budge.native import core
from budge.puzzles import BadInput, Puzzle


class CertificateError(Exception):
    """A certificate does not show what it claims; the message says why."""


def check_certificate(folder: str | Path, *, limits: Limits | None = None) -> Manifest:
    """What the certificate claims, if it holds; raises `CertificateError` if not."""
    folder = Path(folder)
    if not folder.is_dir():
        raise BadInput(f"{folder}: no folder; expected a certificate")
    try:
        manifest = Manifest.read(folder)
    except OSError as problem:
        raise CertificateError(f"{NAME}: {problem.strerror}") from None
    except ValueError as problem:
        raise CertificateError(f"{NAME}: {problem}") from None
    try:
        _checksums(folder, manifest)
        puzzle = _plan(folder, manifest)
        _refutations(folder, manifest, puzzle, limits or Limits())
    except OSError as problem:
        raise CertificateError(f"{problem.filename}: {problem.strerror}") from None
    return manifest


def _checksums(folder: Path, manifest: Manifest) -> None:
    files = {path.name for path in folder.iterdir()} - {NAME}
    if files != set(manifest.sha256):
        odd = min(files ^ set(manifest.sha256))
        raise CertificateError(f"{odd}: {'not in the manifest' if odd in files else 'missing'}")
    for name, expected in manifest.sha256.items():
        if checksum(folder / name) != expected:
            raise CertificateError(f"{name}: changed since it was written; its checksum differs")


def _plan(folder: Path, manifest: Manifest) -> Puzzle:
    """The puzzle, after the referee has replayed the plan."""
    try:
        puzzle = read_one(json.loads((folder / manifest.puzzle).read_text()), manifest.puzzle)
        plan = puzzle.parse_plan((folder / manifest.plan).read_text())
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
    if shown != needed:
        missing = sorted(set(needed) - set(shown))
        raise CertificateError(f"{NAME}: lengths {missing or shown} are not those to be refuted, {needed}")
    for each in manifest.refutations:
        text = (folder / each.formula).read_text()
        encoding = encode(puzzle, each.horizon, metric=manifest.metric)
        if text != encoding.formula().dimacs(encoding.describe()):
            raise CertificateError(f"{each.formula}: not the formula of this puzzle and length")
        run = core.Run(seconds=limits.seconds, nodes=None, memory=limits.memory or 1 << 62)
        problem = core.check_refutation(text.encode(), (folder / each.proof).read_bytes(), run)
        if problem:
            raise CertificateError(f"{each.proof}: {problem}")
