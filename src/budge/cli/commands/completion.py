"""budge completion: the script that teaches a shell to complete budge's commands, options and library names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from budge.cli.exits import Exit


@click.command(short_help="Print the completion script for a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    """Print the completion script for a shell.

    \b
    Examples:
      eval "$(budge completion bash)"                     in ~/.bashrc
      eval "$(budge completion zsh)"                      in ~/.zshrc
      budge completion fish > ~/.config/fish/completions/budge.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "budge", "_BUDGE_COMPLETE").source())
    return Exit.SOLVED
