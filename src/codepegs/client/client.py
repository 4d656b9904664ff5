"""Typed HTTP client with retries.

It repeats a request that got no response under the same idempotency key, so the server
makes each move at most once. See docs/client.md.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import TypeVar
from urllib.parse import quote

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from codepegs.client.decode import read_edition, to_board
from codepegs.client.errors import NoConnection
from codepegs.errors import CodepegsError
from codepegs.protocol import learn, messages
from codepegs.protocol.errors import Refusal, ServerRefused, to_error
from codepegs.protocol.messages import Agreed, Introduced, Listed, Opened, Reply
from codepegs.protocol.view import View
from codepegs.rules.board import Board

RETRY_TIMEOUT = 60.0
"""Seconds for which a request is retried."""
READ_TIMEOUT = 60.0
"""Seconds without data after which a connection is lost. A stream sends something every 15 seconds."""
MIN_RETRY_DELAY, MAX_RETRY_DELAY = 0.05, 5.0
"""Seconds between two attempts, if the server does not say. The delay doubles each time."""
RETRY_STATUSES = (429, 502, 503, 504)
"""Statuses of temporary failures: too many requests, or a server that is unavailable."""

_CONNECTION_ERRORS = (httpx.TransportError, httpx.DecodingError)
"""Errors of a lost connection or a corrupt response."""
_DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of decoding a response that is not from a codepegs server, such as a proxy's error page."""

T = TypeVar("T")


class Client:
    """Client of the server at `url`, identified by `token`. Without a token it requests a new one.

    Raises the server's error if it refuses a request, and NoConnection if it cannot be
    reached for `retry_timeout` seconds. Use a client in one thread at a time. A stream can
    be open meanwhile.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        retry_timeout: float = RETRY_TIMEOUT,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        new_key: Callable[[], str] = lambda: secrets.token_urlsafe(12),
    ) -> None:
        self._http = httpx.Client(base_url=url, transport=transport, timeout=READ_TIMEOUT, trust_env=False)
        self._token, self._retry_timeout = token, retry_timeout
        self._sleep, self._clock, self._new_key = sleep, clock, new_key

    @property
    def token(self) -> str:
        """Secret that identifies you at your tables. Store it to return to them later."""
        if self._token is None:
            self._token = self._request("POST", "/api/tokens", Introduced, authorized=False).token
        return self._token

    def open(
        self,
        edition: str,
        *,
        games: int,
        players: tuple[str | None, str | None],
        hints: bool = False,
    ) -> Opened:
        """Open a new table. The first of `players` makes the first code; None is a friend you invite.

        A computer is called `computer`, optionally followed by a level. This request is not
        retried after it may have reached the server, because that could open a second table.
        """
        opening = messages.Opening(edition=edition, games=games, players=players, hints=hints)
        return self._request("POST", "/api/tables", Opened, opening, retry=False)

    def join(self, table: str, *, invitation: str, name: str) -> View:
        """Take the empty seat of a table."""
        return self._request("POST", f"/api/tables/{table}/join", View, messages.Joining(invitation, name))

    def view(self, table: str) -> View:
        """Return the table as you see it now."""
        return self._request("GET", f"/api/tables/{table}", View)

    def tables(self) -> list[Listed]:
        """Return your tables, the last changed first."""
        return self._request("GET", "/api/tables", list[Listed])

    def record(self, table: str) -> str:
        """Return the match as a record, without codes that are still hidden."""
        return self._response("GET", f"/api/tables/{table}/record").text

    def move(self, table: str, move: str, *, moves: int, key: str | None = None) -> Reply:
        """Make a move such as `guess RGBY` on a match that has `moves` moves.

        Raises Stale if the match has more moves. When this returns, the move is stored.
        With a `key` of your own you can retry after a restart of your program: the server
        makes the move of a key only once.
        """
        moving = messages.Moving(key=key or self._new_key(), moves=moves, move=move)
        return self._request("POST", f"/api/tables/{table}/moves", Reply, moving)

    def offer(self, table: str, offer: str) -> Agreed:
        """Offer `rematch`, `clock 60`, `clock off` or `hints`. A computer accepts."""
        offering = messages.Offering(key=self._new_key(), offer=offer)
        return self._request("POST", f"/api/tables/{table}/offers", Agreed, offering)

    def reply(self, table: str, offer: str, *, yes: bool) -> Agreed:
        """Accept or decline an offer. Declining your own offer withdraws it."""
        replying = messages.Replying(key=self._new_key(), reply=offer, yes=yes)
        return self._request("POST", f"/api/tables/{table}/replies", Agreed, replying)

    def hint(self, table: str, *, plan: str | None = None) -> learn.Hints:
        """Return the hints that you took for the current row by moves such as `hint 1`.

        The first step is about the guess `plan`, if you give one.
        """
        params = {} if plan is None else {"plan": plan}
        return self._request("GET", f"/api/tables/{table}/hint", learn.Hints, params=params)

    def review(self, table: str, *, game: int | None = None) -> learn.Reviewed:
        """Return the review of a game: that of the given number, or the last finished one."""
        params = {} if game is None else {"game": str(game)}
        return self._request("GET", f"/api/tables/{table}/review", learn.Reviewed, params=params)

    def review_record(self, record: str, *, game: int | None = None) -> learn.Reviewed:
        """Return the review of a game of a record, which the server does not store."""
        return self._request("POST", "/api/review", learn.Reviewed, learn.Looking(record, game))

    @property
    def puzzles(self) -> Puzzles:
        """Puzzles of the server."""
        return Puzzles(self)

    def stream(self, table: str) -> Iterator[View]:
        """Yield the table as it is, and again after each change, without end.

        Changes come in order. After a lost connection, or if you read much more slowly than the
        players move, some views are skipped and the next one is the current one.
        """
        view: View | None = None
        since, delays = self._clock(), _retry_delays()
        while True:
            cause: Exception | None = None
            try:
                for received in self._read_stream(table):
                    if received is not None and received != view:
                        if view is not None and view.version < received.version:
                            delays = _retry_delays()
                        view = received
                        yield view
                    since = self._clock()
            except (*_CONNECTION_ERRORS, _Temporary) as error:
                cause = error
            self._wait(delays, since, cause)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read_stream(self, table: str) -> Iterator[View | None]:
        """Yield the views of one connection, and None for a message without a new view."""
        view: View | None = None
        with self._http.stream("GET", f"/api/tables/{table}/stream", headers=self._headers()) as response:
            if response.status_code != httpx.codes.OK:
                response.read()
                raise _error_of(response)
            for line in response.iter_lines():
                message = _decode(line, _Message, response.status_code) if line else _Message()
                after = _apply(message, view)
                view = after or view
                yield after

    def _request(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: msgspec.Struct | None = None,
        *,
        authorized: bool = True,
        retry: bool = True,
        params: Mapping[str, str] | None = None,
    ) -> T:
        response = self._response(method, path, body, authorized=authorized, retry=retry, params=params)
        return _decode(response.content, kind, response.status_code)

    def _response(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None = None,
        *,
        authorized: bool = True,
        retry: bool = True,
        params: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request until it succeeds, it is refused, or the retry timeout is over."""
        headers = self._headers() if authorized else {}
        if method == "POST":
            headers["content-type"] = "application/json"
        content = None if body is None else msgspec.json.encode(body)
        since, delays = self._clock(), _retry_delays()
        while True:
            try:
                response = self._http.request(
                    method, path, content=content, headers=headers, params=params or None
                )
                if response.is_success:
                    return response
                raise _error_of(response)
            except _Temporary as temporary:
                if not (retry or temporary.status == httpx.codes.TOO_MANY_REQUESTS):
                    raise temporary.error from None
                cause: Exception = temporary
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                cause = error
            except _CONNECTION_ERRORS as error:
                # The server may have processed a request without a key, so it must not be repeated.
                if not retry:
                    raise NoConnection(str(self._http.base_url)) from error
                cause = error
            self._wait(delays, since, cause)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def _wait(self, delays: Iterator[float], since: float, cause: Exception | None) -> None:
        """Sleep before the next attempt, or raise the error if the retry timeout would be over."""
        told = cause.retry_after if isinstance(cause, _Temporary) else None
        seconds = next(delays) if told is None else told
        if self._clock() + seconds - since > self._retry_timeout:
            if isinstance(cause, _Temporary):
                raise cause.error from None
            raise NoConnection(str(self._http.base_url)) from cause
        self._sleep(seconds)


class Puzzles:
    """Puzzles of a server. A puzzle does not contain its solution."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def today(
        self, edition: str = "classic-1", *, theme: str = "one-code", difficulty: str = "medium"
    ) -> learn.Puzzle:
        """Return the puzzle of the day, which is the same for everyone."""
        params = {"edition": edition, "theme": theme, "difficulty": difficulty}
        return self._client._request("GET", "/api/puzzles/today", learn.Puzzle, params=params)

    def new(
        self, edition: str = "classic-1", *, theme: str = "one-code", difficulty: str = "medium"
    ) -> learn.Puzzle:
        """Return a new random puzzle."""
        params = {"edition": edition, "theme": theme, "difficulty": difficulty}
        return self._client._request("GET", "/api/puzzles/new", learn.Puzzle, params=params)

    def puzzle(self, name: str) -> learn.Puzzle:
        """Return the puzzle with this id."""
        return self._client._request("GET", _puzzle_path(name), learn.Puzzle)

    def attempt(self, name: str, code: str) -> learn.Verdict:
        """Try a code, or a guess if the puzzle asks for one."""
        return self._client._request("POST", f"{_puzzle_path(name)}/try", learn.Verdict, learn.Trying(code))

    def clue(self, name: str, number: int = 1) -> learn.Clue:
        """Return a clue. Higher numbers reveal more."""
        params = {"number": str(number)}
        return self._client._request("GET", f"{_puzzle_path(name)}/clue", learn.Clue, params=params)

    def give_up(self, name: str) -> learn.Solution:
        """Return the solution, and why it is the only one."""
        return self._client._request("GET", f"{_puzzle_path(name)}/answer", learn.Solution)


def _puzzle_path(name: str) -> str:
    return f"/api/puzzles/{quote(name, safe='')}"


class _Message(msgspec.Struct, frozen=True):
    """Line of a stream. Other fields are ignored."""

    view: View | UnsetType = UNSET
    change: messages.Change | UnsetType = UNSET


class _Temporary(Exception):
    """Refusal after which the request can be retried, `retry_after` seconds later if the server says so."""

    def __init__(self, error: CodepegsError, status: int, retry_after: str) -> None:
        self.error, self.status = error, status
        self.retry_after = int(retry_after) if re.fullmatch("[0-9]{1,9}", retry_after) else None


def _apply(message: _Message, view: View | None) -> View | None:
    """Return the view after a message, or None if the message changes nothing."""
    if message.view is not UNSET:
        return message.view
    if message.change is UNSET or view is None or message.change.version <= view.version:
        return None
    return messages.apply_change(view, message.change)


def _decode(content: bytes | str, kind: type[T], status: int) -> T:
    """Decode a message of the server, or raise ServerRefused if it is not a `kind`."""
    try:
        return msgspec.json.decode(content, type=kind)
    except _DECODE_ERRORS:
        message = f"Unexpected response with status {status}. Check the address of the server."
        raise ServerRefused("NotHere", message) from None


def _error_of(response: httpx.Response) -> Exception:
    """Return the error of a response that is not a success."""
    status = response.status_code
    try:
        refused = msgspec.json.decode(response.content, type=messages.Refused)
    except _DECODE_ERRORS:
        refused = messages.Refused(Refusal("NotHere", f"The server responded with status {status}."))
    error = to_error(refused.refused)
    if status not in RETRY_STATUSES:
        return error
    return _Temporary(error, status, response.headers.get("retry-after", ""))


def _retry_delays() -> Iterator[float]:
    delay = MIN_RETRY_DELAY
    while True:
        yield delay
        delay = min(2 * delay, MAX_RETRY_DELAY)


def board(view: View) -> Board:
    """Return the board of the current game as a value of the rules, for the engine.

    Before the match has started it is an empty board.
    """
    return to_board(read_edition(view.terms.edition), () if view.game is None else view.game.rows)
