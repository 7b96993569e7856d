"""The table of contents of a certificate: what is claimed, which files show it, and their checksums."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

NAME = "manifest.json"
FORMAT = "budge certificate 1"


@dataclass(frozen=True)
class Refutation:
    """That there is no plan of one length."""

    horizon: int
    formula: str  # files, by their names within the certificate
    proof: str


@dataclass(frozen=True)
class Manifest:
    format: str
    budge: str  # the version that wrote it
    metric: str
    cost: int
    puzzle: str
    plan: str
    refutations: list[Refutation]
    sha256: dict[str, str]  # of every other file

    def write(self, folder: Path) -> None:
        (folder / NAME).write_text(json.dumps(asdict(self), indent=2) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Raises ValueError for anything else than what `write` makes."""
        data: dict[str, Any] = json.loads((folder / NAME).read_text())
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"not a {FORMAT!r}")
        try:
            manifest = cls(**{**data, "refutations": [Refutation(**each) for each in data["refutations"]]})
        except (TypeError, KeyError) as problem:
            raise ValueError(f"a key is missing or unknown: {problem}") from None
        names = [manifest.puzzle, manifest.plan]
        names += [name for each in manifest.refutations for name in (each.formula, each.proof)]
        for name in names:
            if not isinstance(name, str) or Path(name).name != name:
                raise ValueError(f"{name!r} is no file of the certificate")
        return manifest


def checksum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
