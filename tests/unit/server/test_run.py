"""Memory, threads and listening socket of the server process."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette

from codepegs.server import run
from codepegs.server.errors import CannotListen
from codepegs.server.ops.config import Config
from codepegs.server.ops.metrics import Metrics


@pytest.fixture
def restored() -> Iterator[None]:
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restored")
def test_startup_objects_are_never_collected() -> None:
    run.schedule_gc()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000
    first, second, third = gc.get_threshold()
    assert third >= 1_000_000
    assert first * second < 10_000, "a young collection blocks the event loop"


@pytest.mark.usefixtures("restored")
def test_threads_switch_more_often_than_by_default() -> None:
    before = sys.getswitchinterval()
    run.shorten_thread_switches()
    assert sys.getswitchinterval() < before


async def test_full_collections_run_on_a_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    collections: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collections.append(1))

    async def nothing() -> None:
        pass

    server = run.Server(Starlette(), Config(), metrics=Metrics(), on_shutdown=nothing)
    for counter in range(20 * run.GC_INTERVAL):
        assert not await server.on_tick(counter)
    assert len(collections) == 2


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


def test_a_port_in_use_is_refused() -> None:
    with run.listen(Config(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=str(port)) as refused:
            run.listen(Config(port=port))
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", port)
    assert refused.value.reason == "address already in use"
