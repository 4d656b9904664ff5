"""`codepegs matches`: the archive of all matches."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from codepegs.cli import match_list, options, paths
from codepegs.cli.console_text import Style, align
from codepegs.cli.match_list import MAX_LISTED, find_id
from codepegs.notation import record
from codepegs.notation.sentences import escape_unprintable

if TYPE_CHECKING:
    from codepegs.storage import Archive, Entry, MatchId

_COLUMNS = ("id", "last move", "players", "score", "result", "edition")


@click.group(invoke_without_command=True)
@options.json
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List, show, count, export, rename, delete, check, copy and back up your matches.

    Without a command, it lists them: the matches of the application, of codepegs play and of codepegs
    serve. If your server uses another archive, add --archive URL after the command.

    \b
    codepegs matches
    codepegs matches show ID
    codepegs matches stats
    codepegs matches export ID -o match.pegs
    codepegs matches rename ID NAME "a guest"
    codepegs matches delete ID
    codepegs matches check
    codepegs matches backup matches-copy.db
    codepegs matches copy sqlite:///matches.db postgresql://codepegs@localhost/codepegs
    """
    if ctx.invoked_subcommand is None:
        with list_.make_context("list", ["--json"] if as_json else [], parent=ctx) as alone:
            list_.invoke(alone)
    elif as_json:
        raise click.UsageError("Put --json after the command: codepegs matches list --json.")


_archive_option = click.option(
    "--archive",
    envvar="CODEPEGS_ARCHIVE",
    metavar="URL",
    help="Archive URL, as for codepegs serve (also CODEPEGS_ARCHIVE). Default: your own archive.",
)
_match_id = click.argument("match", metavar="ID", shell_complete=match_list.complete_id)


@command.command("list")
@click.argument("text", nargs=-1)
@click.option("--unfinished", is_flag=True, help="List only unfinished matches.")
@options.json
@_archive_option
def list_(text: tuple[str, ...], unfinished: bool, as_json: bool, archive: str | None) -> None:
    """List the matches, the most recent first.

    With TEXT it lists only matches that contain all these words.

    \b
    codepegs matches list Ada
    codepegs matches list super unfinished
    """
    with _open(archive) as opened:
        entries = opened.entries(over=False if unfinished else None, limit=MAX_LISTED)
    rows = {entry.id: _row(entry) for entry in entries}
    words = [word.casefold() for word in text]
    found = [
        entry for entry in entries if all(word in "  ".join(rows[entry.id]).casefold() for word in words)
    ]
    if as_json:
        click.echo(json.dumps([_as_data(entry) for entry in found]))
    elif found:
        for line in align([_COLUMNS, *(rows[entry.id] for entry in found)]):
            click.echo(line)
    elif entries:
        click.echo("No match contains all these words. To see all matches, run codepegs matches.", err=True)
    else:
        click.echo("No matches yet. To play one, run codepegs.", err=True)


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.id,
        f"{datetime.fromtimestamp(entry.changed // 1_000_000):%Y-%m-%d %H:%M}",
        match_list.describe_players(entry.agreement),
        match_list.describe_score(entry),
        match_list.describe_state(entry),
        match_list.describe_edition(entry),
    )


@command.command()
@_match_id
@options.json
@options.style
@_archive_option
def show(match: str, as_json: bool, style: Style, archive: str | None) -> None:
    """Show the games of a match. Hidden codes stay hidden."""
    from codepegs.cli.commands.show import show_match

    with _open(archive) as opened:
        found = opened.match(find_id(opened, match))
    show_match(found, as_json=as_json, style=style)


@command.command()
@_match_id
@options.output
@click.option(
    "--veiled", is_flag=True, help="Include hidden codes, veiled, so that a program can resume the match."
)
@_archive_option
def export(match: str, output: Path | None, veiled: bool, archive: str | None) -> None:
    """Write the record of a match, without codes that are still hidden."""
    with _open(archive) as opened:
        found = opened.match(find_id(opened, match))
    options.write(record.save(found) if veiled else record.write(found), output, new=True)


@command.command()
@_match_id
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@_archive_option
def delete(match: str, yes: bool, archive: str | None) -> None:
    """Delete a match, and remove it from the statistics.

    If the match is open at a server, people can still look at it until the server restarts, or until
    nobody has looked at it for ten minutes. The server refuses their moves.
    """
    from codepegs.storage.errors import DamagedMatch, UnknownMatch

    with _open(archive) as opened:
        found = _find_table(opened, match)
        try:
            what = match_list.describe_players(opened.match(found).agreement)
        except DamagedMatch:
            what = "damaged"
        except UnknownMatch:
            what = "waiting for a player"
        if yes or _confirm(f"Delete match {found} ({what})?"):
            opened.delete(found)
        else:
            click.echo("Nothing was deleted.", err=True)


@command.command()
@_match_id
@click.argument("name")
@click.argument("new")
@_archive_option
def rename(match: str, name: str, new: str, archive: str | None) -> None:
    """Change the NAME of a player to NEW in a finished match.

    The statistics show the new name too.

    If the match is open at a server, people see the old name until the server restarts, or until nobody
    has looked at it for ten minutes. Backups and saved records keep the old name.
    """
    from codepegs.players.level import check_person

    for each in (name, new):
        check_person(each)
    with _open(archive) as opened:
        found = find_id(opened, match)
        opened.rename(found, name, new)
    click.echo(f"{escape_unprintable(name)} is now {escape_unprintable(new)} in match {found}.", err=True)


def _find_table(archive: Archive, name: str) -> MatchId:
    """Return the ID that a person typed. It may be that of a table that still waits for a player."""
    from codepegs.storage import MatchId
    from codepegs.storage.errors import PlayedOnServer

    try:
        archive.check_not_served(MatchId(name.lower()))
    except PlayedOnServer:
        return MatchId(name.lower())
    return find_id(archive, name)


def _confirm(question: str) -> bool:
    try:
        return click.confirm(question, err=True)
    except click.Abort:
        click.echo(err=True)
        raise click.ClickException("Nothing was deleted. To delete without being asked, add --yes.") from None


@command.command()
@options.json
@_archive_option
def stats(as_json: bool, archive: str | None) -> None:
    """Show statistics of solo games, daily codes and matches.

    Friendly games do not count. A solo game that you left counts as not cracked. Par is the average of
    perfect play, for boards where it is proved.
    """
    from codepegs.cli import statistics

    with _open(archive) as opened:
        tallies = opened.statistics()
        today = datetime.now(UTC).astimezone().date()
        solo = {name: opened.solo_statistics(name, today=today) for name in opened.solo_players()}
    if as_json:
        click.echo(json.dumps(statistics.as_data(solo, tallies)))
        return
    if not solo and not tallies:
        click.echo("No game has been finished yet. To play one, run codepegs.", err=True)
    for line in statistics.describe(solo, tallies):
        click.echo(line)


@command.command()
@_archive_option
def check(archive: str | None) -> None:
    """Check the archive for damage, and list damaged matches.

    It replays every match. You can run it while a server is using the archive.
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
    """Copy the archive to a new FILE. You can run it while a server is using the archive.

    For an archive in PostgreSQL, it shows the pg_dump command to run instead.
    """
    from codepegs import storage

    storage.backup(archive or paths.archive_url(), file)
    click.echo(f"Archive copied to {file}.", err=True)


@command.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything from one archive to another.

    FROM and TO are archive URLs, as for codepegs serve. TO must be empty. Stop the servers of both first.
    The copy is compared with the original before it is committed. If you interrupt it, TO stays empty.

    \b
    codepegs matches copy sqlite:///matches.db postgresql://codepegs@db.example.org/codepegs
    """
    from codepegs import storage

    with click.progressbar(length=1, label="rows", file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        copied = storage.copy(source, target, progress=show)
    click.echo(
        f"Copied and compared: {copied.matches} matches, {copied.moves} moves, {copied.tables} tables.",
        err=True,
    )


@contextmanager
def _open(url: str | None) -> Iterator[Archive]:
    from codepegs import storage

    archive = paths.open_archive() if url is None else storage.open_existing(url)
    try:
        yield archive
    finally:
        archive.close()


def _as_data(entry: Entry) -> dict[str, Any]:
    from codepegs.cli.commands.show import outcome_data, terms_data

    return {
        "id": entry.id,
        **terms_data(entry.agreement),
        "begun": _iso(entry.begun),
        "changed": _iso(entry.changed),
        "moves": entry.moves,
        "points": entry.points,
        "outcome": outcome_data(entry.agreement, entry.outcome),
        "table": entry.table,
    }


def _iso(microseconds: int) -> str:
    """Return a time since 1970 in ISO 8601, such as 2026-11-18T05:17:55.580916Z."""
    time = datetime.fromtimestamp(microseconds // 1_000_000, UTC).replace(
        microsecond=microseconds % 1_000_000
    )
    return f"{time:%Y-%m-%dT%H:%M:%S.%fZ}"
