"""Moves that end a match, sent again with the same key: the same words are accepted, others refused."""

from __future__ import annotations

import pytest

from codepegs.table.commands import GONE_SECONDS_WITHOUT_CLOCK
from tests.support.asgi import Site, site

ENDINGS = ("leave", "opponent gone", "stop")


async def end(here: Site, text: str, *, moves: int | None = None) -> str:
    """Let Ada end the match in these words, always with the same key. Return what became of it."""
    if text == "stop":
        status, body = await here.post("replies", {"key": "end", "reply": "stop", "yes": True}, who="Ada")
    else:
        status, body = await here.play("Ada", text, key="end", moves=moves)
    return "accepted" if status == 200 else str(body["refused"]["kind"])


@pytest.mark.parametrize("first", ENDINGS)
async def test_a_key_stands_for_one_way_to_end_a_match(here: Site, first: str) -> None:
    await here.seat("mini")
    assert (await here.play("Ada", "code RGB"))[0] == 200
    assert (await here.post("offers", {"key": "offer", "offer": "stop"}, who="Bob"))[0] == 200
    here.hands.pass_seconds(GONE_SECONDS_WITHOUT_CLOCK)
    assert await end(here, first) == "accepted"
    wanted = {text: "accepted" if text == first else "KeyReused" for text in ENDINGS}
    assert {text: await end(here, text, moves=1) for text in ENDINGS} == wanted
    async with site(archive=here.archive) as later:
        later.table = here.table
        assert {text: await end(later, text, moves=1) for text in ENDINGS} == wanted
    assert len(here.archive.match(here.table).moves) == 2
