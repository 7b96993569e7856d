"""Exports the page as plain files that need no server: they work under any path of any web host, and offline.

The page's files are copied, among them the core for the browser if `make wasm` has built it. The answers that the page
reads are files, too. `static/backends/browser.js` uses these files in place of the server.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from budge import library
from budge.api import solve
from budge.engines.domains.tiles import HEURISTIC_LADDER
from budge.engines.heuristics import HEURISTICS, PDB
from budge.formats.source import library_puzzle
from budge.library import Entry
from budge.model import Limits, Objective
from budge.patterns import Board, lookups, partition
from budge.puzzles import BadInput, Puzzle
from budge.web.answers import described
from budge.web.bundle import FOLDER
from budge.web.catalogue import choices, gallery
from budge.web.settings import Settings

DATA = "data"  # the folder of the answers; browser.js reads it
CORE = "core/budge.wasm"
NO_CORE = (
    "Solving needs the core for the browser, which this copy of the page does not have. Install budge and run "
    "`budge web`, or build the core with `make wasm` and export the page again"
)
IN_BROWSER = ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "bae", "construct", "fess")  # of the core
SETTINGS = ("engine", "heuristic", "metric", "quality", "seconds", "nodes", "memory")  # that have an effect there
LIMITS = {"max_seconds": 600.0, "max_memory": 1 << 30}  # a tab has 4 GiB, and a search takes twice what it counts
PARAMS: dict[str, dict[str, int | None]] = {  # of static/core/draws.js by kind, with their defaults
    "tiles": {"width": 4, "height": 4, "walk": None},
    "tokens": {"vertices": 8, "chords": 2},
    "blocks": {"width": 6, "height": 6, "cars": 7, "trucks": 3},
    "sokoban": {"width": 8, "height": 7, "boxes": 3},
    "robots": {"width": 10, "height": 10, "robots": 4},
}
SIDES = (3, 4, 5)  # of boards for which the page builds pattern databases
PARTITIONS = [
    *((width, height, "auto") for width in SIDES for height in SIDES),
    (4, 4, "5-5-5"),
    (5, 5, "5-5-5-5-4"),
]
PDBS = [replace(PDB, name=f"pdb:{name}") for name in dict.fromkeys(name for _, _, name in PARTITIONS)]
LADDER = {  # the first step of each ladder; later steps have large databases
    f"{width}x{height}": {"nodes": steps[0].nodes, "heuristic": steps[0].heuristic}
    for (width, height), steps in HEURISTIC_LADDER.items()
}
MAX_SECONDS = 3.0  # for each stored solution

WORKER, FILES = "service_worker.js", "files.js"
MANIFEST = {
    "name": "budge",
    "description": "Moving-piece puzzles: play them, solve them optimally.",
    "start_url": ".",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#ffffff",
    "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def export(
    folder: Path, settings: Settings, names: Iterable[str] | None = None, report: Callable[[str], None] = lambda _: None
) -> int:
    """Writes the page into a folder, with the whole library or some of its puzzles.

    Returns the number of stored solutions; raises `BadInput` if the folder contains something else.
    """
    check_folder(folder)
    page = shutil.copytree(FOLDER, folder / "static", dirs_exist_ok=True)
    for name in ("index.html", WORKER):
        (page / name).unlink()
    index = (FOLDER / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    index = replace_once(index, '<html lang="en">', '<html lang="en" data-backend="browser">')
    manifest = '<link rel="manifest" href="manifest.webmanifest">'
    text(folder / "index.html", replace_once(index, "  </head>", f"    {manifest}\n  </head>"))
    write(folder / "manifest.webmanifest", MANIFEST)
    entries = [entry for suite in library.suites() for entry in library.suite(suite).entries]
    chosen = entries if names is None else [entry for entry in entries if entry.name in set(names)]
    count = write_answers(folder / DATA, chosen, settings, report)
    write_service_worker(folder)
    return count


def check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file; the page is written into a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / "static" / "app.js").exists():
        raise BadInput(f"{folder} is not empty and contains no exported page")


def replace_once(text: str, old: str, new: str) -> str:
    """Replaces text that must occur exactly once, so that an incompatible change of the page's files is noticed."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def has_core() -> bool:
    return (FOLDER / CORE).exists()


def browser_choices() -> dict[str, Any]:
    """The catalogue of the exported page: engines that need Python are listed, so that the page can say so."""
    found = choices()
    return {
        **found,
        "engines": [{**engine, "native": engine["name"] in IN_BROWSER} for engine in found["engines"]],
        "heuristics": [*(each for each in found["heuristics"] if each["name"] in HEURISTICS), *map(asdict, PDBS)],
        "ladder": LADDER,
        "settings": [each for each in found["settings"] if each["name"] in SETTINGS],
        "formats": [each for each in found["formats"] if each["name"] == "json"],
        "generators": generators() if has_core() else {},
        "limits": LIMITS,
        "core": None if has_core() else NO_CORE,
    }


def generators() -> dict[str, list[dict[str, Any]]]:
    return {
        kind: [{"name": name, "default": default, "type": "int", "values": None} for name, default in params.items()]
        for kind, params in PARAMS.items()
    }


def browser_patterns() -> dict[str, Any]:
    """The pattern databases that the page can build, by board, heuristic and the cell of the blank in the goal: their
    patterns, and the sums of lookups in them."""
    found: dict[str, Any] = {}
    for width, height, name in PARTITIONS:
        boards = [Board(width, height, blank) for blank in range(width * height)]
        by_blank = [lookups((partition(name, board, range(width * height)),)) for board in boards]
        found.setdefault(f"{width}x{height}", {})[f"pdb:{name}"] = [
            {
                "databases": [pattern.to_json() for pattern in each.patterns],
                "sums": [[[each.patterns.index(view.pattern), *view.cells] for view in one] for one in each.sums],
            }
            for each in by_blank
        ]
    return found


def write_answers(root: Path, entries: list[Entry], settings: Settings, report: Callable[[str], None]) -> int:
    catalogue, names = gallery(), {entry.name for entry in entries}
    shown = [each for each in catalogue["library"]["puzzles"] if each["name"] in names]
    write(root / "library.json", {**catalogue["library"], "puzzles": shown})
    write(root / "engines.json", browser_choices())
    write(root / "patterns.json", browser_patterns())
    count = 0
    for number, entry in enumerate(entries, 1):
        report(f"{number}/{len(entries)} {entry.name}")
        puzzle = library_puzzle(entry)
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


def write_service_worker(folder: Path) -> None:
    """The service worker that stores all files in the browser; its version changes when a file does."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in (WORKER, FILES))
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    files = ["./", *(path.relative_to(folder).as_posix() for path in paths if path.name != "index.html")]
    exported = {"version": digest.hexdigest()[:16], "files": files}
    text(folder / FILES, f"self.exported = {json.dumps(exported)};\n")
    shutil.copy(FOLDER / WORKER, folder)


def write(path: Path, data: Any) -> None:
    text(path, json.dumps(data))


def text(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
