"""`codepegs about`: what this installation is."""

from __future__ import annotations

import platform
from importlib.metadata import version

import click

from codepegs import __version__
from codepegs.cli import paths


@click.command()
def command() -> None:
    """Say what this installation is and has."""
    from codepegs.engine import kernel
    from codepegs.engine.shelf import shelf

    click.echo(f"codepegs {__version__}, the code-breaking peg game by every rule sheet")
    click.echo(f"Python    {platform.python_version()}")
    click.echo(
        f"Engine    {_engine(compiled=kernel.compiled, available=kernel.available)}, numpy {version('numpy')}"
    )
    click.echo(f"Trees     {', '.join(shelf())}")
    click.echo(f"Archive   {paths.archive_file()} (the matches of the application, and of a server)")
    click.echo(f"Matches   {paths.records_folder()} (those of line mode, in files)")


def _engine(*, compiled: bool, available: bool) -> str:
    if available:
        return "C kernel"
    if compiled:
        return "no C kernel (switched off by CODEPEGS_KERNEL)"
    return "no C kernel (it was not compiled when this was installed)"
