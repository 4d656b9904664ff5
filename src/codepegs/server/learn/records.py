"""Jobs for records that a client sends: read, show and draw them, without storing them.

They run in the worker pool, because a hostile record may take long to read.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from codepegs.notation import record
from codepegs.notation.drawing import svg
from codepegs.protocol import messages, view
from codepegs.protocol.errors import Malformed
from codepegs.protocol.view import View
from codepegs.rules.match import Match
from codepegs.rules.points import running_totals, score_pegs
from codepegs.storage.archive import MatchId
from codepegs.table.seats import Seats
from codepegs.table.table import Table


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request to read a record."""

    record: str


class DrawRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request to draw a game of a record: number `game`, counted from 0, after `rows` rows."""

    record: str
    game: messages.Count
    rows: messages.Count | None = None


def read_record(text: str) -> View:
    """Return what a spectator sees of a record's match, or raise RecordError with the line."""
    return view.make_view(_table(record.read(text)), None)


def draw_game(text: str, place: int, rows: int | None) -> str:
    """Return the game at `place` as SVG, after `rows` rows or at its end."""
    match = record.read(text)
    if place >= len(match.games):
        raise Malformed(f"There is no game {place}. The record has {len(match.games)} games, counted from 0.")
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
