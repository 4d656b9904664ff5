"""Sentences about a match."""

from __future__ import annotations

from dataclasses import replace

from codepegs.notation import wording
from codepegs.rules import Agreement, Match, Secret, edition
from codepegs.rules.claim import Contradiction
from codepegs.rules.code import Code
from codepegs.rules.move import AllowHints, GiveUp, Guess, Hint, Move, SetClock, SetCode, TimeOut
from codepegs.rules.seat import Seat
from codepegs.rules.view import View

MINI = Agreement(edition("mini", rows=2, time_limit=9), ("Ada", "Bob"), games=1)
CODE = Code.parse("ABC")


def after(*moves: Move) -> View:
    match = Match.start(MINI)
    for move in moves:
        match = match.play(move)
    return View.of(match.game, Seat.SPECTATOR)


def test_every_move_that_changes_the_board_is_told() -> None:
    hidden, guess = SetCode(Secret(CODE)), Guess(Code.parse("AAB"))
    assert wording.told(MINI, after(hidden), hidden) == "Ada has set the code."
    assert wording.told(MINI, after(hidden, guess), guess) == "Row 1, RRB: 1 black, 1 white."
    spent = after(hidden, guess, TimeOut())
    assert wording.told(MINI, spent, TimeOut()) == "Row 2 is spent and stays empty."
    assert wording.told(MINI, after(hidden, GiveUp()), GiveUp()) is None


def test_hints_and_what_both_agree_on_are_told() -> None:
    moves: list[Move] = [SetCode(Secret(CODE)), AllowHints(), Hint(2), SetClock(120), SetClock(None)]
    sentences = [
        "Hints are allowed from now on.",
        "Bob took a hint (step 2).",
        "The time limit is 120 seconds a turn from now on.",
        "There is no time limit from now on.",
    ]
    assert [wording.told(MINI, after(*moves), move) for move in moves[1:]] == sentences
    assert wording.aside(MINI, after(*moves), moves) == sentences


def test_an_agreement_says_that_hints_are_allowed() -> None:
    hinted = replace(MINI, hints=True)
    assert wording.agreed(hinted) == "Ada and Bob play 1 game of mini rows=2 time=9, with hints."
    assert wording.agreed(MINI) == "Ada and Bob play 1 game of mini rows=2 time=9."


def test_a_code_that_held_is_told_with_its_rows() -> None:
    game = after(SetCode(Secret(CODE)), TimeOut(), TimeOut())
    assert wording.ending(MINI, game) == "Ada's code held through all 2 rows."


def test_an_answer_that_no_code_earns_needs_no_other_row() -> None:
    assert wording.proof(MINI.edition, Contradiction((3,))) == ["No code fits the answer to row 3."]
