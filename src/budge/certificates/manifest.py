"""The manifest of a certificate: the claim, the files that prove it, and their checksums."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

NAME = "manifest.json"
FORMAT = "budge certificate 1"


@dataclass(frozen=True)
class Refutation:
    """The proof that no plan of one length exists."""

    horizon: int
    formula: str  # names of files in the certificate
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
    sha256: dict[str, str]  # of all other files

    def write(self, folder: Path) -> None:
        (folder / NAME).write_text(json.dumps(asdict(self), indent=2) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Raises ValueError for data that `write` does not produce."""
        data = read_json(folder / NAME)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"not a {FORMAT!r}")
        manifest: Manifest = read_as(cls, data, "the manifest")
        names = [manifest.puzzle, manifest.plan]
        names += [name for each in manifest.refutations for name in (each.formula, each.proof)]
        for name in names:
            if name not in manifest.sha256:
                raise ValueError(f"{name!r} is not a file of the certificate")
        return manifest


def read_json(path: Path) -> Any:
    """The content of a JSON file; raises ValueError if it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


WORDS = {int: "a whole number", str: "text", list: "a list", dict: "an object"}


def read_as(kind: Any, data: Any, what: str) -> Any:
    """Plain data as a value of a type, checked strictly; raises ValueError for a mismatch.

    >>> read_as(dict[str, int], {"a": 1}, "counts")
    {'a': 1}
    >>> read_as(list[int], [1, 2.0], "lengths")
    Traceback (most recent call last):
    ...
    ValueError: lengths[1]: expected a whole number
    """
    plain = dict if is_dataclass(kind) else get_origin(kind) or kind
    if type(data) is not plain:
        raise ValueError(f"{what}: expected {WORDS[plain]}")
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        if odd := sorted(set(data) ^ set(hints)):
            raise ValueError(f"{what}: key {odd[0]!r} is {'missing' if odd[0] in hints else 'unknown'}")
        return kind(**{key: read_as(hint, data[key], key) for key, hint in hints.items()})  # type: ignore[operator]
    if plain is list:
        return [read_as(get_args(kind)[0], item, f"{what}[{index}]") for index, item in enumerate(data)]
    if plain is dict:
        return {key: read_as(get_args(kind)[1], item, f"{what}[{key!r}]") for key, item in data.items()}
    return data


def checksum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
