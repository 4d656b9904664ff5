"""Memory, threads and listening socket of the server process."""

from __future__ import annotations

import asyncio
import inspect
import logging
import socket
from asyncio import selector_events
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import pytest
from starlette.applications import Starlette

from codepegs.server import run
from codepegs.server.errors import CannotListen
from codepegs.server.ops.config import Config
from codepegs.server.ops.metrics import Metrics


async def test_small_messages_are_sent_at_once() -> None:
    nodelay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        nodelay.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with run.listen(Config(port=0)) as listener:
        async with await asyncio.start_server(accept, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            assert await nodelay
            writer.close()


async def nothing() -> None:
    pass


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[run.Server, tuple[str, int]]]:
    """Run a server in this event loop, and give its address."""
    server = run.Server(Starlette(), Config(), metrics=Metrics(), on_shutdown=nothing)
    with run.listen(Config(port=0)) as listener:
        address = listener.getsockname()
        task = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0)
        yield server, address
        server.should_exit = True
        await task
    asyncio.get_running_loop().set_exception_handler(None)


async def test_failed_accepts_are_logged_once_per_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    loop = asyncio.get_running_loop()
    async with serving():
        # As asyncio does, up to MAX_ACCEPTED times per second.
        error = {"message": run.OUT_OF_RESOURCES, "exception": OSError(24, "Too many open files")}
        for _ in range(100):
            loop.call_exception_handler(error)
        loop.call_exception_handler({"message": "another"})
    assert [record.msg for record in caplog.records if record.name != "uvicorn.error"] == [
        "cannot accept connections",
        "another",
    ]


def test_asyncio_still_words_failed_accepts_that_way() -> None:
    source = inspect.getsource(selector_events.BaseSelectorEventLoop._accept_connection)  # type: ignore[attr-defined]
    assert run.OUT_OF_RESOURCES in source


async def test_few_connections_are_accepted_at_once_and_many_wait() -> None:
    accepted: list[int] = []
    async with serving() as (server, address):
        with ExitStack() as stack:
            for _ in range(3 * run.MAX_ACCEPTED):
                stack.enter_context(socket.create_connection(address))
            while len(server.server_state.connections) < 3 * run.MAX_ACCEPTED:
                before = len(server.server_state.connections)
                await asyncio.sleep(0)
                accepted.append(len(server.server_state.connections) - before)
    assert max(accepted) == run.MAX_ACCEPTED


def test_a_port_in_use_is_refused() -> None:
    with run.listen(Config(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=str(port)) as refused:
            run.listen(Config(port=port))
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", port)
    assert refused.value.reason == "address already in use"
