"""`codepegs about`: this installation."""

from __future__ import annotations

import platform
from importlib.metadata import version

import click

from codepegs import __version__
from codepegs.cli import paths


@click.command()
def command() -> None:
    """Show version, paths and installed features."""
    from codepegs.engine import kernel
    from codepegs.engine.tree import bundled_trees

    click.echo(f"codepegs {__version__}")
    click.echo(f"Python    {platform.python_version()}")
    click.echo(
        f"Engine    {_engine(compiled=kernel.compiled, available=kernel.available)}, numpy {version('numpy')}"
    )
    click.echo(f"Trees     {', '.join(bundled_trees())}")
    click.echo(f"Settings  {paths.settings_file()}")
    click.echo(f"Archive   {paths.archive_file()} (your matches, and those of the server)")


def _engine(*, compiled: bool, available: bool) -> str:
    if available:
        return "C kernel"
    if compiled:
        return "no C kernel (switched off by CODEPEGS_KERNEL)"
    return "no C kernel (not compiled during installation)"
