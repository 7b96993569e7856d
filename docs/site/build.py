"""Builds the site from the Markdown of the repository: `make docs`.

    python docs/site/build.py build/site

The pages stay plain Markdown that reads well without the site. This script copies them to build/site-source and changes
what Sphinx reads differently: it makes the table of contents from the lists of docs/index.md, puts playable boards in
place of `<!-- live: PUZZLE -->`, follows links into other folders, and adds reference pages made from the package.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

import click

import budge
import budge.certificates
from budge.cli import budge as program
from budge.library import find
from budge.web.settings import Settings
from budge.web.static_export import export

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "build" / "site-source"
FURTHER = {  # pages outside docs/, and where the site has them
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bench/REPORT.md": "report.md",
}
PLOTS = "bench/plots"
GENERATED = {"Reference": ["reference/api", "reference/commands"]}  # by heading of docs/index.md
FURTHER_NAMES = {  # of the reference of Python
    "Parts of puzzles": ("puzzles.blocks.Piece", "puzzles.blocks.Gate", "puzzles.robots.Robot", "puzzles.robots.Goal"),
    "Certificates": (
        *("certificates.write_certificate", "certificates.check_certificate"),
        *("certificates.manifest.Manifest", "certificates.CertificateError"),
    ),
}
LANGUAGES = ("console", "python", "json", "toml", "sh")  # other blocks are shown as plain text
MENDED = (  # what axe finds missing in the pages of Sphinx and furo
    (r'(<p class="caption" role="heading")>', r'\1 aria-level="2">'),
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    (r'<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer'),
    (r'(<div class="highlight"><pre)>', r'\1 tabindex="0">'),
    (r'(<div class="table-wrapper [^"]*")>', r'\1 tabindex="0">'),
    (r'<th class="head">(<p></p>)?</th>', "<td></td>"),
    (r'(<div id="search-results">)', r"<h1>Search</h1>\n\1"),
)
LIVE = re.compile(r"^<!-- live: (\S+) -->$", re.M)
BOARD = """<details class="live">
<summary>Try it now: {name}</summary>
<iframe src="live/index.html#view=play&amp;name={name}" loading="lazy" title="{name}, to play and solve"></iframe>
</details>"""


def main(target: Path) -> int:
    from sphinx.cmd.build import main as sphinx

    write(SOURCE, dict(pages()))
    for folder, name in ((ROOT / "docs", "."), (ROOT / PLOTS, "plots")):
        for path in [*folder.rglob("*.svg"), *folder.rglob("*.png"), *folder.rglob("*.ipynb")]:
            place = SOURCE / name / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    site = Path(__file__).parent
    code = sphinx(["-a", "-W", "--keep-going", "-q", "-j", "auto", "-c", str(site), str(SOURCE), str(target)])
    if code == 0:
        for path in target.rglob("*.html"):
            write_if_new(path, accessible(path.read_text("utf-8")))
        names = [name for page in (ROOT / "docs").glob("*.md") for name in LIVE.findall(page.read_text("utf-8"))]
        assert all(find(name) for name in names), names
        export(target / "live", Settings(), names)
    return code


def write(folder: Path, pages: dict[str, str]) -> None:
    """Writes what has changed, so that Sphinx reads only that again; removes pages that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_if_new(folder / name, text)


def write_if_new(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, encoding="utf-8")


def accessible(html: str) -> str:
    for old, new in MENDED:
        html = re.sub(old, new, html)
    return html


def pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page of the site."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield path.relative_to(ROOT / "docs").as_posix(), staged(path.relative_to(ROOT).as_posix())
    for name, place in FURTHER.items():
        yield place, staged(name)
    yield "reference/api.md", "\n\n".join(api())
    yield "reference/commands.md", "\n\n".join(commands())


def place_of(path: str) -> str | None:
    """Where the site has a file of the repository, if it has it.

    >>> place_of("docs/cli.md"), place_of("CHANGELOG.md"), place_of("src/budge/api.py")
    ('cli.md', 'changelog.md', None)
    """
    if path in FURTHER:
        return FURTHER[path]
    for folder, name in (("docs/", ""), (f"{PLOTS}/", "plots/")):
        if path.startswith(folder):
            return name + path.removeprefix(folder)
    return None


def staged(name: str) -> str:
    """A page as Sphinx reads it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    here = place_of(name)
    assert here is not None
    text = relinked(text, name, here)
    text = re.sub(r"^```(\S+)$", lambda found: f"```{known(found[1])}", text, flags=re.M)
    text = LIVE.sub(lambda found: BOARD.format(name=found[1]), text)
    return with_contents(text) if here in ("index.md", "lessons/README.md") else text


def known(language: str) -> str:
    return language if language in LANGUAGES else "text"


def relinked(text: str, name: str, here: str) -> str:
    """With links as the site needs them. A link to a file that the site does not have keeps only its text."""

    def link(found: re.Match[str]) -> str:
        words, path, anchor = found[1], found[2], found[3] or ""
        there = place_of(normpath(str(PurePosixPath(name).parent / path)))
        if there is None:
            return words.lstrip("!")
        return f"{words}({relpath(there, str(PurePosixPath(here).parent))}{anchor})"

    return re.sub(r"(!?\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\])\((?!\w+:)([^)#]+)(#[^)]*)?\)", link, text)


def with_contents(text: str) -> str:
    """A page with a table of contents: its headings, and the pages in the list below each."""
    trees = []
    for heading, items in re.findall(r"^#+ (.*)\n(?:\n[^-#\n].*(?:\n.+)*\n)*\n((?:- .*\n(?:  .*\n)*)+)", text, re.M):
        links = [path.rpartition(".")[0] for path in re.findall(r"\]\(([^)]+)\)", items)]
        entries = "\n".join([*links, *GENERATED.get(heading, [])])
        trees.append(f"```{{toctree}}\n:hidden:\n:caption: {heading}\n:maxdepth: 1\n\n{entries}\n```")
    assert trees
    return "\n\n".join([text, *trees])


def api() -> Iterator[str]:
    """Every public name with its signature and docstring, by what it is."""
    yield "# Python: every public name"
    yield "Generated from the docstrings and types of the package. [Python](../python.md) introduces them by use."
    names = budge.__all__
    puzzles = [name for name in names if is_class(name, budge.Puzzle)]
    errors = [name for name in names if is_class(name, Exception)]
    functions = [name for name in names if inspect.isfunction(getattr(budge, name))]
    values = [name for name in names if name not in (*puzzles, *errors, *functions)]
    groups = {"Functions": functions, "Puzzles": puzzles, "Values": values, "Errors": errors, **FURTHER_NAMES}
    for title, members in groups.items():
        yield f"## {title}"
        for name in members:
            yield f"```{{eval-rst}}\n{directive(name)}```"


def directive(name: str) -> str:
    """The directive of Sphinx that documents a name of the package."""
    value = attrgetter(name)(budge)
    kind = "function" if inspect.isfunction(value) else "class" if inspect.isclass(value) else "data"
    members = "   :members:\n" if kind == "class" and not issubclass(value, Exception) else ""
    return f".. auto{kind}:: budge.{name}\n{members}"


def is_class(name: str, base: type) -> bool:
    value = getattr(budge, name)
    return inspect.isclass(value) and issubclass(value, base)


def commands() -> Iterator[str]:
    """The help of every command."""
    yield "# Every command and option"
    yield "The texts of `budge COMMAND --help`. [The command line](../cli.md) introduces the commands by use."
    for words, text in helps(program, ("budge",)):
        yield f"## {' '.join(words)}"
        yield f"```text\n{text}\n```"


def helps(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    context = click.Context(command, info_name=" ".join(words), max_content_width=100, terminal_width=100)
    yield words, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, (*words, name))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
