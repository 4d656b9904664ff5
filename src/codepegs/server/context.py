"""State that all endpoints share: table registry, limits, job cache, metrics."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from random import Random
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from codepegs.errors import CodepegsError
from codepegs.protocol import learn, messages
from codepegs.protocol.codec import JsonCodec
from codepegs.protocol.errors import Malformed, RequestTooLarge, Unauthenticated, retry_after, status
from codepegs.rules.match import Match
from codepegs.server.http.auth import Sender, address_of, check_json, check_origin
from codepegs.server.http.headers import allowed_hosts, check_framing, check_host
from codepegs.server.http.tokens import TokenIssuer
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.ops.job_cache import JobCache
from codepegs.server.ops.limits import ConcurrencyLimit, RateLimiter, TokenBucket, WorkQueue
from codepegs.server.ops.metrics import Metrics
from codepegs.server.ops.observer import MetricsObserver
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import UnknownTable
from codepegs.storage.tables import Tables
from codepegs.table.bots import Compute
from codepegs.table.persistence import ServedStore
from codepegs.table.randomness import RandomSource
from codepegs.table.registry import TableRegistry
from codepegs.table.seats import ClientId, client_id
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
    ) -> None:
        self.config, self.archive, self.compute, self.metrics = config, archive, compute, Metrics()
        self._limits = limits
        self.now, self._monotonic = now, monotonic
        self.random_source = RandomSource(random)
        self.issuer = TokenIssuer(archive.token_key())
        self.registry = TableRegistry(
            ServedStore(archive),
            JsonCodec(),
            MetricsObserver(self.metrics),
            compute=compute,
            random_source=self.random_source,
            now=now,
            monotonic=monotonic,
            max_tables=limits.tables,
            max_queue=limits.queue,
            pause=self._pause,
            unload_after=limits.keep,
        )
        self.metrics.add_gauge("codepegs_open_tables", "Tables in memory.", self.registry.count_tables)
        self.metrics.add_gauge(
            "codepegs_subscribers", "Open WebSockets and streams.", self.registry.count_subscribers
        )
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
        self.connection_limit = ConcurrencyLimit(
            config.address_sockets, what="sockets and streams from your address"
        )
        self.job_limit = ConcurrencyLimit(
            MAX_JOBS_PER_ADDRESS, what="hints, reviews and puzzles at once from your address"
        )
        self._records = ConcurrencyLimit(MAX_RECORDS, what="records at once")
        self.work_queue = WorkQueue(max(1, config.compute - 1), what="records, hints, reviews and puzzles")
        self.job_cache = JobCache(self.work_queue)

    def seconds(self) -> float:
        """Return the monotonic clock in seconds."""
        return self._monotonic() / 1e9

    def today(self) -> date:
        """Return the day. Days begin at midnight UTC."""
        return datetime.fromtimestamp(self.now() // SECOND, UTC).date()

    def admit(self, request: HTTPConnection) -> None:
        """Count a request against its address and check its headers, or raise an error."""
        path = request.scope["path"]
        (self._probes if path in PROBES else self._addresses).take(address_of(request))
        check_framing(request)
        if path not in HEALTH_CHECKS:
            check_host(request, self._hosts)

    def admit_table(self, address: str) -> None:
        """Count a new table against the address that opens it, or raise RateLimited."""
        self._openings.take(address)

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
        check_origin(request, sender, self.config.origins)
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
        with self.job_limit.slot(address_of(request)), self._records.slot(None):
            body = await self.body(request, limit=learn.MAX_MESSAGE_BYTES)
            yield messages.decode(body, kind, limit=learn.MAX_MESSAGE_BYTES)


def context_of(request: HTTPConnection) -> ServerContext:
    context: ServerContext = request.app.state.context
    return context


async def client_at(request: HTTPConnection) -> ClientId | None:
    """Return who sends a request to a table: the client of a seat there, or else the sender's own.

    It is None without a token.
    """
    context, name = context_of(request), table_id_of(request)
    sender = context.sender_of(request)
    token = sender.token_at((await context.registry.table(name)).table.seats)
    return None if token is None else client_id(token)


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
    return (await context_of(request).registry.table(table_id_of(request))).table


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
