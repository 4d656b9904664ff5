import pytest

from codepegs.rules import Leave, Seat, seat_of
from codepegs.rules.move import ACTS, SEATS, Act
from tests.support.strategies import spelled


@pytest.mark.parametrize(
    ("move", "seat"),
    [
        ("code AABB", Seat.CODEMAKER),
        ("code hidden", Seat.CODEMAKER),
        ("guess AABB", Seat.CODEBREAKER),
        ("answer 1+2", Seat.CODEMAKER),
        ("hint 1", Seat.CODEBREAKER),
        ("give up", Seat.CODEBREAKER),
        ("claim rows 1 3", Seat.CODEBREAKER),
        ("own up", Seat.CODEMAKER),
        ("take back", Seat.CODEBREAKER),
        ("leave codemaker", Seat.CODEMAKER),
        ("leave codebreaker", Seat.CODEBREAKER),
        ("stop", None),
        ("timeout", None),
        ("hints allowed", None),
        ("clock 60", None),
    ],
)
def test_every_move_belongs_to_a_seat_or_to_the_table(move: str, seat: Seat | None) -> None:
    assert seat_of(spelled(move)) is seat
    assert (type(spelled(move)) in ACTS) is (seat is not None or move == "stop"), "what players do"


def test_a_match_names_who_left() -> None:
    assert seat_of(Leave(Seat.SPECTATOR)) is Seat.SPECTATOR


def test_every_act_but_leaving_has_one_seat() -> None:
    assert {*ACTS.values()} == {*Act} == {*SEATS, Act.LEAVE}
