"""`codepegs matches`: the archive of all matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from codepegs.cli import options, paths
from codepegs.cli.console_text import Style
from codepegs.notation import edition_line, record
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.agreement import Agreement

if TYPE_CHECKING:
    from codepegs.storage import Archive, Entry

MAX_LISTED = 1_000_000
"""Effectively no limit."""


@click.group(invoke_without_command=True)
@options.json
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List, show, count, export, delete, check and back up your matches.

    Without a command, it lists them. These are the matches of the application and of codepegs play, and
    of codepegs serve unless it uses another archive.

    \b
    codepegs matches
    codepegs matches show ID
    codepegs matches stats
    codepegs matches export ID -o match.pegs
    codepegs matches delete ID
    codepegs matches check
    codepegs matches backup matches-copy.db
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, as_json=as_json)
    elif as_json:
        raise click.UsageError("Put --json after the command: codepegs matches list --json.")


@command.command("list")
@click.option("--unfinished", is_flag=True, help="List only unfinished matches.")
@options.json
def list_(unfinished: bool = False, as_json: bool = False) -> None:
    """List the matches, the most recent first."""
    with _archive() as archive:
        entries = archive.entries(over=False if unfinished else None, limit=MAX_LISTED)
    if as_json:
        click.echo(json.dumps([_as_data(entry) for entry in entries], indent=2))
        return
    if not entries:
        click.echo("No matches yet. To play one, run codepegs.", err=True)
    for entry in entries:
        when = datetime.fromtimestamp(entry.changed // 1_000_000)
        score = "" if entry.agreement.solo else f"{entry.points[0]}:{entry.points[1]}  "
        click.echo(
            f"{entry.id}  {when:%Y-%m-%d %H:%M}  {_players(entry.agreement)}  {score}{_state(entry)}  "
            f"{edition_line.write(entry.agreement.edition)}"
        )


@command.command()
@click.argument("match", metavar="ID")
@options.json
@options.style
def show(match: str, as_json: bool, style: Style) -> None:
    """Show the games of a match. Hidden codes stay hidden."""
    from codepegs.cli.commands.show import show_match
    from codepegs.storage import MatchId

    with _archive() as archive:
        found = archive.match(MatchId(match))
    show_match(found, as_json=as_json, style=style)


@command.command()
@click.argument("match", metavar="ID")
@options.output
@click.option(
    "--veiled", is_flag=True, help="Include hidden codes, veiled, so that a program can resume the match."
)
def export(match: str, output: Path | None, veiled: bool) -> None:
    """Write the record of a match, without codes that are still hidden."""
    from codepegs.storage import MatchId

    with _archive() as archive:
        found = archive.match(MatchId(match))
    options.write(record.save(found) if veiled else record.write(found), output, new=True)


@command.command()
@click.argument("match", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def delete(match: str, yes: bool) -> None:
    """Delete a match, also from the statistics."""
    from codepegs.storage import MatchId
    from codepegs.storage.errors import DamagedMatch

    with _archive() as archive:
        try:
            what = _players(archive.match(MatchId(match)).agreement)
        except DamagedMatch:
            what = "damaged"
        if not yes and not click.confirm(f"Delete this match ({what})?", err=True):
            raise click.ClickException("Nothing was deleted.")
        archive.delete(MatchId(match))


@command.command()
@options.json
def stats(as_json: bool) -> None:
    """Show statistics of solo games, daily codes and matches.

    Friendly games do not count. A solo game that you left counts as not cracked. Par is the average of
    perfect play, for boards where it is proved.
    """
    from codepegs.cli import statistics

    with _archive() as archive:
        tallies = archive.statistics()
        today = datetime.now(UTC).date()
        solo = {name: archive.solo_statistics(name, today=today) for name in archive.solo_players()}
    if as_json:
        click.echo(json.dumps(statistics.as_data(solo, tallies), indent=2))
        return
    if not solo and not tallies:
        click.echo("No game has been finished yet. To play one, run codepegs.", err=True)
    for line in statistics.describe(solo, tallies):
        click.echo(line)


_archive_option = click.option(
    "--archive",
    envvar="CODEPEGS_ARCHIVE",
    metavar="URL",
    help="Archive URL, as for codepegs serve (also CODEPEGS_ARCHIVE). Default: your own archive.",
)


@command.command()
@_archive_option
def check(archive: str | None) -> None:
    """Check the archive for damage, and list damaged matches.

    It replays every match. A server may be using the archive meanwhile.
    """
    from codepegs import storage

    found = storage.check(archive or paths.archive_url())
    for error in found:
        click.echo(escape_unprintable(str(error)))
    if found:
        raise click.ClickException("The archive is damaged. Restore a backup, or delete the damaged matches.")
    click.echo("The archive is not damaged.", err=True)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_archive_option
def backup(file: Path, archive: str | None) -> None:
    """Copy the archive to a new FILE. A server may be using it meanwhile."""
    from codepegs import storage

    storage.backup(archive or paths.archive_url(), file)
    click.echo(f"Archive copied to {file}.", err=True)


@contextmanager
def _archive() -> Iterator[Archive]:
    archive = paths.open_archive()
    try:
        yield archive
    finally:
        archive.close()


def _players(agreement: Agreement) -> str:
    """Return who plays, such as "Ada - Bob" or "Ada, solo"."""
    one, two = map(escape_unprintable, agreement.players)
    if agreement.daily is not None:
        return f"{two}, daily code of {agreement.daily.isoformat()}"
    return f"{two}, solo" if agreement.solo else f"{one} - {two}"


def _state(entry: Entry) -> str:
    outcome, players = entry.outcome, entry.agreement.players
    if outcome is None:
        return "unfinished at a table" if entry.table else "unfinished"
    if entry.agreement.solo:
        return "not cracked" if outcome.cracked_in is None else f"cracked in {outcome.cracked_in}"
    if outcome.stopped:
        return "stopped"
    if outcome.winner is None:
        return "draw"
    winner = f"winner {escape_unprintable(players[outcome.winner])}"
    if outcome.abandoned_by is None:
        return winner
    return f"{winner}, {escape_unprintable(players[outcome.abandoned_by])} left"


def _as_data(entry: Entry) -> dict[str, Any]:
    from codepegs.cli.commands.show import outcome_data, terms_data

    return {
        "id": entry.id,
        **terms_data(entry.agreement),
        "begun": entry.begun,
        "changed": entry.changed,
        "moves": entry.moves,
        "points": entry.points,
        "outcome": outcome_data(entry.agreement, entry.outcome),
        "table": entry.table,
    }
