"""Backpressure: the server stops reading from a client that does not read, and closing it is no error."""

from __future__ import annotations

import asyncio

from codepegs.protocol import messages
from tests.support.asgi import Talk, site

FLOOD = 3000


async def taken_of_a_flood() -> tuple[int, int]:
    """Return how many commands are taken from a client that does not read, and how many replies wait."""
    async with site() as here:
        await here.seat()
        async with Talk(here, f"/api/tables/{here.table}/socket", who="Ada", socket=True) as talk:
            await talk.message()
            talk.open.clear()
            for _ in range(FLOOD):
                talk.tell({"key": "k", "moves": 9, "move": "code RRR"})
            for _ in range(20 * FLOOD):
                await asyncio.sleep(0)
            session = await here.registry.table(here.table)
            found = FLOOD - talk.told.qsize(), session.subscribers[0].pending
            # They need not all be answered before the test can end.
            while not talk.told.empty():
                talk.told.get_nowait()
    return found


async def test_a_client_that_does_not_read_gets_backpressure() -> None:
    taken, waiting = await taken_of_a_flood()
    assert taken <= 3
    assert waiting <= 3


async def test_a_move_while_a_socket_is_being_closed_is_no_error() -> None:
    async with site() as here:
        await here.seat()
        async with Talk(here, f"/api/tables/{here.table}/socket", who="Bob", socket=True) as talk:
            await talk.message()
            talk.open.clear()
            talk.tell("a" * (messages.MAX_MESSAGE_BYTES + 1))
            while not talk.told.empty():
                await asyncio.sleep(0)
            assert (await here.play("Ada", "code RRR"))[0] == 200
            for _ in range(20):
                await asyncio.sleep(0)
            talk.open.set()
            while (message := await talk.message()).get("close") is None:
                pass
            assert message["close"] == 1009
        assert "codepegs_internal_errors_total 0.0\n" in here.app.state.context.metrics.text()
