"""Exports the page as plain files that need no server: the library, games, hints from stored solutions, the editor.

The page's files are copied; two addresses in them become relative, so that the folder works under any path. The answers
to GET requests are files; `static/offline.js` answers other requests or reports that they need a server.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from budge import library
from budge.api import solve
from budge.formats.source import library_puzzle
from budge.library import Entry
from budge.model import Limits, Objective
from budge.puzzles import BadInput, Puzzle
from budge.web.answers import described
from budge.web.catalogue import choices, gallery
from budge.web.settings import Settings
from budge.web.static_files import FOLDER

OFFLINE = "offline.js"
ROOT = "/api/v1"
APP = '<script type="module" src="static/app.js">'
MAX_SECONDS = 3.0  # for each stored solution


def export(
    folder: Path, settings: Settings, names: Iterable[str] | None = None, report: Callable[[str], None] = lambda _: None
) -> int:
    """Writes the page into a folder, with the whole library or some of its puzzles.

    Returns the number of stored solutions; raises `BadInput` if the folder contains something else.
    """
    check_folder(folder)
    page = shutil.copytree(FOLDER, folder / "static", dirs_exist_ok=True)
    (page / "index.html").unlink()
    index = (FOLDER / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    script = APP.replace("app.js", OFFLINE)
    (folder / "index.html").write_text(replace_once(index, APP, f"{script}</script>\n    {APP}"), encoding="utf-8")
    api = (page / "api.js").read_text(encoding="utf-8")
    (page / "api.js").write_text(replace_once(api, f'"{ROOT}"', f'"{ROOT.removeprefix("/")}"'), encoding="utf-8")
    entries = [entry for suite in library.suites() for entry in library.suite(suite).entries]
    chosen = entries if names is None else [entry for entry in entries if entry.name in set(names)]
    return write_answers(folder / ROOT.removeprefix("/"), chosen, settings, report)


def check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file; the page is written into a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / "static" / OFFLINE).exists():
        raise BadInput(f"{folder} is not empty and contains no exported page")


def replace_once(text: str, old: str, new: str) -> str:
    """Replaces text that must occur exactly once, so that an incompatible change of the page's files is noticed."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def write_answers(root: Path, entries: list[Entry], settings: Settings, report: Callable[[str], None]) -> int:
    catalogue, names = gallery(), {entry.name for entry in entries}
    shown = [each for each in catalogue["library"]["puzzles"] if each["name"] in names]
    write(root / "library", {**catalogue["library"], "puzzles": shown})
    formats = [each for each in choices()["formats"] if each["name"] == "json"]
    not_offered: dict[str, Any] = {"engines": [], "heuristics": [], "generators": {}}
    write(root / "engines", {**choices(), **not_offered, "formats": formats, "limits": settings.limits()})
    write(root / "patterns", {"databases": []})
    count = 0
    for number, entry in enumerate(entries, 1):
        report(f"{number}/{len(entries)} {entry.name}")
        puzzle = library_puzzle(entry)
        text(root / "drawings" / f"{entry.name}.svg", catalogue["drawings"][entry.name])
        write(root / "puzzles" / f"{entry.name}.json", described(puzzle, entry.optimum))
        if plan := stored_plan(puzzle, min(MAX_SECONDS, settings.max_seconds)):
            write(root / "plans" / f"{entry.name}.json", plan)
            count += 1
    return count


def stored_plan(puzzle: Puzzle, seconds: float) -> dict[str, Any] | None:
    """An optimal plan, or any plan if none is proven optimal in time, or None."""
    for quality in ("optimal", "any"):
        outcome = solve(puzzle, objective=Objective(quality), limits=Limits(seconds=seconds, memory=1 << 30))
        if outcome.plan is not None:
            return {"moves": list(outcome.plan.moves), "optimal": outcome.status == "optimal"}
        if outcome.status == "unsolvable":
            return None
    return None


def write(path: Path, data: Any) -> None:
    text(path, json.dumps(data))


def text(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
