"""How the process of a server treats its memory and its threads."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette

from codepegs.server import run as serve
from codepegs.server.errors import CannotListen
from codepegs.server.ops.config import Config


@pytest.fixture
def as_before() -> Iterator[None]:
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("as_before")
def test_what_is_there_when_it_begins_is_never_searched_for_rubbish() -> None:
    serve.collect_seldom()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000
    first, second, third = gc.get_threshold()
    assert third >= 1_000_000
    assert first * second < 10_000, "what is searched at a time is a pause for everybody"


@pytest.mark.usefixtures("as_before")
def test_threads_take_turns_more_often_than_python_lets_them() -> None:
    before = sys.getswitchinterval()
    serve.switch_often()
    assert sys.getswitchinterval() < before


def test_all_of_the_memory_is_searched_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: searched.append(1))

    async def nothing() -> None:
        pass

    async def tick(times: int) -> None:
        server = serve.Server(Starlette(), Config(), farewell=nothing)
        for counter in range(times):
            assert not await server.on_tick(counter)

    asyncio.run(tick(20 * serve.COLLECT))
    assert len(searched) == 2


def test_small_messages_do_not_wait_for_one_another() -> None:
    async def nodelay() -> int:
        with serve.listening(Config(port=0)) as listener:
            accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

            async def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                found = writer.get_extra_info("socket")
                accepted.set_result(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                writer.close()

            async with await asyncio.start_server(come, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                try:
                    return await accepted
                finally:
                    writer.close()

    assert asyncio.run(nodelay())


def test_an_address_that_is_taken_is_refused_in_a_sentence() -> None:
    with serve.listening(Config(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            CannotListen, match=f"port {port}: address already in use. Choose --port"
        ) as refused:
            serve.listening(Config(port=port))
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", port)
