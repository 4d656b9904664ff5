"""`codepegs play`: a solo game or a match in line mode."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from random import SystemRandom
from typing import Any

import click
from click.shell_completion import CompletionItem

from codepegs.cli import match_list, options, paths
from codepegs.cli.console_text import Style
from codepegs.cli.repl.console import EARLY_EXITS, Console, explain_exit, stop_cleanly
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.match import MatchRunner
from codepegs.cli.repl.store import BackgroundStore
from codepegs.errors import IllegalAgreement, UnknownLevel
from codepegs.notation import edition_line
from codepegs.notation.sentences import COMPUTER, join_words
from codepegs.players.level import LEVELS, check_friendly, check_person, find_level, level_of
from codepegs.rules.agreement import NOBODY, Agreement, check_players
from codepegs.rules.daily import DAILY_EDITION
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed, CannotOpenArchive
from codepegs.table.keyboard import Keyboard
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


def _read_level(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    try:
        return None if value is None else find_level(value).name
    except UnknownLevel as error:
        raise click.BadParameter(str(error)) from None


def _complete_level(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(level.name, help=level.summary)
        for level in LEVELS.values()
        if level.name.startswith(incomplete)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """A new match, as the options describe it. None means that an option was not given."""

    edition: str | None = None
    games: int | None = None
    against: str | None = None
    two: tuple[str, str] | None = None
    codemaker: str | None = None
    codebreaker: str | None = None
    name: str | None = None
    daily: bool = False
    friendly: bool = False
    hints: bool = False

    @property
    def named(self) -> bool:
        """Whether the players are chosen by their first roles."""
        return self.codemaker is not None or self.codebreaker is not None


@click.command()
@click.option(
    "--against",
    metavar="LEVEL",
    callback=_read_level,
    shell_complete=_complete_level,
    help=f"Play against a computer: {join_words([*LEVELS], word='or')}.",
)
@click.option("--two", metavar="NAME NAME", nargs=2, help="Two people at this keyboard.")
@click.option("--daily", is_flag=True, help="Crack the code of the day. You get one try.")
@click.option(
    "-e",
    "--edition",
    metavar="EDITION",
    shell_complete=options.complete_edition,
    help='An edition, optionally followed by house rules: "classic-1 answers=hand".',
)
@click.option("--name", metavar="NAME", help=f"Your name. Default: {PERSON}.")
@click.option("--hints", is_flag=True, help="Allow the codebreaker to ask for hints.")
@click.option(
    "--friendly",
    is_flag=True,
    help="Play a friendly match against a computer, in which you can take guesses back.",
)
@click.option(
    "-n", "--games", type=int, help=f"Number of games. Players swap roles after each. Default: {GAMES}."
)
@click.option("--codemaker", metavar="NAME", help="Player who makes the first code.")
@click.option("--codebreaker", metavar="NAME", help="Player who guesses first.")
@click.option(
    "--resume",
    metavar="[ID]",
    is_flag=False,
    flag_value=LAST,
    shell_complete=match_list.complete_id,
    help="Resume a saved match. Default: the last unfinished one.",
)
@click.option("--no-save", is_flag=True, help="Don't save the match.")
@click.option("--save", hidden=True, expose_value=False, callback=_refuse_save)
@options.style
def command(resume: str | None, no_save: bool, style: Style, **given: Any) -> None:
    """Play line by line: alone, against the computer, or two people.

    Without options you crack a random code. Every move is saved, so you can resume at any time; see
    codepegs matches.

    With --codemaker and --codebreaker you choose who makes the first code. A name that starts with
    "computer" is a computer player, and may be followed by its level.

    \b
    codepegs play
    codepegs play --daily
    codepegs play --against easy --friendly
    codepegs play --two Ada Bob -e "classic-1 answers=hand time=180" -n 4
    codepegs play --codemaker Ada --codebreaker "computer perfect"
    codepegs play --resume
    """
    choices = Choices(**given)
    if resume is not None and (choices != Choices() or no_save):
        raise click.UsageError("--resume continues a match as it was agreed. Leave out the other options.")
    if choices.daily and no_save:
        raise click.UsageError(
            "You get one try at the daily code, so it is always saved. Leave out --no-save."
        )
    console = Console(sys.stdin, sys.stdout, style)
    today = datetime.fromtimestamp(now() // 1_000_000, UTC).astimezone().date()
    agreement = None if resume else make_agreement(choices, today=today)
    store = None if no_save else BackgroundStore(paths.open_archive)
    loop = LoopThread()
    runner, exit_code = MatchRunner(console, loop, stored=store is not None), 0
    stop_cleanly()
    try:
        with loop, _tables(loop, store) as tables:
            runner.run(_open(loop, tables, store, agreement, resume))
    except EARLY_EXITS as reason:
        exit_code = explain_exit(reason)
    except CannotOpenArchive as error:
        raise click.ClickException(f"{error} To play without saving, add --no-save.") from None
    view = runner.view
    if store is not None and view is not None and not view.over and view.id in store.stored:
        click.echo(f"To resume, run: codepegs play --resume {view.id}", err=True)
    sys.exit(exit_code)


def now() -> int:
    """Return the time of day in microseconds."""
    return time.time_ns() // 1000


@contextmanager
def _tables(loop: LoopThread, store: BackgroundStore | None) -> Iterator[LocalTables]:
    """Yield tables that keep their matches in `store`, or nowhere."""
    tables = LocalTables(
        store or MemoryStore(),
        random=SystemRandom(),
        now=now,
        monotonic=time.monotonic_ns,
    )
    try:
        yield tables
    finally:
        loop.run(tables.close())
        if store is not None:
            store.close()


def _open(
    loop: LoopThread,
    tables: LocalTables,
    store: BackgroundStore | None,
    agreement: Agreement | None,
    resume: str | None,
) -> Keyboard:
    """Start the agreed match, or return to a stored one. A daily code that was started is never new."""
    if agreement is None:
        assert resume is not None
        assert store is not None
        return loop.run(tables.resume(_find(store, resume)))
    try:
        return loop.run(tables.open(agreement))
    except AlreadyPlayed as begun:
        return loop.run(tables.resume(MatchId(begun.table)))


def _find(store: BackgroundStore, resume: str) -> MatchId:
    """Return the match to resume."""
    match = store.find_unfinished() if resume == LAST else store.find(resume)
    if match is None:
        raise click.ClickException("There is no unfinished match. To start one, run: codepegs play")
    return match


def make_agreement(choices: Choices, *, today: date) -> Agreement:
    """Return the agreement that the options name, or raise UsageError if they contradict each other."""
    kinds = (choices.against is not None, choices.two is not None, choices.named, choices.daily)
    if sum(kinds) > 1:
        raise click.UsageError(
            "Choose one of --against, --two and --daily, "
            "or name the players with --codemaker and --codebreaker."
        )
    if choices.name is not None:
        if choices.two is not None or choices.named:
            raise click.UsageError("You've already named the players. Leave out --name.")
        check_person(choices.name)
    if choices.daily:
        return _daily(choices, today)
    edition = edition_line.read((choices.edition or EDITION).lower())
    if not any(kinds):
        if choices.games is not None:
            raise click.UsageError(
                "A solo game is a single game. To play several, add --against LEVEL or --two NAME NAME."
            )
        if choices.friendly:
            raise click.UsageError(
                "You can't take guesses back in a solo game. To be able to, add --against LEVEL."
            )
        return Agreement(edition, (NOBODY, choices.name or PERSON), 1, choices.hints)
    players = _players(choices)
    try:
        check_friendly(players, friendly=choices.friendly)
    except IllegalAgreement as error:
        raise click.UsageError(str(error)) from None
    games = GAMES if choices.games is None else choices.games
    return Agreement(edition, players, games, choices.hints, friendly=choices.friendly)


def _daily(choices: Choices, day: date) -> Agreement:
    terms = (choices.edition, choices.games, choices.friendly or None, choices.hints or None)
    if any(term is not None for term in terms):
        raise click.UsageError(
            "The daily code is the same for everybody. Leave out --edition, --games, --friendly and --hints."
        )
    return Agreement(DAILY_EDITION, (NOBODY, choices.name or PERSON), 1, daily=day)


def _players(choices: Choices) -> tuple[str, str]:
    """Return the names, the first codemaker first. A missing name is the computer, or its opponent."""
    if choices.two is not None:
        for name in choices.two:
            check_person(name)
        return choices.two
    if choices.against is not None:
        return f"{COMPUTER} {choices.against}", choices.name or PERSON
    codemaker, codebreaker = choices.codemaker, choices.codebreaker
    if codemaker is None:
        assert codebreaker is not None
        codemaker = _opponent(codebreaker)
    elif codebreaker is None:
        codebreaker = _opponent(codemaker)
    # An empty name would mean nobody, as in a solo game.
    check_players(codemaker, codebreaker)
    level_of(codemaker)
    level_of(codebreaker)
    return codemaker, codebreaker


def _opponent(name: str) -> str:
    """Return the default opponent of a player."""
    return COMPUTER if level_of(name) is None else PERSON
