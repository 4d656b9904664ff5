"""What a seat at a server sees equals what the same seat sees at a local table."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.client.decode import to_table_view
from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.protocol.codec import JsonCodec
from codepegs.protocol.view import View
from codepegs.rules import Agreement, Match, PlayerNumber, find_edition
from codepegs.table.local import make_view
from codepegs.table.table import Table, Transition
from tests.support.pure_table import CLIENTS, EVERYBODY, Room, seated, waiting
from tests.support.strategies import agreements, editions, matches, solo_agreements

CODEC = JsonCodec()
ANY_TERMS = (
    agreements(editions(pegs=5, colours=6, rows=6))
    | agreements()
    | agreements(friendly=True)
    | solo_agreements()
)


class Reader:
    """Seat that gets a snapshot first, and then only changes."""

    def __init__(self, table: Table, player: PlayerNumber | None) -> None:
        self.player, self.seen = player, view_of(table, player)
        snapshot = msgspec.json.decode(CODEC.snapshot(self.seen), type=messages.Viewed)
        self.received = snapshot.view

    def read(self, table: Table) -> None:
        after = view_of(table, self.player)
        sent = CODEC.change(self.seen, after, Transition(table, None))
        self.seen = after
        change = msgspec.json.decode(sent, type=messages.Changed).change
        self.received = messages.apply_change(self.received, change)


def view_of(table: Table, player: PlayerNumber | None) -> View:
    return CODEC.seat_view(CODEC.public_view(table, left=1234), table, player)


@given(match=matches(ANY_TERMS, committed=True))
def test_every_seat_sees_the_same_at_a_server_and_at_a_local_table(match: Match) -> None:
    room = Room(seated(match.agreement))
    readers = [Reader(room.table, player) for player in EVERYBODY]
    for move in match.moves:
        room.make(move)
        for reader in readers:
            reader.read(room.table)
            expected = make_view(room.table, reader.player, left=1234)
            assert to_table_view(reader.received) == expected
            assert to_table_view(Reader(room.table, reader.player).received) == expected


@given(agreement=agreements(), player=st.sampled_from(EVERYBODY))
def test_a_table_that_waits_for_a_player_is_the_same(
    agreement: Agreement, player: PlayerNumber | None
) -> None:
    table = waiting(agreement)
    assert to_table_view(Reader(table, player).received) == make_view(table, player, left=None)


@given(agreement=agreements())
def test_open_offers_and_a_rematch_are_the_same(agreement: Agreement) -> None:
    room = Room(seated(agreement))
    readers = [Reader(room.table, player) for player in EVERYBODY]
    room.send(CLIENTS[0], offer="clock 77")
    room.send(CLIENTS[1], offer="hints")
    room.move(0, "leave")
    room.send(CLIENTS[0], offer="rematch")
    room.send(CLIENTS[1], reply="rematch", yes=True)
    for reader in readers:
        reader.read(room.table)
        assert to_table_view(reader.received) == make_view(room.table, reader.player, left=1234)
        assert to_table_view(reader.received).rematch is not None


HOSTILE: list[dict[str, Any]] = [
    {"terms": {"edition": "nonsense"}},
    {"terms": {"games": 0}},
    {"players": [{"name": "Ada"}, {"name": "Ada"}]},
    {"players": [{"name": "\x1b[2J"}, {"name": "Bob"}]},
    {"id": "k7m2abcdef; echo"},
    {"rematch": "../k7m2abc"},
    {"legal": ["dance"]},
    {"offers": [{"by": 0, "offer": "\x1b[2J"}]},
    {"game": {"ending": "happy"}},
    {"game": {"code": "???"}},
    {"game": {"commitment": "zz"}},
    {"game": {"rows": [{"guess": "RGB", "feedback": "nine"}]}},
    {"game": {"proof": {"rows": [1], "answers": [{"row": 1, "given": "0+0", "true": ""}]}}},
]


@pytest.mark.parametrize("fields", HOSTILE, ids=str)
def test_a_view_of_another_kind_is_an_error_in_one_sentence(fields: dict[str, Any]) -> None:
    with pytest.raises(CodepegsError):
        to_table_view(received(fields))


def test_no_text_of_a_server_controls_the_terminal() -> None:
    seen = to_table_view(received({"told": ["\x1b[2JRun this"]}))
    assert seen.told == ("\\x1b[2JRun this",)
    waits = to_table_view(received({"players": [{"name": "\x1b[2J"}, {"name": None}], "game": None}))
    assert waits.names == ("\\x1b[2J", None)


def received(fields: dict[str, Any]) -> View:
    """A view with some fields replaced, deep inside."""
    table = seated(Agreement(find_edition("mini"), ("Ada", "Bob"), 2))
    sent = merged(json.loads(messages.encode(view_of(table, None))), fields)
    return msgspec.json.decode(json.dumps(sent), type=View)


def merged(plain: Any, changed: Any) -> Any:
    if isinstance(plain, dict) and isinstance(changed, dict):
        return plain | {name: merged(plain.get(name), value) for name, value in changed.items()}
    if isinstance(plain, list) and plain and isinstance(changed, list):
        return [merged(one, other) for one, other in zip(plain, changed, strict=True)]
    return changed
