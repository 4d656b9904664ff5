"""Sentences about a match."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from codepegs.notation import sentences
from codepegs.notation.terms import describe_match_terms
from codepegs.rules import NOBODY, Agreement, Answers, Match, Scoring, Secret, find_edition
from codepegs.rules.claim import Contradiction, WrongAnswer, WrongAnswers
from codepegs.rules.code import Code
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.feedback import Feedback
from codepegs.rules.match import MAX_VOID_GAMES, Outcome
from codepegs.rules.move import AllowHints, GiveUp, Guess, Hint, Move, SetClock, SetCode, TimeOut
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView, View
from tests.support.strategies import alone, played, twins, two

MINI = Agreement(find_edition("mini", rows=2, time_limit=9), ("Ada", "Bob"), games=1)
CODE = Code.parse("ABC")


def after(*moves: Move) -> View:
    match = Match.start(MINI)
    for move in moves:
        match = match.play(move)
    return View.of(match.game, Seat.SPECTATOR)


def test_every_move_that_changes_the_board_has_a_sentence() -> None:
    hidden, guess = SetCode(Secret(CODE)), Guess(Code.parse("AAB"))
    assert sentences.describe_move(MINI, after(hidden), hidden) == "Ada has set the code."
    assert sentences.describe_move(MINI, after(hidden, guess), guess) == "Row 1, RRB: 1 black, 1 white."
    spent = after(hidden, guess, TimeOut())
    assert sentences.describe_move(MINI, spent, TimeOut()) == "Time ran out: row 2 is lost."
    assert sentences.describe_move(MINI, after(hidden, GiveUp()), GiveUp()) is None


def test_hints_and_changed_terms_have_sentences() -> None:
    moves: list[Move] = [SetCode(Secret(CODE)), AllowHints(), Hint(2), SetClock(120), SetClock(None)]
    expected = [
        "Hints are allowed from now on.",
        "Bob took a hint (step 2).",
        "The time limit is 2 minutes per turn from now on.",
        "There is no time limit from now on.",
    ]
    assert [sentences.describe_move(MINI, after(*moves), move) for move in moves[1:]] == expected
    assert sentences.describe_other_moves(MINI, after(*moves), moves) == expected
    assert sentences.describe_move(alone(MINI.edition), after(*moves), Hint(2)) == "Hint taken (step 2)."


def test_an_agreement_mentions_hints() -> None:
    hinted = replace(MINI, hints=True)
    assert (
        sentences.describe_agreement(hinted) == "Ada and Bob play 1 game of mini rows=2 time=9, with hints."
    )
    assert sentences.describe_agreement(MINI) == "Ada and Bob play 1 game of mini rows=2 time=9."


def test_an_agreement_says_whether_it_is_solo_friendly_or_daily() -> None:
    mini = find_edition("mini")
    daily = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17))
    friendly = Agreement(mini, ("computer easy", "Bob"), 2, friendly=True)
    assert [sentences.describe_agreement(each) for each in (alone(mini, hints=True), daily, friendly)] == [
        "Ada plays a solo game of mini, with hints.",
        "Ada plays the daily code of 2026-11-17.",
        "The computer and Bob play 2 games of mini, friendly.",
    ]


def test_a_held_code_is_described_with_its_rows() -> None:
    game = after(SetCode(Secret(CODE)), TimeOut(), TimeOut())
    assert sentences.describe_ending(MINI, game) == ["Bob did not crack the code in 2 rows."]


def test_the_heading_of_a_game_names_the_roles() -> None:
    solo = alone(MINI.edition)
    assert sentences.heading(solo, View.of(Match.start(solo).game, Seat.SPECTATOR)) == (
        "Ada tries to crack the code."
    )
    assert sentences.heading(MINI, after()) == "Game 1 of 1: Ada is Codemaker, Bob is Codebreaker."
    other = replace(after(), codemaker=1, replay=True)
    assert (
        sentences.heading(MINI, other) == "Game 1 of 1, played again: Bob is Codemaker, Ada is Codebreaker."
    )


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("code ABC, guess ABC", ["Bob cracked the code in 1 row."]),
        ("code ABC, give up", ["Bob gave up after 0 rows. The code was not cracked."]),
        ("code ABC, guess AAA, give up", ["Bob gave up after 1 row. The code was not cracked."]),
        ("code ABC, leave codemaker", ["The code was not cracked."]),
        ("code ABC, stop", ["The code was not cracked."]),
        ("leave codemaker", ["No code was set."]),
        ("stop", ["No code was set."]),
    ],
)
def test_every_ending_speaks_of_the_code(moves: str, said: list[str]) -> None:
    game = View.of(played(MINI, *moves.split(", ")).games[0], Seat.SPECTATOR)
    assert sentences.describe_ending(MINI, game) == said


WRONG = "Ada marked guess 1 wrongly: it was 1 black, 0 white."


@pytest.mark.parametrize(("scoring", "winner"), [(Scoring.ROWS, "Bob"), (Scoring.CODEBREAKER, "Ada")])
@pytest.mark.parametrize(
    ("moves", "proof"),
    [
        ("guess AAA 0+0, give up", WRONG),
        ("guess AAA 0+0, own up", WRONG),
        ("guess AAA 0+0, guess AAA 1+0, claim", WRONG),
    ],
)
def test_a_void_game_says_why_and_who_gets_the_award(
    moves: str, proof: str, scoring: Scoring, winner: str
) -> None:
    terms = find_edition("mini", answers=Answers.HAND, scoring=scoring)
    void = played(two(terms), "code ABC", *moves.split(", ")).games[0]
    first, second = sentences.describe_ending(two(terms), View.of(void, Seat.SPECTATOR))
    assert first == proof
    assert second == f"{winner} gets 3 points, and this game is played again."


def test_a_proof_is_described_row_by_row() -> None:
    assert sentences.describe_proof(
        MINI.edition, WrongAnswers((WrongAnswer(2, Feedback(1, 0), Feedback(0, 2)),))
    ) == ["Row 2 was answered 1 black, 0 white, not 0 black, 2 white."]
    (together,) = sentences.describe_proof(MINI.edition, Contradiction((1, 3)))
    assert "rows 1 and 3" in together


def describe_result(agreement: Agreement, outcome: Outcome | None) -> str:
    return sentences.describe_result(replace(MatchView.of(Match.start(agreement), None), outcome=outcome))


def test_points_and_results_name_the_players() -> None:
    assert sentences.describe_points(MINI, (2, 3)) == "Points: Ada 2, Bob 3."
    assert describe_result(MINI, None) == "The match is not over yet."
    assert describe_result(MINI, Outcome()) == "The match is a draw."
    assert describe_result(MINI, Outcome(0)) == "Ada wins the match."
    least = two(find_edition("mini", scoring=Scoring.CODEBREAKER))
    assert describe_result(least, Outcome(0)) == "Ada wins the match with the fewest points."


def test_a_match_that_was_left_or_stopped_says_who_wins() -> None:
    left = describe_result(MINI, Outcome(0, abandoned_by=1))
    assert left == "Ada wins the match, because Bob left."
    assert describe_result(MINI, Outcome(stopped=True)) == "The match was stopped. Nobody wins."


def test_the_hundredth_void_game_says_why_it_ends_the_match() -> None:
    hand = find_edition("mini", answers=Answers.HAND)
    void = ("code ABC", "guess AAA 0+0", "own up")
    *_, result = sentences.describe_last_move(played(two(hand), *void * MAX_VOID_GAMES))
    assert result == "Bob wins the match, because Ada answered wrongly in the 100th void game."


def test_a_solo_game_is_cracked_or_not() -> None:
    solo = alone(MINI.edition)
    assert describe_result(solo, Outcome(cracked_in=1)) == "Cracked in 1 row."
    assert describe_result(solo, Outcome(abandoned_by=1)) == "Not cracked."


def test_terminal_control_characters_are_escaped() -> None:
    assert sentences.escape_unprintable("Ada\x1b[2J\nBob") == "Ada\\x1b[2J\nBob"


def test_an_impossible_answer_is_a_proof_by_itself() -> None:
    assert sentences.describe_proof(MINI.edition, Contradiction((3,))) == [
        "The answer to row 3 is impossible: no code fits it."
    ]


def told(agreement: Agreement, *moves: str) -> list[tuple[str, ...]]:
    """Return the sentences after each move of a match."""
    match = Match.start(agreement)
    heard = [sentences.describe_last_move(match)]
    for move in moves:
        match = played(match, move)
        heard.append(sentences.describe_last_move(match))
    return heard


def test_the_last_move_speaks_of_the_code_then_of_points() -> None:
    assert told(two(find_edition("mini"), games=1), "code ABC", "guess ABC") == [
        (),
        ("Ada has set the code.",),
        (
            "Row 1, RBY: 3 black, 0 white.",
            "Bob cracked the code in 1 row.",
            "Points: Ada 1, Bob 0.",
            "Ada wins the match.",
        ),
    ]


def test_a_solo_game_speaks_of_neither_points_nor_winner() -> None:
    assert told(alone(find_edition("mini")), "code ABC", "guess AAA", "guess ABC") == [
        (),
        ("The code is set.",),
        ("Row 1, RRR: 1 black, 0 white.",),
        ("Row 2, RBY: 3 black, 0 white.", "Ada cracked the code in 2 rows."),
    ]
    assert told(alone(find_edition("mini")), "code ABC", "leave codebreaker")[-1] == (
        "Ada left the game.",
        "The code was not cracked.",
    )


HAND = two(find_edition("mini", answers=Answers.HAND), games=1)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("guess AAA", ["Row 1, RRR."]),
        ("guess AAA, answer 1+0", ["Row 1, RRR: 1 black, 0 white."]),
        (
            "guess AAA, answer 0+0, guess AAA, answer 1+0, claim rows 1 2",
            ["Bob claims a wrong answer.", WRONG],
        ),
        ("guess AAA, answer 0+0, own up", ["Ada owns up to a wrong answer.", WRONG]),
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


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("leave codemaker", ("Ada left the match.", "Bob wins the match, because Ada left.")),
        ("leave codebreaker", ("Bob left the match.", "Ada wins the match, because Bob left.")),
        ("stop", ("Both players agreed to stop.", "The match was stopped. Nobody wins.")),
    ],
)
def test_everybody_hears_who_left(last: str, said: tuple[str, str]) -> None:
    heard = told(HAND, "code ABC", last)[-1]
    assert (heard[0], heard[-1]) == said


def test_everybody_hears_which_row_was_taken_back() -> None:
    friendly = Agreement(find_edition("mini"), ("computer easy", "Bob"), 2, friendly=True)
    assert told(friendly, "code ABC", "guess AAA", "guess AAB", "take back")[-1] == ("Bob took back row 2.",)


def test_owning_up_is_told_with_the_moves_that_the_board_does_not_show() -> None:
    void = played(HAND, "code ABC", "guess AAA 0+0", "own up").games[0]
    shown = sentences.describe_other_moves(HAND, View.of(void, Seat.SPECTATOR), void.moves)
    assert shown == ["Ada owns up to a wrong answer."]


def test_every_offer_has_a_sentence() -> None:
    offers = ["rematch", "stop", "hints", "clock off", "clock 60", "clock 1"]
    assert [sentences.describe_offer("Ada", offer) for offer in offers] == [
        "Ada offers a rematch.",
        "Ada offers to stop the match without a winner.",
        "Ada offers to allow hints.",
        "Ada offers to play without a time limit.",
        "Ada offers a time limit of 1 minute per turn.",
        "Ada offers a time limit of 1 second per turn.",
    ]


@given(twins() | twins(friendly=True) | twins(solo=True))
def test_no_sentence_depends_on_a_hidden_code(pairs: list[tuple[Match, Match]]) -> None:
    for one, other in pairs:
        assert sentences.describe_last_move(one) == sentences.describe_last_move(other)
        assert describe_match_terms(one) == describe_match_terms(other)


def test_a_late_codemaker_is_named_with_what_the_program_did() -> None:
    hidden, guess = SetCode(Secret(MINI.edition.code("RGB"))), Guess(MINI.edition.code("RRB"))
    late = [sentences.describe_late_codemaker(MINI, after(*moves)) for moves in ((hidden,), (hidden, guess))]
    assert late == [
        "Ada's time ran out. The program set a random code.",
        "Ada's time ran out. The program gave the answer.",
    ]
