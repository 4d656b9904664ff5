"""The client keeps at it: what a lost connection leaves open is asked again, and never done twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import httpx
import pytest

from codepegs.client import Client, NoConnection, Outdated, ServerRefused, board
from codepegs.client.client import MAX_RETRY_DELAY
from codepegs.errors import CodepegsError, IllegalCode, RuleError
from codepegs.protocol import messages as wire
from codepegs.protocol import view as views
from codepegs.rules import Agreement, Board, Feedback, Match, find_edition
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale
from codepegs.table.seats import Seats
from codepegs.table.table import Table
from tests.support.strategies import spelled

NAME = MatchId("abcdefghij")
MINI = find_edition("mini")


def table(*lines: str) -> Table:
    match = Match.start(Agreement(MINI, ("Ada", "computer"), games=2))
    for line in lines:
        match = match.play(spelled(line))
    seats = Seats(("Ada", "computer"), (None, None))
    return Table(id=NAME, edition=MINI, games=2, hints=False, seats=seats, match=match)


def seen(*lines: str) -> views.View:
    return views.of(table(*lines), 1)


GUESSES = ("code ABC", "guess AAB", "guess ABB", "guess BBC")
VIEWS = [seen(*GUESSES[:number]) for number in range(1, 5)]

Line = wire.Viewed | wire.Changed | wire.Presence | None


def change(number: int) -> wire.Changed:
    """What brings the view before that number to it."""
    before, after = VIEWS[number - 1 : number + 1]
    return wire.Changed(wire.change(before, after, line=GUESSES[number], by=1))


class Time:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 0.0, list[float]()

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


Reaction = Callable[[httpx.Request], httpx.Response]


class Wire:
    """A server that reacts to each request as it was told, in order, and notes what was asked."""

    def __init__(self, *reactions: Reaction, retry_timeout: float = 60.0) -> None:
        self._reactions = iter(reactions)
        self.asked: list[httpx.Request] = []
        self.time = Time()
        keys = (f"key-{number}" for number in range(100))
        self.client = Client(
            "http://pegs.example",
            "a-token",
            retry_timeout=retry_timeout,
            transport=httpx.MockTransport(self._react),
            sleep=self.time.sleep,
            clock=self.time.clock,
            new_key=lambda: next(keys),
        )

    def _react(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return next(self._reactions)(request)

    @property
    def bodies(self) -> list[bytes]:
        return [request.content for request in self.asked]


def says(message: object, status: int = 200) -> Reaction:
    return lambda request: httpx.Response(status, content=wire.write(message))


def refuses(error: CodepegsError, status: int, view: views.View | None = None) -> Reaction:
    return says(wire.refused(error, view=view), status)


def lost(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("lost", request=request)


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("nobody there", request=request)


class Broken(httpx.SyncByteStream):
    """Some lines, and then the connection is gone."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            yield (b"" if line is None else wire.write(line)) + b"\n"
        raise httpx.ReadError("lost")


def tells(*lines: Line) -> Reaction:
    return lambda request: httpx.Response(200, stream=Broken(lines))


ANSWER = wire.Reply("key-0", 1, "guess RRG", "1+1")


@pytest.mark.parametrize("fault", [lost, unreachable, says({}, 502), refuses(CodepegsError("later"), 503)])
@pytest.mark.parametrize("faults", [1, 5])
def test_a_move_is_sent_again_under_its_key_until_it_is_answered(fault: Reaction, faults: int) -> None:
    server = Wire(*[fault] * faults, says(ANSWER))
    assert server.client.move(NAME, "guess RRG", moves=1) == ANSWER
    assert len(server.asked) == faults + 1
    assert set(server.bodies) == {b'{"key":"key-0","moves":1,"move":"guess RRG"}'}
    assert server.time.slept == sorted(server.time.slept)


def test_each_move_has_a_key_of_its_own_unless_one_is_given() -> None:
    server = Wire(*[says(ANSWER)] * 3)
    for key in (None, None, "mine"):
        server.client.move(NAME, "reveal", moves=4, key=key)
    assert [json.loads(body)["key"] for body in server.bodies] == ["key-0", "key-1", "mine"]


def test_retry_timeout_has_an_end() -> None:
    server = Wire(*[lost] * 100, retry_timeout=20)
    with pytest.raises(NoConnection, match=r"http://pegs\.example") as refused:
        server.client.move(NAME, "reveal", moves=4)
    assert isinstance(refused.value.__cause__, httpx.ReadError)
    assert 20 - MAX_RETRY_DELAY <= server.time.now <= 20


def test_a_server_that_has_too_much_to_do_is_quoted_when_retry_timeout_ends() -> None:
    server = Wire(*[refuses(CodepegsError("Too many commands."), 429)] * 100, retry_timeout=1)
    with pytest.raises(ServerRefused, match="Too many commands") as refused:
        server.client.view(NAME)
    assert refused.value.status == 429


def test_a_table_is_not_opened_twice_by_a_lost_connection() -> None:
    server = Wire(lost)
    with pytest.raises(NoConnection):
        server.client.open("mini", games=2, players=("Ada", "computer"))
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_table_is_not_opened_twice_by_who_cannot_say_whether_it_was(status: int) -> None:
    server = Wire(refuses(CodepegsError("The disk is full."), status))
    with pytest.raises(ServerRefused, match="The disk is full") as refused:
        server.client.open("mini", games=2, players=("Ada", "computer"))
    assert refused.value.status == status
    assert len(server.asked) == 1


def test_a_table_is_opened_when_the_server_comes_up() -> None:
    opened = wire.Opened(NAME, None, VIEWS[0])
    server = Wire(unreachable, refuses(CodepegsError("Too many."), 429), unreachable, says(opened, 201))
    assert server.client.open("mini", games=2, players=("Ada", "computer")) == opened


def test_who_has_no_token_gets_one_and_keeps_it() -> None:
    server = Wire(says(wire.Introduced("mine"), 201), says(VIEWS[0]), says(VIEWS[0]))
    server.client._token = None
    assert server.client.view(NAME) == server.client.view(NAME) == VIEWS[0]
    assert [request.headers.get("authorization") for request in server.asked] == [
        None,
        "Bearer mine",
        "Bearer mine",
    ]


def test_a_refusal_is_raised_with_its_kind_its_words_and_its_place_in_the_tree() -> None:
    server = Wire(refuses(IllegalCode("RRX", "it has no colour X"), 422))
    with pytest.raises(ServerRefused, match="RRX is not allowed: it has no colour X") as refused:
        server.client.move(NAME, "guess RRX", moves=1)
    error = refused.value
    assert (error.kind, error.message, error.status) == ("IllegalCode", str(error), 422)
    assert error.means(IllegalCode)
    assert error.means(Stale, RuleError)
    assert not error.means(Stale)
    assert not ServerRefused("NotHere", "", 404).means(CodepegsError)


def test_a_move_on_a_match_that_has_gone_on_is_refused_with_how_it_stands() -> None:
    server = Wire(refuses(Stale(NAME, 1, 3), 409, VIEWS[2]))
    with pytest.raises(Outdated) as refused:
        server.client.move(NAME, "guess RRG", moves=1)
    assert refused.value.view == VIEWS[2]
    assert refused.value.means(Stale)


def test_what_is_not_from_this_server_is_refused_with_its_status() -> None:
    server = Wire(lambda request: httpx.Response(418, text="<html>"))
    with pytest.raises(ServerRefused, match="418"):
        server.client.view(NAME)


DEEP = b'{"more": ' + b"[" * 100_000


@pytest.mark.parametrize(
    "sent",
    [b"<html>", b"{}x", b'{"view": {}, "id": 1}', b'{"view": "\xff"}', DEEP],
    ids=["html", "more", "fields", "no utf-8", "deep"],
)
@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.view(NAME),
        lambda client: client.tables(),
        lambda client: next(client.stream(NAME)),
        lambda client: client.move(NAME, "guess RRG", moves=1),
        lambda client: Client("http://pegs.example", transport=client._http._transport).token,
    ],
    ids=["view", "tables", "stream", "move", "token"],
)
def test_what_is_not_what_was_asked_for_is_refused(ask: Callable[[Client], object], sent: bytes) -> None:
    server = Wire(lambda request: httpx.Response(200, content=sent))
    with pytest.raises(ServerRefused, match="The server answered 200, with something else") as refused:
        ask(server.client)
    assert (refused.value.kind, refused.value.status) == ("NotHere", 200)


def test_a_refusal_that_cannot_be_read_is_still_one() -> None:
    server = Wire(lambda request: httpx.Response(418, content=DEEP))
    with pytest.raises(ServerRefused, match="418"):
        server.client.view(NAME)


def garbled(request: httpx.Request) -> httpx.Response:
    """Says that it is packed, and is not."""
    return httpx.Response(200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"<html>"))


def test_what_arrives_garbled_is_lost() -> None:
    assert Wire(garbled, says(VIEWS[0])).client.view(NAME) == VIEWS[0]
    assert next(Wire(garbled, tells(wire.Viewed(VIEWS[0]))).client.stream(NAME)) == VIEWS[0]
    with pytest.raises(NoConnection):
        Wire(garbled).client.open("mini", games=1, players=("Ada", None))


def first(views: Iterator[views.View], number: int) -> list[views.View]:
    return [next(views) for _ in range(number)]


def test_a_stream_goes_on_with_the_view_when_it_was_lost() -> None:
    server = Wire(
        tells(wire.Viewed(VIEWS[0]), None, change(1)),
        unreachable,
        tells(wire.Viewed(VIEWS[1]), change(2), wire.Presence((True, False), 3)),
        tells(wire.Viewed(VIEWS[3])),
    )
    assert first(server.client.stream(NAME), 4) == VIEWS
    assert len(server.asked) == 4


def test_a_stream_that_is_sent_a_whole_view_again_shows_it() -> None:
    server = Wire(tells(wire.Viewed(VIEWS[0])), tells(wire.Viewed(VIEWS[2]), change(3)))
    assert first(server.client.stream(NAME), 3) == [VIEWS[0], *VIEWS[2:]]


def test_a_change_that_is_told_twice_is_seen_once() -> None:
    server = Wire(tells(wire.Viewed(VIEWS[0]), change(1), change(1), change(2)))
    assert first(server.client.stream(NAME), 3) == VIEWS[:3]


def test_a_stream_that_nobody_can_reach_ends_after_a_while() -> None:
    server = Wire(tells(wire.Viewed(VIEWS[0])), *[unreachable] * 100, retry_timeout=10)
    stream = server.client.stream(NAME)
    assert next(stream) == VIEWS[0]
    server.time.now += 1000  # while all was quiet, and the reader busy
    with pytest.raises(NoConnection):
        next(stream)
    assert 1000 < server.time.now <= 1010


def test_a_stream_of_a_table_that_is_not_there_is_refused() -> None:
    server = Wire(refuses(CodepegsError("There is no such table."), 404))
    with pytest.raises(ServerRefused, match="no such table"):
        next(server.client.stream(NAME))


def test_the_board_of_a_view_is_the_board_of_the_game() -> None:
    lines = GUESSES[:3]
    match = table(*lines).match
    assert match is not None
    assert board(seen(*lines)) == match.game.board
    assert board(seen(*lines)).rows[0].feedback == Feedback(1, 1)
    assert board(seen()) == Board(MINI)
