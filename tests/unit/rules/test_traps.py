"""What people type at first works, or is refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from codepegs.errors import IllegalEdition, NotationError
from codepegs.notation import position
from codepegs.rules import Act, Agreement, Board, Code, Feedback, Match, Scoring, Seat, SetCode, find_edition
from codepegs.rules.edition import Answers
from codepegs.rules.secret import Secret
from tests.support.strategies import played, two

CLASSIC = find_edition("classic-1")


def loose(value: object) -> Any:
    """Return a value that a type checker would refuse."""
    return value


def test_a_code_that_is_set_becomes_a_secret() -> None:
    match = Match.start(two(CLASSIC)).play(SetCode(CLASSIC.code("RRBB")))
    assert match.game.secret is not None
    assert match.game.secret.reveal() == CLASSIC.code("RRBB")
    assert "RRBB" not in repr(match)
    assert repr(CLASSIC.code("RRBB")) not in repr(match)


def test_legal_takes_seats_and_players() -> None:
    match = Match.start(two(CLASSIC))
    assert match.legal() == match.legal(0) == match.legal(Seat.CODEMAKER) == {Act.SET_CODE, Act.LEAVE}
    assert match.legal(1) == match.legal(Seat.CODEBREAKER) == {Act.LEAVE}
    for wrong in (2, "Ada"):
        with pytest.raises(ValueError, match="Seat"):
            match.legal(loose(wrong))
        with pytest.raises(ValueError, match="Seat"):
            match.game.legal(loose(wrong))
    assert played(two(CLASSIC), "leave codemaker").legal() == frozenset()


def test_rules_may_be_words() -> None:
    edition = find_edition("classic-1", scoring=loose("codebreaker"), answers=loose("hand"))
    assert (edition.scoring, edition.answers) == (Scoring.CODEBREAKER, Answers.HAND)


@pytest.mark.parametrize(
    "rules",
    [
        {"pegs": "5"},
        {"rows": 2.5},
        {"scoring": "golf"},
        {"answers": 1},
        {"time_limit": "60"},
        {"blanks": "no"},
    ],
    ids=str,
)
def test_rules_of_another_type_are_refused(rules: dict[str, object]) -> None:
    with pytest.raises(IllegalEdition):
        find_edition("classic-1", **loose(rules))


def test_codes_and_answers_are_values_of_their_parts() -> None:
    with pytest.raises(TypeError, match=r"edition\.code"):
        Code(loose("RRBB"))
    code = CLASSIC.code("RRBB")
    assert [*code] == [*code.pegs]
    assert code[2] == code.pegs[2]
    black, white = Feedback(1, 2)
    assert (black, white) == (1, 2)
    for counts in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="negative"):
            Feedback(*counts)


def test_letters_may_be_small() -> None:
    assert CLASSIC.code("rrbk") == CLASSIC.code("RRBK")
    assert position.write(position.read("classic-1 / rrbb 1+1")) == "classic-1 / RRBB 1+1"


def test_a_code_without_an_edition_has_small_letters() -> None:
    with pytest.raises(NotationError, match=r"edition\.code"):
        Code.parse("RRBB")
    assert repr(CLASSIC.code("RRGK")) == "Code.parse('aadf')"


def test_players_may_be_a_list() -> None:
    agreement = Agreement(CLASSIC, loose(["A", "B"]), 2)
    assert hash(agreement) == hash(Agreement(CLASSIC, ("A", "B"), 2))


def test_text_is_not_a_code() -> None:
    for make in (SetCode, Secret, Board(CLASSIC).guess, CLASSIC.check_secret):
        with pytest.raises(TypeError, match=r"edition\.code"):
            loose(make)("RRBB")


@pytest.mark.parametrize("wrong", ["RRBB", CLASSIC.code("RRBB"), None], ids=repr)
def test_only_moves_can_be_played(wrong: object) -> None:
    with pytest.raises(TypeError, match="A move is a value"):
        Match.start(Agreement(CLASSIC, ("A", "B"), 2)).play(loose(wrong))
