"""Completion scripts for shells. They hold every name as text, so that pressing Tab starts no Python.

`commands` lists what can follow each command; a function per shell writes that in its language.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

import click


@dataclass(frozen=True)
class Completions:
    """What can follow a command, such as `budge patterns build`."""

    command: str  # `patterns build`; empty for `budge` itself
    words: tuple[str, ...]  # its subcommands, or the names that its arguments accept
    options: tuple[str, ...]
    values: dict[str, tuple[str, ...]]  # of the options that take one; none: a file, or any text
    help: dict[str, str]  # of its subcommands and options, in one line


def commands(command: click.Command, ctx: click.Context, names: tuple[str, ...] = ()) -> Iterator[Completions]:
    """A command and those below it."""
    words: list[str] = []
    options: list[str] = []
    values: dict[str, tuple[str, ...]] = {}
    about: dict[str, str] = {}
    for parameter in command.get_params(ctx):
        found = tuple(item.value for item in parameter.shell_complete(ctx, "") if item.type == "plain")
        if not isinstance(parameter, click.Option):
            words += found
            continue
        for name in (*parameter.opts, *parameter.secondary_opts):
            options.append(name)
            about[name] = (parameter.help or "").partition(". ")[0].rstrip(".")
            if not parameter.is_flag:
                values[name] = found
    below = []
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            subcommand = command.get_command(ctx, name)
            assert subcommand is not None
            below.append((name, subcommand))
            words.append(name)
            about[name] = subcommand.get_short_help_str(200).rstrip(".")
    yield Completions(" ".join(names), tuple(dict.fromkeys(words)), tuple(options), values, about)
    for name, subcommand in below:
        yield from commands(subcommand, click.Context(subcommand, ctx, name), (*names, name))


def bash(found: list[Completions]) -> str:
    return f"""_budge() {{
  local line=${{COMP_LINE:0:COMP_POINT}} at= word words=
  local current=${{line##* }}
  local -a typed
  read -ra typed <<< "${{line%"$current"}}"
  for word in "${{typed[@]:1}}"; do
    case "${{at:+$at }}$word" in {_paths(found)}) at="${{at:+$at }}$word" ;; esac
  done
  case "$at ${{typed[-1]}}" in
{_lines("    {} {}) words={} ;;", found)}
    *) case "$at $current" in
{_lines("      {}' -'*) words={} ;;", found, "options")}
{_lines("      {}' '*) words={} ;;", found, "words")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ ${{#COMPREPLY[@]}} -gt 0 ] || {{ compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); }}
  COMPREPLY=("${{COMPREPLY[@]#"${{current%"${{current##*:}}"}}"}}") # bash replaces only what follows a colon
}}
complete -F _budge budge"""


def zsh(found: list[Completions]) -> str:
    return f"""#compdef budge
_budge() {{
  local at= word offered=
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "${{at:+$at }}$word" in {_paths(found)}) at="${{at:+$at }}$word" ;; esac
  done
  case "$at ${{words[CURRENT-1]}}" in
{_lines("    {} {}) offered={} ;;", found)}
    *) case "$at $PREFIX" in
{_lines("      {}' -'*) offered={} ;;", found, "options")}
{_lines("      {}' '*) offered={} ;;", found, "words")}
    esac ;;
  esac
  compadd -- ${{=offered}} || _files
}}
if [ "$funcstack[1]" = _budge ]; then _budge "$@"; else compdef _budge budge; fi"""


def fish(found: list[Completions]) -> str:
    lines = ["complete -c budge -f"]
    for each in found:
        names = each.command.split()
        seen = "; and ".join(f"__fish_seen_subcommand_from {name}" for name in names) or "__fish_use_subcommand"
        start = f"complete -c budge -n {shlex.quote(seen)}"
        described = [word for word in each.words if word in each.help]
        lines += [f"{start} -a {word} -d {shlex.quote(each.help[word])}" for word in described]
        if plain := [word for word in each.words if word not in each.help]:
            lines.append(f"{start} -F -a {shlex.quote(' '.join(plain))}")
        for option in each.options:
            name = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            value = "" if option not in each.values else " -x" if each.values[option] else " -r -F"
            offered = f" -a {shlex.quote(' '.join(each.values[option]))}" if each.values.get(option) else ""
            lines.append(f"{start} {name}{value}{offered} -d {shlex.quote(each.help[option])}")
    return "\n".join(lines)


def powershell(found: list[Completions]) -> str:
    def row(key: str, words: tuple[str, ...]) -> str:
        return f"    '{key}' = '" + " ".join(words).replace("'", "''") + "'"

    values = [row(f"{each.command} {name}", words) for each in found for name, words in each.values.items()]
    return "\n".join(
        (
            "Register-ArgumentCompleter -Native -CommandName budge -ScriptBlock {",
            "  param($current, $ast, $position)",
            "  $values = @{",
            *values,
            "  }",
            "  $options = @{",
            *(row(each.command, each.options) for each in found),
            "  }",
            "  $words = @{",
            *(row(each.command, each.words) for each in found),
            "  }",
            "  $typed = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } "
            '| ForEach-Object { "$_" })',
            "  $at = ''",
            "  foreach ($word in $typed | Select-Object -Skip 1) {",
            '    $deeper = "$at $word".Trim()',
            "    if ($words.ContainsKey($deeper)) { $at = $deeper }",
            "  }",
            '  $offered = $values["$at $($typed[-1])"]',
            "  if ($null -eq $offered) { $offered = if ($current -like '-*') { $options[$at] } else { $words[$at] } }",
            "  $offered -split ' ' | Where-Object { $_ -like \"$current*\" -and $_ } | ForEach-Object {",
            "    [System.Management.Automation.CompletionResult]::new($_)",
            "  }",
            "}",
        )
    )


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell}


def _paths(found: list[Completions]) -> str:
    """The commands as a pattern of `case`."""
    return "|".join(f"'{each.command}'" for each in found if each.command)


def _lines(line: str, found: list[Completions], field: str = "values") -> str:
    """A line of `case` for each command, or for each option that takes a value."""
    if field == "values":
        rows = [(f"'{each.command}'", name, words) for each in found for name, words in each.values.items()]
        return "\n".join(
            line.replace("{} {}", "{}' '{}", 1).format(at, name, shlex.quote(" ".join(words)))
            for at, name, words in rows
        )
    return "\n".join(line.format(f"'{each.command}'", shlex.quote(" ".join(getattr(each, field)))) for each in found)
