"""The past of a match: what can be looked back at, and what a number means."""

from __future__ import annotations

import pytest

from codepegs.errors import NotNow
from codepegs.rules import Agreement, Answers, Match, Seat, View, find_edition
from codepegs.rules.history import find_ended_game, find_games, reviewable_games
from tests.support.strategies import alone, code, played, two

BY_HAND = two(find_edition("mini", answers=Answers.HAND))
VOID = ("code ABC", "guess ABC", "answer 0+0", "guess ABC", "answer 3+0")
"""A game that is void, before it is played again."""

MATCHES: list[tuple[str, Agreement, tuple[str, ...], list[tuple[int, int]]]] = [
    ("goes on", two(find_edition("mini")), ("code ABC", "guess AAB"), []),
    ("broken", two(find_edition("mini")), ("code ABC", "guess ABC"), [(1, 0)]),
    ("given up at once", two(find_edition("mini")), ("code ABC", "give up"), [(1, 0)]),
    ("not answered", BY_HAND, ("code ABC", "guess ABC"), []),
    ("owned up to", BY_HAND, ("code ABC", "guess AAA", "answer 0+0", "own up"), [(1, 0)]),
    ("stopped", BY_HAND, ("code ABC", "guess AAA", "stop"), [(1, 0)]),
    ("solo", alone(find_edition("mini")), ("code ABC", "guess ABC"), [(1, 0)]),
    ("void", BY_HAND, VOID, [(1, 0)]),
    ("played again", BY_HAND, (*VOID, "code ABC", "give up"), [(1, 0), (1, 1)]),
    ("void, then left", BY_HAND, (*VOID, "leave codemaker"), [(1, 0)]),
    ("left", two(find_edition("mini")), ("code ABC", "guess AAB", "leave codebreaker"), [(1, 0)]),
    ("left without a code", two(find_edition("mini")), ("leave codemaker",), []),
    (
        "the second without a code",
        two(find_edition("mini")),
        ("code ABC", "give up", "leave codemaker"),
        [(1, 0)],
    ),
]


@pytest.mark.parametrize(
    ("agreed", "moves", "found"), [each[1:] for each in MATCHES], ids=[each[0] for each in MATCHES]
)
def test_what_is_over_and_has_shown_its_code_can_be_looked_back_at(
    agreed: Agreement, moves: tuple[str, ...], found: list[tuple[int, int]]
) -> None:
    match = played(agreed, *moves)
    assert [(game.number, game.replay) for game in reviewable_games(match)] == found
    for game in match.games:
        assert game.revealed == (code("ABC") if game in reviewable_games(match) else None)
        for seat in Seat:
            assert View.of(game, seat).reviewable is (game in reviewable_games(match))


def test_without_a_number_the_last_game_that_can_be_looked_back_at_is_meant() -> None:
    one = played(BY_HAND, *VOID)
    assert find_games(one, None) == find_games(one, 1) == one.games[:1]
    again = played(one, "code ABC", "give up")
    assert find_games(again, None) == find_games(again, 1) == again.games[:2]
    left = played(again, "leave codebreaker")
    assert find_games(left, None) == left.games[:2]
    both = played(again, "code BBB", "give up")
    assert find_games(both, None) == find_games(both, 2) == both.games[2:]


ON = played(two(find_edition("mini")), "code ABC", "guess ABC", "code BBB")


@pytest.mark.parametrize(
    ("match", "number", "said"),
    [
        (Match.start(ON.agreement), None, "There is nothing to review yet"),
        (
            played(ON.agreement, "leave codemaker"),
            None,
            "There is nothing to review: the match ended",
        ),
        (ON, 2, "Game 2 isn't over yet. You can review it when it is."),
        (ON, 3, "There is no game 3 in this match. Choose from 1 to 2."),
        (ON, 0, "There is no game 0 in this match. Choose from 1 to 2."),
        (
            played(ON.agreement, "code ABC", "guess ABC", "leave codemaker"),
            2,
            "Game 2 can't be reviewed, because its code was never revealed. Choose another game.",
        ),
    ],
)
def test_what_cannot_be_looked_back_at_is_refused_with_its_reason(
    match: Match, number: int | None, said: str
) -> None:
    with pytest.raises(NotNow, match=said):
        find_games(match, number)


@pytest.mark.parametrize(
    ("moves", "number", "found"),
    [
        (("code ABC", "give up"), None, (1, 0)),
        (("code ABC", "give up", "code ABC", "give up"), 1, (1, 0)),
        (("code ABC", "give up", "code ABC", "give up"), None, (2, 0)),
        ((*VOID, "code ABC", "give up"), 1, (1, 1)),
    ],
)
def test_the_last_attempt_that_is_over_is_found(
    moves: tuple[str, ...], number: int | None, found: tuple[int, int]
) -> None:
    game = find_ended_game(played(BY_HAND, *moves), number)
    assert (game.number, game.replay) == found


@pytest.mark.parametrize(
    ("moves", "number", "said"),
    [((), None, "The game is not over yet."), (("code ABC", "give up"), 2, "Game 2 is not over yet.")],
)
def test_a_game_that_goes_on_has_not_ended(moves: tuple[str, ...], number: int | None, said: str) -> None:
    with pytest.raises(NotNow, match=said):
        find_ended_game(played(BY_HAND, *moves), number)
