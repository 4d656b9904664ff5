"""Views: what a seat may see, and that it is all it sees."""

from hypothesis import given

from codepegs.rules import (
    Claim,
    Game,
    Match,
    MatchView,
    Seat,
    View,
    find_edition,
    game_points,
)
from codepegs.rules.claim import find_wrong_answers
from tests.support.strategies import hidden, matches, played, refusal, twins, two

HIDDEN_FROM = (Seat.CODEBREAKER, Seat.SPECTATOR)


def shows_nothing(one: Match, other: Match) -> None:
    """The two matches differ, and neither codebreaker nor spectator can tell."""
    assert one != other
    for seat in HIDDEN_FROM:
        assert View.of(one.game, seat) == View.of(other.game, seat)
        assert repr(View.of(one.game, seat)) == repr(View.of(other.game, seat))
        assert View.of(one.game, seat).code is None
    for player in (one.game.codebreaker, None):
        assert MatchView.of(one, player) == MatchView.of(other, player)
        assert repr(MatchView.of(one, player)) == repr(MatchView.of(other, player))
    assert repr(one) == repr(other)
    assert hash(one) == hash(other)
    rows = tuple(range(1, len(one.game.board.rows) + 1))
    for claim in (Claim(rows[:1]), Claim(rows)):
        assert str(refusal(one, claim)) == str(refusal(other, claim))


@given(twins() | twins(friendly=True) | twins(solo=True))
def test_two_secrets_behind_one_board_look_the_same(pairs: list[tuple[Match, Match]]) -> None:
    for one, other in pairs:
        shows_nothing(one, other)
        for match in (one, other):
            assert View.of(match.game, Seat.CODEMAKER).code == hidden(match)
            assert MatchView.of(match, match.game.codemaker).game.code == hidden(match)


@given(matches(committed=True))
def test_only_the_codemaker_sees_the_code_before_the_reveal_and_everyone_after(match: Match) -> None:
    for game in match.games:
        for seat in Seat:
            shown = View.of(game, seat).code
            if game.secret is None:
                assert shown is None
            elif game.over or seat is Seat.CODEMAKER:
                assert shown == game.secret.reveal()
            else:
                assert shown is None


@given(matches(committed=True))
def test_a_view_is_the_game_as_it_stands(match: Match) -> None:
    for seat in Seat:
        for game in match.games:
            view = View.of(game, seat)
            for name in (
                "number",
                "replay",
                "codemaker",
                "board",
                "phase",
                "turn",
                "ending",
                "given_up",
                "turn_limit",
                "time_limit",
                "hints_allowed",
                "hints",
                "hints_left",
                "commitment",
                "salt",
            ):
                assert getattr(view, name) == getattr(game, name)
            assert view.seat is seat
            assert view.legal == game.legal(seat)
            assert view.points == game_points(game)
            wrong = game.secret and find_wrong_answers(game.board, game.secret.reveal())
            assert view.proof == (wrong if game.proof else None)


@given(matches(committed=True))
def test_a_match_is_seen_from_the_seats_a_player_has_in_each_game(match: Match) -> None:
    for player in (0, 1, None):
        view = MatchView.of(match, player)
        assert view.player == player
        assert view.agreement == match.agreement
        assert (view.points, view.score_pegs, view.outcome) == (match.points, match.score_pegs, match.outcome)
        assert view.games == tuple(View.of(game, _seat(game, player)) for game in match.games)
        assert view.game == view.games[-1]
        assert view.legal == match.legal(_seat(match.game, player))


def _seat(game: Game, player: int | None) -> Seat:
    if player is None:
        return Seat.SPECTATOR
    return Seat.CODEMAKER if player == game.codemaker else Seat.CODEBREAKER


def test_a_game_read_without_its_code_has_none_in_any_view() -> None:
    game = played(two(find_edition("mini")), "code hidden").game
    assert [View.of(game, seat).code for seat in Seat] == [None, None, None]
