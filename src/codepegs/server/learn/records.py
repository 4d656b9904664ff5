"""Records that anybody brings along: read, shown and drawn, and never kept.

What is asked here runs in a thinker, since a record can be made to take long.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from codepegs.notation import record
from codepegs.notation.drawing import svg
from codepegs.protocol import messages as wire
from codepegs.protocol import view
from codepegs.protocol.errors import Malformed
from codepegs.protocol.view import View
from codepegs.rules.match import Match
from codepegs.rules.points import running_totals, score_pegs
from codepegs.storage.archive import MatchId
from codepegs.table.seats import Seats
from codepegs.table.table import Table


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what a record tells."""

    record: str


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a picture of a game of a record: the one at `game`, from 0, after `rows` rows."""

    record: str
    game: wire.Count
    rows: wire.Count | None = None


def told(text: str) -> View:
    """What a spectator sees of the match of a record, strictly read; RecordError names the line."""
    return view.of(_table(record.read(text)), None)


def drawn(text: str, place: int, rows: int | None) -> str:
    """The game at `place` as a picture after `rows` rows, or as it ended."""
    match = record.read(text)
    if place >= len(match.games):
        raise Malformed(f"The record has {len(match.games)} games, counted from 0: there is none at {place}.")
    game, totals = match.games[place], [*running_totals(match.games)][place]
    if rows is not None and rows < len(game.board.rows):
        return svg.draw(replace(game.board, rows=game.board.rows[:rows]))
    return svg.draw(
        game.board,
        game.revealed,
        marked=game.proof.rows if game.proof else (),
        score_pegs=score_pegs(game, totals),
        players=match.agreement.players,
    )


def _table(match: Match) -> Table:
    agreement = match.agreement
    return Table(
        id=MatchId(match.name or ""),
        edition=agreement.edition,
        games=agreement.games,
        hints=agreement.hints,
        seats=Seats(agreement.players),
        match=match,
    )
