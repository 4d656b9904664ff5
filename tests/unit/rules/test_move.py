import pytest

from codepegs.rules import Abandon, Seat, seat_of
from codepegs.rules.move import ACTS
from codepegs.rules.seat import other_player
from tests.support.strategies import spelled


@pytest.mark.parametrize(
    ("move", "seat"),
    [
        ("code AABB", Seat.CODEMAKER),
        ("code hidden", Seat.CODEMAKER),
        ("guess AABB", Seat.CODEBREAKER),
        ("answer 1+2", Seat.CODEMAKER),
        ("timeout", None),
        ("give up", Seat.CODEBREAKER),
        ("reveal", Seat.CODEMAKER),
        ("claim rows 1 3", Seat.CODEBREAKER),
        ("accept", Seat.CODEBREAKER),
        ("abandon codemaker", Seat.CODEMAKER),
        ("abandon codebreaker", Seat.CODEBREAKER),
    ],
)
def test_every_move_belongs_to_a_seat_or_to_the_clock(move: str, seat: Seat | None) -> None:
    assert seat_of(spelled(move)) is seat
    assert (type(spelled(move)) in ACTS) is (move not in ("timeout", "code hidden")), "what players do"


def test_an_abandoned_match_names_who_left() -> None:
    assert seat_of(Abandon(Seat.SPECTATOR)) is Seat.SPECTATOR


def test_the_players_sit_across_the_table() -> None:
    assert (other_player(0), other_player(1)) == (1, 0)
