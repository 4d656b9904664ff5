"""What every address of the server shares: the house, the limits, the figures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from random import Random
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from codepegs.protocol import learn as lesson
from codepegs.protocol import messages as wire
from codepegs.protocol.codec import JsonCodec
from codepegs.protocol.errors import Malformed, RequestTooLarge, Unauthenticated
from codepegs.server.http.auth import Sender, address_of, check_json, check_origin
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.ops.job_cache import JobCache
from codepegs.server.ops.limits import ConcurrencyLimit, RateLimiter, TokenBucket, WorkQueue
from codepegs.server.ops.metrics import Metrics
from codepegs.server.ops.observer import MetricsObserver
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import UnknownTable
from codepegs.storage.tables import Tables
from codepegs.table import seats
from codepegs.table.bots import Compute
from codepegs.table.persistence import ServedStore
from codepegs.table.randomness import RandomSource
from codepegs.table.registry import TableRegistry
from codepegs.table.seats import ClientId

HOUR = 3600
STUDIES = 4
"""Hints, reviews and puzzles that one address may wait for at once."""
R = TypeVar("R", bound=msgspec.Struct)
_NAME = re.compile(r"[a-z0-9]{10}", re.ASCII)


class ServerContext:
    """Made once for each application."""

    def __init__(
        self,
        config: Config,
        *,
        archive: Tables,
        thinker: Compute,
        random: Random,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        limits: Limits = LIMITS,
    ) -> None:
        self.config, self.archive, self.thinker, self.metrics = config, archive, thinker, Metrics()
        self._limits = limits
        self.now, self._monotonic = now, monotonic
        self.random_source = RandomSource(random)
        self.registry = TableRegistry(
            ServedStore(archive),
            JsonCodec(),
            MetricsObserver(self.metrics),
            compute=thinker,
            random_source=self.random_source,
            now=now,
            monotonic=monotonic,
            max_tables=limits.tables,
            max_queue=limits.queue,
            bot_delay=limits.pace,
            unload_after=limits.keep,
        )
        self.metrics.add_gauge("codepegs_open_tables", "Tables in memory.", self.registry.count_tables)
        self.metrics.add_gauge(
            "codepegs_listeners", "Sockets and streams that listen.", self.registry.count_subscribers
        )
        self._addresses = RateLimiter(config.address_rate, self.seconds, what="requests from your address")
        self._clients = RateLimiter(config.rate, self.seconds, what="commands")
        self._openings = RateLimiter(
            limits.address_tables / HOUR, self.seconds, what="new tables", capacity=limits.address_tables
        )
        self.listening = ConcurrencyLimit(
            config.address_sockets, what="sockets and streams from your address"
        )
        self.studying = ConcurrencyLimit(STUDIES, what="hints, reviews and puzzles at once from your address")
        self.desk = WorkQueue(max(1, config.compute - 1), what="records, hints, reviews and puzzles")
        self.recall = JobCache(self.desk)

    def seconds(self) -> float:
        """The monotonic clock in seconds."""
        return self._monotonic() / 1e9

    def admit(self, request: HTTPConnection) -> None:
        """Note a request from its address, or refuse it."""
        self._addresses.take(address_of(request))

    def admit_table(self, sender: Sender) -> None:
        """Note that somebody opens a table, or refuse it."""
        self._openings.take(sender.address)

    def bucket(self) -> TokenBucket:
        """The bucket of a new socket."""
        return TokenBucket(self.config.rate, now=self.seconds())

    def commanding(self, client: ClientId) -> ClientId:
        """Note a command of `client`, or refuse it."""
        self._clients.take(client)
        return client

    def sender(self, request: Request) -> Sender:
        """Who sends a request that changes something, from where that is allowed."""
        sender = Sender.of(request)
        check_origin(request, sender, self.config.origins)
        check_json(request)
        return sender

    async def body(self, request: Request, *, most: int = wire.LONGEST) -> bytes:
        """The body of a request, unless it is too long or does not come."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.handshake):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise RequestTooLarge(most)
        except TimeoutError:
            raise Malformed("The body of the request did not come in time.") from None
        except ClientDisconnect:
            raise Malformed("The request broke off.") from None
        return bytes(body)

    async def brought(self, request: Request, kind: type[R]) -> R:
        """A message that brings a record, which may be longer than others."""
        self.sender(request)
        return wire.read(await self.body(request, most=lesson.LONGEST), kind, most=lesson.LONGEST)


def site_of(request: HTTPConnection) -> ServerContext:
    site: ServerContext = request.app.state.site
    return site


def client_of(sender: Sender) -> ClientId | None:
    """Whom the archive knows the sender as; None for a stranger."""
    return None if sender.token is None else seats.client_id(sender.token)


def known(sender: Sender) -> ClientId:
    """The same, where somebody has to be known."""
    client = client_of(sender)
    if client is None:
        raise Unauthenticated(
            "Say who you are: by the cookie that you got when you sat down, or by a bearer token."
        )
    return client


def name_of(request: HTTPConnection) -> MatchId:
    """The table that a request is about; what is no name of one is not looked for."""
    name = request.path_params["table"]
    if not _NAME.fullmatch(name):
        raise UnknownTable(name[:20])
    return MatchId(name)


class Json(Response):
    """A message as the body of an answer."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return wire.write(content)
