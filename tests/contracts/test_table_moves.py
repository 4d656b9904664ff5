"""Contract of moves at a table: each is stored once, under its number and key."""

from __future__ import annotations

from concurrent.futures import wait

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import IllegalCode
from codepegs.rules import Match
from codepegs.rules.seat import PlayerNumber
from codepegs.storage import Added, Tables
from codepegs.storage.errors import KeyReused, Stale, UnknownMatch
from tests.contracts.test_archive import HISTORIES
from tests.contracts.test_tables import AGREED, seated, waiting
from tests.support.strategies import matches, played, prefixes, spelled


@HISTORIES
@given(match=matches(moves=25), known=st.sampled_from(["nothing", "before", "after"]))
def test_a_match_at_a_table_equals_its_moves(tables: Tables, match: Match, known: str) -> None:
    terms = match.agreement
    row = tables.open(
        waiting(
            edition=terms.edition,
            games=terms.games,
            names=terms.players,
            clients=("a", "b"),
            owners=("a", "b"),
            hints=terms.hints,
            friendly=terms.friendly,
            daily=terms.daily,
        ),
        at=0,
    ).result()
    for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False)):
        kept = tables.add_later(
            row.id,
            number,
            move,
            at=number,
            seat=0,
            key=str(number),
            before=before if known != "nothing" else None,
            after=before.play(move) if known == "after" else None,
        )
        assert kept.result() == Added(number, repeated=False)
    assert tables.match(row.id) == match
    after = tables.table(row.id)
    assert (after.version, after.moves, after.over) == (len(match.moves), len(match.moves), match.over)
    tables.delete(row.id).result()


def test_moves_sent_without_waiting_are_all_stored(tables: Tables) -> None:
    """Even if a game ends in the middle of a batch."""
    whole = played(AGREED, "code ABC", "guess AAA", "guess ABC", "code BBB", "guess AAA", "guess BBB")
    names = [seated(tables) for _ in range(8)]
    answers = [
        tables.add_later(name, number, move, at=number, before=before)
        for number, (before, move) in enumerate(zip(prefixes(whole), whole.moves, strict=False))
        for name in names
    ]
    assert [answer.result().repeated for answer in answers] == [False] * len(answers)
    for name in names:
        assert tables.match(name) == whole
        assert tables.table(name).over


def test_a_repeated_move_is_stored_once_with_the_same_result(tables: Tables) -> None:
    name = seated(tables)
    start = Match.start(AGREED)
    code, guess = spelled("code ABC"), spelled("guess AAA")
    answers = [tables.add_later(name, 0, code, at=n, seat=0, key="k", before=start) for n in range(10)]
    wait(answers)
    assert sorted((answer.result().number, answer.result().repeated) for answer in answers) == [
        (0, False),
        *[(0, True)] * 9,
    ]
    tables.add_later(name, 1, guess, at=1, seat=1, key="k").result()
    # Whether or not the caller knows the stored moves.
    for before in (start, played(AGREED, "code ABC"), None):
        again = tables.add_later(name, 0, code, at=9, seat=0, key="k", before=before).result()
        assert again == Added(0, repeated=True)
    assert tables.match(name) == played(AGREED, "code ABC", "guess AAA")
    assert tables.table(name).version == 2


def test_a_key_of_another_move_is_refused(tables: Tables) -> None:
    name = seated(tables)
    for number, text in enumerate(("code ABC", "guess AAA", "guess BBB")):
        tables.add_later(
            name, number, spelled(text), at=1, seat=1 if number else 0, key=f"k{number}"
        ).result()
    now = tables.match(name)
    taken: list[tuple[int, str, PlayerNumber, str]] = [
        (0, "code ABB", 0, "k0"),
        (1, "guess BBB", 1, "k1"),
        (2, "guess AAA", 1, "k1"),
        (3, "guess AAA", 1, "k1"),
    ]
    for number, text, seat, key in taken:
        for before in (now, None):
            with pytest.raises(KeyReused):
                tables.add_later(
                    name, number, spelled(text), at=5, seat=seat, key=key, before=before
                ).result()
    assert tables.match(name) == now


def test_each_seat_of_each_match_has_its_own_keys(tables: Tables) -> None:
    one, two_ = seated(tables), seated(tables)
    for name in (one, two_):
        tables.add_later(name, 0, spelled("code ABC"), at=1, seat=0, key="k").result()
        tables.add_later(name, 1, spelled("guess AAA"), at=1, seat=1, key="k").result()
    assert tables.match(one) == tables.match(two_) == played(AGREED, "code ABC", "guess AAA")
    tables.add_later(one, 2, spelled("guess AAB"), at=1, seat=1).result()
    assert tables.keys(one) == {(0, "k"): 0, (1, "k"): 1}
    with pytest.raises(ValueError, match="seat"):
        tables.add_later(one, 3, spelled("guess AAA"), at=1, key="k")


def test_a_stale_move_is_refused_with_or_without_a_key(tables: Tables) -> None:
    name = seated(tables)
    tables.add_later(name, 0, spelled("code ABC"), at=1, seat=0, key="k").result()
    for before in (Match.start(AGREED), played(AGREED, "code ABC"), None):
        for number in (0, 5):
            for key in ("other", None):
                with pytest.raises(Stale):
                    tables.add_later(
                        name, number, spelled("code ABC"), at=2, seat=0, key=key, before=before
                    ).result()
    assert tables.match(name) == played(AGREED, "code ABC")


def test_an_illegal_move_is_refused_immediately(tables: Tables) -> None:
    name = seated(tables)
    with pytest.raises(IllegalCode):
        tables.add_later(name, 0, spelled("code ABCA"), at=1)
    assert tables.match(name) == Match.start(AGREED)


def test_a_move_at_a_table_without_a_match_is_refused(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    with pytest.raises(UnknownMatch):
        tables.add_later(row.id, 0, spelled("code ABC"), at=1, before=Match.start(AGREED)).result()
