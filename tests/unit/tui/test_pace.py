"""The pace of computers, without a table."""

from __future__ import annotations

import asyncio

from codepegs.tui.pace import Pace


async def test_a_step_while_a_computer_thinks_is_not_lost() -> None:
    pace = Pace()
    pace.pause()
    pace.step()
    await asyncio.wait_for(pace.wait(), timeout=10)


async def test_a_step_lets_one_move_pass_and_no_more() -> None:
    pace = Pace()
    pace.pause()
    pace.step()
    await pace.wait()
    next_move = asyncio.ensure_future(pace.wait())
    await asyncio.sleep(0.1)
    assert not next_move.done()
    pace.step()
    await asyncio.wait_for(next_move, timeout=10)
