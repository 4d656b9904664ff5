"""`codepegs join`: a match at a server, as a player or a spectator."""

from __future__ import annotations

import sys

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style, has_terminal, wrap
from codepegs.cli.guest import Guest, TableLink, read_link
from codepegs.cli.repl.console import EARLY_EXITS, Console, explain_exit, stop_cleanly
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.match import MatchRunner
from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable


def _read_link(ctx: click.Context, param: click.Parameter, value: str) -> TableLink:
    try:
        return read_link(value)
    except CodepegsError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@click.argument("link", metavar="URL", callback=_read_link)
@click.option("--name", metavar="NAME", help="Your name. Default: asks for it.")
@click.option("--watch", is_flag=True, help="Watch without taking a seat.")
@click.option("--lines", is_flag=True, help="Play line by line, not in the application.")
@options.style
def command(link: TableLink, name: str | None, watch: bool, lines: bool, style: Style) -> None:
    """Join a match on a server by its link.

    With an invitation link you see the rules of the match first, and then take the empty seat. With
    the address of a match you return to your seat, or watch if you don't have one. A token stored on
    this computer lets you back into your seats. The match opens in the application, or line by line
    if there is no terminal to draw on.

    \b
    codepegs join "http://pegs.example/t/k7m2abcdef#INVITATION" --name Ada
    codepegs join http://pegs.example/t/k7m2abcdef --watch
    """
    guest = Guest(link)
    if not watch:
        _take_seat(guest, name)
    if lines or not has_terminal():
        sys.exit(_play_lines(guest, style))
    from codepegs.cli import run_tui

    run_tui.run(guest)


def _take_seat(guest: Guest, name: str | None) -> None:
    """Take the seat that the link offers, unless the user sits there already."""
    terms = guest.look()
    if terms is None:
        return
    if name is None and not sys.stdin.isatty():
        raise click.UsageError("Add your name at the table: --name NAME")
    # Before the name is sent, because sitting down means agreeing to the terms.
    for sentence in terms:
        click.echo(wrap(escape_unprintable(sentence), sys.stderr), err=True)
    guest.sit_down(click.prompt("Your name", err=True) if name is None else name)


def _play_lines(guest: Guest, style: Style) -> int:
    """Play in line mode, and return the exit code."""
    loop = LoopThread()
    runner, exit_code = MatchRunner(Console(sys.stdin, sys.stdout, style), loop, stored=False), 0
    stop_cleanly()
    try:
        with loop:
            runner.run(loop.run(guest.open_keyboard()))
    except EARLY_EXITS as reason:
        exit_code = explain_exit(reason)
    view = runner.view
    if view is not None and view.you is not None and not view.over:
        click.echo(f"To return to your seat, run: codepegs join {guest.link_to(view.id)}", err=True)
    return exit_code
