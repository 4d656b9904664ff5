"""`codepegs strategy check`: proofs that anybody can repeat."""

from __future__ import annotations

from pathlib import Path

import click

from codepegs.errors import NotationError


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="CERTIFICATE...")
def command(files: tuple[str, ...]) -> None:
    """Check certificates, which strategy prove writes.

    A certificate has a strategy, and a proof that no other needs fewer guesses in total. This shares no
    code with the search that found it. Large boards take minutes.
    """
    from codepegs.engine.certificate_checker import Proof

    for file in files:
        try:
            proof = Proof(Path(file).read_bytes().decode("ascii"))
        except OSError as error:
            raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
        except ValueError as refusal:
            raise NotationError(f"{file} proves nothing. {_reason(refusal)}") from None
        click.echo(
            f"{file}: {proof.total:,} guesses for {proof.codes:,} codes, {proof.worst} at worst: proved."
        )


def _reason(refusal: ValueError) -> str:
    return "It is not ASCII text." if isinstance(refusal, UnicodeDecodeError) else str(refusal)
