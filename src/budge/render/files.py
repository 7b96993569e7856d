"""Puzzles and plans written to files; the suffix of the file's name chooses the format."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from budge.formats.source import one_puzzle
from budge.model import Outcome
from budge.puzzles import BadInput, Plan, Puzzle
from budge.render.gif import plan_to_gif
from budge.render.html import plan_of, plan_to_html
from budge.render.svg import plan_to_svg
from budge.render.text import plan_to_text

DELAY = 0.4  # seconds between positions


@dataclass(frozen=True)
class FileFormat:
    """A format of plans: `render` takes a puzzle, a legal plan and the seconds between positions."""

    suffix: str
    media_type: str
    render: Callable[[Puzzle, Plan, float], bytes]


FORMATS = {
    "svg": FileFormat("svg", "image/svg+xml", plan_to_svg),
    "gif": FileFormat("gif", "image/gif", plan_to_gif),
    "html": FileFormat("html", "text/html; charset=utf-8", plan_to_html),
    "text": FileFormat("txt", "text/plain; charset=utf-8", plan_to_text),
}


def animate(
    puzzle: Puzzle | str | Path,
    plan: Plan | str | Outcome,
    path: str | os.PathLike[str],
    *,
    delay: float = DELAY,
    files: bool = True,
) -> Path:
    """Writes a plan to a file that plays it: `.svg`, `.gif`, `.html`, or every position as `.txt`.

    An empty plan gives a still picture. Raises `BadInput` for another suffix, for an illegal plan, and for a plan too
    long for the format; raises `OSError` if the file cannot be written. An existing file then stays unchanged.

    >>> import budge, tempfile
    >>> [eight] = budge.load("1 2 3/4 0 6/7 5 8")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = budge.animate(eight, budge.solve(eight), f"{folder}/plan.txt")
    ...     print(file.name, file.read_text().count("start"))
    plan.txt 1
    >>> budge.animate(eight, "DR", "plan.mp4")
    Traceback (most recent call last):
    budge.puzzles.base.BadInput: plan.mp4: unknown picture format; use a name that ends in .svg, .gif, .html or .txt
    """
    if not 0.01 <= delay <= 60:
        raise BadInput(f"delay={delay}: expected seconds from 0.01 to 60")
    form = format_by_suffix(os.fspath(path))
    found = one_puzzle(puzzle, files)
    content = form.render(found, plan_of(found, plan), delay)
    write_atomically(Path(path), content)
    return Path(path)


def format_by_suffix(path: str) -> FileFormat:
    suffix = Path(path).suffix.lower()
    for form in FORMATS.values():
        if suffix == f".{form.suffix}":
            return form
    known = [f".{form.suffix}" for form in FORMATS.values()]
    raise BadInput(f"{path}: unknown picture format; use a name that ends in {', '.join(known[:-1])} or {known[-1]}")


def write_atomically(path: Path, content: bytes) -> None:
    """Writes to a temporary file in the same folder and renames it, so that a failure leaves `path` unchanged."""
    target = path.resolve()  # writes through a symbolic link
    if target.exists() and not target.is_file():
        raise BadInput(f"{path}: is not a regular file")
    temporary = target.with_name(f".{target.name[:100]}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from None
    finally:
        temporary.unlink(missing_ok=True)
