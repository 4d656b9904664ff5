"""Seat at a table of a server, for programs that run an event loop."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from math import inf

import httpx
import msgspec
from msgspec import UNSET

from codepegs.client.decode import spell_laid, to_laid, to_table_view
from codepegs.client.errors import NoConnection
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
from codepegs.client.laid_row import LaidRow
from codepegs.errors import CodepegsError, NotNow
from codepegs.notation.sentences import escape_unprintable, spell_out
from codepegs.notation.share import Shared
from codepegs.protocol import learn, messages
from codepegs.protocol.learn import CodesLeft, Hints
from codepegs.protocol.view import View
from codepegs.rules.code import Code, Colour
from codepegs.rules.move import Act, Hint, Move
from codepegs.rules.seat import other_player
from codepegs.table import moves
from codepegs.table.errors import NotSeated
from codepegs.table.view import TableView

CONNECT_MARGIN = 2.0
"""Seconds after the last attempt to connect in which a slow server may still reply."""


class RemoteSeat:
    """Implements :class:`~codepegs.table.seat.TableSeat` at a table of the server at `url`.

    A task reads the stream of the table and connects again when the connection is lost.
    Everything that is sent is repeated under the same key until the server replies, so nothing
    is lost or done twice.
    """

    def __init__(
        self,
        url: str,
        table: str,
        token: str | None = None,
        *,
        retry_timeout: float = RETRY_TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        new_key: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        """Without a token it is the seat of a spectator. Call :meth:`connect` before anything else."""
        self._url, self._path, self._token = url, f"/api/tables/{table}", token
        self._retry_timeout, self._transport = retry_timeout, transport
        self._sleep, self._clock, self._new_key = sleep, clock, new_key
        self._http = httpx.AsyncClient(
            base_url=url,
            transport=transport,
            timeout=READ_TIMEOUT,
            trust_env=False,
            headers=headers_for(token),
        )
        self._sent: View | None = None
        self._view: TableView | None = None
        self._arrived = 0.0
        self._spectators = 0
        self._laid = LaidRow(self._send_laid, sleep)
        self._queues: list[asyncio.Queue[TableView | None]] = []
        self._error: CodepegsError | None = None
        self._task: asyncio.Task[None] | None = None

    async def connect(self, *, timeout: float | None = None) -> RemoteSeat:
        """Wait for the first view, and return this seat.

        Raises UnknownTable, or NoConnection if nobody replies for about `timeout` seconds.
        """
        first, timeout = self._new_queue(), self._retry_timeout if timeout is None else timeout
        self._task = asyncio.get_running_loop().create_task(self._follow(timeout))
        try:
            # A server may accept the connection and then say nothing.
            async with asyncio.timeout(timeout + CONNECT_MARGIN):
                await first.get()
        except TimeoutError:
            raise NoConnection(self._url) from None
        finally:
            self._queues.remove(first)
            if self._view is None:
                await self.close()
        if self._error is not None:
            raise self._error
        return self

    @property
    def view(self) -> TableView:
        assert self._view is not None
        left = self._view.left
        if left is None:
            return self._view
        return replace(self._view, left=max(0, left - round((self._clock() - self._arrived) * 1000)))

    async def at(self, version: int) -> TableView:
        return await self._until(lambda view: view.version >= version)

    async def changes(self) -> AsyncIterator[TableView]:
        """Yield the view, and again after each change, also of who is connected.

        Changes that were missed while the connection was lost are skipped. It raises an error
        if the table is deleted.
        """
        queue = self._new_queue()
        queue.put_nowait(self.view)
        if self._task is None or self._task.done():
            queue.put_nowait(None)
        try:
            while (view := await queue.get()) is not None:
                yield view
        finally:
            self._queues.remove(queue)
        if self._error is not None:
            raise self._error

    async def play(self, move: Move, *, at: int) -> None:
        match = self.view.match
        if match is None:
            raise NotNow("Not now: the other player has not joined yet.")
        text = moves.spell(match.agreement.edition, move, match.game.seat)
        await self._command("/moves", messages.Moving(self._new_key(), at, text))
        await self._until(lambda view: view.moves > at)

    def lay(self, pegs: Sequence[Colour | None]) -> None:
        """Show the others the row being laid. It is lost if there is no connection.

        Nothing is sent unless this player guesses now, so never a code that is being set. Nothing
        is sent either while nobody looks.
        """
        match = self.view.match
        if match is None or Act.GUESS not in match.legal or not self._looked_at:
            self._laid.clear()
        else:
            self._laid.change(self.view.moves, spell_laid(match.agreement.edition, pegs))

    @property
    def _looked_at(self) -> bool:
        """Whether the other player, if it is a person, or a spectator is connected."""
        view = self.view
        if view.you is None or self._sent is None:
            return False
        them = other_player(view.you)
        person = view.names[them] is not None and self._sent.players[them].computer is None
        return self._spectators > 0 or (person and view.present[them])

    async def _send_laid(self, moves: int, laid: str) -> None:
        """Send a row, unless the match has gone on. Nothing is repeated."""
        if moves == self.view.moves and self.view.online:
            with suppress(*FAILURES, CodepegsError):
                body = messages.encode(messages.Laying(moves, laid))
                check(await self._http.post(f"{self._path}/laid", content=body))

    async def offer(self, text: str) -> None:
        await self._command("/offers", messages.Offering(self._new_key(), text))
        await self._catch_up()

    async def reply(self, text: str, *, yes: bool) -> None:
        await self._command("/replies", messages.Replying(self._new_key(), text, yes))
        await self._catch_up()

    async def hint(self, plan: Code | None = None) -> tuple[str, ...]:
        view = self.view
        game, step = view.next_hint()
        await self.play(Hint(step), at=view.moves)
        params = {} if plan is None else {"plan": game.board.edition.spell(plan)}
        taken = decode((await self._request("GET", "/hint", params=params)).content, Hints)
        told = [sentence for each in taken.steps if each.step == step for sentence in each.sentences]
        return tuple(escape_unprintable(spell_out(sentence)) for sentence in told)

    async def codes_left(self) -> int | None:
        return decode((await self._request("GET", "/codes-left")).content, CodesLeft).codes

    async def share(self) -> Shared:
        found = decode((await self._request("GET", "/share")).content, learn.Shared)
        return Shared("\n".join(map(escape_unprintable, found.text.splitlines())), found.par)

    def hold(self, held: bool) -> None:
        """Do nothing: the clock of a server does not stop."""

    async def rematch(self) -> RemoteSeat:
        rematch = self.view.rematch
        if rematch is None:
            raise NotNow("There is no rematch yet.")
        seat = RemoteSeat(
            self._url,
            rematch,
            self._token,
            retry_timeout=self._retry_timeout,
            transport=self._transport,
            sleep=self._sleep,
            clock=self._clock,
            new_key=self._new_key,
        )
        return await seat.connect()

    async def record(self) -> str:
        return (await self._request("GET", "/record")).text

    async def close(self) -> None:
        await self._laid.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._http.aclose()

    # Requests ----------------------------------------------------------------------------

    async def _command(self, path: str, body: msgspec.Struct) -> None:
        if self._token is None:
            raise NotSeated
        await self._request("POST", path, content=messages.encode(body))

    async def _request(
        self,
        method: str,
        path: str,
        *,
        content: bytes | None = None,
        params: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request until it succeeds, it is refused, or the retry timeout is over."""
        attempts = self._attempts(self._retry_timeout)
        while True:
            try:
                response = await self._http.request(
                    method, self._path + path, content=content, params=params or None
                )
                if response.status_code == httpx.codes.CONFLICT:
                    await self._wait_for_view_in(response)
                return check(response)
            except FAILURES as cause:
                await self._sleep(attempts.delay_after(cause))

    async def _wait_for_view_in(self, refusal: httpx.Response) -> None:
        """Wait until this seat has the view that the server sent with a refusal, if it sent one."""
        current = StreamLine.read(refusal.text).view
        if current is not UNSET:
            await self.at(current.version)

    async def _catch_up(self) -> None:
        """Wait until the stream has delivered what the server would send now."""
        current = decode((await self._request("GET", "")).content, View)
        await self.at(current.version)

    def _attempts(self, timeout: float) -> Attempts:
        return Attempts(self._url, retry_timeout=timeout, clock=self._clock)

    # Stream ------------------------------------------------------------------------------

    async def _until(self, reached: Callable[[TableView], bool]) -> TableView:
        async with aclosing(self.changes()) as views:  # type: ignore[type-var]
            async for view in views:
                if reached(view):
                    return view
        raise NoConnection(self._url)

    def _new_queue(self) -> asyncio.Queue[TableView | None]:
        queue: asyncio.Queue[TableView | None] = asyncio.Queue()
        self._queues.append(queue)
        return queue

    async def _follow(self, timeout: float) -> None:
        """Read the stream, and connect again whenever it ends, until the server refuses that."""
        attempts = self._attempts(timeout)
        try:
            while True:
                cause: Exception | None = None
                try:
                    await self._read_stream(attempts)
                except FAILURES as error:
                    cause = error
                if self._view is not None:
                    # The table exists, so wait for the server as long as it takes.
                    attempts.retry_timeout = inf
                    if self._view.online:
                        self._publish(replace(self._view, online=False))
                await self._sleep(attempts.delay_after(cause))
        except CodepegsError as error:
            self._error = error
        except Exception as fault:  # a bug must not leave callers waiting for this task
            self._error = NoConnection(self._url)
            self._error.__cause__ = fault
        finally:
            for queue in self._queues:
                queue.put_nowait(None)

    async def _read_stream(self, attempts: Attempts) -> None:
        async with self._http.stream("GET", f"{self._path}/stream") as response:
            if response.status_code != httpx.codes.OK:
                await response.aread()
                check(response)
            async for text in response.aiter_lines():
                attempts.reached()
                before = self._sent
                self._receive(StreamLine.read(text))
                if before is not None and self._sent is not None and before.version < self._sent.version:
                    attempts.progressed()

    def _receive(self, line: StreamLine) -> None:
        after = line.apply(self._sent)
        if after is not None:
            self._sent, self._arrived = after, self._clock()
            view, before = to_table_view(after), self._view
            if before is not None:
                laid = before.laid if before.moves == view.moves else ()
                view = replace(view, present=before.present, laid=laid)
            self._publish(view)
        if line.watching is not UNSET:
            self._spectators = line.watching
        if line.here is not UNSET and self._sent is not None and self._view is not None:
            # A computer has no connection, and needs none.
            computers = [player.computer is not None for player in self._sent.players]
            present = (line.here[0] or computers[0], line.here[1] or computers[1])
            if present != self._view.present:
                self._publish(replace(self._view, present=present))
        if line.laid is not UNSET and self._view is not None and self._view.match is not None:
            laid = to_laid(self._view.match.agreement.edition, line.laid)
            if line.moves == self._view.moves and laid != self._view.laid:
                self._publish(replace(self._view, laid=laid))

    def _publish(self, view: TableView) -> None:
        self._view = view
        for queue in self._queues:
            queue.put_nowait(self.view)
