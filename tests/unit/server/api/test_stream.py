"""Sockets and streams: a view, then every change once and in order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from codepegs.protocol import messages as wire
from codepegs.protocol.view import View
from codepegs.server.api.stream import MAX_REFUSALS
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.table.registry import STOPPING
from tests.support.asgi import Site, Talk, site
from tests.support.world import CONFIG

GUESSES = ["RRB", "RBR", "BRR", "BBR", "BRB", "RBB"]


def listening(to: Site, who: str | None = None, *, socket: bool = True) -> Talk:
    kind = "socket" if socket else "stream"
    return Talk(to, f"/api/tables/{to.table}/{kind}", who=who, socket=socket)


def read(view: Any) -> View:
    return msgspec.convert(view, View)


@pytest.mark.parametrize("socket", [True, False])
@pytest.mark.parametrize("who", ["Ada", "Bob", None])
async def test_the_changes_after_the_view_make_every_later_view(who: str | None, socket: bool) -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, who, socket=socket) as talk:
            view = read((await talk.message())["view"])
            for player, move in [("Ada", "code RRR"), *(("Bob", f"guess {guess}") for guess in GUESSES)]:
                assert (await here.play(player, move))[0] == 200
                change = msgspec.convert((await talk.message())["change"], wire.Change)
                assert change.version == view.version + 1
                view = wire.apply_change(view, change)
                client = None if who is None else here.client_id(who)
                assert view == await here.registry.view(here.table, client)


@pytest.mark.parametrize("socket", [True, False])
async def test_a_client_that_reconnects_first_receives_the_view(socket: bool) -> None:
    async with site() as here:
        await here.seat()
        for player, move in [("Ada", "code RRR"), ("Bob", "guess RRB"), ("Bob", "guess RBR")]:
            async with listening(here, "Bob", socket=socket) as talk:
                view = read((await talk.message())["view"])
                assert view == await here.registry.view(here.table, here.client_id("Bob"))
            assert (await here.play(player, move))[0] == 200


async def test_a_slow_subscriber_gets_a_fresh_view() -> None:
    async with site(queue=20) as here:
        await here.seat("mini rows=30", games=20)
        async with listening(here) as talk:
            await talk.message()
            talk.open.clear()
            moves = 0
            for _ in range(6):
                for who, move in maker_and_breaker(await here.registry.view(here.table, None)):
                    assert (await here.play(who, move))[0] == 200
                    moves += 1
            session = await here.registry.table(here.table)
            assert session.subscribers[0].pending <= 21
            talk.open.set()
            messages = [await talk.message()]
            while "view" not in messages[-1]:
                messages.append(await talk.message())
            assert len(messages) < moves
            assert messages[-1]["view"]["moves"] == session.table.moves
            assert "codepegs_resyncs_total 1" in here.app.state.context.metrics.text()
            # From here on changes follow one by one again.
            version = messages[-1]["view"]["version"]
            for who, move in maker_and_breaker(await here.registry.view(here.table, None))[:3]:
                await here.play(who, move)
                version += 1
                assert (await talk.message())["change"]["version"] == version


def maker_and_breaker(view: View) -> list[tuple[str, str]]:
    """The moves of a whole game from here, and who makes them."""
    assert view.game is not None
    maker, breaker = ("Ada", "Bob") if view.game.codemaker == 0 else ("Bob", "Ada")
    return [(maker, "code RRR"), *((breaker, f"guess {guess}") for guess in GUESSES), (breaker, "guess RRR")]


async def test_nobody_hears_of_a_move_before_it_is_durable() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, "Bob") as talk, listening(here, "Ada") as sender:
            await talk.message()
            await sender.message()
            here.archive.held = []
            sender.tell({"key": "one", "moves": 0, "move": "code RGB"})
            while not here.archive.held:
                await settled()
            before = await here.registry.view(here.table, here.client_id("Bob"))
            assert before.moves == 0
            assert quiet(talk)
            assert quiet(sender)
            here.archive.release()
            assert (await talk.message())["change"]["moves"] == 1
            told = [await sender.message(), await sender.message()]
            assert {"answer"} in [set(message) for message in told]


def quiet(talk: Talk) -> bool:
    """Whether nothing waits that tells of a change."""
    waiting = [talk.sent.get_nowait() for _ in range(talk.sent.qsize())]
    return not any("change" in str(message) or "answer" in str(message) for message in waiting)


async def settled() -> None:
    """Let everything that can happen now happen."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_an_unsaved_move_is_hidden_and_the_table_reloaded() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, "Bob") as talk:
            await talk.message()
            here.archive.refuses = ArchiveUnavailable("the disk is full")
            status, body = await here.play("Ada", "code RGB", key="one")
            assert (status, body["refused"]["kind"]) == (503, "ArchiveUnavailable")
            assert "disk" not in body["refused"]["message"]
            await settled()
            assert quiet(talk)
            here.archive.refuses = None
            status, body = await here.play("Ada", "code RGB", key="one")
            assert (status, body["number"]) == (200, 0)
            assert (await talk.message())["change"]["moves"] == 1


@pytest.mark.parametrize("again", [True, False])
async def test_a_move_stored_despite_an_error_is_shown_later(
    again: bool,
) -> None:
    """The archive says that it did not keep a move, and has: a commit that failed on its way back."""
    async with site() as here:
        await here.seat()
        async with listening(here, "Bob") as talk:
            await talk.message()
            real = here.archive.add_later

            def lost(*given: Any, **more: Any) -> Any:
                answer = real(*given, **more)
                here.archive.add_later = real
                failed: Any = type(answer)()
                failed.set_exception(ArchiveUnavailable("it broke off"))
                return failed

            here.archive.add_later = lost
            assert (await here.play("Ada", "code RGB", key="one"))[0] == 503
            if again:
                assert (await here.play("Ada", "code RGB", key="one", moves=0)) == (
                    200,
                    {"key": "one", "number": 0, "move": "code hidden", "feedback": None},
                )
            else:
                # Whoever looked into the archive knows of it before this server does.
                assert (await here.play("Bob", "guess RGY", moves=1))[0] == 200
            assert (await talk.message())["change"]["moves"] == 1
            assert len(here.archive.matches[here.table].moves) == (1 if again else 2)


async def test_a_flood_of_commands_is_refused_and_then_cut_off() -> None:
    async with site(replace(CONFIG, rate=1)) as here:
        await here.seat()
        async with listening(here, "Ada") as talk:
            await talk.message()
            for _ in range(MAX_REFUSALS + 10):
                talk.tell({"key": "k", "moves": 0, "move": "opponent gone"})
            answers = [await talk.message()]
            while "close" not in answers[-1]:
                answers.append(await talk.message())
            assert answers[0]["refused"]["kind"] == "NotNow"
            assert answers[-2]["refused"]["kind"] == "RateLimited"
            assert answers[-1]["close"] == 1008
            assert len(answers) <= MAX_REFUSALS + 6


async def test_a_socket_that_waits_after_each_refusal_stays_open() -> None:
    async with site(replace(CONFIG, rate=1)) as here:
        await here.seat()
        async with listening(here, "Ada") as talk:
            await talk.message()
            refused = 0
            while refused <= 2 * MAX_REFUSALS:
                talk.tell({"key": "k", "moves": 0, "move": "opponent gone"})
                if (await talk.message())["refused"]["kind"] == "RateLimited":
                    refused += 1
                    here.hands.pass_seconds(1)


@pytest.mark.parametrize(("who", "kind"), [("Ada", "RateLimited"), (None, "Unauthenticated")])
async def test_a_refusal_on_a_socket_has_the_key(who: str | None, kind: str) -> None:
    async with site(replace(CONFIG, rate=1)) as here:
        await here.seat()
        # What came by other ways leaves nothing to this socket, whose own bucket is full.
        while (await here.post("offers", {"key": "k", "offer": "hints"}, who="Ada"))[0] != 429:
            pass
        async with listening(here, who) as talk:
            await talk.message()
            talk.tell({"key": "one", "moves": 0, "move": "code RGB"})
            refused = await talk.message()
            assert (refused["refused"]["kind"], refused.get("key")) == (kind, "one")


async def test_who_does_not_read_answers_is_not_read_from() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, "Ada") as talk:
            await talk.message()
            talk.open.clear()
            for _ in range(50):
                talk.tell("no JSON")
                talk.tell({"key": "k", "moves": 9, "move": "code RRR"})
            for _ in range(20):
                await settled()
            assert talk.told.qsize() >= 97
            assert (await here.registry.table(here.table)).subscribers[0].pending <= 3


async def test_a_move_while_a_socket_is_being_closed_is_no_error() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, "Bob") as talk:
            await talk.message()
            talk.open.clear()
            talk.tell("a" * (wire.MAX_MESSAGE_BYTES + 1))
            await settled()
            assert (await here.play("Ada", "code RRR"))[0] == 200
            await settled()
            talk.open.set()
            while (message := await talk.message()).get("close") is None:
                pass
            assert message["close"] == 1009
        assert "codepegs_internal_errors_total 0.0\n" in here.app.state.context.metrics.text()


async def test_connections_end_with_a_reason_at_shutdown() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here) as socket, listening(here, socket=False) as stream:
            await socket.message()
            await stream.message()
            await here.registry.stop()
            assert await socket.message() == {
                "close": 1012,
                "reason": STOPPING,
            }
            assert await stream.message() == {"closed": STOPPING}
            assert (await here.play("Ada", "code RGB"))[0] == 503


async def test_open_connections_per_address_are_limited() -> None:
    async with site(replace(CONFIG, address_sockets=2)) as here:
        await here.seat()
        async with listening(here) as one, listening(here, socket=False) as two:
            await one.message()
            await two.message()
            for socket in (True, False):
                async with listening(here, socket=socket) as refused:
                    assert (await refused.message())["refused"]["kind"] == "RateLimited"
                    assert refused.status == 429
        async with listening(here) as again:
            assert "view" in await again.message()


async def test_a_fault_of_the_program_closes_the_socket_with_a_word() -> None:
    async with site() as here:
        await here.seat()

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("RGB")

        here.archive.add_later = broken
        async with listening(here, "Ada") as talk:
            await talk.message()
            talk.tell({"key": "k", "moves": 0, "move": "code RGB"})
            closed = await talk.message()
            assert closed["close"] == 1011
            assert "RGB" not in closed["reason"]
        assert "codepegs_internal_errors_total 2" in here.app.state.context.metrics.text()
