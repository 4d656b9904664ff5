"""One game: what may happen at each point of it, and what is refused there."""

import pytest

from codepegs.errors import NothingToShow, NotNow
from codepegs.rules import (
    Agreement,
    Answers,
    Leave,
    Match,
    OwnUp,
    Phase,
    Seat,
    find_edition,
)
from tests.support.strategies import alone, played, refusal, spelled, two

BY_HAND = two(find_edition("mini", rows=2, time_limit=60, answers=Answers.HAND))
REFEREED = two(find_edition("mini", rows=2, time_limit=60))
SOLO = alone(find_edition("mini", rows=2, time_limit=60))

FIRST = played(BY_HAND, "code ABC")
OPEN = played(FIRST, "guess AAA")
LATER = played(OPEN, "answer 1+0")


@pytest.mark.parametrize(
    ("slug", "codemaker", "codebreaker"),
    [
        ("hasbro-2010", "Codemaker", "Decoder"),
        ("invicta", "Code maker", "Code breaker"),
        ("classic-1", "Codemaker", "Codebreaker"),
    ],
)
def test_refusals_call_the_seats_as_the_sheet_does(slug: str, codemaker: str, codebreaker: str) -> None:
    match = played(two(find_edition(slug, answers=Answers.HAND)))
    assert f"Waiting for the {codemaker} to set the code." in str(refusal(match, spelled("give up")))
    match = played(match, "code ABCD")
    assert f"Waiting for the {codebreaker} to guess." in str(refusal(match, spelled("answer 0+0")))
    match = played(match, "guess ABCD")
    assert f"Waiting for the {codemaker} to mark the guess." in str(refusal(match, spelled("own up")))
    assert Phase.OVER.describe(match.agreement.edition.box) == "The game is over."


# Who may do what ----------------------------------------------------------------------


def test_a_spectator_may_do_nothing() -> None:
    found = refusal(FIRST, Leave(Seat.SPECTATOR))
    assert (type(found), str(found)) == (NotNow, "A spectator cannot leave a match.")
    with pytest.raises(NotNow) as refused:
        FIRST.player(Seat.SPECTATOR)
    assert str(refused.value) == "Spectators can't move. Take a seat to play."


# Clocks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "limit"),
    [
        ([], 30),
        (["code ABC"], 60),
        (["code ABC", "guess AAA"], 30),
        (["code ABC", "guess AAA 1+0"], 60),
        (["code ABC", "clock off"], None),
        (["clock off"], 30),
        (["clock 9", "code ABC"], 9),
        (["code ABC", "guess ABC 3+0"], 30),
        (["code ABC", "leave codemaker"], None),
    ],
)
def test_each_seat_has_its_own_clock(moves: list[str], limit: int | None) -> None:
    terms = find_edition("mini", time_limit=60, codemaker_time=30, answers=Answers.HAND)
    assert played(two(terms), *moves).game.turn_limit == limit


# A game whose code the reader does not have --------------------------------------------

HIDDEN = "This game can't end here, because the record hides its code."


@pytest.mark.parametrize("agreement", [REFEREED, BY_HAND, SOLO])
def test_a_game_read_without_its_code_can_be_looked_at_and_not_played(agreement: Agreement) -> None:
    begun = [
        played(agreement, "code hidden", *moves)
        for moves in ([], ["guess AAA"], ["guess AAA 1+0"], ["timeout"])
    ]
    for match in begun:
        assert match.game.concealed
        assert match.game.secret is None
        assert match.game.revealed is None
        assert [match.legal(seat) for seat in Seat] == [frozenset()] * 3
        assert [match.game.legal(seat) for seat in Seat] == [frozenset()] * 3
        assert not match.over


@pytest.mark.parametrize(
    ("agreement", "moves", "last"),
    [
        (REFEREED, ["guess ABC"], "answer 3+0"),
        (REFEREED, [], "give up"),
        (REFEREED, ["timeout"], "timeout"),
        (REFEREED, ["guess ABC"], "leave codemaker"),
        (SOLO, [], "leave codebreaker"),
        (BY_HAND, [], "give up"),
        (BY_HAND, ["guess AAA 1+0", "guess ABC"], "answer 1+0"),
        (BY_HAND, ["guess ABC 2+1"], "claim rows 1"),
        (BY_HAND, [], "leave codebreaker"),
        (BY_HAND, [], "stop"),
    ],
)
def test_a_game_does_not_end_without_its_code(agreement: Agreement, moves: list[str], last: str) -> None:
    match = played(agreement, "code hidden", *moves)
    found = refusal(match, spelled(last))
    assert (type(found), str(found)) == (NotNow, HIDDEN)


def test_nobody_owns_up_without_the_code() -> None:
    match = played(BY_HAND, "code hidden", "guess AAA 1+0")
    assert type(refusal(match, OwnUp())) is NothingToShow


@pytest.mark.parametrize("match", [FIRST, OPEN, LATER])
def test_a_code_is_not_hidden_a_second_time(match: Match) -> None:
    assert type(refusal(match, spelled("code hidden"))) is NotNow
