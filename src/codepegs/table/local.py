"""Tables in this process: the table service for one user, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from codepegs.errors import CodepegsError, NotNow
from codepegs.notation import record
from codepegs.notation.sentences import spell_out
from codepegs.notation.share import Shared
from codepegs.players.computer import Computer
from codepegs.players.level import Level
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.claim import check_claim, find_claim
from codepegs.rules.code import Code, Colour
from codepegs.rules.match import Match
from codepegs.rules.move import Claim, Hint, Move
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView
from codepegs.storage.archive import MatchId
from codepegs.table import commands, moves
from codepegs.table.asks import Ask
from codepegs.table.keyboard import Keyboard
from codepegs.table.observer import Observer
from codepegs.table.persistence import make_local_table
from codepegs.table.preparation import prepare_move
from codepegs.table.randomness import RandomSource
from codepegs.table.registry import TableRegistry
from codepegs.table.seats import PLAYER_NUMBERS, ClientId
from codepegs.table.session import TableSession
from codepegs.table.store import Store
from codepegs.table.table import Command, Table, Transition
from codepegs.table.threads import start_thread
from codepegs.table.view import TableView

if TYPE_CHECKING:
    from codepegs.analysis.hint import Hint as FoundHint

MAX_QUEUE = 10_000
"""Changes that a user interface may leave unread before some are skipped."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Session = TableSession[TableView, TableView | None]


def make_view(table: Table, player: PlayerNumber | None, *, left: int | None) -> TableView:
    """Return what `player`, or a spectator for None, sees of a table."""
    match = table.match
    return TableView(
        id=table.id,
        version=table.version,
        moves=table.moves,
        names=table.seats.names,
        you=player,
        match=None if match is None else MatchView.of(match, player),
        turn=None if match is None else match.turn,
        offers=table.offers,
        rematch=table.rematch,
        left=left,
        told=table.told,
        agreed=table.agreed,
    )


class ViewCodec:
    """Implements :class:`~codepegs.table.session.Codec`: messages are the views themselves."""

    def public_view(self, table: Table, *, left: int | None, before: TableView | None = None) -> TableView:
        return make_view(table, None, left=left)

    def seat_view(self, public: TableView, table: Table, player: PlayerNumber | None) -> TableView:
        return public if player is None else make_view(table, player, left=public.left)

    def snapshot(self, view: TableView) -> TableView:
        return view

    def change(self, before: TableView, after: TableView, transition: Transition) -> TableView:
        return after

    def presence(self, players: tuple[bool, bool], spectators: int, away: commands.Away, idle: float) -> None:
        return None

    def asks(self, asks: Iterable[Ask]) -> None:
        return None

    def laid(self, moves: int, pegs: str) -> None:
        return None

    def said(self, player: PlayerNumber, phrase: str) -> None:
        return None

    def reason(self, error: CodepegsError) -> str:
        return str(error)


class ThreadCompute:
    """Computes guesses, claims and hints in daemon threads, so that a program can end before they do."""

    def __init__(self) -> None:
        self._computers: dict[str, Computer] = {}

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        # Reuse one computer per level, because it remembers the strategy that it has prepared.
        computer = self._computers.setdefault(level.name, Computer(Random(seed), level=level))
        return await self.run(computer.move, view)

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        return await self.run(Computer(Random(seed), level=level, quick=True).move, view)

    async def find_claim(self, board: Board) -> Claim:
        return await self.run(find_claim, board)

    async def check_claim(self, board: Board, rows: tuple[int, ...]) -> object:
        return await self.run(check_claim, board, rows)

    async def find_hint(self, board: Board, plan: Code | None) -> FoundHint:
        # Imported here, because it loads numpy, which a match without hints does not need.
        from codepegs.analysis.hint import find_hint

        return await self.run(find_hint, board, plan)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        return await asyncio.wrap_future(start_thread(partial(function, *args)))


async def no_pause(match: Match) -> None:
    """Let computers move at once."""


class LocalTables:
    """The tables of one user. They belong to the event loop that opens the first one."""

    def __init__(
        self,
        store: Store,
        *,
        random: Random,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        pause: Callable[[Match], Awaitable[None]] = no_pause,
    ) -> None:
        """`now` is the time of day in microseconds, `monotonic` counts nanoseconds.

        `pause` waits between two moves of computers.
        """
        self.compute = ThreadCompute()
        self.random_source = RandomSource(random, salts=False)
        self.monotonic = monotonic
        self.registry: TableRegistry[TableView, TableView | None] = TableRegistry(
            store,
            ViewCodec(),
            Observer(),
            compute=self.compute,
            random_source=self.random_source,
            now=now,
            monotonic=monotonic,
            max_queue=MAX_QUEUE,
            pause=pause,
            unload_after=float("inf"),
            remote=False,
        )
        self._clocks: asyncio.Task[None] | None = None

    async def open(self, agreement: Agreement) -> Keyboard:
        """Start a match. Return the keyboard of the people in it."""
        match_id = self.random_source.match_id()
        table = make_local_table(match_id, Match.start(agreement, name=match_id))
        return self._keyboard(await self.registry.add(table))

    async def resume(self, match_id: MatchId) -> Keyboard:
        """Return to a match of the store."""
        return self._keyboard(await self.registry.table(match_id))

    async def delete(self, match_id: MatchId) -> None:
        """Delete an unfinished solo game or match against the computer."""
        clients = (await self.registry.table(match_id)).table.seats.clients
        await self.registry.delete(match_id, clients[0] or clients[1])

    async def close(self) -> None:
        """Finish what is being saved, and stop clocks and computers."""
        if self._clocks is not None:
            self._clocks.cancel()
        await self.registry.stop()

    def _keyboard(self, session: Session) -> Keyboard:
        if self._clocks is None:
            self._clocks = asyncio.get_running_loop().create_task(self.registry.run())
        clients = session.table.seats.clients
        seats = {
            player: LocalSeat(self, session, clients[player])
            for player in PLAYER_NUMBERS
            if clients[player] is not None
        }
        watcher = LocalSeat(self, session, None)
        return Keyboard(seats, next(iter(seats.values())) if len(seats) == 1 else watcher)


class LocalSeat:
    """Implements :class:`~codepegs.table.seat.TableSeat` at a table of this process."""

    def __init__(self, tables: LocalTables, session: Session, client: ClientId | None) -> None:
        """Without a client it is the seat of a spectator."""
        self._tables, self._registry = tables, tables.registry
        self._session, self._client = session, client
        self._seen: tuple[Table, TableView] | None = None

    @property
    def view(self) -> TableView:
        session, table = self._session, self._session.table
        session.update_clock(self._tables.monotonic())
        if self._seen is None or self._seen[0] is not table:
            self._seen = (table, make_view(table, table.seats.player_of(self._client), left=None))
        return replace(self._seen[1], left=session.clock.left)

    async def at(self, version: int) -> TableView:
        return self.view

    async def changes(self) -> AsyncIterator[TableView]:
        subscriber = await self._registry.subscribe(self._id, self._client)
        try:
            while (view := await subscriber.next()) is not None:
                yield view
        finally:
            self._registry.unsubscribe(self._id, subscriber)

    async def play(self, move: Move, *, at: int) -> None:
        key, text = self._new_key(), self._spell(move)
        table = await self._registry.current(self._id)
        ready = await prepare_move(
            table, client=self._client, key=key, at=at, text=text, jobs=self._tables.compute
        )
        await self._send(key, at, ready)

    def lay(self, pegs: Sequence[Colour | None]) -> None:
        """Do nothing: everybody at this table looks at the same screen."""

    async def offer(self, text: str) -> None:
        key, new_id = self._new_key(), self._tables.random_source.match_id
        await self._execute(
            lambda table: commands.offer(table, client=self._client, key=key, text=text, new_id=new_id)
        )

    async def reply(self, text: str, *, yes: bool) -> None:
        key, new_id = self._new_key(), self._tables.random_source.match_id
        await self._execute(
            lambda table: commands.reply(
                table, client=self._client, key=key, text=text, yes=yes, new_id=new_id
            )
        )

    async def hint(self, plan: Code | None = None) -> tuple[str, ...]:
        view = self.view
        game, step = view.next_hint()
        found = await self._tables.compute.find_hint(game.board, plan)
        await self._send(self._new_key(), view.moves, self._spell(Hint(step)))
        return tuple(map(spell_out, found.sentences(step)))

    async def codes_left(self) -> int | None:
        # Imported here, because it loads numpy.
        from codepegs.analysis.codes_left import count_codes_left

        board = commands.find_board_to_count(self._session.table, client=self._client)
        return await self._tables.compute.run(count_codes_left, board)

    async def share(self) -> Shared:
        from codepegs.analysis.solo_result import share_solo_game

        view = MatchView.of(self._session.table.require_match(), None)
        return await self._tables.compute.run(share_solo_game, view)

    def hold(self, held: bool) -> None:
        self._registry.hold(self._id, held)

    async def rematch(self) -> LocalSeat:
        view = self.view
        if view.rematch is None:
            raise NotNow("There is no rematch yet.")
        return LocalSeat(self._tables, await self._registry.table(MatchId(view.rematch)), self._client)

    async def record(self) -> str:
        return await asyncio.to_thread(record.write, self._session.table.require_match())

    async def close(self) -> None:
        """Nothing to do: a subscription ends with its iterator."""

    @property
    def _id(self) -> MatchId:
        return self._session.table.id

    def _new_key(self) -> str:
        return self._tables.random_source.match_id()

    def _spell(self, move: Move) -> str:
        table = self._session.table
        seat = table.require_match().game.seat(table.seats.player_of(self._client))
        return moves.spell(table.edition, move, seat)

    async def _send(self, key: str, at: int, text: str) -> None:
        await self._registry.move(self._id, self._client, key=key, moves=at, text=text)

    async def _execute(self, command: Command) -> None:
        await self._registry.execute(self._id, command)
