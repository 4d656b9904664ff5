"""`codepegs editions`: the catalogue as a table."""

from __future__ import annotations

import json

import click

from codepegs.cli import options
from codepegs.cli.commands.edition import as_data
from codepegs.rules.catalogue import CATALOGUE


@click.command()
@options.json
def command(as_json: bool) -> None:
    """List the editions."""
    if as_json:
        click.echo(json.dumps([as_data(edition) for edition in CATALOGUE.values()], indent=2))
        return
    row = "{:<18}{:>5}{:>6}{:>9}{:>6}{:>8}  {}"
    click.echo(row.format("edition", "sheet", "pegs", "colours", "rows", "codes", "what sets it apart"))
    for edition in CATALOGUE.values():
        notes = [
            "" if edition.code_repeats else "no repeats",
            "empty holes" if edition.blanks else "",
            "even number of games" if edition.even else "",
            "" if edition.bonus else "no bonus",
        ]
        numbers = (edition.pegs, edition.colours, edition.rows, f"{edition.size:,}")
        apart = ", ".join(filter(None, notes))
        click.echo(row.format(edition.slug, edition.box.sheet or "-", *numbers, apart).rstrip())
