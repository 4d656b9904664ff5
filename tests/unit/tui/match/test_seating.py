"""Who sits at the keyboard, and what may be on the screen then."""

from __future__ import annotations

from codepegs.rules import Match, Secret
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers
from codepegs.rules.feedback import Feedback
from codepegs.rules.move import Act, Answer, GiveUp, Guess, Reveal, SetCode
from codepegs.rules.seat import Seat
from codepegs.tui.match.seating import ANYONE, Sitting, acts, covered, people, view, wanted
from tests.support.match_host import match_of

CODE = Code.parse("ABC")


def played(match: Match) -> Match:
    return match.play(SetCode(Secret(CODE)))


def test_only_the_codemaker_sees_the_code() -> None:
    match = match_of("mini", answers=Answers.HAND)
    assert wanted(match) == Sitting(0, alone=True)
    match = played(match)
    assert wanted(match) == Sitting(1)
    match = match.play(Guess(CODE))
    assert wanted(match) == Sitting(0, alone=True)
    assert view(match, wanted(match)).game.code == CODE
    assert view(match, Sitting(1)).game.code is None
    assert view(match, ANYONE).game.code is None


def test_both_players_look_after_the_last_row() -> None:
    match = played(match_of("mini", answers=Answers.HAND)).play(Guess(CODE)).play(Answer(Feedback(1, 0)))
    match = match.play(GiveUp())
    assert wanted(match) == ANYONE
    assert acts(match, ANYONE) == {
        Act.REVEAL: Seat.CODEMAKER,
        Act.ABANDON: Seat.CODEMAKER,
        Act.CLAIM: Seat.CODEBREAKER,
    }
    match = match.play(Reveal())
    assert acts(match, ANYONE)[Act.ABANDON] is Seat.CODEBREAKER


def test_a_handover_is_needed_if_the_other_must_look_away() -> None:
    agreement = match_of("mini").agreement
    assert covered(agreement, Sitting(1), Sitting(1, alone=True))
    assert covered(agreement, Sitting(0, alone=True), Sitting(1))
    assert not covered(agreement, Sitting(1), Sitting(1))
    assert not covered(agreement, Sitting(0, alone=True), ANYONE)


def test_a_person_and_a_computer_need_no_cover() -> None:
    match = played(match_of("mini", players=("computer", "Ada")))
    assert people(match.agreement) == (1,)
    assert wanted(match) == Sitting(1)
    assert not covered(match.agreement, ANYONE, wanted(match))
    assert view(match, wanted(match)).game.code is None
    assert Act.GUESS in acts(match, wanted(match))


def test_a_spectator_of_computers_sees_no_code() -> None:
    match = played(match_of("mini", players=("computer 1", "computer 2")))
    assert wanted(match) == ANYONE
    assert acts(match, ANYONE) == {}
    assert view(match, ANYONE).game.code is None
