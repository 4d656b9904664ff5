"""Codec of the server: views as structs, messages as JSON bytes."""

from __future__ import annotations

from collections.abc import Iterable

from codepegs.errors import CodepegsError
from codepegs.protocol import messages, view
from codepegs.protocol.errors import refusal
from codepegs.protocol.view import View
from codepegs.rules.seat import PlayerNumber
from codepegs.table.asks import Ask
from codepegs.table.commands import Away
from codepegs.table.table import Table, Transition


class JsonCodec:
    """Implements :class:`~codepegs.table.session.Codec` with the messages of the protocol."""

    def public_view(self, table: Table, *, left: int | None, before: View | None = None) -> View:
        return view.make_public_view(table, left=left, before=before)

    def seat_view(self, public: View, table: Table, player: PlayerNumber | None) -> View:
        return view.make_seat_view(public, table, player)

    def snapshot(self, view: View) -> bytes:
        return messages.encode(messages.Viewed(view))

    def change(self, before: View, after: View, transition: Transition) -> bytes:
        change = messages.diff_views(before, after, line=transition.line, by=transition.by)
        return messages.encode(messages.Changed(change))

    def presence(self, players: tuple[bool, bool], spectators: int, away: Away, idle: float) -> bytes:
        one, two = (None if seconds is None else int(seconds) for seconds in away)
        return messages.encode(messages.Presence(players, spectators, (one, two), int(idle)))

    def asks(self, asks: Iterable[Ask]) -> bytes:
        return messages.encode(messages.make_asks(asks))

    def laid(self, moves: int, pegs: str) -> bytes:
        return messages.encode(messages.Laid(moves, pegs))

    def said(self, player: PlayerNumber, phrase: str) -> bytes:
        return messages.encode(messages.Said(player, phrase))

    def reason(self, error: CodepegsError) -> str:
        return refusal(error).message
