"""The store of a server: the stored table equals the table in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codepegs.notation import commitment
from codepegs.rules import Leave, Match, Seat
from codepegs.storage import open_tables
from codepegs.storage.archive import SYSTEM_RANDOM, new_id
from codepegs.storage.tables import Tables
from codepegs.table import commands
from codepegs.table.persistence import ServedStore
from codepegs.table.seats import client_id
from codepegs.table.table import Table, Transition
from tests.support.pure_table import CLIENTS, INVITATION, Room, rematch_of, seated, two, waiting
from tests.support.strategies import matches

AT = 1_700_000_000_000_000


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    folder: Path = tmp_path_factory.mktemp("archive")
    tables = open_tables(f"sqlite:///{folder}/matches.db")
    yield tables
    tables.close()


class KeptRoom(Room):
    """A room that saves every transition before it publishes it."""

    def __init__(self, table: Table, archive: Tables) -> None:
        super().__init__(table)
        self.store = ServedStore(archive)

    def take(self, step: Transition) -> None:
        if step.effect is not None:
            self.store.save(self.table, step, at=AT).result()
        super().take(step)

    def reread(self) -> Table:
        return asyncio.run(self.store.load(self.table.id))


def begun(match: Match, archive: Tables) -> KeptRoom:
    agreed, table_id = match.agreement, new_id(SYSTEM_RANDOM)
    if agreed.solo or agreed.friendly:
        table = seated(agreed, table_id)
        if agreed.daily:
            # A new player each time: nobody may begin the same daily code twice.
            owners = (None, client_id(f"player of {table_id}"))
            table = replace(table, seats=replace(table.seats, owners=owners))
        archive.open(table.to_row(), at=AT).result()
        return KeptRoom(table, archive)
    table = waiting(agreed, table_id)
    archive.open(table.to_row(), at=AT).result()
    room = KeptRoom(table, archive)
    assert room.reread() == table
    name = match.agreement.players[1]
    room.take(commands.join(table, client=CLIENTS[1], name=name, invitation=INVITATION))
    return room


@settings(max_examples=settings().max_examples // 4)
@given(data=st.data(), match=matches(moves=15))
def test_the_stored_table_equals_the_table_after_each_transition(
    archive: Tables, data: st.DataObject, match: Match
) -> None:
    room = begun(match, archive)
    for move in match.moves:
        # Offers that nobody accepts leave the match to its moves.
        if data.draw(st.integers(0, 3)) == 3:
            room.send(CLIENTS[0], offer="clock 77")
        elif room.table.offers:
            room.send(CLIENTS[1], reply="clock 77", yes=False)
        room.make(move)
        assert room.reread() == room.table
    kept = room.reread().match
    assert kept == match
    codes = [game for game in kept.games if game.secret]
    committed = None if kept.agreement.solo else True
    assert [commitment.verify(kept, game) for game in codes] == [committed] * len(codes)


def test_a_rematch_is_stored_with_its_first_table(archive: Tables) -> None:
    room = begun(Match.start(two("mini")), archive)
    room.make(Leave(Seat.CODEMAKER))
    room.new_id = new_id(SYSTEM_RANDOM)
    room.send(CLIENTS[0], offer="rematch")
    room.send(CLIENTS[1], offer="rematch")
    assert room.table.rematch == room.new_id
    assert room.reread() == room.table
    assert asyncio.run(room.store.load(room.new_id)) == rematch_of(room)


def test_a_repeated_command_is_recognised_after_a_restart(archive: Tables) -> None:
    room = begun(Match.start(two("mini")), archive)
    first = room.send(CLIENTS[0], key="a", moves=0, move="code RGB")
    again = Room(room.reread())
    assert again.send(CLIENTS[0], key="a", moves=0, move="code RGB") == first
    assert b"KeyReused" in again.send(CLIENTS[0], key="a", moves=0, move="code RGY")
    assert again.kept == []
