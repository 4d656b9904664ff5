"""The client retries after lost connections, and never makes a move twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import httpx
import pytest

from codepegs.client import Client, NoConnection, ServerRefused, board
from codepegs.client.exchange import MAX_RETRY_DELAY
from codepegs.errors import Busy, CodepegsError, IllegalCode
from codepegs.protocol import messages
from codepegs.protocol import view as views
from codepegs.rules import Agreement, Board, Feedback, Match, find_edition
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale
from codepegs.table.errors import RateLimited
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
    return views.make_view(table(*lines), 1)


GUESSES = ("code ABC", "guess AAB", "guess ABB", "guess BBC")
VIEWS = [seen(*GUESSES[:number]) for number in range(1, 5)]

Line = messages.Viewed | messages.Changed | messages.Presence | None


def change(number: int) -> messages.Changed:
    """Return the change from the view before `number` to that view."""
    before, after = VIEWS[number - 1 : number + 1]
    return messages.Changed(messages.diff_views(before, after, line=GUESSES[number], by=1))


class Time:
    """Clock that advances only by sleeping."""

    def __init__(self) -> None:
        self.now, self.slept = 0.0, list[float]()

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


Reaction = Callable[[httpx.Request], httpx.Response]


class FakeServer:
    """Fake server with a list of reactions, which records the requests."""

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


def responds(message: object, status: int = 200, headers: dict[str, str] | None = None) -> Reaction:
    return lambda request: httpx.Response(status, content=messages.encode(message), headers=headers)


def refuses(
    error: CodepegsError, status: int, view: views.View | None = None, *, retry_after: str | None = None
) -> Reaction:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return responds(messages.make_refused(error, view=view), status, headers)


def lost(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("lost", request=request)


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("nobody there", request=request)


class Broken(httpx.SyncByteStream):
    """Sends some lines, then loses the connection."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            yield (b"" if line is None else messages.encode(line)) + b"\n"
        raise httpx.ReadError("lost")


def streams(*lines: Line) -> Reaction:
    return lambda request: httpx.Response(200, stream=Broken(lines))


ANSWER = messages.Reply("key-0", 1, "guess RRG", "1+1")


@pytest.mark.parametrize(
    "fault", [lost, unreachable, responds({}, 502), refuses(CodepegsError("later"), 503)]
)
@pytest.mark.parametrize("faults", [1, 5])
def test_a_move_is_retried_under_the_same_key(fault: Reaction, faults: int) -> None:
    server = FakeServer(*[fault] * faults, responds(ANSWER))
    assert server.client.move(NAME, "guess RRG", moves=1) == ANSWER
    assert len(server.asked) == faults + 1
    assert set(server.bodies) == {b'{"key":"key-0","moves":1,"move":"guess RRG"}'}
    assert server.time.slept == sorted(server.time.slept)


def test_each_move_gets_a_new_key_unless_one_is_given() -> None:
    server = FakeServer(*[responds(ANSWER)] * 3)
    for key in (None, None, "mine"):
        server.client.move(NAME, "give up", moves=4, key=key)
    assert [json.loads(body)["key"] for body in server.bodies] == ["key-0", "key-1", "mine"]


def test_retries_end_after_the_timeout() -> None:
    server = FakeServer(*[lost] * 100, retry_timeout=20)
    with pytest.raises(NoConnection, match=r"http://pegs\.example") as refused:
        server.client.move(NAME, "give up", moves=4)
    assert isinstance(refused.value.__cause__, httpx.ReadError)
    assert 20 - MAX_RETRY_DELAY <= server.time.now <= 20


def test_the_last_refusal_is_raised_after_the_timeout() -> None:
    server = FakeServer(*[refuses(RateLimited("commands"), 429)] * 100, retry_timeout=1)
    with pytest.raises(RateLimited):
        server.client.view(NAME)


@pytest.mark.parametrize(
    ("said", "slept"), [("7", [7]), ("0", [0]), ("20", [20]), ("Tue, 17 Nov 2026 07:00:00 GMT", [0.05])]
)
def test_a_retry_waits_as_long_as_the_server_says(said: str, slept: list[float]) -> None:
    busy = refuses(Busy(), 503, retry_after=said)
    server = FakeServer(busy, responds(VIEWS[0]), retry_timeout=20)
    assert server.client.view(NAME) == VIEWS[0]
    assert server.time.slept == slept
    server = FakeServer(busy, streams(messages.Viewed(VIEWS[0])), retry_timeout=20)
    assert next(server.client.stream(NAME)) == VIEWS[0]
    assert server.time.slept == slept


def test_a_wait_beyond_the_timeout_is_not_begun() -> None:
    server = FakeServer(refuses(Busy(), 503, retry_after="21"), retry_timeout=20)
    with pytest.raises(Busy):
        server.client.view(NAME)
    assert server.time.slept == []


def test_opening_and_joining_are_retried_under_the_same_key() -> None:
    opened = messages.Opened(NAME, None, VIEWS[0])
    failures = (
        lost,
        unreachable,
        *(refuses(CodepegsError("Later."), status) for status in (429, 502, 503, 504)),
    )
    server = FakeServer(*failures, responds(opened, 201), *failures, responds(VIEWS[0]))
    assert server.client.open("mini", games=2, players=("Ada", "computer")) == opened
    assert server.client.join(NAME, invitation="t", name="Bob") == VIEWS[0]
    bodies = [request.content for request in server.asked]
    opening, joining = bodies[: len(bodies) // 2], bodies[len(bodies) // 2 :]
    assert len(set(opening)) == len(set(joining)) == 1
    keys = [json.loads(body)["key"] for body in (opening[0], joining[0])]
    assert keys[0] != keys[1]


def test_a_client_without_a_token_requests_one() -> None:
    server = FakeServer(responds(messages.Introduced("mine"), 201), responds(VIEWS[0]), responds(VIEWS[0]))
    server.client._token = None
    assert server.client.view(NAME) == server.client.view(NAME) == VIEWS[0]
    assert [request.headers.get("authorization") for request in server.asked] == [
        None,
        "Bearer mine",
        "Bearer mine",
    ]


def test_a_refusal_is_the_error_of_the_server() -> None:
    server = FakeServer(refuses(IllegalCode("RRX", "it has no colour X"), 422))
    with pytest.raises(IllegalCode, match="RRX is not allowed: it has no colour X") as refused:
        server.client.move(NAME, "guess RRX", moves=1)
    assert (refused.value.code, refused.value.reason) == ("RRX", "it has no colour X")


def test_a_move_on_an_old_board_is_stale() -> None:
    server = FakeServer(refuses(Stale(NAME, 1, 3), 409, VIEWS[2]))
    with pytest.raises(Stale) as refused:
        server.client.move(NAME, "guess RRG", moves=1)
    assert (refused.value.match, refused.value.number, refused.value.moves) == (NAME, 1, 3)


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
def test_an_unexpected_response_is_refused(ask: Callable[[Client], object], sent: bytes) -> None:
    server = FakeServer(lambda request: httpx.Response(200, content=sent))
    with pytest.raises(ServerRefused, match="200") as refused:
        ask(server.client)
    assert refused.value.kind == "NotHere"


@pytest.mark.parametrize("sent", [b"<html>", DEEP], ids=["html", "deep"])
def test_an_unreadable_refusal_has_a_status(sent: bytes) -> None:
    server = FakeServer(lambda request: httpx.Response(418, content=sent))
    with pytest.raises(ServerRefused, match="418") as refused:
        server.client.view(NAME)
    assert refused.value.kind == "NotHere"


def garbled(request: httpx.Request) -> httpx.Response:
    """Respond with an invalid gzip body."""
    return httpx.Response(200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"<html>"))


def test_a_corrupt_response_counts_as_a_lost_connection() -> None:
    assert FakeServer(garbled, responds(VIEWS[0])).client.view(NAME) == VIEWS[0]
    assert next(FakeServer(garbled, streams(messages.Viewed(VIEWS[0]))).client.stream(NAME)) == VIEWS[0]


def first(views: Iterator[views.View], number: int) -> list[views.View]:
    return [next(views) for _ in range(number)]


def test_a_stream_continues_with_the_view_after_a_reconnect() -> None:
    server = FakeServer(
        streams(messages.Viewed(VIEWS[0]), None, change(1)),
        unreachable,
        streams(messages.Viewed(VIEWS[1]), change(2), messages.Presence((True, False), 3)),
        streams(messages.Viewed(VIEWS[3])),
    )
    assert first(server.client.stream(NAME), 4) == VIEWS
    assert len(server.asked) == 4


def test_a_stream_yields_a_new_view_after_a_reconnect() -> None:
    server = FakeServer(streams(messages.Viewed(VIEWS[0])), streams(messages.Viewed(VIEWS[2]), change(3)))
    assert first(server.client.stream(NAME), 3) == [VIEWS[0], *VIEWS[2:]]


def test_a_repeated_change_is_yielded_once() -> None:
    sent = (messages.Viewed(VIEWS[0]), change(1), change(1), change(2), change(1), change(2), change(3))
    assert first(FakeServer(streams(*sent)).client.stream(NAME), 4) == VIEWS


def test_a_stream_ends_when_the_server_stays_unreachable() -> None:
    server = FakeServer(streams(messages.Viewed(VIEWS[0])), *[unreachable] * 100, retry_timeout=10)
    stream = server.client.stream(NAME)
    assert next(stream) == VIEWS[0]
    server.time.now += 1000  # Time between two reads does not count.
    with pytest.raises(NoConnection):
        next(stream)
    assert 1000 < server.time.now <= 1010


def test_board_makes_the_board_of_a_view() -> None:
    lines = GUESSES[:3]
    match = table(*lines).match
    assert match is not None
    assert board(seen(*lines)) == match.game.board
    assert board(seen(*lines)).rows[0].feedback == Feedback(1, 1)
    assert board(seen()) == Board(MINI)
