"""Matches at any point: what may be done, and what stays true."""

from itertools import pairwise

from hypothesis import given

from codepegs.errors import CodepegsError, NothingToShow, NotNow, Undecided
from codepegs.rules import (
    Act,
    Answer,
    Answers,
    Claim,
    Ending,
    Feedback,
    GiveUp,
    Guess,
    Leave,
    Match,
    Move,
    OwnUp,
    Scoring,
    Seat,
    Secret,
    SetCode,
    TakeBack,
    TimeOut,
    replay,
    seat_of,
)
from codepegs.rules.daily import daily_code
from codepegs.rules.game import Phase
from codepegs.rules.move import ACTS
from tests.support.strategies import matches, prefixes, refusal


def every_kind_of_move(match: Match) -> list[Move]:
    """One move of each kind that its edition allows; whether it is its time is the question."""
    day = match.agreement.daily
    any_code = next(match.agreement.edition.codes()) if day is None else daily_code(day)
    return [
        SetCode(Secret(any_code)),
        Guess(any_code),
        Answer(Feedback(0, 0)),
        GiveUp(),
        Claim((1,)),
        OwnUp(),
        TakeBack(),
        Leave(Seat.CODEMAKER),
        Leave(Seat.CODEBREAKER),
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
            if isinstance(move, Claim | OwnUp) and not by_hand and not begun.over:
                assert isinstance(error, NothingToShow)
                now = False
            assert (act in begun.legal(seat)) is now
            assert act is Act.LEAVE or act not in begun.legal(_across(seat))
        times_out = begun.game.phase is Phase.GUESSING and begun.game.turn_limit is not None
        assert (refusal(begun, TimeOut()) is None) is times_out
        assert begun.legal(Seat.SPECTATOR) == frozenset()


def _across(seat: Seat) -> Seat:
    return Seat.CODEBREAKER if seat is Seat.CODEMAKER else Seat.CODEMAKER


@given(matches())
def test_a_match_is_what_its_moves_make_of_it(match: Match) -> None:
    assert replay(match.agreement, match.moves) == match
    assert replay(match.agreement, match.moves, name="k7m2").name == "k7m2"
    assert match.length == len(match.moves)
    assert prefixes(match)[-1] == match


@given(matches())
def test_a_match_goes_on_until_the_agreed_games_are_played(match: Match) -> None:
    numbers = [game.number for game in match.games if not game.replay]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(game.codemaker == (game.number + 1) % 2 for game in match.games)
    assert all(game.over for game in match.games[:-1])
    for game, after in pairwise(match.games):
        again = game.proof is not None
        assert (after.number, after.replay) == (
            (game.number, game.replay + 1) if again else (game.number + 1, 0)
        )
    assert match.over is (match.outcome is not None)
    assert (match.turn is None) is match.over


@given(matches())
def test_the_outcome_follows_from_the_last_game_and_the_points(match: Match) -> None:
    outcome, last = match.outcome, match.game
    if outcome is None:
        return
    won = outcome.winner, outcome.abandoned_by, outcome.stopped, outcome.cracked_in
    left = last.moves[-1].seat if isinstance(last.moves[-1], Leave) else None
    if match.agreement.solo:
        cracked = len(last.board.rows) if last.ending is Ending.BROKEN else None
        assert won == (None, 1 if left else None, False, cracked)
        assert match.points == (0, 0)
    elif left is not None:
        assert last.ending is Ending.ABANDONED
        assert won == (match.player(_across(left)), match.player(left), False, None)
    elif last.ending is Ending.STOPPED:
        assert won == (None, None, True, None)
    else:
        assert last.number == match.agreement.games
        one, two = match.points
        wins = match.agreement.edition.scoring is not Scoring.CODEBREAKER
        assert won == (None if one == two else int((one < two) is wins), None, False, None)


@given(matches())
def test_a_game_is_broken_or_held_only_with_right_answers(match: Match) -> None:
    for game in match.games:
        if game.ending in (Ending.BROKEN, Ending.HELD):
            assert game.revealed is not None
            assert game.board.fits(game.revealed)
            assert (game.ending is Ending.BROKEN) is (
                bool(game.board.rows) and game.board.rows[-1].guess == game.revealed
            )


@given(matches())
def test_a_refused_move_changes_nothing(match: Match) -> None:
    for begun in prefixes(match):
        before = repr(begun), begun.games
        errors = [refusal(begun, move) for move in every_kind_of_move(begun)]
        assert all(error is None or isinstance(error, CodepegsError) for error in errors)
        assert (repr(begun), begun.games) == before
