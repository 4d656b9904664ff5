"""`codepegs join`: a match at a server, as a player or a spectator."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style, has_terminal, wrap
from codepegs.cli.repl.console import EARLY_EXITS, Console, explain_exit, stop_cleanly
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.match import MatchRunner
from codepegs.cli.tokens import read_token, save_token
from codepegs.client import Client, RemoteSeat
from codepegs.notation.sentences import escape_unprintable
from codepegs.protocol.errors import Unauthenticated
from codepegs.table.keyboard import Keyboard

CONNECT_TIMEOUT = 5.0
"""Seconds after which a server that does not reply is given up, before the match has started."""
_PATH = re.compile(r"/t/([a-z0-9]{10})/?", re.ASCII)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Link:
    """Address of a table, with the token of an invitation if it has one."""

    server: str
    table: str
    invitation: str | None


def read_link(ctx: click.Context, param: click.Parameter, value: str) -> Link:
    """Return the link that the user gave, or raise BadParameter."""
    try:
        parts = urlsplit(value.strip())
        server = f"{parts.scheme}://{parts.netloc}".lower()
        found = _PATH.fullmatch(parts.path)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        found, known = None, None
    if not (found and known) or (parts.fragment and not _TOKEN.fullmatch(parts.fragment)):
        raise click.BadParameter(
            "This is not the link of a table. Copy all of it from the web page: "
            "http://HOST/t/TABLE to watch, http://HOST/t/TABLE#INVITATION to play."
        )
    return Link(server, found[1], parts.fragment or None)


@click.command()
@click.argument("link", metavar="URL", callback=read_link)
@click.option("--name", metavar="NAME", help="Your name at the table. Default: ask for it.")
@click.option("--watch", is_flag=True, help="Watch, and do not take a seat.")
@click.option("--lines", is_flag=True, help="Play line by line, without the application.")
@options.style
def command(link: Link, name: str | None, watch: bool, lines: bool, style: Style) -> None:
    """Join a match at a server, by its link.

    With an invitation link you read the terms and take the empty seat. With the address of a table
    you return to your seat, or watch if you have none. The token that returns you to your seats is
    stored on this computer. The match opens in the application, or line by line if there is no
    terminal to draw on.

    \b
    codepegs join "http://pegs.example/t/k7m2abcdef#INVITATION" --name Ada
    codepegs join http://pegs.example/t/k7m2abcdef --watch
    """
    token = None if watch else _take_seat(link, name)

    async def open_keyboard() -> Keyboard:
        seat = await RemoteSeat(link.server, link.table, token).connect(timeout=CONNECT_TIMEOUT)
        you = seat.view.you
        return Keyboard({} if you is None else {you: seat}, seat)

    if lines or not has_terminal():
        sys.exit(_play_lines(link, open_keyboard, style))
    from codepegs.cli import run_tui

    run_tui.run(open_keyboard)


def _take_seat(link: Link, name: str | None) -> str:
    """Take the seat that the link offers, unless the user sits there already. Return the user's token."""
    token = read_token(link.server) or _request_token(link.server)
    try:
        return _sit_down(link, name, token)
    except Unauthenticated:
        # The server has another archive than before, so it has none of the user's seats either.
        return _sit_down(link, name, _request_token(link.server, instead_of=token))


def _request_token(server: str, *, instead_of: str | None = None) -> str:
    # Stored before it is used, so that a crash cannot lose a seat.
    with Client(server, retry_timeout=CONNECT_TIMEOUT) as client:
        return save_token(server, client.token, instead_of=instead_of)


def _sit_down(link: Link, name: str | None, token: str) -> str:
    with Client(link.server, token, retry_timeout=CONNECT_TIMEOUT) as client:
        view = client.view(link.table)
        if view.you is not None or link.invitation is None:
            return client.token
        if view.phase != "waiting":
            raise click.ClickException(
                "Somebody else has used this invitation. To watch the match, add --watch."
            )
        if name is None and not sys.stdin.isatty():
            raise click.UsageError("Add your name at the table: --name NAME")
        # Before the name is sent, because sitting down means agreeing to the terms.
        for sentence in view.agreed:
            click.echo(wrap(escape_unprintable(sentence), sys.stderr), err=True)
        if name is None:
            name = click.prompt("Your name", err=True)
        client.join(link.table, invitation=link.invitation, name=name)
        return client.token


def _play_lines(link: Link, open_keyboard: Callable[[], Coroutine[Any, Any, Keyboard]], style: Style) -> int:
    """Play in line mode, and return the exit code."""
    loop = LoopThread()
    runner, exit_code = MatchRunner(Console(sys.stdin, sys.stdout, style), loop, stored=False), 0
    stop_cleanly()
    try:
        with loop:
            runner.run(loop.run(open_keyboard()))
    except EARLY_EXITS as reason:
        exit_code = explain_exit(reason)
    view = runner.view
    if view is not None and view.you is not None and not view.over:
        click.echo(f"To return to your seat, run: codepegs join {link.server}/t/{view.id}", err=True)
    return exit_code
