"""`codepegs play`: a match in line mode."""

from __future__ import annotations

import os
import signal
import sys
import time
from datetime import datetime
from pathlib import Path
from shlex import quote

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style
from codepegs.cli.record_files import MatchFile
from codepegs.cli.repl import setup
from codepegs.cli.repl.console import EXIT_CODES, Console
from codepegs.cli.repl.match import MatchRunner
from codepegs.errors import NotNow
from codepegs.notation import edition_line, sentences
from codepegs.players.level import COMPUTER, level_of
from codepegs.rules.agreement import Agreement
from codepegs.rules.match import Match


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
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="File to save the match in.")
@click.option("--resume", type=click.Path(path_type=Path, dir_okay=False), help="File of a match to resume.")
@options.style
def command(
    edition: str | None,
    games: int | None,
    codemaker: str | None,
    codebreaker: str | None,
    hints: bool,
    save: Path | None,
    resume: Path | None,
    style: Style,
) -> None:
    """Play a match line by line, against a person or the computer.

    Without options it asks what to play. A name that starts with "computer" is a computer player,
    and may be followed by its level: novice, casual, steady (default), expert or perfect. Every move
    is saved in a file, so that you can resume the match.

    \b
    codepegs play
    codepegs play -e hasbro-2010 --codemaker "computer expert" --codebreaker Ada
    codepegs play --codemaker "computer novice" --codebreaker "computer perfect"
    codepegs play -e "classic-1 answers=hand time=180" --codemaker Ada --codebreaker Bob -n 4
    codepegs play --resume match.pegs
    """
    terms = (edition, games, codemaker, codebreaker, hints or None)
    if resume is not None and (save is not None or any(term is not None for term in terms)):
        raise click.UsageError("--resume continues a match on its own terms. Leave out the other options.")
    console = Console(sys.stdin, sys.stdout, style)
    file = None
    signal.signal(signal.SIGTERM, _stop)
    try:
        if resume is not None:
            match = _load(resume)
        elif any(term is not None for term in terms):
            match = Match.start(_agreement(edition, games, codemaker, codebreaker, hints=hints))
        else:
            match = Match.start(setup.agree(console))
        file = _open_file(match, save, resume)
        click.echo(f"The match is saved in {sentences.escape_unprintable(str(file.path))}", err=True)
        console.say(sentences.describe_agreement(match.agreement))
        if match.over:
            console.say(sentences.describe_points(match.agreement, match.points))
            console.say(sentences.describe_result(match.agreement, match.outcome))
        else:
            console.say("Type help at any time.")
            MatchRunner(console, file, clock=time.monotonic).run(match)
    except tuple(_LEAVING) as leaving:
        sys.exit(_leave(file, leaving))


class _Stopped(BaseException):
    """SIGTERM. It must not leave a code on the screen."""


_LEAVING = EXIT_CODES | {_Stopped: 143}


def _stop(number: int, frame: object) -> None:
    raise _Stopped


def _agreement(
    edition: str | None, games: int | None, codemaker: str | None, codebreaker: str | None, *, hints: bool
) -> Agreement:
    """Return the agreement that the options name. A missing name is the computer, or its opponent."""
    if codemaker is None:
        codemaker = COMPUTER if codebreaker is None else setup.opponent(codebreaker)
    if codebreaker is None:
        codebreaker = setup.opponent(codemaker)
    for name in (codemaker, codebreaker):
        level_of(name)
    terms = edition_line.read((edition or setup.EDITION).lower())
    return Agreement(terms, (codemaker, codebreaker), setup.GAMES if games is None else games, hints)


def _load(file: Path) -> Match:
    match = options.read_match(os.path.abspath(file))
    for name in match.agreement.players:
        level_of(name)
    if match.game.concealed:
        raise NotNow(f"{file} does not contain the hidden code, so the match cannot be resumed.")
    return match


def _open_file(match: Match, save: Path | None, resume: Path | None) -> MatchFile:
    if resume is not None:
        return MatchFile(resume)
    if save is None:
        return MatchFile.for_match(match.agreement.players, datetime.now())
    try:
        return MatchFile.new(save)
    except FileExistsError:
        shown = sentences.escape_unprintable(str(save))
        raise click.UsageError(
            f"{shown} already exists. Choose another file, or resume it with --resume {shown}"
        ) from None


def _leave(file: MatchFile | None, leaving: BaseException) -> int:
    """Print how to resume the match, and return the exit code."""
    click.echo(err=True)
    if file is not None:
        shown = sentences.escape_unprintable(quote(str(file.path)))
        click.echo(f"The match is saved. To resume it, run: codepegs play --resume {shown}", err=True)
    return _LEAVING[type(leaving)]
