"""The house: the tables that are open, and the one way in which something happens at them.

A command is judged by the pure table, kept by the archive, and only then shown and
answered. Each table has a lock, so one thing happens at it at a time.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from logging import WARNING
from random import Random
from typing import Any, TypeVar

from codepegs.errors import (
    ArchiveError,
    Busy,
    Changed,
    CodepegsError,
    DamagedMatch,
    NotKept,
    NotWorkedOut,
    RuleError,
    Stale,
    Undecided,
    UnknownMatch,
    UnknownTable,
)
from codepegs.rules.board import Board
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import Player
from codepegs.storage.archive import MatchId, new_id
from codepegs.storage.tables import TableRow, Tables
from codepegs.web import command, computers, keeping, lobby, log, seats
from codepegs.web.config import Config
from codepegs.web.judgement import Judgement, Unjudged
from codepegs.web.listener import Listener
from codepegs.web.metric import Metrics
from codepegs.web.opentable import OpenTable
from codepegs.web.refusal import refusal
from codepegs.web.seats import Holder
from codepegs.web.table import Played, Step, Table
from codepegs.web.view import View
from codepegs.web.wire import Opening

TICK = 0.2
"""Seconds between two looks at the clocks."""
SWEEP = 10.0
"""Seconds between two looks for tables that nobody needs in memory."""
AGAIN = 1.0
"""Seconds after which a computer tries again to have its move kept."""
GRACE = 5.0
"""Seconds that what is under way has to be kept when the server stops."""
GOODBYE = 1.0
"""Seconds that the last word has to reach whoever listens."""
FAREWELL = "The server stops: come back in a moment."
LISTED = 500
"""Tables of a holder that are looked through, at most."""

Work = Callable[[Table], Step]
T = TypeVar("T")


class House:
    """Belongs to one event loop. Clocks and chances are passed in: `now` is the time of day in
    microseconds, `monotonic` counts nanoseconds, `random` cannot be foretold."""

    def __init__(
        self,
        archive: Tables,
        *,
        config: Config,
        thinker: computers.Thinker,
        random: Random,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        metrics: Metrics,
    ) -> None:
        self._archive, self._config, self._thinker = archive, config, thinker
        self._random, self._now, self._monotonic, self._metrics = random, now, monotonic, metrics
        self._tables: dict[MatchId, OpenTable] = {}
        self._loading: dict[MatchId, Task[OpenTable]] = {}
        self._timed: set[OpenTable] = set()
        self._tasks: set[Task[Any]] = set()
        self._swept = monotonic()
        self.stopping = False
        metrics.watch("codepegs_open_tables", "Tables in memory.", lambda: len(self._tables))
        metrics.watch("codepegs_listeners", "Sockets and streams that listen.", self._listeners)

    # What is asked of it -----------------------------------------------------------------

    async def open(self, opening: Opening, holder: Holder) -> tuple[OpenTable, str | None]:
        """A new table, and the token that invites a friend to it, if one is to come."""
        self._check_going()
        rows = await self.of(holder)
        invitation = self.token() if None in opening.players else None
        table = lobby.opened(
            name=self.fresh(),
            edition=opening.edition,
            games=opening.games,
            players=opening.players,
            hints=opening.hints,
            holder=holder,
            invitation=None if invitation is None else seats.invitation(invitation),
            tables=sum(not row.over for row in rows),
            most=self._config.tables,
        )
        await asyncio.wrap_future(self._archive.open(table.row(), at=self._now()))
        self._metrics.tables.add()
        return self._hold(table), invitation

    async def of(self, holder: Holder) -> list[TableRow]:
        """The tables that `holder` sits at."""
        return await asyncio.to_thread(self._archive.tables_of, holder, most=LISTED)

    async def table(self, name: MatchId) -> OpenTable:
        """The table of that name, from memory or from the archive."""
        opened = self._tables.get(name)
        if opened is None:
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = self._task(self._load(name))
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            opened = await asyncio.shield(task)
        opened.used = self._monotonic()
        return opened

    async def view(self, name: MatchId, holder: Holder | None) -> View:
        """The table as `holder` sees it."""
        opened = await self.table(name)
        return opened.view(opened.table.seats.player(holder), now=self._monotonic())

    async def listen(self, name: MatchId, holder: Holder | None, *, since: int | None) -> Listener:
        """Somebody who hears what happens there; `leave` when they go."""
        self._check_going()
        opened = await self.table(name)
        return opened.listener(holder, since=since, now=self._monotonic())

    def leave(self, name: MatchId, listener: Listener) -> None:
        if (opened := self._tables.get(name)) is not None:
            opened.leave(listener)

    async def do(self, name: MatchId, work: Work) -> Step:
        """What `work` makes of the table, once it is kept: also when who asked goes away meanwhile."""
        self._check_going()
        return await asyncio.shield(self._task(self._do(name, work)))

    def token(self) -> str:
        """256 bits that nobody can guess, as text."""
        return urlsafe_b64encode(self._random.randbytes(32)).rstrip(b"=").decode()

    def salt(self) -> bytes:
        """What makes a commitment to a code say nothing about it."""
        return self._random.randbytes(32)

    def fresh(self) -> MatchId:
        """A name for another table."""
        return new_id()

    # What goes on by itself --------------------------------------------------------------

    async def run(self) -> None:
        """Keep the clocks going, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            self.tick()

    def tick(self) -> None:
        """Look at every clock, tell who is there, and let go of tables that nobody needs."""
        now = self._monotonic()
        for opened in list(self._timed):
            opened.clock = opened.clock.at(opened.table.match, now)
            if opened.clock.turn is None:
                self._timed.discard(opened)
            elif opened.clock.out and not opened.lock.locked() and not self.stopping:
                self._task(self._time_out(opened))
        for opened in self._tables.values():
            opened.tell_crowd()
        if now - self._swept >= SWEEP * 1e9:
            self._swept = now
            self._sweep(now)

    async def farewell(self) -> None:
        """Take no more commands, finish those under way, and say goodbye to whoever listens."""
        self.stopping = True
        for opened in self._tables.values():
            if opened.thinking is not None:
                opened.thinking.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GRACE)
        for opened in self._tables.values():
            opened.close(FAREWELL)
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while self._listeners():
                    await asyncio.sleep(GOODBYE / 100)

    # How it is done ----------------------------------------------------------------------

    async def _do(self, name: MatchId, work: Work) -> Step:
        opened = await self.table(name)
        async with opened.lock:
            await self._make_sure(opened)
            return await self._step(opened, work)

    async def _step(self, opened: OpenTable, work: Work) -> Step:
        """Judge, keep, show. The lock of the table is held, and it is what the archive has."""
        try:
            step = work(opened.table)
        except Unjudged as claim:
            opened.table = replace(opened.table, judge=await self._judgement(claim.board))
            step = work(opened.table)
        if step.effect is None:
            self._metrics.repeats.add()
            return step
        begun = self._monotonic()
        try:
            fresh = await keeping.keep(self._archive, opened.table, step, at=self._now())
        except (UnknownMatch, UnknownTable):
            self._let_go(opened, "This table is no longer kept.")
            raise UnknownTable(opened.table.id) from None
        except ArchiveError as error:
            # It may have been kept all the same, or others were quicker: the archive knows.
            opened.doubtful = True
            if isinstance(error, NotKept):
                self._metrics.not_kept.add()
                log.note("not kept", level=WARNING, table=opened.table.id, reason=error.reason)
            elif isinstance(error, (Stale, Changed)):
                await self._reread(opened)
            raise
        if not fresh:
            await self._reread(opened)
            return work(opened.table)
        now = self._monotonic()
        self._metrics.commit.add((now - begun) / 1e9)
        if isinstance(step.effect, Played):
            self._metrics.moves.add()
        for _ in range(opened.changed(step, now=now)):
            self._metrics.resyncs.add()
        self._go_on(opened)
        return step

    async def _make_sure(self, opened: OpenTable) -> None:
        if opened.doubtful:
            await self._reread(opened)

    async def _judgement(self, board: Board) -> Judgement:
        """What a claim on `board` shows: found out by the thinker, as it may take long."""
        try:
            return Judgement(board, await self._thinker.judge(board))
        except Undecided as error:
            return Judgement(board, error)

    async def _reread(self, opened: OpenTable) -> None:
        try:
            table = await self._kept(opened.table.id)
        except (DamagedMatch, UnknownTable) as error:
            self._let_go(opened, refusal(error).message)
            raise
        opened.reread(table, now=self._monotonic())
        self._go_on(opened)

    async def _load(self, name: MatchId) -> OpenTable:
        return self._hold(await self._kept(name))

    async def _kept(self, name: MatchId) -> Table:
        try:
            return await keeping.kept(self._archive, name)
        except DamagedMatch:
            self._metrics.damaged.add()
            log.note("damaged", level=WARNING, table=name)
            raise

    def _hold(self, table: Table) -> OpenTable:
        opened = OpenTable(table, now=self._monotonic(), most=self._config.queue)
        self._tables[table.id] = opened
        self._go_on(opened)
        return opened

    def _let_go(self, opened: OpenTable, word: str) -> None:
        opened.close(word)
        self._timed.discard(opened)
        if self._tables.get(opened.table.id) is opened:
            del self._tables[opened.table.id]

    def _sweep(self, now: int) -> None:
        for opened in list(self._tables.values()):
            needed = opened.listeners or opened.thinking or opened.lock.locked() or opened in self._timed
            if not needed and now - opened.used >= self._config.keep * 1e9:
                self._let_go(opened, "")

    def _go_on(self, opened: OpenTable) -> None:
        """Let the clock run, and the computer think, whose turn it is."""
        if opened.clock.turn is not None:
            self._timed.add(opened)
        if opened.thinking is None and opened.table.thinking is not None and not self.stopping:
            opened.thinking = self._task(self._think(opened))

    async def _think(self, opened: OpenTable) -> None:
        """Play for computers, until it is a person's turn."""
        try:
            while (player := opened.table.thinking) is not None:
                table = opened.table
                match, level = table.playing(), table.seats.level(player)
                assert level is not None
                if table.seats.level(0) and table.seats.level(1):
                    await asyncio.sleep(self._config.pace)
                made, by = await computers.move(
                    match, player, level, thinker=self._thinker, random=self._random
                )
                self._metrics.thoughts.add(by)
                # A task of its own, so that what is being kept is kept to the end when this is cancelled.
                await asyncio.shield(self._task(self._play(opened, match, made, player)))
        finally:
            opened.thinking = None

    async def _play(self, opened: OpenTable, match: Match, made: Move, player: Player) -> None:
        """A computer's move, unless something else has happened since it looked at the match."""
        try:
            async with opened.lock:
                await self._make_sure(opened)
                if opened.table.match is match:
                    await self._step(
                        opened, lambda table: command.played(table, made, by=player, salt=self.salt())
                    )
        except (NotKept, Busy, NotWorkedOut):
            await asyncio.sleep(AGAIN)
        except (Stale, Changed):
            pass
        except RuleError as error:
            self._metrics.faults.add()
            log.fault("a computer broke the rules", error)
            raise

    async def _time_out(self, opened: OpenTable) -> None:
        with suppress(ArchiveError):
            async with opened.lock:
                await self._make_sure(opened)
                opened.clock = opened.clock.at(opened.table.match, self._monotonic())
                if opened.clock.out:
                    await self._step(opened, command.time_out)

    def _check_going(self) -> None:
        if self.stopping:
            raise Busy("it stops")

    def _listeners(self) -> int:
        return sum(len(opened.listeners) for opened in self._tables.values())

    def _task(self, work: Coroutine[Any, Any, T]) -> Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: Task[Any]) -> None:
        self._tasks.discard(task)
        # Asked for here, because whoever wanted to hear of it may have gone away.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CodepegsError):
            self._metrics.faults.add()
            log.fault("fault in the house", error)
