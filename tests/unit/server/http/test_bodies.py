"""Bodies under way: how many an address can send at once, and what is refused before it is read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest

from codepegs.protocol import learn, messages
from codepegs.server.context import MAX_JOBS_PER_ADDRESS, MAX_RECORDS
from tests.support.asgi import Site, Talk, site
from tests.support.world import CONFIG

RECORDS = {
    "records": b'{"record": "x"}',
    "pictures": b'{"record": "x", "game": 0}',
    "review": b'{"record": "x"}',
}
NOT_A_RECORD = 400


class Upload(Talk):
    """Request whose body comes in two parts, of which the second waits for the test."""

    def __init__(self, here: Site, path: str, *, host: str = "192.0.2.1", length: int | None = None) -> None:
        super().__init__(here, f"/api/{path}", who="Ada", body={})
        self.scope["client"] = (host, 1)
        if length is not None:
            self.scope["headers"].append((b"content-length", b"%d" % length))
        self.told.get_nowait()
        self.told.put_nowait({"type": "http.request", "body": b"", "more_body": True})
        self._body = RECORDS.get(path, b"{}")

    @property
    def read(self) -> bool:
        """Whether the application has read the first part."""
        return self.told.empty()

    async def finish(self) -> int:
        """Send the second part, and return the status of the response."""
        self.told.put_nowait({"type": "http.request", "body": self._body, "more_body": False})
        return await self.result()

    async def result(self) -> int:
        await self.task
        return self.status


@asynccontextmanager
async def uploads(here: Site, count: int, path: str, *, hosts: int = 1) -> AsyncIterator[list[Upload]]:
    """Begin this many requests, from several hosts in turn."""
    async with AsyncExitStack() as stack:
        begun = [Upload(here, path, host=f"192.0.2.{number % hosts}") for number in range(count)]
        for each in begun:
            await stack.enter_async_context(each)
        while not all(each.read for each in begun):
            await asyncio.sleep(0)
        yield begun


@pytest.mark.parametrize("path", RECORDS)
async def test_an_address_can_send_few_records_at_once(path: str) -> None:
    async with site() as here, uploads(here, MAX_JOBS_PER_ADDRESS, path) as begun:
        async with Upload(here, path, host="192.0.2.0") as refused:
            assert await refused.result() == 429
            assert not refused.read
        async with Upload(here, path, host="192.0.2.99") as other:
            assert await other.finish() == NOT_A_RECORD
        assert [await each.finish() for each in begun] == [NOT_A_RECORD] * MAX_JOBS_PER_ADDRESS
        async with Upload(here, path, host="192.0.2.0") as later:
            assert await later.finish() == NOT_A_RECORD


async def test_all_addresses_share_a_limit_on_records() -> None:
    async with (
        site() as here,
        uploads(here, MAX_RECORDS, "records", hosts=16),
        Upload(here, "records", host="192.0.2.99") as refused,
    ):
        assert await refused.result() == 429
        assert not refused.read


async def test_an_address_can_have_few_requests_under_way() -> None:
    config = replace(CONFIG, address_sockets=1)
    async with site(config, address_connections=2) as here, uploads(here, 3, "tables"):
        async with Upload(here, "tables", host="192.0.2.0") as refused:
            assert await refused.result() == 429
            assert not refused.read
        async with Upload(here, "tables", host="192.0.2.99") as other:
            assert await other.finish() == 400


@pytest.mark.parametrize(
    ("path", "limit"),
    [("tables", messages.MAX_MESSAGE_BYTES), *((path, learn.MAX_MESSAGE_BYTES) for path in RECORDS)],
)
async def test_a_length_beyond_the_limit_is_refused_unread(path: str, limit: int) -> None:
    async with site() as here:
        async with Upload(here, path, length=limit + 1) as refused:
            assert await refused.result() == 413
            assert not refused.read
        async with Upload(here, path, length=limit) as allowed:
            assert await allowed.finish() == 400
