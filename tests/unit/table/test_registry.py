"""The registry: clocks, loading and unloading, concurrent commands, damaged matches."""

from __future__ import annotations

import asyncio
from asyncio import Task
from functools import partial
from typing import Any

import pytest

from codepegs.protocol.view import make_view
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import DamagedMatch, UnknownTable
from codepegs.table import commands
from codepegs.table.errors import NotSeated
from codepegs.table.registry import SWEEP_SECONDS
from tests.support.asgi import Site, Talk, site
from tests.unit.server.api.test_stream import listening, settled


async def test_a_turn_times_out_only_while_the_server_runs(here: Site) -> None:
    await here.seat("mini time=10")
    await here.play("Ada", "code RGB")
    # The process slept for an hour, or the machine did.
    here.hands.pass_seconds(3600)
    here.registry.tick()
    await settled()
    assert (await here.registry.view(here.table, None)).moves == 1
    async with listening(here) as talk:
        assert (await talk.message())["view"]["clock"] == {"limit": 10, "left": 10_000}
        for _ in range(22):
            here.hands.pass_seconds(0.5)
            here.registry.tick()
        assert (await talk.message())["change"]["line"] == "timeout"


async def test_a_restart_restores_the_full_turn(here: Site) -> None:
    await here.seat("mini time=10")
    await here.play("Ada", "code RGB")
    for _ in range(18):
        here.hands.pass_seconds(0.5)
        here.registry.tick()
    assert (await here.registry.view(here.table, None)).clock.left == 1000
    async with site(archive=here.archive) as later:
        later.table = here.table
        assert (await later.registry.view(later.table, None)).clock.left == 10_000


async def test_an_unused_table_is_unloaded_and_loaded_again() -> None:
    async with site(keep=60) as here:
        table = await here.seat()
        await here.play("Ada", "code RGB")
        before = await here.registry.view(table, here.client_id("Bob"))
        async with listening(here) as talk:
            await talk.message()
            here.hands.pass_seconds(60 + SWEEP_SECONDS)
            here.registry.tick()
            assert table in here.registry._sessions
        await settled()
        here.hands.pass_seconds(60 + SWEEP_SECONDS)
        here.registry.tick()
        assert table not in here.registry._sessions
        assert await here.registry.view(table, here.client_id("Bob")) == before


async def test_a_table_with_a_running_clock_stays_in_memory() -> None:
    async with site(keep=0) as here:
        table = await here.seat("mini time=10")
        await here.play("Ada", "code RGB")
        here.hands.pass_seconds(SWEEP_SECONDS)
        here.registry.tick()
        assert table in here.registry._sessions


async def test_a_view_reuses_the_finished_games_of_the_last_one(here: Site) -> None:
    await here.seat("mini", games=3)
    for who, move in (("Ada", "code RGB"), ("Bob", "guess RGB"), ("Bob", "code RGB")):
        await here.play(who, move)
    first = await here.registry.view(here.table, None)
    for player, guess in (("Ada", "RRR"), ("Ada", "GGG")):
        await here.play(player, f"guess {guess}")
        now = await here.registry.view(here.table, None)
        assert len(now.past) == 1
        assert now.past is first.past
        assert now == make_view((await here.registry.table(here.table)).table, None)


async def test_a_damaged_match_ends_its_session(here: Site) -> None:
    await here.seat()
    async with listening(here, "Bob") as talk:
        await talk.message()
        session = await here.registry.table(here.table)
        session.needs_reload = True

        def damaged(*_: object) -> None:
            raise DamagedMatch(here.table, "move 0 is RGB.")

        here.archive.match = damaged
        status, body = await here.play("Ada", "code RGB")
        assert (status, body["refused"]["kind"]) == (409, "DamagedMatch")
        assert "RGB" not in str(body)
        closed = await talk.message()
        assert "been damaged" in closed["reason"]
    async with Talk(here, f"/api/tables/{here.table}") as again:
        assert b"been damaged" in await again.whole()
        assert again.status == 409


async def test_a_deleted_table_ends_its_session(here: Site) -> None:
    await here.seat()
    async with listening(here) as talk:
        await talk.message()
        here.archive.delete(here.table)
        assert (await here.play("Ada", "code RGB"))[0] == 404
        assert (await talk.message())["close"] == 1001
    with pytest.raises(UnknownTable):
        await here.registry.table(here.table)


async def test_only_one_of_two_concurrent_moves_succeeds(here: Site) -> None:
    await here.seat()
    answers = await asyncio.gather(
        *(here.play("Ada", code, key=code[-3:], moves=0) for code in ("code RGB", "code YYY"))
    )
    assert [status for status, _ in answers] == [200, 409]
    assert answers[1][1]["view"]["moves"] == 1


async def test_a_move_is_saved_even_if_its_client_disconnects(here: Site) -> None:
    await here.seat()
    here.archive.held = []
    async with listening(here, "Ada") as talk:
        talk.tell({"key": "one", "moves": 0, "move": "code RGB"})
        while not here.archive.held:
            await settled()
        talk.task.cancel()
    here.archive.release()
    while (await here.registry.view(here.table, None)).moves == 0:
        await settled()


async def test_a_waiting_command_runs_even_if_its_caller_is_cancelled(here: Site) -> None:
    await here.seat()
    here.archive.held = []
    moved = asyncio.create_task(here.play("Ada", "code RGB", moves=0))
    await settled()
    offer = partial(
        commands.offer, client=here.client_id("Bob"), key="k", text="hints", new_id=lambda: here.table
    )
    offered = asyncio.create_task(here.registry.execute(here.table, offer))
    await settled()
    offered.cancel()
    await asyncio.wait([offered])
    here.archive.release()
    assert (await moved)[0] == 200
    assert [each.text for each in (await here.registry.current(here.table)).offers] == ["hints"]


async def test_stopping_waits_for_moves_being_saved(here: Site) -> None:
    await here.seat()
    here.archive.held = []
    sending = asyncio.create_task(here.play("Ada", "code RGB", moves=0))
    while not here.archive.held:
        await settled()
    leaving = asyncio.create_task(here.registry.stop())
    await settled()
    assert not leaving.done()
    here.archive.release()
    assert (await sending)[0] == 200
    await leaving


async def test_presence_is_published_to_everybody(here: Site) -> None:
    await here.seat()
    async with listening(here, "Ada") as talk:
        async with listening(here), listening(here, "Bob"):
            await settled()
            here.registry.tick()
            await settled()
            assert '{"here":[true,true],"watching":1,"away":[null,null],' in str(list(talk.sent._queue))  # type: ignore[attr-defined]
        await settled()
        here.registry.tick()
        await settled()
        assert '{"here":[true,false],"watching":0,"away":[null,0],' in str(list(talk.sent._queue))  # type: ignore[attr-defined]


async def two_moves_in_one_batch(here: Site) -> tuple[list[Task[Any]], list[MatchId]]:
    """Send a move at each of two tables while the archive holds back writes."""
    tables = [await here.seat(), await here.seat()]
    here.archive.held = []
    sent = []
    for here.table in tables:
        sent.append(asyncio.create_task(here.play("Ada", "code RGB", moves=0)))
        await settled()
    assert len(here.archive.held) == 2
    return sent, tables


async def test_the_event_loop_wakes_once_for_a_batch(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = await two_moves_in_one_batch(here)
    woken = []
    monkeypatch.setattr(
        asyncio.get_running_loop(), "call_soon_threadsafe", lambda callback: woken.append(callback)
    )
    here.archive.release()
    (finish,) = woken
    finish()
    assert [(await task)[0] for task in sent] == [200, 200]


async def test_a_fault_at_one_table_spares_the_rest_of_the_batch(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, tables = await two_moves_in_one_batch(here)
    broken = await here.registry.table(tables[0])
    monkeypatch.setattr(broken, "apply", lambda *_, **__: 1 / 0)
    here.archive.release()
    assert [(await task)[0] for task in sent] == [200, 200]
    assert "codepegs_internal_errors_total 1" in here.app.state.context.metrics.text()
    monkeypatch.undo()
    here.table = tables[0]
    assert (await here.play("Bob", "guess RRB", moves=1))[0] == 200


async def test_two_thousand_waiting_commands_are_refused_one_by_one(here: Site) -> None:
    await here.seat()
    here.archive.held = []
    moved = asyncio.create_task(here.play("Ada", "code RGB", moves=0))
    await settled()
    waiting = [asyncio.create_task(here.registry.delete(here.table, None)) for _ in range(2000)]
    await settled()
    here.archive.release()
    refused = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(error) for error in refused} == {NotSeated}
    assert (await moved)[0] == 200
