"""`codepegs play`: a match in line mode."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom

import click

from codepegs.cli import options, paths
from codepegs.cli.console_text import Style
from codepegs.cli.repl.console import EXIT_CODES, Console, stop_cleanly
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.match import MatchRunner
from codepegs.cli.repl.store import BackgroundStore
from codepegs.notation import edition_line
from codepegs.players.level import COMPUTER, level_of
from codepegs.rules.agreement import Agreement
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import CannotOpenArchive
from codepegs.table.local import LocalTables
from codepegs.table.persistence import MemoryStore

EDITION, PERSON, GAMES = "classic-1", "Player", 2
LAST = "last"
"""Value of `--resume` without an ID."""


def _refuse_save(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(
            "Matches are stored in the archive now, so --save is gone. "
            "To write a match to a file, run: codepegs matches export ID -o FILE"
        )


@click.command()
@click.option(
    "-e",
    "--edition",
    metavar="EDITION",
    help='An edition, optionally followed by house rules: "classic-1 answers=hand".',
)
@click.option("-n", "--games", type=int, help="Number of games. Players swap roles after each.")
@click.option("--codemaker", metavar="NAME", help="Player who makes the first code.")
@click.option("--codebreaker", metavar="NAME", help="Player who breaks the first code.")
@click.option("--hints", is_flag=True, help="Allow the codebreaker to ask for hints.")
@click.option(
    "--resume",
    metavar="[ID]",
    is_flag=False,
    flag_value=LAST,
    help="Resume a match of the archive. Default: the last unfinished one.",
)
@click.option("--no-save", is_flag=True, help="Do not store the match.")
@click.option("--save", hidden=True, expose_value=False, callback=_refuse_save)
@options.style
def command(
    edition: str | None,
    games: int | None,
    codemaker: str | None,
    codebreaker: str | None,
    hints: bool,
    resume: str | None,
    no_save: bool,
    style: Style,
) -> None:
    """Play a match line by line, against a person or the computer.

    Without options you play two games against the computer. A name that starts with "computer" is a
    computer player, and may be followed by its level: beginner, easy, medium (default), expert or
    perfect. Every move is stored in the archive, so that you can resume the match; see codepegs matches.

    \b
    codepegs play
    codepegs play -e hasbro-2010 --codemaker "computer expert" --codebreaker Ada
    codepegs play --codemaker "computer beginner" --codebreaker "computer perfect"
    codepegs play -e "classic-1 answers=hand time=180" --codemaker Ada --codebreaker Bob -n 4
    codepegs play --resume
    """
    terms = (edition, games, codemaker, codebreaker, hints or None, no_save or None)
    if resume is not None and any(term is not None for term in terms):
        raise click.UsageError("--resume continues a match on its own terms. Leave out the other options.")
    console = Console(sys.stdin, sys.stdout, style)
    agreement = None if resume else _agreement(edition, games, codemaker, codebreaker, hints=hints)
    store = None if no_save else BackgroundStore(paths.open_archive)
    loop = LoopThread()
    runner, exit_code = MatchRunner(console, loop), 0
    stop_cleanly()
    try:
        with loop, _tables(loop, store) as tables:
            if agreement is not None:
                keyboard = loop.run(tables.open(agreement))
            else:
                assert resume is not None
                assert store is not None
                keyboard = loop.run(tables.resume(_find(store, resume)))
            runner.run(keyboard)
    except tuple(EXIT_CODES) as leaving:
        exit_code = EXIT_CODES[type(leaving)]
        click.echo(err=True)
    except CannotOpenArchive as error:
        raise click.ClickException(f"{error} To play without saving, add --no-save.") from None
    view = runner.view
    if store is not None and view is not None and not view.over and view.id in store.stored:
        click.echo(f"To resume the match, run: codepegs play --resume {view.id}", err=True)
    sys.exit(exit_code)


@contextmanager
def _tables(loop: LoopThread, store: BackgroundStore | None) -> Iterator[LocalTables]:
    """Yield tables that keep their matches in `store`, or nowhere."""
    tables = LocalTables(
        store or MemoryStore(),
        random=SystemRandom(),
        now=lambda: time.time_ns() // 1000,
        monotonic=time.monotonic_ns,
    )
    try:
        yield tables
    finally:
        loop.run(tables.close())
        if store is not None:
            store.close()


def _agreement(
    edition: str | None, games: int | None, codemaker: str | None, codebreaker: str | None, *, hints: bool
) -> Agreement:
    """Return the agreement that the options name. A missing name is the computer, or its opponent."""
    if codemaker is None:
        codemaker = COMPUTER if codebreaker is None else _opponent(codebreaker)
    if codebreaker is None:
        codebreaker = _opponent(codemaker)
    for name in (codemaker, codebreaker):
        level_of(name)
    terms = edition_line.read((edition or EDITION).lower())
    return Agreement(terms, (codemaker, codebreaker), GAMES if games is None else games, hints)


def _opponent(name: str) -> str:
    """Return the default opponent of a player."""
    return COMPUTER if level_of(name) is None else PERSON


def _find(store: BackgroundStore, resume: str) -> MatchId:
    """Return the match to resume."""
    match = store.find_unfinished() if resume == LAST else MatchId(resume)
    if match is None:
        raise click.ClickException("There is no unfinished match. To start one, run: codepegs play")
    return match
