"""The bus over a real PostgreSQL: what strangers send, and a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import psycopg
import pytest

from codepegs.server.bus import CHANNEL, NotifyBus
from codepegs.server.ops.metrics import BUS_METRICS
from codepegs.table.bus import messages
from codepegs.table.bus.peers import BusPeers
from tests.support.fleet import fleet
from tests.support.postgresql import Cluster

KEY, OTHER_KEY = bytes(range(32)), bytes(32)


class Listener:
    """The tables of a process, which only notes the versions that it hears of."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, table: str, _: object) -> None:
        self.heard.append(table)

    def check_versions(self) -> None: ...

    def find(self, _: str) -> None: ...


@asynccontextmanager
async def listening(archive: str) -> AsyncIterator[tuple[BusPeers, Listener]]:
    """Run a process at a bus."""
    peers = BusPeers(NotifyBus(archive), name="one", key=KEY, now=lambda: 0, monotonic=lambda: 0)
    listener: Any = Listener()
    running = asyncio.create_task(peers.run(listener))
    try:
        yield peers, listener
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + 200
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


async def test_strangers_on_notify_are_ignored(postgresql: Cluster) -> None:
    archive = postgresql.new_database()
    with psycopg.connect(archive, autocommit=True) as connection:
        async with listening(archive) as (peers, listener):
            await wait_until(lambda: peers.connected)
            # The last message comes twice: the archive is read at most once more.
            for text in (*STRANGE, *map(odd_text, ODD), *[sealed(changed("known"))] * 2):
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
            await wait_until(lambda: len(listener.heard) == 2)
            assert listener.heard == ["known", "known"]
            assert peers.ignored >= len(STRANGE)
            assert peers.connected


async def test_a_lost_bus_is_logged_once_and_connects_again(
    postgresql: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    archive = postgresql.new_database()
    database = archive.rpartition("/")[2].partition("?")[0]
    async with listening(archive) as (peers, listener):
        await wait_until(lambda: peers.connected)
        postgresql.fetch(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            f"WHERE application_name = 'codepegs listens' AND datname = '{database}'"
        )
        await wait_until(lambda: not peers.connected)
        await wait_until(lambda: peers.connected)
        postgresql.execute(f"SELECT pg_notify('{CHANNEL}', $${sealed(changed('known'))}$$)", database)
        await wait_until(lambda: listener.heard == ["known"])
    assert [record.message for record in caplog.records].count("bus lost") == 1


async def test_the_bus_is_in_the_metrics() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        one.table = (await one.open("Ada", players=("Ada", None))).table.id
        await fleets.tick()
        fleets.hub.buses[0]._on_payload("stranger")
        found = [values(member.app.state.context.metrics.text()) for member in (one, two)]
        assert {*BUS_METRICS} <= {*found[0]}
        assert [each["codepegs_bus_connected"] for each in found] == [1, 1]
        assert [each["codepegs_bus_ignored_total"] for each in found] == [1, 0]
        assert found[0]["codepegs_bus_sent_total"] >= found[1]["codepegs_bus_received_total"] >= 1
        one.bus.disconnect()
        assert values(one.app.state.context.metrics.text())["codepegs_bus_connected"] == 0


def values(text: str) -> dict[str, float]:
    """Return the metrics without labels."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("#") and "{" not in line]
    return {name: float(value) for name, value in lines}
