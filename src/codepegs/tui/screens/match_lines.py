"""A match of the archive in words: its line in a list, and what was agreed."""

from __future__ import annotations

from datetime import datetime

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from codepegs.notation import edition_line, sentences
from codepegs.notation.feel import name_board
from codepegs.notation.sentences import escape_unprintable, list_player
from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.storage.archive import Entry

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE

WHO, STATE = 24, 13
"""Columns of the players and of the result."""


def describe_entry(entry: Entry, now: int) -> Content:
    """Return a line of the list: who played, how it ended, and when."""
    who, state = _name_players(entry.agreement), _describe_state(entry)
    return Content.assemble(
        (
            f" {set_cell_size(who if cell_len(who) <= WHO else set_cell_size(who, WHO - 1) + '…', WHO)} ",
            "bold",
        ),
        (f"{set_cell_size(state, STATE)} ", "$accent" if entry.outcome is None else "$foreground"),
        (ago(entry.changed, now), "$foreground-muted"),
    )


def describe_terms(entry: Entry) -> str:
    """Return what was agreed, the points, the number of moves and the ID."""
    agreement = entry.agreement
    points = "" if agreement.solo else f" · {entry.points[0]} : {entry.points[1]}"
    solo = escape_unprintable(agreement.players[1])
    games = f"{solo}, solo" if agreement.solo else sentences.pluralize(agreement.games, "game")
    moves = sentences.pluralize(entry.moves, "move")
    edition = agreement.edition
    rules = edition_line.write(edition).removeprefix(edition.slug).strip()
    board = f"{edition.box.title} · {rules}" if rules else edition.box.title
    return f"{board}\n{games}{points} · {moves}\nID {entry.id}"


def matches_search(entry: Entry, now: int, words: list[str]) -> bool:
    """Return whether each of the words is in what is shown of a match, in its ID or its edition."""
    edition = edition_line.write(entry.agreement.edition)
    text = f"{describe_entry(entry, now).plain} {describe_terms(entry)} {edition}".casefold()
    return all(word in text for word in words)


def _describe_state(entry: Entry) -> str:
    outcome = entry.outcome
    if outcome is None:
        return "on a server" if entry.table else "unfinished"
    if entry.agreement.solo:
        return "not cracked" if outcome.cracked_in is None else f"cracked in {outcome.cracked_in}"
    if outcome.winner is None:
        return "stopped" if outcome.stopped else "draw"
    winner = escape_unprintable(entry.agreement.players[outcome.winner])
    if level_of(winner) and not all(map(level_of, entry.agreement.players)):
        winner = "computer"
    one, two = entry.points
    words = [f"{winner} won (left)"] if outcome.abandoned_by is not None else []
    words += [f"{winner} won", f"{one} : {two}"]
    return next((text for text in words if cell_len(text) <= STATE), words[-1])


def _name_players(agreement: Agreement) -> str:
    one, two = (escape_unprintable(list_player(name)) for name in agreement.players)
    if agreement.daily is not None:
        return f"Daily code {agreement.daily}"
    return f"Solo · {name_board(agreement.edition.slug)}" if agreement.solo else f"{one} – {two}"


def ago(moment: int, now: int) -> str:
    """Return the time since `moment` in short, or its date if that is over a month ago.

    Both times are in microseconds of UTC.

    >>> [ago(0, now) for now in (0, 90 * 1_000_000, 3 * HOUR, 5 * DAY)]
    ['now', '1 min', '3 h', '5 d']
    """
    since = max(0, now - moment)
    if since > 30 * DAY:
        return f"{datetime.fromtimestamp(moment // 1_000_000):%Y-%m-%d}"
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if since >= unit:
            return f"{since // unit} {name}"
    return "now"
