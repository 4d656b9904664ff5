"""Sentences about a match."""

from __future__ import annotations

import pytest
from hypothesis import given

from codepegs.notation import sentences
from codepegs.notation.terms import describe_match_terms
from codepegs.rules import Agreement, Answers, Match, find_edition
from codepegs.rules.match import MAX_VOID_GAMES
from codepegs.rules.move import Move
from codepegs.rules.seat import Seat
from codepegs.rules.view import View
from tests.support.strategies import played, twins, two

MINI = Agreement(find_edition("mini", rows=2, time_limit=9), ("Ada", "Bob"), games=1)


def after(*moves: Move) -> View:
    match = Match.start(MINI)
    for move in moves:
        match = match.play(move)
    return View.of(match.game, Seat.SPECTATOR)


WRONG = "Ada marked guess 1 wrongly: it was 1 black, 0 white."


def test_the_hundredth_void_game_says_why_it_ends_the_match() -> None:
    hand = find_edition("mini", answers=Answers.HAND)
    void = ("code ABC", "guess AAA 0+0", "own up")
    *_, result = sentences.describe_last_move(played(two(hand), *void * MAX_VOID_GAMES))
    assert result == "Bob wins the match: the 100th void game was Ada's."


def test_terminal_control_characters_are_escaped() -> None:
    assert sentences.escape_unprintable("Ada\x1b[2J\nBob") == "Ada\\x1b[2J\nBob"


def told(agreement: Agreement, *moves: str) -> list[tuple[str, ...]]:
    """Return the sentences after each move of a match."""
    match = Match.start(agreement)
    heard = [sentences.describe_last_move(match)]
    for move in moves:
        match = played(match, move)
        heard.append(sentences.describe_last_move(match))
    return heard


HAND = two(find_edition("mini", answers=Answers.HAND), games=1)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("guess AAA", ["Row 1, RRR."]),
        ("guess AAA, answer 1+0", ["Row 1, RRR: 1 black, 0 white."]),
        (
            "guess AAA, answer 0+0, guess AAA, answer 1+0, claim rows 1 2",
            ["Bob claims that an answer is wrong.", WRONG],
        ),
        ("guess AAA, answer 0+0, own up", ["Ada owned up to a wrong answer.", WRONG]),
        ("guess AAA, answer 0+0, give up", [WRONG]),
    ],
)
def test_wrong_answers_are_told_with_their_proof(moves: str, said: list[str]) -> None:
    heard = told(HAND, "code ABC", *moves.split(", "))[-1]
    assert [*heard[: len(said)]] == said
    void = heard[len(said) :]
    expected = (
        "Bob gets 3 points, and this game is played again.",
        "Points: Ada 0, Bob 3.",
    )
    assert void == (expected if "0+0" in moves else ())


def test_owning_up_is_told_with_the_moves_that_the_board_does_not_show() -> None:
    void = played(HAND, "code ABC", "guess AAA 0+0", "own up").games[0]
    shown = sentences.describe_other_moves(HAND, View.of(void, Seat.SPECTATOR), void.moves)
    assert shown == ["Ada owned up to a wrong answer."]


@given(twins() | twins(friendly=True) | twins(solo=True))
def test_no_sentence_depends_on_a_hidden_code(pairs: list[tuple[Match, Match]]) -> None:
    for one, other in pairs:
        assert sentences.describe_last_move(one) == sentences.describe_last_move(other)
        assert describe_match_terms(one) == describe_match_terms(other)
