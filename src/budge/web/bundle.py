"""The page's modules as two scripts: a browser needs one request for the first views instead of thirty, and another one
for the views in `LATER_VIEWS` when the first of them is opened.

A module becomes a function that returns its exports; the functions run in the order of the imports. This relies on the
style of the page's modules, which `make lint` checks in part: only relative imports, no cycles, no default exports, and
`import` and `export` at the start of a line. Modules that only an exported page imports are left out.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

FOLDER = Path(__file__).parent / "static"
ROOT = "app.js"
LEFT_OUT = "backends/browser.js"
SCRIPT, LATER_SCRIPT = "bundle.js", "later.js"
LATER_VIEWS = ("compare.js", "edit.js", "embed.js", "learn.js", "solve.js", "watch.js")

IMPORT = re.compile(r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]*)\}) from "(?P<path>[^"]+)";$', re.MULTILINE)
PASSED_ON = re.compile(r'^export \{(?P<names>[^}]*)\} from "(?P<path>[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*? |class |const )(?:(?P<name>\w+)|\{(?P<names>[^}]*)\}))", re.MULTILINE
)


def bundle(script: str) -> bytes:
    """One of the scripts; made again when a file has changed."""
    return _bundles(max(path.stat().st_mtime_ns for path in FOLDER.rglob("*.js")))[script]


@cache
def _bundles(changed: int) -> dict[str, bytes]:
    first: dict[str, str] = {}
    add(ROOT, first)
    every = dict(first)
    for view in LATER_VIEWS:
        add(view, every)
    later = {path: code for path, code in every.items() if path not in first}
    return {
        SCRIPT: written("export const $ = {}; // the exports of each module\n", first),
        LATER_SCRIPT: written(f'import {{ $ }} from "./{SCRIPT}";\n', later),
    }


def written(head: str, modules: dict[str, str]) -> bytes:
    functions = (f'$["{path}"] = await (async () => {{\n{code}}})();\n' for path, code in modules.items())
    return "".join([head, *functions]).encode()


def add(path: str, modules: dict[str, str]) -> None:
    """Adds a module, translated, after all modules that it imports."""
    source = (FOLDER / path).read_text(encoding="utf-8")

    def target(match: re.Match[str]) -> str:
        return normpath(join(dirname(path), match["path"]))

    for pattern in (IMPORT, PASSED_ON, LATER):
        for match in pattern.finditer(source):
            if target(match) not in (*modules, LEFT_OUT, *LATER_VIEWS):
                add(target(match), modules)

    def imported(match: re.Match[str]) -> str:
        names = match.groupdict().get("whole") or f"{{{match['names'].replace(' as ', ': ')}}}"
        return f'const {names} = $["{target(match)}"];'

    def imported_later(match: re.Match[str]) -> str:
        found = target(match)
        if found in LATER_VIEWS:
            return f'import("./{LATER_SCRIPT}").then(() => $["{found}"])'
        return f'import("./{found}")' if found == LEFT_OUT else f'Promise.resolve($["{found}"])'

    exports = [name for match in EXPORT.finditer(source) for name in names_in(match["name"] or match["names"])]
    exports += [name for match in PASSED_ON.finditer(source) for name in names_in(match["names"])]
    code = EXPORT.sub("", LATER.sub(imported_later, PASSED_ON.sub(imported, IMPORT.sub(imported, source))))
    assert not re.search(r"^(import|export)\b", code, re.MULTILINE), f"{path} has an import or export of another form"
    modules[path] = f"{code}return {{ {', '.join(exports)} }};\n"


def names_in(text: str) -> list[str]:
    """
    >>> names_in(" one, two,\\n")
    ['one', 'two']
    """
    return [name.strip() for name in text.split(",") if name.strip()]
