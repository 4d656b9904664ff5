"""Offers: executed when both players agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import NotationError
from codepegs.protocol import view
from codepegs.rules import AllowHints, Leave, Seat, SetClock
from codepegs.table import offers as offer
from codepegs.table.offers import Offer
from codepegs.table.table import OffersChanged, Played, Table
from tests.support.pure_table import CLIENTS, NEW_ID, Room, rematch_of, seated, two
from tests.unit.table.test_opening import opened

OVER = [Leave(Seat.CODEMAKER)]


def room() -> Room:
    return Room(seated(two("mini")))


def standing(room: Room) -> list[tuple[int, str]]:
    return [(offer.by, offer.offer) for offer in room.views[None].offers]


@given(
    st.lists(
        st.builds(
            Offer,
            st.sampled_from([0, 1]),
            st.sampled_from(["rematch", "hints", "clock off"]) | st.integers(1, 86400).map("clock {}".format),
        )
    ).map(tuple)
)
def test_offers_survive_writing_and_reading(offers: tuple[Offer, ...]) -> None:
    assert offer.read(offer.write(offers)) == offers


@pytest.mark.parametrize(
    "text", ["", "clock", "clock 0", "clock 86401", "clock 060", "clock -1", "clock ٣", "Hints", "rematch "]
)
def test_malformed_offers_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        offer.check(text)
    with pytest.raises(NotationError):
        offer.read(f"0 {text}\n2 hints")


def test_an_offer_stays_open_until_it_is_answered() -> None:
    at = room()
    at.send(CLIENTS[0], offer="clock 60")
    at.send(CLIENTS[1], offer="hints")
    assert standing(at) == [(0, "clock 60"), (1, "hints")]
    at.send(CLIENTS[1], reply="clock 60", yes=False)
    assert standing(at) == [(1, "hints")]
    at.send(CLIENTS[0], reply="hints", yes=True)
    assert standing(at) == []
    assert [type(effect) for effect in at.kept] == [OffersChanged, OffersChanged, OffersChanged, Played]
    game = at.views[None].game
    assert game is not None
    assert game.hints_allowed
    assert not at.views[None].terms.hints


def test_a_new_offer_replaces_one_of_the_same_kind() -> None:
    at = room()
    for text in ("clock 60", "hints", "clock 90", "clock 90"):
        at.send(CLIENTS[0], offer=text)
    assert standing(at) == [(0, "hints"), (0, "clock 90")]
    assert at.table.notes == 4


def test_making_the_same_offer_accepts_it() -> None:
    at = room()
    at.send(CLIENTS[0], offer="clock 60")
    at.send(CLIENTS[1], offer="clock 60")
    assert (standing(at), at.table.require_match().time_limit) == ([], 60)


def test_declining_your_own_offer_withdraws_it() -> None:
    at = room()
    at.send(CLIENTS[0], offer="hints")
    at.send(CLIENTS[0], reply="hints", yes=False)
    assert standing(at) == []
    assert b"NoOffer" in at.send(CLIENTS[1], reply="hints", yes=True)


def test_changed_terms_close_the_offers_to_change_them() -> None:
    at = room()
    at.send(CLIENTS[0], offer="clock 60")
    at.send(CLIENTS[0], offer="hints")
    at.send(CLIENTS[1], offer="clock 90")
    at.send(CLIENTS[0], reply="clock 90", yes=True)
    assert standing(at) == [(0, "hints")]
    at.make(Leave(Seat.CODEMAKER))
    assert standing(at) == []


def test_a_repeated_reply_is_executed_once() -> None:
    at = room()
    at.send(CLIENTS[0], offer="clock 60")
    first = at.send(CLIENTS[1], key="yes", reply="clock 60", yes=True)
    assert at.send(CLIENTS[1], key="yes", reply="clock 60", yes=True) == first
    assert at.table.moves == 1
    for fields in ({"reply": "hints", "yes": True}, {"offer": "rematch"}, {"move": "claim", "moves": 0}):
        assert b"KeyReused" in at.send(CLIENTS[1], key="yes", **fields)


@pytest.mark.parametrize("text", ["clock 60", "hints"])
def test_a_computer_accepts_at_once(text: str) -> None:
    at = Room(opened(("Ada", "computer")))
    at.send(CLIENTS[0], offer=text)
    assert standing(at) == []
    assert at.table.match is not None
    assert at.table.match.moves == (SetClock(60) if text != "hints" else AllowHints(),)


def test_a_rematch_is_a_new_table_with_swapped_players() -> None:
    at = room().play(OVER)
    at.send(CLIENTS[1], offer="rematch")
    assert at.views[0].rematch is None
    at.send(CLIENTS[0], reply="rematch", yes=True)
    again = rematch_of(at)
    assert (at.table.rematch, again.id, standing(at)) == (NEW_ID, NEW_ID, [])
    assert again.match is not None
    assert again.match.agreement.players == ("Bob", "Ada")
    assert (again.seats.player_of(CLIENTS[0]), again.seats.player_of(CLIENTS[1])) == (1, 0)
    assert (again.version, view.make_view(again, None).moves) == (0, 0)


def test_a_rematch_is_opened_only_once() -> None:
    at = room().play(OVER)
    for player in (0, 1, 0, 1):
        at.send(CLIENTS[player], offer="rematch")
    at.send(CLIENTS[0], reply="rematch", yes=True)
    assert isinstance(rematch_of(at), Table)
    assert len(at.kept) == 3


def test_a_computer_accepts_a_rematch() -> None:
    at = Room(opened(("Ada", "computer perfect"))).play(OVER)
    at.send(CLIENTS[0], offer="rematch")
    assert rematch_of(at).seats.names == ("computer perfect", "Ada")
    assert rematch_of(at).automatic_turn == 0
