"""Matches of the archive: how a list shows them, and how a person names one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from codepegs.cli import paths
from codepegs.errors import CodepegsError, suggest
from codepegs.notation import edition_line
from codepegs.notation.sentences import escape_unprintable, list_player
from codepegs.rules.agreement import Agreement

if TYPE_CHECKING:
    from codepegs.storage import Archive, Entry, MatchId

MAX_LISTED = 1_000_000
"""Effectively no limit."""
MAX_COMPLETED = 50
"""How many IDs a shell offers."""


def find_id(archive: Archive, name: str) -> MatchId:
    """Return the ID that a person typed: a whole one, or the beginning of one ID only."""
    from codepegs.storage import MatchId
    from codepegs.storage.errors import DamagedMatch, UnknownMatch

    match = MatchId(name.lower())
    try:
        archive.match(match)
    except DamagedMatch:
        return match
    except UnknownMatch:
        ids = [entry.id for entry in archive.entries(limit=MAX_LISTED)]
    else:
        return match
    found = [each for each in ids if match and each.startswith(match)]
    if len(found) == 1:
        return found[0]
    if found:
        raise click.ClickException(f"{len(found)} match IDs start with {name!r}. Type more of the ID.")
    raise click.ClickException(
        f"There is no match {name!r} in your archive. {suggest(name, ids)}"
        "To see all matches, run codepegs matches."
    )


def complete_id(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the IDs of the archive that start with some letters, for the completion of a shell."""
    if not paths.archive_file().exists():
        return []
    from codepegs import storage

    try:
        archive = storage.open_archive(paths.archive_url())
        try:
            entries = archive.entries(limit=MAX_LISTED)
        finally:
            archive.close()
    except CodepegsError:
        return []
    found = [entry for entry in entries if entry.id.startswith(incomplete)]
    return [
        CompletionItem(entry.id, help=f"{describe_players(entry.agreement)}, {describe_state(entry)}")
        for entry in found[:MAX_COMPLETED]
    ]


def describe_players(agreement: Agreement) -> str:
    """Return who plays, such as "Ada - Bob" or "Ada, solo"."""
    one, two = (escape_unprintable(list_player(name)) for name in agreement.players)
    if agreement.daily is not None:
        return f"{two}, daily code of {agreement.daily.isoformat()}"
    return f"{two}, solo" if agreement.solo else f"{one} - {two}"


def describe_state(entry: Entry) -> str:
    """Return how a match ended, or that it is unfinished."""
    outcome, players = entry.outcome, [list_player(name) for name in entry.agreement.players]
    if outcome is None:
        return "unfinished, on a server" if entry.table else "unfinished"
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


def describe_score(entry: Entry) -> str:
    """Return the points, such as "4:5". A solo game has none."""
    return "" if entry.agreement.solo else f"{entry.points[0]}:{entry.points[1]}"


def describe_edition(entry: Entry) -> str:
    return edition_line.write(entry.agreement.edition)
