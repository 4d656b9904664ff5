"""Bus over Redis pub/sub."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from codepegs.server.bus.reconnecting import SEND_TIMEOUT, ReconnectingBus

CHANNEL = "codepegs"


class _RedisChannel:
    def __init__(self, client: Redis, listening: PubSub) -> None:
        self._client, self._listening = client, listening

    async def publish(self, payload: str) -> None:
        await self._client.publish(CHANNEL, payload)

    async def listen(self) -> AsyncIterator[str]:
        while True:
            message: dict[str, Any] | None = await self._listening.get_message(timeout=None)
            if message is None:
                continue
            if message["type"] != "message":
                raise RedisError("the client has resubscribed, so messages may be missing")
            # Other programs may send bytes that are not text. Such a payload has no valid MAC anyway.
            yield message["data"].decode("utf-8", "replace")


def redis_bus(url: str) -> ReconnectingBus:
    """Return a bus over the Redis server at `url`. Raises ValueError if that is not a URL of one."""

    def client() -> Redis:
        # By default the client reconnects silently, and lost messages would go unnoticed.
        return Redis.from_url(
            url,
            socket_connect_timeout=SEND_TIMEOUT,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
        )

    client()  # raises ValueError now rather than at the first connection

    @asynccontextmanager
    async def connect() -> AsyncIterator[_RedisChannel]:
        async with client() as sending, client() as receiving, receiving.pubsub() as listening:
            await sending.ping()
            await listening.subscribe(CHANNEL)
            confirmed = await listening.get_message(timeout=SEND_TIMEOUT)
            if confirmed is None:
                raise TimeoutError
            yield _RedisChannel(sending, listening)

    return ReconnectingBus(connect, errors=(RedisError,))
