"""Matches at any point: what may be done, and what stays true."""

from hypothesis import given

from codepegs.errors import NothingToShow, NotNow, Undecided
from codepegs.rules import (
    Accept,
    Act,
    Answer,
    Answers,
    Claim,
    Feedback,
    GiveUp,
    Guess,
    Match,
    Move,
    Reveal,
    Scoring,
    Seat,
    Secret,
    SetCode,
    TimeOut,
    replay,
    seat_of,
)
from codepegs.rules.move import ACTS
from tests.support.strategies import matches, prefixes, refusal, spelled


def every_kind_of_move(match: Match) -> list[Move]:
    """One move of each kind that its edition allows; whether it is its time is the question."""
    terms = match.agreement.edition
    any_code = next(terms.codes())
    return [
        SetCode(Secret(any_code)),
        Guess(any_code),
        Answer(Feedback(0, 0)),
        GiveUp(),
        Reveal(),
        Claim((1,)),
        Accept(),
        spelled("abandon codemaker"),
        spelled("abandon codebreaker"),
    ]


@given(matches())
def test_what_is_legal_is_what_is_not_refused_as_out_of_turn(match: Match) -> None:
    by_hand = match.agreement.edition.answers is Answers.HAND
    for begun in prefixes(match):
        for move in every_kind_of_move(begun):
            error, seat, act = refusal(begun, move), seat_of(move), ACTS[type(move)]
            assert seat is not None
            assert error is None or type(error) in (NotNow, NothingToShow, Undecided)
            now = not isinstance(error, NotNow)
            if isinstance(move, Claim) and not by_hand and not begun.over:
                assert isinstance(error, NothingToShow)
                now = False
            assert (act in begun.legal(seat)) is now
            assert act is Act.ABANDON or act not in begun.legal(_across(seat))
        assert (refusal(begun, TimeOut()) is None) is begun.game.may_time_out
        assert begun.legal(Seat.SPECTATOR) == frozenset()


def _across(seat: Seat) -> Seat:
    return Seat.CODEBREAKER if seat is Seat.CODEMAKER else Seat.CODEMAKER


@given(matches())
def test_a_match_is_what_its_moves_make_of_it(match: Match) -> None:
    assert replay(match.agreement, match.moves) == match
    assert match.length == len(match.moves)
    assert prefixes(match)[-1] == match


@given(matches())
def test_a_match_goes_on_until_the_agreed_games_are_played(match: Match) -> None:
    numbers = [game.number for game in match.games if not game.replay]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(game.codemaker == (game.number + 1) % 2 for game in match.games)
    assert all(game.over for game in match.games[:-1])
    for game, after in zip(match.games, match.games[1:], strict=False):
        again = game.proof is not None
        assert (after.number, after.replay) == (
            (game.number, game.replay + 1) if again else (game.number + 1, 0)
        )
    assert match.over is (match.outcome is not None)
    assert (match.turn is None) is match.over
    if match.outcome and match.outcome.abandoned_by is None:
        assert len(numbers) == match.agreement.games
        one, two = match.points
        wins = match.agreement.edition.scoring is not Scoring.CODEBREAKER
        assert match.outcome.winner == (None if one == two else int((one < two) is wins))
