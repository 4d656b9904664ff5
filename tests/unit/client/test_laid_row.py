"""Rows being laid are sent in intervals, the latest one only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from codepegs.client.laid_row import INTERVAL, LaidRow


class Desk:
    """A row whose intervals end when the test says so."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, str]] = []
        self._waits: list[asyncio.Future[None]] = []
        self.row = LaidRow(self._send, self._sleep)

    async def _send(self, moves: int, laid: str) -> None:
        self.sent.append((moves, laid))

    async def _sleep(self, seconds: float) -> None:
        assert seconds == INTERVAL
        wait = asyncio.get_running_loop().create_future()
        self._waits.append(wait)
        await wait

    async def end_interval(self) -> None:
        await asyncio.sleep(0)
        (wait,) = self._waits
        self._waits.clear()
        wait.set_result(None)
        await asyncio.sleep(0)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    here = Desk()
    yield here
    await here.row.close()


async def test_one_row_is_sent_per_interval_and_it_is_the_latest(desk: Desk) -> None:
    desk.row.change(1, "R..")
    desk.row.change(1, "RG.")
    assert desk.sent == []
    await desk.end_interval()
    assert desk.sent == [(1, "RG.")]
    desk.row.change(1, "R..")
    desk.row.change(1, "...")
    await asyncio.sleep(0)
    assert desk.sent == [(1, "RG.")], "The second interval has not ended."
    await desk.end_interval()
    assert desk.sent == [(1, "RG."), (1, "...")]


async def test_a_row_that_is_cleared_in_time_is_not_sent(desk: Desk) -> None:
    desk.row.change(1, "R..")
    desk.row.clear()
    await desk.end_interval()
    assert desk.sent == []


async def test_an_empty_row_is_sent_only_after_another_one_of_the_same_turn(desk: Desk) -> None:
    desk.row.change(1, "R..")
    await desk.end_interval()
    desk.row.change(2, "...")
    await desk.end_interval()
    assert desk.sent == [(1, "R..")]
