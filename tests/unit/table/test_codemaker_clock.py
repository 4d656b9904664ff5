"""The clock of the codemaker: the program sets a random code, or answers."""

from __future__ import annotations

from typing import Any

import pytest

from codepegs.notation import record
from codepegs.notation.commitment import verify
from codepegs.rules import Answer, Match, SetCode, mark
from tests.support.asgi import Site
from tests.unit.server.api.test_stream import listening
from tests.unit.table.test_scheduler import passing

SECONDS = 20


async def clock(here: Site, who: str | None = None) -> tuple[int | None, int | None]:
    client = None if who is None else here.client_id(who)
    view = await here.registry.view(here.table, client)
    return view.clock.limit, view.clock.left


def stored(here: Site) -> Match:
    match: Match = here.archive.match(here.table)
    return match


async def told(talk: Any) -> list[str]:
    """Return the sentences of the next change."""
    found: list[str] = (await talk.message())["change"]["told"]
    return found


async def test_a_slow_codemaker_gets_a_random_code(here: Site) -> None:
    await here.seat(f"mini codemaker-time={SECONDS}")
    assert await clock(here, "Bob") == (SECONDS, SECONDS * 1000)
    async with listening(here, "Bob") as talk:
        await talk.message()
        await passing(here, SECONDS)
        assert stored(here).moves == ()
        await passing(here, 2)
        match = stored(here)
        assert [type(move) for move in match.moves] == [SetCode]
        assert verify(match, match.game) is True
        late, *_ = await told(talk)
        assert "Ada" in late
        assert "random code" in late
    # The codebreaker has no clock, and Ada sees her code.
    assert await clock(here) == (None, None)
    view = await here.registry.view(here.table, here.client_id("Ada"))
    assert view.game is not None
    assert view.game.code is not None
    assert view.told[0] == late
    await here.play("Bob", "guess RRR")
    told_next = (await here.registry.view(here.table, None)).told
    assert not any("time ran out" in sentence for sentence in told_next)


async def test_a_code_in_time_stops_the_clock(here: Site) -> None:
    await here.seat(f"mini codemaker-time={SECONDS}")
    await passing(here, SECONDS - 1)
    await here.play("Ada", "code RGB")
    await passing(here, 3 * SECONDS)
    assert len(stored(here).moves) == 1


@pytest.mark.parametrize("time_limit", [None, 7])
async def test_a_slow_answer_is_the_true_one(here: Site, time_limit: int | None) -> None:
    more = "" if time_limit is None else f" time={time_limit}"
    await here.seat(f"mini answers=hand codemaker-time={SECONDS}{more}", games=1)
    await here.play("Ada", "code RGB")
    assert (await clock(here))[0] == time_limit
    await here.play("Bob", "guess RRG")
    assert await clock(here, "Ada") == (SECONDS, SECONDS * 1000)
    async with listening(here) as talk:
        await talk.message()
        await passing(here, SECONDS + 2)
        match = stored(here)
        edition = match.agreement.edition
        assert match.moves[-1] == Answer(mark(edition.code("RRG"), edition.code("RGB")))
        late, *_ = await told(talk)
        assert "marked" in late
    assert (await clock(here))[0] == time_limit
    # A slow guess costs the codebreaker the row, as before.
    await passing(here, 9)
    assert len(stored(here).game.board.rows) == (1 if time_limit is None else 2)
    text = record.save(stored(here))
    assert record.read(text) == stored(here)
