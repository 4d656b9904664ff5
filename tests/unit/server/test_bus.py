"""Buses over real servers: what strangers send, and servers that refuse or are away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import monotonic
from typing import Any

import psycopg
import pytest
from redis import Redis

from codepegs.server.bus.fleet import METRICS, _open_bus
from codepegs.server.bus.postgresql import CHANNEL, AdvisoryLocks
from codepegs.storage.archive import MatchId
from codepegs.table.bus import messages
from codepegs.table.bus.peers import BusPeers
from tests.support.fleet import fleet
from tests.support.postgresql import Cluster
from tests.support.redis_server import MISSING, RedisServer, installed

KEY, OTHER_KEY = bytes(range(32)), bytes(32)
needs_redis = pytest.mark.skipif(not installed(), reason=MISSING)


class Listener:
    """The tables of a process, which only notes the versions that it hears of."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, table: str, _: object) -> None:
        self.heard.append(table)

    def check_versions(self) -> None: ...

    def find(self, _: str) -> None: ...


@asynccontextmanager
async def listening(bus: str | None, archive: str) -> AsyncIterator[tuple[BusPeers, Listener]]:
    """Run a process at a bus."""
    peers = BusPeers(_open_bus(bus, archive), name="one", key=KEY, now=lambda: 0, monotonic=lambda: 0)
    listener: Any = Listener()
    running = asyncio.create_task(peers.run(listener))
    try:
        yield peers, listener
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + 20
    while not condition():
        assert monotonic() < until
        await asyncio.sleep(0.02)


def sealed(*sent: messages.Message, key: bytes = KEY) -> str:
    (payload,) = messages.write(sent, sender="two", key=key)
    return payload


def changed(table: str) -> messages.Changed:
    return messages.Changed(table, 2, 1, 1)


def odd_text(text: str) -> str:
    """Return a payload with a valid MAC, as from a process of another version."""
    return messages._seal(["two", *text.split("\n")], KEY)


STRANGE = [
    "",
    "hello",
    "\n\n\n",
    "é" * 3000,
    sealed(changed("other"), key=OTHER_KEY),
    sealed(changed("cut"))[:-3],
]
"""Payloads of strangers, and of another installation at the same server."""
ODD = [
    "",
    "5",
    "[]",
    "{}",
    "[[1]]",
    '["changed"]',
    '["changed",1,2,3,4,5]',
    "[" * 3000,
    '"changed"',
    "nul\x01",
]


async def listen_to_everything(publish: Callable[[bytes], None], bus: str | None, archive: str) -> None:
    """Check that a process receives messages of its peers after any other payload on the bus."""
    async with listening(bus, archive) as (peers, listener):
        await wait_until(lambda: peers.connected)
        for text in STRANGE:
            publish(text.encode())
        for text in ODD:
            publish(odd_text(text).encode())
        # The same message again: the archive is read at most once more.
        for _ in range(2):
            publish(sealed(changed("known")).encode())
        await wait_until(lambda: len(listener.heard) == 2)
        assert listener.heard == ["known", "known"]
        assert peers.ignored >= len(STRANGE)
        assert peers.connected


async def test_strangers_on_notify_are_ignored(postgresql: Cluster) -> None:
    archive = postgresql.new_database()
    with psycopg.connect(archive, autocommit=True) as connection:

        def publish(payload: bytes) -> None:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload.decode()))

        await listen_to_everything(publish, None, archive)


@needs_redis
async def test_strangers_on_redis_are_ignored(caplog: pytest.LogCaptureFixture) -> None:
    with RedisServer() as redis, Redis.from_url(redis.url) as client:

        def publish(payload: bytes) -> None:
            client.publish(CHANNEL, payload)

        def with_more(payload: bytes) -> None:
            # Redis takes everything, also what is not text, and what is huge.
            if payload == b"hello":
                publish(b"\xff\xfe")
                publish(b"\n" * 5_000_000)
            publish(payload)

        await listen_to_everything(with_more, redis.url, "postgresql:///unused")
    assert "bus lost" not in [record.message for record in caplog.records[:-1]]


@contextmanager
def losses(caplog: pytest.LogCaptureFixture) -> Iterator[list[dict[str, Any]]]:
    """Collect the log lines about lost buses."""
    found: list[dict[str, Any]] = []
    yield found
    found += [record.facts for record in caplog.records if record.message == "bus lost"]  # type: ignore[attr-defined]


@needs_redis
async def test_a_redis_with_a_password_needs_it_in_the_url(caplog: pytest.LogCaptureFixture) -> None:
    with RedisServer("--requirepass", "sesame") as redis:
        wrong = redis.url.replace("redis://", "redis://:hush@")
        with losses(caplog) as lost:
            async with listening(wrong, "postgresql:///unused") as (peers, _):
                await wait_until(lambda: bool(caplog.records))
                # It tries again, and does not fill the log.
                await asyncio.sleep(1.5)
                assert not peers.connected
        assert [one["error"] for one in lost] == ["AuthenticationError"]
        assert "Check the URL of the bus" in lost[0]["advice"]
        assert "hush" not in caplog.text + str(lost)
        right = redis.url.replace("redis://", "redis://:sesame@")
        async with listening(right, "postgresql:///unused") as (peers, _):
            await wait_until(lambda: peers.connected)


@needs_redis
async def test_a_redis_that_is_away_is_logged_once_per_loss(caplog: pytest.LogCaptureFixture) -> None:
    redis = RedisServer()
    redis.kill()
    with losses(caplog) as lost:
        async with listening(redis.url, "postgresql:///unused") as (peers, _):
            await wait_until(lambda: bool(caplog.records))
            await asyncio.sleep(1.5)
            redis.start()
            await wait_until(lambda: peers.connected)
            redis.kill()
            await wait_until(lambda: not peers.connected)
            await asyncio.sleep(0.1)
    assert len(lost) == 2
    assert all("whether its server runs" in one["advice"] for one in lost)


@needs_redis
async def test_a_redis_without_memory_still_carries_messages() -> None:
    with RedisServer("--maxmemory", "1", "--maxmemory-policy", "noeviction") as redis:
        async with listening(redis.url, "postgresql:///unused") as (peers, listener):
            await wait_until(lambda: peers.connected)
            with Redis.from_url(redis.url) as client:
                client.publish(CHANNEL, sealed(changed("known")))
            await wait_until(lambda: listener.heard == ["known"])


@asynccontextmanager
async def owner(archive: str) -> AsyncIterator[AdvisoryLocks]:
    """Run the locks of a process."""
    locks = AdvisoryLocks(archive)
    running = asyncio.create_task(locks.run())
    try:
        await wait_until(lambda: locks.connected)
        yield locks
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_lost_connection_loses_its_tables_to_another_process(postgresql: Cluster) -> None:
    archive, table = postgresql.new_database(), MatchId("table")
    async with owner(archive) as one:
        assert await one.acquire(table)
        connections = "FROM pg_stat_activity WHERE application_name = 'codepegs owns tables'"
        connections += f" AND datname = '{archive.rpartition('/')[2].partition('?')[0]}'"
        [(lost,)] = postgresql.fetch(f"SELECT pid {connections}")
        async with owner(archive) as two:
            assert not await two.acquire(table)
            postgresql.execute(f"SELECT pg_terminate_backend({lost}, 5000)")
            assert await two.acquire(table)
            await wait_until(lambda: not one.holds(table))
            await wait_until(lambda: one.connected)
            assert not await one.acquire(table)
            assert two.holds(table)


async def test_the_bus_and_owned_tables_are_in_the_metrics() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        one.table = (await one.open("Ada", players=("Ada", None))).table.id
        await one.locks.acquire(one.table)
        await fleets.tick()
        fleets.hub.buses[0]._on_payload("stranger")
        found = [values(member.app.state.context.metrics.text()) for member in (one, two)]
        assert {*METRICS} <= {*found[0]}
        assert [each["codepegs_bus_connected"] for each in found] == [1, 1]
        assert [each["codepegs_owned_tables"] for each in found] == [1, 0]
        assert [each["codepegs_bus_ignored_total"] for each in found] == [1, 0]
        assert found[0]["codepegs_bus_sent_total"] >= found[1]["codepegs_bus_received_total"] >= 1
        one.bus.disconnect()
        assert values(one.app.state.context.metrics.text())["codepegs_bus_connected"] == 0


def values(text: str) -> dict[str, float]:
    """Return the metrics without labels."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("#") and "{" not in line]
    return {name: float(value) for name, value in lines}
