"""Sentences about a match."""

from __future__ import annotations

from dataclasses import replace

from codepegs.notation import edition_line, sentences
from codepegs.rules import Agreement, Match, Secret, find_edition
from codepegs.rules.claim import Contradiction, WrongAnswer, WrongAnswers
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Ending
from codepegs.rules.match import Outcome
from codepegs.rules.move import AllowHints, GiveUp, Guess, Hint, Move, SetClock, SetCode, TimeOut
from codepegs.rules.seat import Seat
from codepegs.rules.view import View
from tests.support.strategies import played, two

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
        "The time limit is 120 seconds a turn from now on.",
        "There is no time limit from now on.",
    ]
    assert [sentences.describe_move(MINI, after(*moves), move) for move in moves[1:]] == expected
    assert sentences.describe_other_moves(MINI, after(*moves), moves) == expected


def test_an_agreement_mentions_hints() -> None:
    hinted = replace(MINI, hints=True)
    assert (
        sentences.describe_agreement(hinted) == "Ada and Bob play 1 game of mini rows=2 time=9, with hints."
    )
    assert sentences.describe_agreement(MINI) == "Ada and Bob play 1 game of mini rows=2 time=9."


def test_a_held_code_is_described_with_its_rows() -> None:
    game = after(SetCode(Secret(CODE)), TimeOut(), TimeOut())
    assert sentences.describe_ending(MINI, game) == "Ada's code held through all 2 rows."


def test_the_heading_of_a_game_names_the_roles() -> None:
    assert sentences.heading(MINI, after()) == "Game 1 of 1: Ada is Codemaker, Bob is Codebreaker."
    other = replace(after(), codemaker=1, replay=True)
    assert (
        sentences.heading(MINI, other) == "Game 1 of 1, played again: Bob is Codemaker, Ada is Codebreaker."
    )


def test_every_ending_has_a_sentence() -> None:
    hidden = SetCode(Secret(CODE))
    assert sentences.describe_ending(MINI, after(hidden, Guess(CODE))) == "Bob broke the code in 1 row."
    assert (
        sentences.describe_ending(MINI, after(hidden, GiveUp()))
        == "Bob gave up after 0 rows: Ada's code held."
    )
    void = replace(after(), ending=Ending.VOID)
    assert sentences.describe_ending(MINI, void) == (
        "Bob showed that Ada answered wrongly: the game is void and played again."
    )
    abandoned = replace(after(), ending=Ending.ABANDONED)
    assert sentences.describe_ending(MINI, abandoned) == "The match was abandoned in this game."


def test_a_proof_is_described_row_by_row() -> None:
    assert sentences.describe_proof(
        MINI.edition, WrongAnswers((WrongAnswer(2, Feedback(1, 0), Feedback(0, 2)),))
    ) == ["Row 2 was answered 1 black, 0 white, not 0 black, 2 white."]
    (together,) = sentences.describe_proof(MINI.edition, Contradiction((1, 3)))
    assert "rows 1 and 3" in together


def test_points_and_results_name_the_players() -> None:
    assert sentences.describe_points(MINI, (2, 3)) == "Points: Ada 2, Bob 3."
    assert sentences.describe_result(MINI, None) == "The match is not over yet."
    assert sentences.describe_result(MINI, Outcome(None)) == "The match is a draw."
    assert (
        sentences.describe_result(MINI, Outcome(None, abandoned_by=1))
        == "Bob abandoned the match: nobody wins."
    )
    assert sentences.describe_result(MINI, Outcome(0)) == "Ada wins the match."


def test_terminal_control_characters_are_escaped() -> None:
    assert sentences.escape_unprintable("Ada\x1b[2J\nBob") == "Ada\\x1b[2J\nBob"


def test_an_impossible_answer_is_a_proof_by_itself() -> None:
    assert sentences.describe_proof(MINI.edition, Contradiction((3,))) == [
        "The answer to row 3 is impossible: no code fits it."
    ]


def told(edition: str, *moves: str) -> list[tuple[str, ...]]:
    """Return the sentences after each move of a match."""
    match = Match.start(two(edition_line.read(edition), games=1))
    heard = [sentences.describe_last_move(match)]
    for move in moves:
        match = played(match, move)
        heard.append(sentences.describe_last_move(match))
    return heard


def test_the_last_move_tells_how_game_and_match_ended() -> None:
    assert told("mini rows=2", "code ABC", "guess ABC") == [
        (),
        ("Ada has set the code.",),
        (
            "Row 1, RBY: 3 black, 0 white.",
            "Bob broke the code in 1 row.",
            "Points: Ada 1, Bob 0.",
            "Ada wins the match.",
        ),
    ]


def test_a_claim_tells_its_proof_and_the_match_goes_on() -> None:
    lie = ("code ABC", "guess AAA", "answer 0+0", "guess AAA", "answer 1+0", "claim rows 1 2")
    assert told("mini answers=hand", *lie)[-1] == (
        "Bob showed that Ada answered wrongly: the game is void and played again.",
        "The answers to rows 1 and 2 contradict each other.",
        "Points: Ada 0, Bob 3.",
    )


def test_a_reveal_tells_the_wrong_answers_and_what_a_claim_does() -> None:
    lie = ("code ABC", "guess AAA", "answer 0+0", "give up", "reveal")
    claim = "A claim voids the game and {} 3 points; accepting lets it count."
    wrong = "Row 1 was answered 0 black, 0 white, not 1 black, 0 white."
    assert told("mini answers=hand", *lie)[-1] == (wrong, claim.format("brings"))
    least = "mini answers=hand scoring=codebreaker"
    assert told(least, *lie)[-1] == (wrong, claim.format("charges the codemaker"))


def test_every_offer_has_a_sentence() -> None:
    offers = ["rematch", "hints", "clock off", "clock 60"]
    assert [sentences.describe_offer("Ada", offer) for offer in offers] == [
        "Ada offers a rematch.",
        "Ada offers to allow hints.",
        "Ada offers to play without a time limit.",
        "Ada offers a time limit of 60 seconds a turn.",
    ]
