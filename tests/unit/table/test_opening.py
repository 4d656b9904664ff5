"""Opening tables: valid terms and seats."""

from __future__ import annotations

import pytest

from codepegs.errors import (
    CodepegsError,
    IllegalAgreement,
    IllegalEdition,
    NotationError,
    UnknownEdition,
    UnknownLevel,
)
from codepegs.protocol import view
from codepegs.protocol.errors import retry_after
from codepegs.rules import CATALOGUE, find_edition
from codepegs.rules.move import Guess, SetCode
from codepegs.rules.secret import Secret
from codepegs.storage.archive import MatchId
from codepegs.table import commands
from codepegs.table.errors import CodeNotReady
from codepegs.table.table import Table
from tests.support.pure_table import CLIENTS, INVITATION


def opened(
    players: tuple[str | None, str | None] = ("Ada", None),
    *,
    terms: str = "mini",
    games: int = 2,
    hints: bool = False,
) -> Table:
    return commands.open_table(
        table_id=MatchId("abcdefghij"),
        edition=terms,
        games=games,
        players=players,
        hints=hints,
        client=CLIENTS[0],
        invitation=INVITATION,
    )


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_table_for_a_friend_waits_with_its_terms(slug: str) -> None:
    table = opened(terms=f"{slug} rows=8 time=30", hints=True)
    assert (table.match, table.version, table.seats.invitation) == (None, 0, INVITATION)
    seen = view.make_view(table, 0)
    assert (seen.phase, seen.legal, seen.turn, seen.game) == ("waiting", (), None, None)
    assert (seen.terms.rows, seen.clock.limit, seen.terms.hints) == (8, 30, True)
    assert table.edition == find_edition(slug, rows=8, time_limit=30)


def test_the_friend_may_make_the_first_code() -> None:
    table = opened((None, "Ada"))
    assert (table.seats.empty_seat, table.seats.player_of(CLIENTS[0])) == (0, 1)


@pytest.mark.parametrize("number", [1, 3], ids=["first game", "later game"])
def test_a_guess_before_the_computer_has_set_the_code_is_refused(number: int) -> None:
    """It may be sent again, with the number of moves after the code."""
    table = opened(("computer easy", "Ada"), games=4)
    code, salt = table.edition.code("RGB"), bytes(32)
    if number == 3:
        moves = (SetCode(Secret(code)), Guess(code)) * 2
        for move in moves:
            table = commands.play(table, move, by=None, salt=salt).table
    assert table.require_match().game.number == number

    def guess(table: Table, moves: int) -> Table:
        return commands.move(
            table, client=CLIENTS[0], key="k", moves=moves, text="guess RGB", salt=None
        ).table

    with pytest.raises(CodeNotReady) as refused:
        guess(table, table.moves)
    assert retry_after(refused.value) == 1
    ready = commands.play(table, SetCode(Secret(code)), by=0, salt=salt).table
    assert guess(ready, ready.moves).moves == ready.moves + 1


def test_a_match_against_a_computer_starts_at_once() -> None:
    table = opened(("Ada", "computer expert"))
    assert table.match is not None
    assert (table.seats.clients, table.seats.invitation) == ((CLIENTS[0], None), None)
    assert [seated.computer for seated in view.make_view(table, None).players] == [None, "expert"]
    assert table.automatic_turn is None
    assert opened(("computer", "Ada")).automatic_turn == 0


def test_two_names_of_people_give_one_client_both_seats() -> None:
    table = opened(("Ada", "Bob"))
    seats = table.seats
    assert (seats.shared, seats.player_of(CLIENTS[0]), table.match is None) == (True, None, False)
    mine, theirs = seats.find_seats(CLIENTS[0]), seats.find_seats(CLIENTS[1])
    assert ({player: seats.player_of(client) for player, client in mine.items()}, theirs) == (
        {0: 0, 1: 1},
        {},
    )
    assert opened().seats.find_seats(CLIENTS[0]) == {0: CLIENTS[0]}


@pytest.mark.parametrize(
    ("players", "kind"),
    [
        ((None, None), IllegalAgreement),
        (("Ada", "Ada"), IllegalAgreement),
        ((None, "computer"), IllegalAgreement),
        (("computer", "Computer"), IllegalAgreement),
        (("Ada", "computer godlike"), UnknownLevel),
        (("computers unite", None), UnknownLevel),
        (("computer  expert", "Ada"), IllegalAgreement),
        (("Ada\n", None), IllegalAgreement),
        (("", None), IllegalAgreement),
    ],
)
def test_impossible_seats_are_refused(
    players: tuple[str | None, str | None], kind: type[CodepegsError]
) -> None:
    with pytest.raises(kind):
        opened(players)


@pytest.mark.parametrize(
    ("terms", "games", "kind"),
    [
        ("", 2, NotationError),
        ("chess", 2, UnknownEdition),
        ("mini rows=0", 2, IllegalEdition),
        ("mini rows=three", 2, NotationError),
        ("mini colour=red", 2, NotationError),
        ("mini", 0, IllegalAgreement),
        ("mini", 101, IllegalAgreement),
        ("invicta", 3, IllegalAgreement),
    ],
)
def test_impossible_terms_are_refused(terms: str, games: int, kind: type[CodepegsError]) -> None:
    with pytest.raises(kind):
        opened(terms=terms, games=games)
