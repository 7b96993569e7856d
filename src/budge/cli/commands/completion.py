"""budge completion: the script that teaches a shell to complete budge's commands, options and names."""

from __future__ import annotations

import click

from budge.cli.exits import Exit
from budge.cli.shells import SHELLS, commands


@click.command(short_help="Print the completion script for a shell.")
@click.argument("shell", type=click.Choice(tuple(SHELLS)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    """Print the completion script for a shell.

    It holds all names, so that completing starts no program. Write it again after an update of budge.

    \b
    Examples:
      budge completion bash > ~/.budge-completion.bash   sourced by ~/.bashrc
      budge completion zsh > ~/.zfunc/_budge              in a folder of $fpath
      budge completion fish > ~/.config/fish/completions/budge.fish
      budge completion powershell >> $PROFILE
    """
    root = ctx.find_root()
    click.echo(SHELLS[shell](list(commands(root.command, root))))
    return Exit.SOLVED
