"""What all tables promise, whatever they are kept in."""

from __future__ import annotations

from concurrent.futures import Future, wait
from dataclasses import replace
from typing import TypeVar

import pytest

from codepegs.errors import IllegalAgreement
from codepegs.rules import Match, find_edition
from codepegs.storage import MatchId, TableRow, Tables, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import (
    ArchiveUnavailable,
    NotInvited,
    PlayedOnServer,
    SeatTaken,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from tests.support.strategies import spelled, two

T = TypeVar("T")
MINI = find_edition("mini")
AGREED = two(MINI)


def waiting(**changes: object) -> TableRow:
    """A table that Ada has opened, and at which she waits for a friend."""
    row = TableRow(new_id(SYSTEM_RANDOM), MINI, 2, ("Ada", None), ("ada", None), invitation="please")
    return replace(row, **changes)  # type: ignore[arg-type]


def seated(tables: Tables) -> MatchId:
    """A table at which Ada and Bob sit."""
    row = tables.open(waiting(names=("Ada", "Bob"), clients=("ada", "bob"), invitation=None), at=1).result()
    return row.id


def refused(answers: list[Future[T]], kind: type[Exception]) -> int:
    wait(answers)
    return sum(isinstance(answer.exception(), kind) for answer in answers)


# Sitting down --------------------------------------------------------------------------


def test_a_table_is_there_before_the_friend_has_come_and_its_match_is_not(tables: Tables) -> None:
    wanted = waiting(hints=True, offers="clock off")
    row = tables.open(wanted, at=5).result()
    assert row == replace(wanted, opened=5, changed=5) == tables.table(row.id)
    assert (row.begun, row.empty_seat, row.version, row.moves, row.over) == (False, 1, 0, 0, False)
    with pytest.raises(UnknownMatch):
        tables.match(row.id)


@pytest.mark.parametrize("player", [0, 1])
def test_the_match_begins_when_the_friend_sits_down(tables: Tables, player: int) -> None:
    host = 1 - player
    names, clients = [None, None], [None, None]  # type: list[str | None], list[str | None]
    names[host], clients[host] = "Ada", "ada"
    row = tables.open(waiting(names=tuple(names), clients=tuple(clients)), at=5).result()
    joined = tables.join(row.id, client="bob", name="Bob", invitation="please", at=6).result()
    assert joined == tables.table(row.id)
    assert (joined.names[player], joined.clients[player], joined.names[host]) == ("Bob", "bob", "Ada")
    assert (joined.begun, joined.empty_seat, joined.invitation, joined.version, joined.changed) == (
        True, None, None, 1, 6,
    )  # fmt: skip
    players = ("Bob", "Ada") if player == 0 else ("Ada", "Bob")
    assert tables.match(row.id) == Match.start(replace(AGREED, players=players))


def test_with_both_players_the_match_begins_at_once(tables: Tables) -> None:
    row = tables.open(waiting(names=("Ada", "computer"), clients=("ada", None)), at=5).result()
    assert row.begun
    assert tables.match(row.id) == Match.start(replace(AGREED, players=("Ada", "computer")))


def test_of_fifty_who_come_at_once_one_sits_down(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    answers = [
        tables.join(row.id, client=f"client {n}", name=f"Guest {n}", invitation="please", at=n)
        for n in range(50)
    ]
    assert refused(answers, SeatTaken) == 49
    (winner,) = [answer.result() for answer in answers if answer.exception() is None]
    assert tables.table(row.id) == winner
    assert tables.match(row.id).agreement.players == winner.names


def test_whoever_sits_there_already_gets_the_same_answer_again(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    first = tables.join(row.id, client="bob", name="Bob", invitation="please", at=1).result()
    assert tables.join(row.id, client="bob", name="Bob", invitation="please", at=2).result() == first
    for client, name in (("bob", "Rob"), ("eve", "Bob")):
        with pytest.raises(SeatTaken):
            tables.join(row.id, client=client, name=name, invitation="please", at=3).result()


def test_without_the_invitation_nobody_sits_down(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    with pytest.raises(NotInvited):
        tables.join(row.id, client="eve", name="Eve", invitation="pretty please", at=1).result()
    assert tables.table(row.id) == row


def test_a_name_that_cannot_be_agreed_on_leaves_the_seat_free(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    for name in ("ada", "  ", "x" * 25, "tab\there"):
        with pytest.raises(IllegalAgreement):
            tables.join(row.id, client="bob", name=name, invitation="please", at=1).result()
    assert tables.table(row.id) == row
    assert tables.join(row.id, client="bob", name="Bob", invitation="please", at=1).result().begun


def test_terms_that_cannot_be_agreed_on_open_no_table(tables: Tables) -> None:
    for changes in (
        {"games": 0},
        {"games": 101},
        {"names": ("x" * 25, None)},
        {"names": ("", None)},
        {"names": ("Bob", "bob")},
    ):
        with pytest.raises(IllegalAgreement):
            tables.open(waiting(**changes), at=0)


@pytest.mark.parametrize("name", ["a", "A", "b", "B", "one", "Two"])
def test_whoever_is_there_may_have_any_name_before_the_friend_has_come(tables: Tables, name: str) -> None:
    for names in ((name, None), (None, name)):
        assert tables.open(waiting(names=names), at=0).result().names == names


def test_an_unknown_table_is_refused_whatever_is_asked_of_it(tables: Tables) -> None:
    nowhere = MatchId("nowhere")
    with pytest.raises(UnknownTable):
        tables.table(nowhere)
    for answer in (
        tables.join(nowhere, client="bob", name="Bob", invitation="please", at=1),
        tables.save_offers(nowhere, version=0, offers="", at=1),
        tables.rematch(nowhere, version=0, new=waiting(), at=1),
    ):
        with pytest.raises(UnknownTable):
            answer.result()
    with pytest.raises(UnknownMatch):
        tables.delete(nowhere).result()


# Events --------------------------------------------------------------------------------


def test_a_note_is_kept_if_nothing_has_changed_since(tables: Tables) -> None:
    name = seated(tables)
    tables.add_later(name, 0, spelled("code ABC"), at=2).result()
    noted = tables.save_offers(name, version=1, offers="hints", at=3).result()
    assert noted == tables.table(name)
    assert (noted.version, noted.offers, noted.changed, noted.moves) == (2, "hints", 3, 1)
    for version in (0, 1, 3):
        with pytest.raises(VersionConflict) as error:
            tables.save_offers(name, version=version, offers="clock off", at=4).result()
        assert (error.value.expected, error.value.version) == (version, 2)
    assert tables.table(name) == noted


def test_of_many_notes_at_once_one_is_kept(tables: Tables) -> None:
    name = seated(tables)
    answers = [tables.save_offers(name, version=0, offers=str(n), at=n) for n in range(20)]
    assert refused(answers, VersionConflict) == 19
    (winner,) = [answer.result() for answer in answers if answer.exception() is None]
    assert tables.table(name) == winner


def test_a_move_may_settle_an_offer(tables: Tables) -> None:
    name = seated(tables)
    tables.save_offers(name, version=0, offers="clock off", at=2).result()
    tables.add_later(name, 0, spelled("code ABC"), at=3, offers="").result()
    row = tables.table(name)
    assert (row.offers, row.version, row.changed, row.moves) == ("", 2, 3, 1)
    with pytest.raises(Stale):
        tables.add_later(name, 0, spelled("code ABC"), at=3, offers="never").result()
    assert tables.table(name) == row


def test_a_rematch_opens_a_table_and_is_named_by_the_one_before(tables: Tables) -> None:
    name = seated(tables)
    tables.save_offers(name, version=0, offers="rematch", at=2).result()
    turned = waiting(names=("Bob", "Ada"), clients=("bob", "ada"), invitation=None)
    answers = [
        tables.rematch(name, version=1, new=replace(turned, id=new_id(SYSTEM_RANDOM)), at=3) for _ in range(5)
    ]
    assert refused(answers, VersionConflict) == 4
    (new,) = [answer.result() for answer in answers if answer.exception() is None]
    old = tables.table(name)
    assert (old.rematch, old.offers, old.version) == (new.id, "", 2)
    assert tables.table(new.id) == new
    assert tables.match(new.id).agreement.players == ("Bob", "Ada")
    with pytest.raises(VersionConflict):
        tables.rematch(name, version=2, new=turned, at=4).result()
    assert {row.id for row in tables.tables_of("ada")} == {name, new.id}


# Looking -------------------------------------------------------------------------------


def test_a_holder_finds_the_tables_that_changed_last_first(tables: Tables) -> None:
    rows = [tables.open(waiting(), at=at).result() for at in (10, 20, 30)]
    other = tables.open(waiting(clients=("eve", None)), at=40).result()
    tables.join(rows[0].id, client="eve", name="Eve", invitation="please", at=50).result()
    tables.join(rows[1].id, client="bob", name="Bob", invitation="please", at=60).result()
    tables.add_later(rows[1].id, 0, spelled("code ABC"), at=70).result()
    listed = tables.tables_of("ada")
    assert [row.id for row in listed] == [rows[1].id, rows[0].id, rows[2].id]
    assert listed == [tables.table(row.id) for row in listed]
    assert [row.id for row in tables.tables_of("eve")] == [rows[0].id, other.id]
    assert tables.tables_of("ada", limit=1) == listed[:1]
    assert tables.tables_of("nobody") == []


def test_the_unfinished_tables_of_a_holder_are_counted(tables: Tables) -> None:
    assert tables.count_unfinished("ada") == 0
    tables.open(waiting(), at=1).result()
    begun, over = seated(tables), seated(tables)
    assert (
        tables.count_unfinished("ada"),
        tables.count_unfinished("bob"),
        tables.count_unfinished("eve"),
    ) == (3, 2, 0)
    tables.add_later(over, 0, spelled("abandon codemaker"), at=2).result()
    assert (tables.count_unfinished("ada"), tables.count_unfinished("bob")) == (2, 1)
    tables.delete(begun).result()
    assert (tables.count_unfinished("ada"), tables.count_unfinished("bob")) == (1, 0)


def test_tables_are_there_when_they_are_opened_again(address: str) -> None:
    first = open_tables(address)
    name = seated(first)
    first.add_later(name, 0, spelled("code ABC"), at=2, seat=0, key="k").result()
    row = first.save_offers(name, version=1, offers="hints", at=3).result()
    first.close()
    again = open_tables(address)
    assert again.table(name) == row
    assert again.add_later(name, 0, spelled("code ABC"), at=4, seat=0, key="k").result().repeated
    again.close()


def test_the_archive_has_the_matches_of_tables_and_matches_of_its_own_have_none(
    tables: Tables, address: str
) -> None:
    name = seated(tables)
    archive = open_archive(address)
    own = archive.begin(AGREED, at=50)
    assert [entry.id for entry in archive.entries()] == [own, name]
    with pytest.raises(UnknownTable):
        tables.table(own)
    assert [entry.id for entry in archive.entries(table=True)] == [name]
    assert [entry.id for entry in archive.entries(table=False)] == [own]
    assert [entry.table for entry in archive.entries()] == [False, True]
    archive.delete(name)
    with pytest.raises(UnknownTable):
        tables.table(name)
    archive.close()


def test_a_match_of_a_table_is_played_at_its_table_alone(tables: Tables, address: str) -> None:
    # A code that comes another way has no commitment, and its table would be damaged for good.
    archive = open_archive(address)
    name, empty = seated(tables), tables.open(waiting(), at=0).result().id
    for match in (name, empty):
        with pytest.raises(PlayedOnServer, match=f"/t/{match}"):
            archive.add(match, 0, spelled("code ABC"), at=2)
    assert tables.add_later(name, 0, spelled("code ABC"), at=3).result().number == 0
    for number in (0, 1):
        with pytest.raises(PlayedOnServer):
            archive.add(name, number, spelled("guess ABC"), at=4)
    assert (tables.table(name).version, tables.match(name).length) == (1, 1)
    archive.close()


def test_a_table_that_was_deleted_is_gone_with_its_match(tables: Tables) -> None:
    begun, empty = seated(tables), tables.open(waiting(), at=0).result().id
    for name in (begun, empty):
        tables.delete(name).result()
        for attempt in (lambda name=name: tables.table(name), lambda name=name: tables.match(name)):
            with pytest.raises(LookupError):
                attempt()
    assert tables.tables_of("ada") == []


def test_closed_tables_refuse_and_may_be_closed_twice(tables: Tables) -> None:
    name = seated(tables)
    tables.close()
    tables.close()
    for attempt in (
        lambda: tables.table(name),
        lambda: tables.open(waiting(), at=1).result(),
        lambda: tables.add_later(name, 0, spelled("code ABC"), at=1, before=Match.start(AGREED)).result(),
    ):
        with pytest.raises(ArchiveUnavailable, match="it is closed"):
            attempt()
