"""Jumps of the wall clock cost no turn."""

from __future__ import annotations

import asyncio

from tests.support.asgi import Site

YEAR = 365 * 24 * 3600 * 1_000_000


async def lost_while_the_wall_clock_moves(here: Site) -> bool:
    """Return whether jumps of the time of day have ended a turn of ten seconds."""
    await here.seat("mini time=10")
    assert (await here.play("Ada", "code RRR"))[0] == 200
    for jump in (*[900_000] * 30, YEAR, -2 * YEAR, *[-900_000] * 30, 10 * YEAR, *[900_000] * 30):
        here.hands.day += jump
        here.registry.tick()
        for _ in range(5):
            await asyncio.sleep(0)
    view = await here.registry.view(here.table, None)
    assert view.game is not None
    return view.game.rows != ()


async def test_the_wall_clock_costs_no_turn(here: Site) -> None:
    assert not await lost_while_the_wall_clock_moves(here)
    assert (await here.play("Bob", "guess RRB"))[0] == 200


async def test_a_registry_that_uses_the_wall_clock_is_caught(here: Site) -> None:
    here.registry._monotonic = lambda: here.hands.day * 1000
    assert await lost_while_the_wall_clock_moves(here)
