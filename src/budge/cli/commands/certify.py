"""budge certify: check that a certificate shows what it claims."""

from __future__ import annotations

import json

import click

from budge.certificates import CertificateError, check_certificate
from budge.cli.exits import Exit
from budge.cli.parameters import json_option
from budge.cli.terminal import complain
from budge.wording import amount


@click.group(short_help="Check a certificate of optimality.")
def command() -> None:
    """Certificates of optimality, written by `budge solve SOURCE --certify DIR`.

    \b
    Examples:
      budge certify check proof
    """


@command.command(short_help="Check a certificate, trusting none of it.")
@click.argument("folder", metavar="DIR", type=click.Path())
@json_option
def check(folder: str, as_json: bool) -> int:
    """Replay the plan, recompute every formula from the puzzle, and check every proof. No solver takes part.

    The exit code is 0 if the certificate is valid, else 33. docs/certificates.md says what is trusted.

    \b
    Examples:
      budge solve eight/hardest-1 --certify hardest
      budge certify check hardest
    """
    try:
        manifest = check_certificate(folder)
    except CertificateError as problem:
        if as_json:
            click.echo(json.dumps({"valid": False, "reason": str(problem)}))
        else:
            complain(f"{folder} is no proof: {problem}")
        return Exit.BAD_INPUT
    lengths = [each.horizon for each in manifest.refutations]
    if as_json:
        claim = {"valid": True, "cost": manifest.cost, "metric": manifest.metric, "refuted": lengths}
        click.echo(json.dumps(claim))
    else:
        click.echo(f"{folder} holds: a plan of {amount(manifest.cost, manifest.metric)}, and none is shorter")
        what = f"{amount(len(lengths), 'proofs')}, for {'length' if len(lengths) == 1 else 'lengths'}"
        refuted = f"{what} {', '.join(map(str, lengths))}" if lengths else "none needed"
        click.echo(f"  refuted      {refuted}; a lower bound excludes shorter ones")
    return Exit.SOLVED
