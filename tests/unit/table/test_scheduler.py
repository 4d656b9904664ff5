"""The scheduler: nobody loses a turn to server faults, or gains time by sending commands."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from codepegs.storage.errors import ArchiveUnavailable
from tests.support.asgi import Site
from tests.unit.server.api.test_stream import listening, settled

LIMIT = 10


async def guessing(here: Site, terms: str = "mini") -> None:
    """Seat Ada and Bob, and start the clock of Bob's first turn."""
    await here.seat(f"{terms} time={LIMIT}")
    assert (await here.play("Ada", "code RGB"))[0] == 200


async def passing(here: Site, seconds: float) -> None:
    for _ in range(round(seconds * 2)):
        here.hands.pass_seconds(0.5)
        here.registry.tick()
        await settled()


async def left(here: Site) -> int | None:
    return (await here.registry.view(here.table, None)).clock.left


class Fails:
    """Makes the archive fail to write, or to do anything, and counts the calls."""

    def __init__(self, here: Site, *, altogether: bool) -> None:
        self.asked, self._here, self._altogether = 0, here, altogether
        self._read, self._write = here.archive.table, here.archive.add_later
        here.archive.table, here.archive.add_later = self.table, self.add_later

    def table(self, name: Any) -> Any:
        self.asked += 1
        if self._altogether:
            raise ArchiveUnavailable("the disk is gone")
        return self._read(name)

    def add_later(self, *_: Any, **__: Any) -> Any:
        self.asked += 1
        answer: Future[Any] = Future()
        answer.set_exception(ArchiveUnavailable("the disk is full"))
        return answer

    def mend(self) -> None:
        self._here.archive.table, self._here.archive.add_later = self._read, self._write


async def reread(here: Site) -> None:
    """Wait for reads in other threads."""
    session = await here.registry.table(here.table)
    while session.busy:
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("altogether", [True, False])
async def test_an_unavailable_archive_costs_no_turn_and_few_retries(here: Site, altogether: bool) -> None:
    await guessing(here)
    fails = Fails(here, altogether=altogether)
    for _ in range(120):
        await passing(here, 0.5)
        await reread(here)
    # A time-out, before which the table is read again, each time that the turn has run out.
    assert 5 <= fails.asked <= 12
    fails.mend()
    await passing(here, 0.5)
    assert (await here.registry.view(here.table, None)).moves == 1
    await passing(here, LIMIT + 1)
    await reread(here)
    await settled()
    assert (await here.registry.view(here.table, None)).moves == 2


async def test_a_guess_that_cannot_be_saved_restarts_the_turn(
    here: Site,
) -> None:
    await guessing(here)
    await passing(here, 9)
    async with listening(here, "Bob") as talk:
        assert (await talk.message())["view"]["clock"]["left"] == 1000
        fails = Fails(here, altogether=False)
        assert (await here.play("Bob", "guess RRB"))[0] == 503
        fails.mend()
        assert (await talk.message())["view"]["clock"]["left"] == LIMIT * 1000
        await passing(here, 9)
        assert (await here.play("Bob", "guess RRB"))[0] == 200


@pytest.mark.parametrize("offer", ["hints", "clock 20", "nonsense"])
async def test_sending_commands_gains_no_time(here: Site, offer: str) -> None:
    await guessing(here)
    session = await here.registry.table(here.table)
    for number in range(2 * (LIMIT + 1)):
        assert session.table.moves == 1
        here.archive.held = []
        taken_back = number % 2 == 1
        body = {"reply": offer, "yes": False} if taken_back else {"offer": offer}
        what = "replies" if taken_back else "offers"
        sent = asyncio.create_task(here.post(what, {"key": f"k{number}", **body}, who="Bob"))
        await settled()
        assert session.busy == (offer != "nonsense")
        here.hands.pass_seconds(0.5)
        here.registry.tick()
        here.archive.release()
        await sent
    here.registry.tick()
    await settled()
    assert session.table.moves == 2


async def test_a_held_clock_stands_still_and_restarts_the_turn(here: Site) -> None:
    await guessing(here)
    await passing(here, 9)
    async with listening(here, "Bob") as talk:
        assert (await talk.message())["view"]["clock"]["left"] == 1000
        here.registry.hold(here.table, True)
        await passing(here, 3 * LIMIT)
        assert await left(here) == LIMIT * 1000
        here.hands.pass_seconds(0.5)
        here.registry.hold(here.table, False)
        assert await left(here) == LIMIT * 1000
        await passing(here, LIMIT)
        assert await left(here) == 0
        assert (await here.registry.view(here.table, None)).moves == 1
        await passing(here, 1)
        assert (await talk.message())["change"]["line"] == "timeout"


async def test_every_change_contains_the_time_left(here: Site) -> None:
    await here.seat("mini time=60")
    async with listening(here) as early:
        await early.message()
        await here.play("Ada", "code RRR")
        assert (await early.message())["change"]["clock"] == {"limit": 60, "left": 60_000}
        for _ in range(58):
            here.hands.pass_seconds(0.5)
            here.registry.tick()
        async with listening(here) as late:
            assert (await late.message())["view"]["clock"]["left"] == 31_000
            await here.play("Bob", "guess RRB")
            for talk in (early, late):
                assert (await talk.message())["change"]["clock"] == {"limit": 60, "left": 60_000}


async def test_the_wall_clock_costs_no_turn(here: Site) -> None:
    await guessing(here)
    year = 365 * 24 * 3600 * 1_000_000
    for jump in (*[900_000] * 30, year, -2 * year, *[-900_000] * 30, 10 * year, *[900_000] * 30):
        here.hands.day += jump
        here.registry.tick()
        await settled()
    assert (await here.registry.view(here.table, None)).moves == 1
    assert (await here.play("Bob", "guess RRB"))[0] == 200
