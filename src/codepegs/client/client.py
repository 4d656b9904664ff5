"""A client: plays at a server from a Python program, as typed as the server itself.

It keeps at it: whatever a lost connection leaves open is asked again under the same
key, so a move is made once or not at all. See docs/client.md.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import TypeVar
from urllib.parse import quote

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from codepegs.client.errors import NoConnection, Outdated, ServerRefused
from codepegs.notation import edition_line
from codepegs.protocol import learn as lesson
from codepegs.protocol import messages as wire
from codepegs.protocol.errors import Refusal
from codepegs.protocol.messages import Agreed, Introduced, Listed, Opened, Reply
from codepegs.protocol.view import View
from codepegs.rules.board import Board, Row
from codepegs.rules.feedback import Feedback

RETRY_TIMEOUT = 60.0
"""Seconds for which a request is tried again."""
READ_TIMEOUT = 60.0
"""Seconds without a word, after which a connection counts as lost: a stream says something every 15."""
MIN_RETRY_DELAY, MAX_RETRY_DELAY = 0.05, 5.0
"""Seconds between two tries; each pause is twice the one before."""
RETRY_STATUSES = (429, 502, 503, 504)
"""Statuses of a server that may do it later: it has too much to do, or cannot keep anything now."""

_LOST = (httpx.TransportError, httpx.DecodingError)
"""What ends a connection, or garbles what comes over it."""
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading something raises that not this server has said, but something before it."""

T = TypeVar("T")


class Client:
    """Somebody who plays at the server at `url`, known there by `token`; without one it gets itself one.

    Whatever the server refuses is raised as ServerRefused, and NoConnection where it cannot be
    reached for `retry_timeout` seconds. Use it in one thread at a time; a stream may be open meanwhile.
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
        """Whoever has it sits at your tables: keep it, and keep it to yourself."""
        if self._token is None:
            self._token = self._ask("POST", "/api/tokens", Introduced, known=False).token
        return self._token

    def open(
        self,
        edition: str,
        *,
        games: int,
        players: tuple[str | None, str | None],
        hints: bool = False,
    ) -> Opened:
        """A new table. The first of `players` makes the first code; None is for a friend you invite.

        A computer is called `computer`, with a level behind it if you like. What is lost on its
        way, or fails at the server, is not tried again: the table may be there, and another would be, too.
        """
        opening = wire.Opening(edition=edition, games=games, players=players, hints=hints)
        return self._ask("POST", "/api/tables", Opened, opening, again=False)

    def join(self, table: str, *, invitation: str, name: str) -> View:
        """Sit down in the free seat of a table."""
        return self._ask("POST", f"/api/tables/{table}/join", View, wire.Joining(invitation, name))

    def view(self, table: str) -> View:
        """The table as you see it now."""
        return self._ask("GET", f"/api/tables/{table}", View)

    def tables(self) -> list[Listed]:
        """The tables that you sit at, those that changed last first."""
        return self._ask("GET", "/api/tables", list[Listed])

    def record(self, table: str) -> str:
        """The match as a record; codes that are hidden stay hidden."""
        return self._response("GET", f"/api/tables/{table}/record").text

    def move(self, table: str, move: str, *, moves: int, key: str | None = None) -> Reply:
        """Make a move, as in `guess RGBY`, on a match that has `moves` moves.

        Raises Outdated where it has others. When this returns, the move is kept. A `key`
        of your own lets you ask again after your program was stopped: the same key never
        moves twice.
        """
        moving = wire.Moving(key=key or self._new_key(), moves=moves, move=move)
        return self._ask("POST", f"/api/tables/{table}/moves", Reply, moving)

    def offer(self, table: str, offer: str) -> Agreed:
        """Propose something: `rematch`, `clock 60`, `clock off` or `hints`. A computer says yes."""
        offering = wire.Offering(key=self._new_key(), offer=offer)
        return self._ask("POST", f"/api/tables/{table}/offers", Agreed, offering)

    def reply(self, table: str, offer: str, *, yes: bool) -> Agreed:
        """Say yes or no to an offer; a no to your own takes it back."""
        replying = wire.Replying(key=self._new_key(), reply=offer, yes=yes)
        return self._ask("POST", f"/api/tables/{table}/replies", Agreed, replying)

    def hint(self, table: str, *, plan: str | None = None) -> lesson.Hints:
        """What the hints say that you took for the row in play, by moves such as `hint 1`.

        The first step speaks of the guess that you plan, if you give it.
        """
        asked = {} if plan is None else {"plan": plan}
        return self._ask("GET", f"/api/tables/{table}/hint", lesson.Hints, params=asked)

    def review(self, table: str, *, game: int | None = None) -> lesson.Reviewed:
        """A game looked back at: the one of that number, or the last that is over."""
        asked = {} if game is None else {"game": str(game)}
        return self._ask("GET", f"/api/tables/{table}/review", lesson.Reviewed, params=asked)

    def review_record(self, record: str, *, game: int | None = None) -> lesson.Reviewed:
        """The same for a game of a record, which the server does not keep."""
        return self._ask("POST", "/api/review", lesson.Reviewed, lesson.Looking(record, game))

    @property
    def puzzles(self) -> Puzzles:
        """The server's puzzles."""
        return Puzzles(self)

    def stream(self, table: str) -> Iterator[View]:
        """The table as it is, and again whenever something has happened there, for as long as you look.

        Changes come in order. After a lost connection, or if you read much more slowly than the
        players move, the next view shows how the table stands now.
        """
        view: View | None = None
        since, pauses = self._clock(), _pauses()
        while True:
            lost: Exception | None = None
            try:
                for seen in self._connected(table):
                    if seen is not None and seen != view:
                        if view is not None and view.version < seen.version:
                            pauses = _pauses()
                        view = seen
                        yield view
                    since = self._clock()
            except (*_LOST, _Later) as error:
                lost = error
            self._pause(next(pauses), since, lost)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _connected(self, table: str) -> Iterator[View | None]:
        """Yield the views that one connection gives; None is a sign of life."""
        view: View | None = None
        with self._http.stream("GET", f"/api/tables/{table}/stream", headers=self._headers()) as response:
            if response.status_code != httpx.codes.OK:
                response.read()
                raise _refusal(response)
            for line in response.iter_lines():
                told = _read(line, _Told, response.status_code) if line else _Told()
                after = _after(view, told)
                view = after or view
                yield after

    def _ask(
        self,
        method: str,
        address: str,
        kind: type[T],
        body: msgspec.Struct | None = None,
        *,
        known: bool = True,
        again: bool = True,
        params: Mapping[str, str] | None = None,
    ) -> T:
        response = self._response(method, address, body, known=known, again=again, params=params)
        return _read(response.content, kind, response.status_code)

    def _response(
        self,
        method: str,
        address: str,
        body: msgspec.Struct | None = None,
        *,
        known: bool = True,
        again: bool = True,
        params: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """What a request is answered, after as many tries as it takes."""
        headers = self._headers() if known else {}
        if method == "POST":
            headers["content-type"] = "application/json"
        content = None if body is None else msgspec.json.encode(body)
        since, pauses = self._clock(), _pauses()
        while True:
            try:
                response = self._http.request(
                    method, address, content=content, headers=headers, params=params or None
                )
                if response.is_success:
                    return response
                raise _refusal(response)
            except _Later as later:
                if not (again or later.refusal.status == httpx.codes.TOO_MANY_REQUESTS):
                    raise later.refusal from None
                lost: Exception = later
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                lost = error
            except _LOST as error:
                # It may have been done all the same: that is what keys are for, and this has none.
                if not again:
                    raise NoConnection(str(self._http.base_url)) from error
                lost = error
            self._pause(next(pauses), since, lost)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def _pause(self, seconds: float, since: float, lost: Exception | None) -> None:
        """Wait before the next try, unless patience would be at its end by then."""
        if self._clock() + seconds - since > self._retry_timeout:
            if isinstance(lost, _Later):
                raise lost.refusal from None
            raise NoConnection(str(self._http.base_url)) from lost
        self._sleep(seconds)


class Puzzles:
    """The puzzles of a server. None that it gives holds its answer."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def today(
        self, edition: str = "classic-1", *, theme: str = "one-code", difficulty: str = "medium"
    ) -> lesson.Puzzle:
        """The puzzle of the day, the same for everyone who asks for the same kind."""
        asked = {"edition": edition, "theme": theme, "difficulty": difficulty}
        return self._client._ask("GET", "/api/puzzles/today", lesson.Puzzle, params=asked)

    def new(
        self, edition: str = "classic-1", *, theme: str = "one-code", difficulty: str = "medium"
    ) -> lesson.Puzzle:
        """Another one each time."""
        asked = {"edition": edition, "theme": theme, "difficulty": difficulty}
        return self._client._ask("GET", "/api/puzzles/new", lesson.Puzzle, params=asked)

    def puzzle(self, name: str) -> lesson.Puzzle:
        """The puzzle of an ID."""
        return self._client._ask("GET", _puzzle(name), lesson.Puzzle)

    def attempt(self, name: str, code: str) -> lesson.Verdict:
        """Try a code, or a guess where that is asked for."""
        return self._client._ask("POST", f"{_puzzle(name)}/try", lesson.Verdict, lesson.Trying(code))

    def clue(self, name: str, number: int = 1) -> lesson.Clue:
        """A clue: the first tells least."""
        asked = {"number": str(number)}
        return self._client._ask("GET", f"{_puzzle(name)}/clue", lesson.Clue, params=asked)

    def give_up(self, name: str) -> lesson.Solution:
        """The answer, and why it is the only one."""
        return self._client._ask("GET", f"{_puzzle(name)}/answer", lesson.Solution)


def _puzzle(name: str) -> str:
    return f"/api/puzzles/{quote(name, safe='')}"


class _Told(msgspec.Struct, frozen=True):
    """A line of a stream; what else it may say is of no use here."""

    view: View | UnsetType = UNSET
    change: wire.Change | UnsetType = UNSET


class _Later(Exception):
    """A refusal that need not be the last word."""

    def __init__(self, refusal: ServerRefused) -> None:
        self.refusal = refusal


def _after(view: View | None, told: _Told) -> View | None:
    """The view after what was told; None where that is nothing new."""
    if told.view is not UNSET:
        return told.view
    if told.change is UNSET or view is None or told.change.version <= view.version:
        return None
    return wire.changed(view, told.change)


def _read(said: bytes | str, kind: type[T], status: int) -> T:
    """What the server has said, or ServerRefused where it is something else than was asked for."""
    try:
        return msgspec.json.decode(said, type=kind)
    except _UNREADABLE:
        words = f"The server answered {status}, with something else than was asked for."
        raise ServerRefused("NotHere", words, status) from None


def _refusal(response: httpx.Response) -> Exception:
    """The error that a refusal stands for."""
    try:
        said = msgspec.json.decode(response.content, type=wire.Refused)
    except _UNREADABLE:
        said = wire.Refused(Refusal("NotHere", f"The server answered {response.status_code}."))
    facts = (said.refused.kind, said.refused.message, response.status_code)
    if said.view is not UNSET:
        return Outdated(*facts, said.view)
    return _Later(ServerRefused(*facts)) if response.status_code in RETRY_STATUSES else ServerRefused(*facts)


def _pauses() -> Iterator[float]:
    pause = MIN_RETRY_DELAY
    while True:
        yield pause
        pause = min(2 * pause, MAX_RETRY_DELAY)


def board(view: View) -> Board:
    """The board of the game in play, as the rules and the engine know it.

    Where the match has not begun it is an empty one.
    """
    terms = edition_line.read(view.terms.edition)
    rows = () if view.game is None else view.game.rows
    return Board(
        terms,
        tuple(
            Row(
                None if row.guess is None else terms.code(row.guess),
                None if row.feedback is None else Feedback.parse(row.feedback),
            )
            for row in rows
        ),
    )
