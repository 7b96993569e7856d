"""README and docs are run: every command and every snippet, and what it prints is what the page shows.

A page is a story. Its blocks run in order, in one empty folder; its Python shares one set of names.

| block | is |
| --- | --- |
| console | after `$` what `sh` runs (`>` goes on with it), below what it prints; if nothing, it need only end with 0 |
| python | a script, or a session with `>>>` |
| text | a picture |
| tiles, xsb, json, … | puzzles in the format of this name, which are read |

`…` stands for anything, on a line of its own for any lines. Seconds and sizes differ by machine: any will do. Above a
block, `<!-- file: NAME -->` saves it for those that follow, and `<!-- not run: WHY -->` lets it rest;
`<!-- edit: NAME -->` is a change to budge itself, which test_extending.py makes.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click import Command, Context, Group
from click.exceptions import Exit
from forking import Forks

import budge
from budge.cli import budge as program
from budge.formats import format_of, formats

ROOT = Path(__file__).resolve().parents[1]
PAGES = [path.relative_to(ROOT).as_posix() for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))]
NOT_RUN = 22  # blocks; one more is a promise that no test keeps

BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[a-z ]+): *(?P<value>.*?) *-->\n)?^```(?P<language>\S*)\n(?P<body>.*?)^```$", re.M | re.S
)
MEASURED = re.compile(r"\d[\d,.]* (?:µs|ms|s|bytes|kB|MB|GB)\b")
ENDED = "⟨ended⟩"
SCREEN = {"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    body: str
    mark: str | None
    value: str

    @property
    def place(self) -> str:
        return f"{self.page}, line {self.line}"


@dataclass(frozen=True)
class Told:
    command: str
    shown: str


@cache
def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def blocks(page: str) -> list[Block]:
    text = text_of(page)
    return [
        Block(
            page,
            text.count("\n", 0, found.start("body")),
            found["language"],
            found["body"],
            found["mark"],
            found["value"] or "",
        )
        for found in BLOCK.finditer(text)
    ]


def commands(console: str) -> list[Told]:
    """The commands of a block, each with what is shown below it."""
    found: list[tuple[list[str], list[str]]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [Told("\n".join(command), tidy("\n".join(shown))) for command, shown in found]


def tidy(text: str) -> str:
    """Without what differs from machine to machine, and what is not seen."""
    return "\n".join(line.rstrip() for line in MEASURED.sub("…", text).strip("\n").splitlines())


def fits(printed: str, shown: str) -> bool:
    lines = (
        r"(?:.*\n)*" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n"
        for line in shown.splitlines()
    )
    return re.fullmatch("".join(lines), printed + "\n") is not None


@pytest.fixture(scope="module", autouse=True)
def forks() -> Iterator[None]:
    """Commands of pages do not each import budge."""
    found, before = Forks(SCREEN), os.environ["PATH"]
    os.environ["PATH"] = os.pathsep.join([found.program(), str(Path(sys.executable).parent), before])
    yield
    os.environ["PATH"] = before
    found.close()


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What `sh` says in a folder, with the `budge` and `python` of this environment at hand."""
    own = {"HOME": str(folder), "BUDGE_CACHE": str(folder / ".cache")}
    return subprocess.run(
        ["sh", "-c", script],
        cwd=folder,
        env={**os.environ, **own, **SCREEN},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )


def run_console(block: Block, folder: Path) -> None:
    """All commands in one shell, so that what one sets the next can use."""
    told = commands(block.body)
    script = "".join(f"{each.command}\necho {ENDED} $?\n" for each in told)
    ran = shell(script, folder)
    answers = re.findall(rf"(.*?){ENDED} (\d+)\n", ran.stdout, re.S)
    assert len(answers) == len(told), f"{block.place}: the shell stopped early\n{ran.stdout}"
    for each, (printed, code) in zip(told, answers, strict=True):
        where = f"{block.place}: $ {each.command}"
        if not each.shown:
            assert code == "0", f"{where}\nended with {code}\n{printed}"
        elif not fits(tidy(printed), each.shown):
            assert tidy(printed) == each.shown, where


def run_python(block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.body:
        exec(compile("\n" * block.line + block.body, block.page, "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(block.body, names, block.place, block.page, block.line)
    heard: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=heard.append, clear_globs=False)
    names.update(session.globs)  # the session has a copy
    assert not heard, "".join(heard)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_what_happens(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": path}
    for block in blocks(path):
        if block.mark == "file":
            (tmp_path / block.value).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.value).write_text(block.body, encoding="utf-8")
        elif block.mark in ("not run", "edit"):
            continue
        elif block.language == "console":
            run_console(block, tmp_path)
        elif block.language == "python":
            run_python(block, names)
        elif block.language in formats():
            recognised = format_of(block.body)
            assert recognised is not None, block.place
            assert recognised.name == block.language, block.place
            assert recognised.read(block.body, block.place)


@pytest.mark.parametrize(
    ("language", "body", "true"),
    [
        ("console", "$ echo 3 moves, 0.2 s\n3 moves, 17 s\n", True),
        ("console", "$ echo 3 moves, 0.2 s\n4 moves, 0.2 s\n", False),
        ("console", "$ seq 9\n1\n…\n9\n", True),
        ("console", "$ seq 9\n1\n…\n8\n", False),
        ("console", "$ a=5\n$ echo $a\n5\n", True),
        ("console", "$ false\n", False),
        ("console", "$ exit 0\n", False),
        ("python", ">>> 1 + 1\n2\n", True),
        ("python", ">>> 1 + 1\n3\n", False),
        ("python", "assert 1 + 1 == 3\n", False),
    ],
)
def test_a_page_that_is_wrong_is_noticed(language: str, body: str, true: bool, tmp_path: Path) -> None:
    block = Block("page", 1, language, body, None, "")
    with nullcontext() if true else pytest.raises(AssertionError):
        run_console(block, tmp_path) if language == "console" else run_python(block, {})


@pytest.mark.parametrize("path", PAGES)
def test_nothing_escapes_being_run(path: str) -> None:
    for block in blocks(path):
        assert block.mark in (None, "file", "edit", "not run"), block.place
        assert block.mark != "edit" or path == "docs/extending.md", f"{block.place}: nothing runs it"
        assert block.mark is None or block.value, f"{block.place}: {block.mark} without a word"
        if block.mark is None:
            assert block.language in {"console", "python", "text", *formats()}, block.place
            assert block.language != "console" or block.body.startswith("$ "), block.place
            assert block.language != "text" or not re.search(r"^\s*(\$ |budge )", block.body, re.M), block.place
    prose = BLOCK.sub("", text_of(path))
    assert "```" not in prose, "a block that is not closed, or stands within a list"
    assert not re.search(r"\n\n {4}", prose), "a block that is indented instead of fenced"


def test_what_is_not_run_is_counted() -> None:
    assert sum(block.mark == "not run" for page in PAGES for block in blocks(page)) == NOT_RUN


@pytest.mark.parametrize("path", PAGES)
def test_links_lead_somewhere(path: str) -> None:
    for target in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", BLOCK.sub("", text_of(path))):
        if target and "://" not in target:
            assert (ROOT / path).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("path", PAGES)
def test_links_into_a_page_meet_a_heading(path: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", text_of(path)):
        there = (ROOT / path).parent.joinpath(target) if target else ROOT / path
        headings = re.findall(r"^#+ (.*)", there.read_text(encoding="utf-8"), re.M)
        assert anchor in [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings], anchor


@pytest.mark.parametrize("path", PAGES)
def test_files_of_the_repository_that_a_page_names_exist(path: str) -> None:
    made = {block.value for block in blocks(path) if block.mark in ("file", "edit")}
    prose = BLOCK.sub("", text_of(path))
    for name in re.findall(r"`([a-z][\w./-]*\.(?:hpp|cpp|py|cuh|lp|js|css|sh))`", prose):
        if "KIND" not in name:  # stands for any
            assert any(f"/{file}".endswith(f"/{name}") for file in made | source_files()), name


@cache
def source_files() -> set[str]:
    folders = ("src", "core", "bindings", "wasm", "bench", "docs", "tests")
    return {path.relative_to(ROOT).as_posix() for folder in folders for path in (ROOT / folder).rglob("*.*")}


def test_the_readme_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    install = (ROOT / "README.md").read_text().partition("## Install")[2].partition("\n## ")[0]
    assert set(extras) - {"dev"} <= set(re.findall(r"[a-z-]+", install))


def test_the_page_of_the_command_line_names_every_command_and_every_option_of_solve() -> None:
    page = text_of("docs/cli.md")
    for name in program.list_commands(Context(program)):
        assert f"budge {name}" in page
    for option in (
        name for parameter in command_named("solve").params for name in parameter.opts if name.startswith("--")
    ):
        assert f"`{option}" in page, option


def command_named(name: str) -> Command:
    command = program.get_command(Context(program), name)
    assert command is not None, name
    return command


def examples(command: Command) -> list[str]:
    """The command lines that the help of a command teaches by, and of those below it."""
    below = command.commands.values() if isinstance(command, Group) else ()
    own = re.findall(r"^ +budge (.*?)(?:  .*| [|>]+ .*)?$", command.help or "", re.M)
    return own + [line for each in below for line in examples(each)]


@pytest.mark.parametrize("name", program.list_commands(Context(program)))
def test_the_examples_of_help_are_understood(name: str) -> None:
    for line in examples(command_named(name)):
        name, *words = shlex.split(line)
        command = command_named(name)
        while isinstance(command, Group):
            command, words = command.commands[words[0]], words[1:]
        with suppress(Exit):  # --help has been answered
            command.make_context(name, words)


def test_everything_public_has_a_docstring_with_an_example() -> None:
    for name in budge.__all__:
        if name != "Cost":  # a type alias, which can have none
            assert ">>> " in (getattr(budge, name).__doc__ or ""), name


def test_the_page_of_python_names_everything_public() -> None:
    page = text_of("docs/python.md")
    for name in budge.__all__:
        assert re.search(rf"\b{name}\b", page), name


def test_exit_codes_are_those_of_their_page(tmp_path: Path) -> None:
    rows = re.findall(r"^\| (\d+) \|.*\| `(budge [^`|]*)` \|$", text_of("docs/exit-codes.md"), re.M)
    assert rows
    for code, command in rows:
        assert shell(command, tmp_path).returncode == int(code), command
