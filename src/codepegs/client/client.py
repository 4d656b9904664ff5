"""Typed HTTP client with retries.

It repeats a request that got no response under the same idempotency key, so the server
opens each table and makes each move at most once. See docs/client.md.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from types import TracebackType
from typing import TypeVar
from urllib.parse import quote

import httpx
import msgspec

from codepegs.client.decode import read_edition, to_board
from codepegs.client.exchange import (
    FAILURES,
    READ_TIMEOUT,
    RETRY_TIMEOUT,
    Attempts,
    StreamLine,
    check,
    decode,
    headers_for,
)
from codepegs.protocol import learn, messages
from codepegs.protocol.analysis import Analysis, ExploredOpening
from codepegs.protocol.messages import (
    MAX_PAGE,
    Admitted,
    Agreed,
    Asked,
    Asks,
    Challenge,
    Challenges,
    Deleted,
    Introduced,
    Listed,
    Listing,
    Opened,
    Reply,
)
from codepegs.protocol.view import View
from codepegs.rules.board import Board

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
        new_key: Callable[[], str] = lambda: secrets.token_urlsafe(16),
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
        friendly: bool = False,
        daily: date | None = None,
        challenge: bool = False,
        key: str | None = None,
    ) -> Opened:
        """Open a new table. The first of `players` makes the first code; None is a friend you invite.

        A computer is called `computer`, optionally followed by a level. For a solo game, the first name
        is empty: `("", "Ada")`. `daily` is the day of a daily code. Anybody may take the empty seat of a
        `challenge`, as long as you stream its table. With a `key` of your own, at least 22 characters, you
        can retry after a restart of your program: a key opens only one table.
        """
        opening = messages.Opening(
            key=key or self._new_key(),
            edition=edition,
            games=games,
            players=players,
            hints=hints,
            friendly=friendly,
            daily=daily,
            challenge=challenge,
        )
        return self._request("POST", "/api/tables", Opened, opening)

    def join(self, table: str, *, invitation: str, name: str) -> View:
        """Take the empty seat of a table. You may repeat it under the same name."""
        joining = messages.Joining(key=self._new_key(), invitation=invitation, name=name)
        return self._request("POST", f"/api/tables/{table}/join", View, joining)

    def challenges(self) -> tuple[Challenge, ...]:
        """Return the open challenges, the newest first."""
        return self._request("GET", "/api/challenges", Challenges).challenges

    def take(self, table: str, *, name: str) -> View:
        """Take the empty seat of an open challenge. You may repeat it under the same name."""
        taking = messages.Taking(key=self._new_key(), name=name)
        return self._request("POST", f"/api/tables/{table}/take", View, taking)

    def ask(self, table: str, *, name: str) -> View:
        """Ask the host for the empty seat, without an invitation.

        Keep a :meth:`stream` open afterwards. When you are admitted, its next view has your seat.
        """
        asking = messages.Asking(key=self._new_key(), name=name)
        return self._request("POST", f"/api/tables/{table}/asks", View, asking)

    def asks(self, table: str) -> tuple[Asked, ...]:
        """Return who asks to play at your table."""
        return self._request("GET", f"/api/tables/{table}/asks", Asks).asks

    def admit(self, table: str, ask: str, *, yes: bool) -> Admitted:
        """Admit or decline somebody who asks to play. `ask` is the id of the request."""
        admitting = messages.Admitting(key=self._new_key(), admit=ask, yes=yes)
        return self._request("POST", f"/api/tables/{table}/admissions", Admitted, admitting)

    def view(self, table: str) -> View:
        """Return the table as you see it now."""
        return self._request("GET", f"/api/tables/{table}", View)

    def tables(self, *, limit: int = 50) -> list[Listed]:
        """Return up to `limit` of your tables.

        Those where it is your turn are first, then other unfinished matches, then finished ones, each the
        last changed first.
        """
        found: list[Listed] = []
        params: dict[str, str] = {}
        while len(found) < limit:
            params["limit"] = str(min(limit - len(found), MAX_PAGE))
            page = self._request("GET", "/api/tables", Listing, params=params)
            found += page.tables
            if page.next is None:
                break
            params["after"] = page.next
        return found

    def delete(self, table: str) -> None:
        """Delete a table that nobody has joined, or an unfinished game without another person.

        A finished match disappears from your list, and stays in your statistics. Any other match raises
        NotNow.
        """
        self._request("DELETE", f"/api/tables/{table}", Deleted)

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
        """Offer `rematch`, `clock 60`, `clock off`, `hints` or `stop`. A computer refuses only `stop`."""
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

    def codes_left(self, table: str) -> int | None:
        """Return how many codes fit the answers, or None if there are too many to count.

        Raises NotNow if you are the codebreaker and hints are not allowed.
        """
        return self._request("GET", f"/api/tables/{table}/codes-left", learn.CodesLeft).codes

    def share(self, table: str) -> learn.Shared:
        """Return the text to share about a finished solo game, and its par."""
        return self._request("GET", f"/api/tables/{table}/share", learn.Shared)

    def statistics(self) -> learn.Statistics:
        """Return your statistics at this server."""
        return self._request("GET", "/api/statistics", learn.Statistics)

    def review(self, table: str, *, game: int | None = None) -> learn.Reviewed:
        """Return the review of a game: that of the given number, or the last finished one."""
        params = {} if game is None else {"game": str(game)}
        return self._request("GET", f"/api/tables/{table}/review", learn.Reviewed, params=params)

    def review_record(self, record: str, *, game: int | None = None) -> learn.Reviewed:
        """Return the review of a game of a record, which the server does not store."""
        return self._request("POST", "/api/review", learn.Reviewed, learn.Looking(record, game))

    def analyse(self, position: str, *, guess: str | None = None) -> Analysis:
        """Return what is known about a position, and about a guess on it."""
        params = {"position": position} | ({} if guess is None else {"guess": guess})
        return self._request("GET", "/api/analysis", Analysis, params=params)

    def opening(
        self,
        edition: str = "classic-1",
        *,
        guess: str | None = None,
        answer: str | None = None,
        second: str | None = None,
    ) -> ExploredOpening:
        """Return what each answer to a first guess leaves, or to a `second` one after an answer."""
        given = {"guess": guess, "answer": answer, "second": second}
        params = {name: text for name, text in given.items() if text is not None}
        return self._request(
            "GET", f"/api/openings/{quote(edition, safe='')}", ExploredOpening, params=params
        )

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
        attempts = self._attempts()
        while True:
            cause: Exception | None = None
            try:
                for received in self._read_stream(table):
                    if received is not None and received != view:
                        if view is not None and view.version < received.version:
                            attempts.progressed()
                        view = received
                        yield view
                    attempts.reached()
            except FAILURES as error:
                cause = error
            self._sleep(attempts.delay_after(cause))

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
        headers = headers_for(self.token)
        with self._http.stream("GET", f"/api/tables/{table}/stream", headers=headers) as response:
            if response.status_code != httpx.codes.OK:
                response.read()
                check(response)
            for line in response.iter_lines():
                after = StreamLine.read(line).apply(view)
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
        params: Mapping[str, str] | None = None,
    ) -> T:
        response = self._response(method, path, body, authorized=authorized, params=params)
        return decode(response.content, kind, response.status_code)

    def _response(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None = None,
        *,
        authorized: bool = True,
        params: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request until it succeeds, it is refused, or the retry timeout is over."""
        headers = headers_for(self.token if authorized else None)
        content = None if body is None else messages.encode(body)
        attempts = self._attempts()
        while True:
            try:
                return check(
                    self._http.request(method, path, content=content, headers=headers, params=params or None)
                )
            except FAILURES as cause:
                self._sleep(attempts.delay_after(cause))

    def _attempts(self) -> Attempts:
        return Attempts(str(self._http.base_url), retry_timeout=self._retry_timeout, clock=self._clock)


class Puzzles:
    """Puzzles of a server. A puzzle does not contain its solution."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def today(self) -> learn.Puzzle:
        """Return the puzzle of the day, one for everyone."""
        return self._client._request("GET", "/api/puzzles/today", learn.Puzzle)

    def new(
        self, edition: str = "classic-1", *, theme: str = "one-code", difficulty: str = "medium"
    ) -> learn.Puzzle:
        """Return a new random puzzle, for practice."""
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


def board(view: View) -> Board:
    """Return the board of the current game as a value of the rules, for the engine.

    Before the match has started it is an empty board.
    """
    return to_board(read_edition(view.terms.edition), () if view.game is None else view.game.rows)
