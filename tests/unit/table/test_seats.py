"""Joining a table: by invitation, once, with a valid name."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import partial

import pytest

from codepegs.errors import IllegalAgreement
from codepegs.rules import PlayerNumber
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.storage.errors import KeyReused, NotInvited
from codepegs.table import commands, seats
from codepegs.table.errors import Forbidden
from codepegs.table.seats import Seats
from tests.support.hostile_text import NAMES, TURNS
from tests.support.pure_table import CLIENTS, INVITATION, Room, two, waiting

OWNERS = (seats.client_id("session of Ada"), seats.client_id("session of Bob"))
ADA = Seats(("Ada", None), (CLIENTS[0], None), (OWNERS[0], None), INVITATION)


def test_only_the_hash_of_a_token_is_stored() -> None:
    assert seats.client_id("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
    assert "secret" not in repr(Seats(("Ada", None), (seats.client_id("secret"), None)))


def test_joining_takes_the_empty_seat_and_uses_the_invitation() -> None:
    taken = ADA.join("t", client=CLIENTS[1], owner=OWNERS[1], name="Bob", invitation=INVITATION)
    assert taken == Seats(("Ada", "Bob"), CLIENTS, OWNERS, None)
    assert [taken.player_of(client) for client in (*CLIENTS, *OWNERS, None)] == [0, 1, None, None, None]
    assert taken.swap() == Seats(("Bob", "Ada"), CLIENTS[::-1], OWNERS[::-1])


@pytest.mark.parametrize("free", [0, 1])
def test_either_seat_may_be_empty(free: PlayerNumber) -> None:
    empty = ADA if free == 1 else replace(ADA.swap(), invitation=INVITATION)
    assert empty.empty_seat == free
    taken = empty.join("t", client=CLIENTS[1], owner=OWNERS[1], name="Bob", invitation=INVITATION)
    assert taken.player_of(CLIENTS[1]) == free
    assert taken.owners[free] == OWNERS[1]
    assert taken.names[free] == "Bob"


def test_joining_again_has_no_effect() -> None:
    first = commands.join(waiting(two("mini")), client=CLIENTS[1], name="Bob", invitation=INVITATION)
    again = commands.join(first.table, client=CLIENTS[1], name="Bob", invitation=INVITATION)
    assert (again.table, again.effect, again.by) == (first.table, None, 1)


def test_a_wrong_invitation_is_refused() -> None:
    table = waiting(two("mini"))
    for token in ("", "token in the lin", str(INVITATION), "\ud800"):
        with pytest.raises(NotInvited):
            commands.join(table, client=CLIENTS[1], name="Bob", invitation=seats.invitation_hash(token))


def test_nobody_joins_a_table_without_an_invitation() -> None:
    with pytest.raises(NotInvited):
        replace(ADA, invitation=None).join(
            "t", client=CLIENTS[1], owner=OWNERS[1], name="Bob", invitation=INVITATION
        )


def test_nobody_can_join_their_own_table() -> None:
    table = waiting(two("mini"))
    for client, owner in ((CLIENTS[0], None), (CLIENTS[1], CLIENTS[0])):
        with pytest.raises(Forbidden):
            commands.join(table, client=client, owner=owner, name="Bob", invitation=INVITATION)


def test_another_name_under_the_same_key_is_refused() -> None:
    sit = partial(commands.join, client=CLIENTS[1], owner=OWNERS[1], invitation=INVITATION)
    table = sit(waiting(two("mini")), name="Bob", key="k").table
    assert sit(table, name="Bob", key="k").effect is None
    with pytest.raises(KeyReused):
        sit(table, name="Rob", key="k")
    with pytest.raises(Forbidden):
        sit(table, name="Rob")


@pytest.mark.parametrize("name", ["ada", "ADA", "computer", "Computer perfect", "computerised", ""])
def test_a_name_of_a_player_or_a_computer_is_refused(name: str) -> None:
    with pytest.raises(IllegalAgreement):
        commands.join(waiting(two("mini")), client=CLIENTS[1], name=name, invitation=INVITATION)


def test_hostile_names_are_refused_or_kept_unchanged() -> None:
    carried, refused = [], []
    for name in NAMES:
        table = waiting(two("mini"))
        try:
            step = commands.join(table, client=CLIENTS[1], name=name, invitation=INVITATION)
        except IllegalAgreement as refusal:
            refused.append(str(refusal))
            continue
        carried.append(name)
        assert Room(step.table).views[None].players[1].name == name
        assert name.isprintable()
        assert unicodedata.normalize("NFC", name) == name
        assert not set(name) & TURNS
        assert 1 <= len(name) <= MAX_NAME_LENGTH
    assert {"{{7*7}}", "None", "draw", "a" * 24} <= set(carried)
    assert len(refused) > 150
    assert all(map(str.isprintable, refused))
