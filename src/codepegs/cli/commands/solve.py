"""`codepegs solve`: an assistant for a game on a real table."""

from __future__ import annotations

import sys
from shlex import quote

import click

from codepegs.cli import options
from codepegs.cli.repl.console import EXIT_CODES, Console, Leave
from codepegs.notation import edition_line, position
from codepegs.rules.board import Board

EDITION = "classic-1"


@click.command()
@click.option(
    "-e",
    "--edition",
    "terms",
    metavar="EDITION",
    help=f'An edition and house rules: "{EDITION} rows=8".  [default: {EDITION}]',
)
@click.option("--position", "start", metavar="LINE", help="An edition and rows already played, in one line.")
@options.colour
@options.ascii_only
def command(terms: str | None, start: str | None, ansi: bool, ascii_only: bool) -> None:
    """Break a code on a real table: you enter the answers, it gives the guesses.

    Type the answer to the guess it gives, or your own guess and its answer, or help.

    \b
    codepegs solve
    codepegs solve -e bulls-and-cows
    codepegs solve --position "classic-1 / RRBB 1+1 / RYGK 0+2"
    """
    if terms is not None and start is not None:
        raise click.UsageError("A position begins with its edition: give no --edition beside it.")
    board = (
        position.read(start) if start is not None else Board(edition_line.read((terms or EDITION).lower()))
    )
    # These load numpy, which --help has no use for.
    from codepegs.cli.repl.assistant import Assistant

    console = Console(sys.stdin, sys.stdout, ansi=ansi, ascii_only=ascii_only)
    assistant = Assistant(console, board)
    try:
        assistant.run()
    except tuple(EXIT_CODES) as leaving:
        if not isinstance(leaving, Leave):
            click.echo(err=True)
        if assistant.board.rows:
            line = quote(position.write(assistant.board))
            click.echo(f"Go on with: codepegs solve --position {line}", err=True)
        sys.exit(EXIT_CODES[type(leaving)])
