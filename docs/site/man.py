"""Writes the man page from the help of every command and the table of exit codes: `make man`.

python docs/site/man.py > docs/budge.1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

import budge
from budge.cli import budge as program

DOCS = Path(__file__).resolve().parents[1]
ENVIRONMENT = {
    "BUDGE_CACHE": "The folder of pattern databases and other results that are kept. See budge doctor.",
    "BUDGE_DATA": "A folder with instances of other projects, for budge bench.",
    "NO_COLOR": "If set, output has no colours.",
}


def page() -> str:
    return "\n".join([*head(), *chapters(program, ("budge",)), *tail()]) + "\n"


def head() -> Iterator[str]:
    yield f'.TH BUDGE 1 "" "budge {budge.__version__}" "budge"'
    yield ".SH NAME\nbudge \\- finds shortest solutions of puzzles whose pieces move, and proves them"
    yield ".SH SYNOPSIS\n.B budge\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]"


def chapters(command: click.Command, words: tuple[str, ...]) -> Iterator[str]:
    """A command, its options, and the commands below it."""
    context = click.Context(command, info_name=words[-1])
    title = "DESCRIPTION" if len(words) == 1 else " ".join(words).upper()
    yield f'.SH "{title}"'
    if len(words) > 1:
        yield f".B {roff(' '.join([*words, *command.collect_usage_pieces(context)]))}\n.PP"
    yield from paragraphs(command.help or "")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and record[1] and "--help" not in record[0]:
            yield f".TP\n.B {roff(record[0])}\n{roff(record[1])}"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from chapters(below, (*words, name))


def paragraphs(text: str) -> Iterator[str]:
    """Paragraphs are filled; after \\b, which click uses as its mark, lines stay as they are."""
    for part in text.split("\n\n"):
        lines = [line for line in part.splitlines() if line.strip()]
        if lines and lines[0].strip() == "\b":
            yield ".PP\n.nf\n" + "\n".join(map(roff, lines[1:])) + "\n.fi"
        elif lines:
            yield ".PP\n" + roff(" ".join(line.strip() for line in lines))


def tail() -> Iterator[str]:
    yield '.SH "EXIT STATUS"'
    rows = re.findall(r"^\| (\d+) \| (.*?) \|.*\|$", (DOCS / "exit-codes.md").read_text(encoding="utf-8"), re.M)
    assert rows
    for code, meaning in rows:
        yield f".TP\n.B {code}\n{roff(meaning.replace('`', ''))}"
    yield ".SH ENVIRONMENT"
    for name, meaning in ENVIRONMENT.items():
        yield f".TP\n.B {name}\n{roff(meaning)}"


def roff(text: str) -> str:
    """Text in which troff sees no commands and keeps every hyphen and quote.

    >>> roff(".5 --json")
    '\\\\&.5 \\\\-\\\\-json'
    """
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{text}" if text[:1] == "." else text


if __name__ == "__main__":
    print(page(), end="")
