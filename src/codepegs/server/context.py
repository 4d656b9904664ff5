"""State that all endpoints share: table registry, limits, job cache, metrics."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from random import Random
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from codepegs.errors import CodepegsError
from codepegs.notation import record
from codepegs.protocol import learn, messages
from codepegs.protocol.codec import JsonCodec
from codepegs.protocol.errors import Malformed, RequestTooLarge, Unauthenticated, retry_after, status
from codepegs.protocol.view import View
from codepegs.rules.match import Match
from codepegs.server.http.auth import Sender, address_of, check_json, check_origin, is_allowed, own_origin
from codepegs.server.http.headers import allowed_hosts, check_framing, check_head_size, check_host
from codepegs.server.http.tokens import TokenIssuer
from codepegs.server.http.transfers import TransferTokens
from codepegs.server.lobby import Lobby
from codepegs.server.ops import costs
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.ops.job_cache import JobCache
from codepegs.server.ops.limits import ConcurrencyLimit, RateLimiter, TokenBucket
from codepegs.server.ops.metrics import Metrics
from codepegs.server.ops.observer import MetricsObserver, ObservedCompute
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import UnknownTable
from codepegs.storage.tables import Tables
from codepegs.table.bots import Compute
from codepegs.table.bus.peers import BusPeers
from codepegs.table.peers import NoPeers
from codepegs.table.persistence import ServedStore
from codepegs.table.randomness import RandomSource
from codepegs.table.registry import TableRegistry
from codepegs.table.seats import ClientId, client_id
from codepegs.table.session import TableSession
from codepegs.table.table import Table

HOUR = 3600
SECOND = 1_000_000
"""A second in microseconds."""
HEALTH_CHECKS = {"/healthz", "/readyz"}
"""Paths that may be requested under any name, or none, because some load balancers know no other way.

Their response is one word.
"""
PROBES = HEALTH_CHECKS | {"/metrics"}
"""Paths that monitoring polls. They have a rate limit of their own and are not logged."""
MAX_JOBS_PER_ADDRESS = 4
"""Hints, reviews, puzzles and records that one IP address may wait for at once."""
MAX_RECORDS = 32
"""Records being received or worked on at once, from all addresses."""
PHRASE_RATE, PHRASE_BURST = 1 / 4, 3
"""Phrases per second that a player can say, and how many at once."""
T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)
_TABLE_ID = re.compile(r"[a-z0-9]{10}", re.ASCII)


class ServerContext:
    """State of one application."""

    def __init__(
        self,
        config: Config,
        *,
        archive: Tables,
        compute: Compute,
        random: Random,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        limits: Limits = LIMITS,
        peers: BusPeers | None = None,
    ) -> None:
        """`peers` connects the server to the other processes at the archive."""
        self.config, self.archive, self.metrics = config, archive, Metrics()
        self.compute = ObservedCompute(compute, self.metrics)
        self._limits = limits
        self.now, self._monotonic = now, monotonic
        self.random_source = RandomSource(random)
        self.issuer = TokenIssuer(archive.token_key())
        self.peers = NoPeers() if peers is None else peers
        self.transfers = TransferTokens(
            now=now, new_key=lambda: self.random_source.token().encode(), share=self.peers.share_link
        )
        self.registry = TableRegistry(
            ServedStore(archive),
            JsonCodec(),
            MetricsObserver(self.metrics),
            compute=self.compute,
            random_source=self.random_source,
            now=now,
            monotonic=monotonic,
            max_queue=limits.queue,
            pause=self._pause,
            unload_after=limits.keep,
            peers=self.peers,
        )
        self.lobby = Lobby(
            self.registry, limits=limits, now=now, monotonic=monotonic, stored=archive.open_challenges
        )
        self.peers.subscribe(challenges=self.lobby.refresh, link=self.transfers.learn)
        self.metrics.add_gauge("codepegs_challenges", "Open challenges.", self.lobby.count)
        self.metrics.add_gauge("codepegs_open_tables", "Tables in memory.", self.registry.count_tables)
        self.metrics.add_gauge("codepegs_subscribers", "Open WebSockets and streams.", self.count_subscribers)
        if peers is not None:
            self.metrics.add_bus(peers)
        self._addresses = RateLimiter(config.address_rate, self.seconds, what="requests from your address")
        self._probes = RateLimiter(limits.probe_rate, self.seconds, what="checks from your address")
        self._hosts = allowed_hosts(config.origins)
        self.request_limit = ConcurrencyLimit(
            config.address_sockets + limits.address_connections, what="requests at once from your address"
        )
        self._clients = RateLimiter(config.rate, self.seconds, what="commands")
        self._openings = RateLimiter(
            limits.address_tables / HOUR, self.seconds, what="new tables", capacity=limits.address_tables
        )
        self._asks = RateLimiter(
            limits.asks / HOUR, self.seconds, what="requests to play", capacity=limits.asks
        )
        self._phrases = RateLimiter(PHRASE_RATE, self.seconds, what="phrases", capacity=PHRASE_BURST)
        self.connection_limit = ConcurrencyLimit(
            config.address_sockets, what="sockets and streams from your address"
        )
        self.job_limit = ConcurrencyLimit(
            MAX_JOBS_PER_ADDRESS, what="hints, reviews and puzzles at once from your address"
        )
        self._records = ConcurrencyLimit(MAX_RECORDS, what="records at once")
        self.job_cache = JobCache()

    def count_subscribers(self) -> int:
        """Return how many WebSockets and streams are open."""
        return self.registry.count_subscribers() + self.lobby.count_subscribers()

    def seconds(self) -> float:
        """Return the monotonic clock in seconds."""
        return self._monotonic() / 1e9

    def time(self) -> datetime:
        """Return the time in UTC."""
        return datetime.fromtimestamp(self.now() // SECOND, UTC)

    def today(self) -> date:
        """Return the date in UTC."""
        return self.time().date()

    def admit(self, request: HTTPConnection) -> None:
        """Count a request against its address and check its headers, or raise an error."""
        path = request.scope["path"]
        (self._probes if path in PROBES else self._addresses).take(address_of(request))
        check_head_size(request)
        check_framing(request)
        if path not in HEALTH_CHECKS:
            check_host(request, self._hosts)

    def charge(self, address: str, cost: float) -> None:
        """Count what a request costs beyond an ordinary one against its address, or raise RateLimited."""
        if cost:
            self._addresses.take(address, cost)

    async def session(
        self, table_id: MatchId, client: ClientId | None, address: str, *, per_move: float = 0.0
    ) -> TableSession[View, bytes]:
        """Return the session of a table, at the expense of `address`.

        That pays for loading the table, and then `per_move` for each move of its match.
        """
        session = self.registry.keep(table_id)
        if session is None:
            row = await asyncio.to_thread(self.archive.table, table_id)
            self.charge(address, row.moves * costs.LOADED_MOVE)
            session = await self.registry.table(table_id)
        self.charge(address, session.table.moves * per_move)
        session.note_address(client, address)
        return session

    async def session_of(
        self, request: HTTPConnection, *, per_move: float = 0.0
    ) -> TableSession[View, bytes]:
        """Return the session of the request's table, at the expense of its address."""
        address = address_of(request)
        session = await self.session(table_id_of(request), None, address, per_move=per_move)
        session.note_address(self.client_in(request, session), address)
        return session

    def client_in(self, request: HTTPConnection, session: TableSession[View, bytes]) -> ClientId | None:
        """Return who sends a request to a table: a client that has or asks for a seat, or else the sender.

        It is None without a token. A sender who has both seats names one of them by the query
        parameter `seat`, and else is a spectator.
        """
        seats = session.table.seats
        token = self.sender_of(request).choose_token(
            lambda client: bool(seats.find_seats(client)), session.asks.__contains__
        )
        if token is None or not seats.shared:
            return None if token is None else client_id(token)
        named = {str(player): one for player, one in seats.find_seats(client_id(token)).items()}
        return named.get(request.query_params.get("seat", ""), client_id(token))

    async def run_job(
        self, key: Hashable, address: str, job: Callable[[], Coroutine[Any, Any, T]], *, cost: float = 0.0
    ) -> T:
        """Return the cached result for `key`, or run `job` at the expense of `address`.

        The job costs `cost` more than other jobs. It is free if somebody has asked for it before, also if
        it still runs: two players and their spectators may all come from one address.
        """
        if key in self.job_cache:
            return await self.job_cache.run(key, job)
        with self.job_limit.slot(address):
            self.charge(address, costs.JOB + cost)
            return await self.job_cache.run(key, job)

    async def write_record(self, table: Table) -> str:
        """Return the record of a match, without a code that is still hidden."""
        match = table.require_match()
        key = ("record", table.id, table.moves)
        return await self.job_cache.run(key, lambda: asyncio.to_thread(record.write, match))

    def admit_table(self, address: str) -> None:
        """Count a new table against the address that opens it, or raise RateLimited."""
        self._openings.take(address)

    def admit_ask(self, owner: ClientId, address: str) -> None:
        """Count a new request to play against its owner and its address, or raise RateLimited."""
        self._asks.take(address)
        self._asks.take(owner)

    def admit_phrase(self, client: ClientId) -> None:
        """Count a phrase of `client`, or raise RateLimited."""
        self._phrases.take(client)

    def bot_delay(self, match: Match) -> float:
        """Return the seconds to wait between two moves of computers, short enough for any clock."""
        limit = match.time_limit
        return self._limits.pace if limit is None else min(self._limits.pace, limit / 4)

    async def _pause(self, match: Match) -> None:
        await asyncio.sleep(self.bot_delay(match))

    def new_bucket(self) -> TokenBucket:
        """Return the token bucket of a new socket."""
        return TokenBucket(self.config.rate, now=self.seconds())

    def admit_command(self, client: ClientId) -> ClientId:
        """Count a command of `client`, or raise RateLimited."""
        self._clients.take(client)
        return client

    def sender_of(self, request: HTTPConnection) -> Sender:
        """Return the sender of a request, or raise Unauthenticated for an invalid bearer token."""
        return Sender.of(request, self.issuer)

    def authenticate(self, request: Request) -> Sender:
        """Return the sender of a command, after checking its origin and content type."""
        sender = self.sender_of(request)
        check_origin(request, sender, self.config)
        check_json(request)
        return sender

    async def body(self, request: Request, *, limit: int = messages.MAX_MESSAGE_BYTES) -> bytes:
        """Return the body of a request, or raise an error if it is too large or too slow."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.handshake):
                # h11 has checked that a length is a number, and that there is only one.
                if int(request.headers.get("content-length", 0)) > limit:
                    raise RequestTooLarge(limit)
                async for part in request.stream():
                    body += part
                    if len(body) > limit:
                        raise RequestTooLarge(limit)
        except TimeoutError:
            raise Malformed("The body of the request did not arrive in time. Send it again.") from None
        except ClientDisconnect:
            raise Malformed("The request was cut off. Send it again.") from None
        return bytes(body)

    @asynccontextmanager
    async def record_request(self, request: Request, kind: type[R]) -> AsyncIterator[R]:
        """Read a message that holds a record, and may be longer than others.

        The job about the record belongs into the block. Its slot is taken before the first byte is
        read, because unfinished messages take memory too.
        """
        self.authenticate(request)
        address = address_of(request)
        with self.job_limit.slot(address), self._records.slot(None):
            self.charge(address, costs.JOB)
            body = await self.body(request, limit=learn.MAX_MESSAGE_BYTES)
            yield messages.decode(body, kind, limit=learn.MAX_MESSAGE_BYTES)


def context_of(request: HTTPConnection) -> ServerContext:
    context: ServerContext = request.app.state.context
    return context


def public_origin(request: HTTPConnection) -> str:
    """Return the origin under which the visitor sees this page, if it is one of ours, or else the first."""
    config, here = context_of(request).config, own_origin(request)
    return here if not config.origins or is_allowed(here, request, config) else config.origins[0]


async def client_at(request: HTTPConnection) -> ClientId | None:
    """Return who sends a request to a table, as :meth:`ServerContext.client_in` does."""
    context = context_of(request)
    return context.client_in(request, await context.session_of(request))


def require(client: ClientId | None) -> ClientId:
    """Return the client, or raise Unauthenticated if there is none."""
    if client is None:
        raise Unauthenticated(
            "This request needs the cookie of a player, or a bearer token from POST /api/tokens."
        )
    return client


def table_id_of(request: HTTPConnection) -> MatchId:
    """Return the id of the request's table, or raise UnknownTable if it is malformed."""
    name = request.path_params["table"]
    if not _TABLE_ID.fullmatch(name):
        raise UnknownTable(name[:20])
    return MatchId(name)


async def table_of(request: HTTPConnection) -> Table:
    """Return the request's table, or raise UnknownTable."""
    return (await context_of(request).session_of(request)).table


class Json(Response):
    """Response with a message as JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return messages.encode(content)


def refuse(error: CodepegsError, message: object = None) -> Json:
    """Return the response to a refused request. Its body is `message`, or one about the error alone."""
    wait = retry_after(error)
    return Json(
        message or messages.make_refused(error),
        status_code=status(error),
        headers=None if wait is None else {"retry-after": str(wait)},
    )
