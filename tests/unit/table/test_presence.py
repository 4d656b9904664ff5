"""Players who are gone: after how long the other one wins, and who counts as connected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from codepegs.notation import record
from codepegs.rules import Code, Guess
from codepegs.table.commands import GONE_SECONDS, GONE_SECONDS_WITHOUT_CLOCK, IDLE_SECONDS
from tests.support.asgi import INVITATION, Site, Talk, site
from tests.unit.server.api.test_stream import listening, settled

CLOCKED, WITHOUT_CLOCK = "mini time=60", "mini"
LIMITS = {CLOCKED: GONE_SECONDS, WITHOUT_CLOCK: GONE_SECONDS_WITHOUT_CLOCK}


async def begin(here: Site, edition: str) -> None:
    """Seat Ada and Bob. Nobody is connected after that."""
    await here.seat(edition)
    assert (await here.play("Ada", "code RGB"))[0] == 200


async def claim(here: Site, who: str = "Ada") -> str:
    """Say that the other player is gone, and return what became of it."""
    status, body = await here.play(who, "opponent gone", key=f"gone{here.hands.nanoseconds}")
    return "won" if status == 200 else str(body["refused"]["kind"])


@pytest.mark.parametrize("edition", LIMITS)
async def test_a_player_is_gone_after_the_whole_time(here: Site, edition: str) -> None:
    await begin(here, edition)
    here.hands.pass_seconds(LIMITS[edition] - 1)
    assert await claim(here) == "NotNow"
    here.hands.pass_seconds(1)
    assert await claim(here) == "won"
    view = await here.registry.view(here.table, None)
    assert view.outcome is not None
    assert (view.outcome.winner, view.outcome.abandoned_by) == (0, 1)
    match = here.archive.match(here.table)
    lines = record.write(match).splitlines()
    assert "leave codebreaker" in lines
    assert lines[-1] == "winner Ada, Bob left"


@pytest.mark.parametrize("path", ["/socket", ""], ids=["connects", "looks"])
async def test_a_player_who_comes_back_has_the_whole_time_again(here: Site, path: str) -> None:
    await begin(here, CLOCKED)
    here.hands.pass_seconds(GONE_SECONDS - 1)
    async with Talk(here, f"/api/tables/{here.table}{path}", who="Bob", socket=bool(path)) as talk:
        await (talk.message() if path else talk.whole())
    await settled()
    here.hands.pass_seconds(GONE_SECONDS - 1)
    assert await claim(here) == "NotNow"
    here.hands.pass_seconds(1)
    assert await claim(here) == "won"


async def test_one_of_two_connections_is_enough(here: Site) -> None:
    await begin(here, CLOCKED)
    async with listening(here, "Bob") as one:
        await one.message()
        async with listening(here, "Bob") as other:
            await other.message()
        await settled()
        here.hands.pass_seconds(GONE_SECONDS)
        assert await claim(here) == "NotNow"


async def test_a_program_that_plays_without_a_stream_is_there(here: Site) -> None:
    await begin(here, WITHOUT_CLOCK)
    here.hands.pass_seconds(GONE_SECONDS_WITHOUT_CLOCK - 1)
    assert (await here.play("Bob", "guess RRR"))[0] == 200
    here.hands.pass_seconds(1)
    assert await claim(here) == "NotNow"


async def test_spectators_neither_claim_nor_stand_in(here: Site) -> None:
    await begin(here, CLOCKED)
    here.welcome("Eve")
    async with listening(here, "Eve") as talk:
        await talk.message()
        here.hands.pass_seconds(GONE_SECONDS)
        assert await claim(here, "Eve") == "NotSeated"
        assert await claim(here) == "won"


@asynccontextmanager
async def days_later(here: Site) -> AsyncIterator[Site]:
    """Restart the server after days in which it was down."""
    async with site(archive=here.archive) as later:
        later.table = here.table
        later.hands.day = here.hands.day + round(GONE_SECONDS_WITHOUT_CLOCK * 1e6)
        yield later


@pytest.mark.parametrize("edition", LIMITS)
async def test_a_restart_counts_for_days_but_gives_two_minutes_to_connect(here: Site, edition: str) -> None:
    await begin(here, edition)
    async with days_later(here) as later:
        assert await claim(later) == "NotNow"
        later.hands.pass_seconds(GONE_SECONDS - 1)
        assert await claim(later) == "NotNow"
        later.hands.pass_seconds(1)
        assert await claim(later) == "won"


async def test_days_without_the_server_do_not_count_for_the_player_who_waits(here: Site) -> None:
    """It is Bob's turn. He thinks for days, plays, and then says that Ada is gone."""
    await here.seat("mini answers=hand")
    assert (await here.play("Ada", "code RGB"))[0] == 200
    async with days_later(here) as later:
        later.hands.pass_seconds(GONE_SECONDS)
        assert await claim(later, "Bob") == "NotNow"
        assert (await later.play("Bob", "guess RRR"))[0] == 200
        assert await claim(later, "Bob") == "NotNow"
        later.hands.pass_seconds(GONE_SECONDS)
        assert await claim(later, "Bob") == "NotNow"


async def test_nor_do_they_after_a_move_that_was_saved_but_not_answered(here: Site) -> None:
    await here.seat("mini answers=hand")
    assert (await here.play("Ada", "code RGB"))[0] == 200
    async with days_later(here) as later:
        await later.registry.table(later.table)
        later.archive.add_later(later.table, 1, Guess(Code.parse("aaa")), at=later.hands.day).result()
        assert (await later.play("Bob", "guess RRR"))[0] == 409
        later.hands.pass_seconds(GONE_SECONDS)
        assert await claim(later, "Bob") == "NotNow"


async def test_a_player_who_joins_late_is_not_gone_at_once(here: Site) -> None:
    here.table = (await here.open("Ada", players=("Ada", None))).table.id
    async with days_later(here) as later:
        assert await claim(later) == "NotNow"  # the match has not begun
        joined = await later.post("join", {"invitation": INVITATION, "name": "Bob"}, who="Bob")
        assert joined[0] == 200
        assert await claim(later) == "NotNow"


@pytest.mark.parametrize("players", [("computer beginner", "Ada"), ("", "Ada")])
async def test_neither_a_computer_nor_nobody_can_be_gone(here: Site, players: tuple[str, str]) -> None:
    here.table = (await here.open("Ada", games=1, players=players)).table.id
    await settled()
    here.hands.pass_seconds(GONE_SECONDS_WITHOUT_CLOCK)
    assert await claim(here) == "NotNow"


async def test_everybody_is_told_for_how_long_a_player_is_away(here: Site) -> None:
    await begin(here, CLOCKED)
    here.hands.pass_seconds(95)
    async with listening(here, "Ada") as ada:
        while "here" not in (sent := str((await ada.sent.get()).get("text"))):
            pass
    assert sent == '{"here":[true,false],"watching":0,"away":[null,95],"idle":95}'


STALLING = {
    "mini answers=hand time=60": IDLE_SECONDS,
    "mini answers=hand": GONE_SECONDS_WITHOUT_CLOCK,
}


@pytest.mark.parametrize("edition", STALLING)
async def test_a_connected_player_who_does_not_move_is_gone(here: Site, edition: str) -> None:
    """Ada makes the code, and marks no guess."""
    await here.seat(edition)
    assert (await here.play("Ada", "code RGB"))[0] == 200
    assert (await here.play("Bob", "guess RRR"))[0] == 200
    async with listening(here, "Ada") as talk, listening(here, "Bob") as other:
        await talk.message()
        await other.message()
        here.hands.pass_seconds(STALLING[edition] - 1)
        assert await claim(here, "Bob") == "NotNow"
        here.hands.pass_seconds(1)
        assert await claim(here) == "NotNow", "It is not Bob's turn."
        assert await claim(here, "Bob") == "won"


@pytest.mark.parametrize("edition", ["mini time=60", "mini answers=hand codemaker-time=60"])
async def test_a_connected_player_with_a_running_clock_is_not_gone(here: Site, edition: str) -> None:
    await begin(here, edition)
    who, other = "Bob", "Ada"
    if "hand" in edition:
        assert (await here.play("Bob", "guess RRR"))[0] == 200
        who, other = other, who
    async with listening(here, who) as talk:
        await talk.message()
        for _ in range(3):
            here.hands.pass_seconds(50)
            assert await claim(here, other) == "NotNow"


async def test_days_without_a_move_count_across_restarts_but_leave_two_minutes(here: Site) -> None:
    await begin(here, WITHOUT_CLOCK)
    async with days_later(here) as later, listening(later, "Bob") as talk:
        await talk.message()
        later.hands.pass_seconds(GONE_SECONDS - 1)
        assert await claim(later) == "NotNow"
        later.hands.pass_seconds(1)
        assert await claim(later) == "won"


async def test_a_move_starts_the_time_again(here: Site) -> None:
    await here.seat("mini answers=hand time=600")
    assert (await here.play("Ada", "code RGB"))[0] == 200
    async with listening(here, "Ada") as talk:
        await talk.message()
        here.hands.pass_seconds(500)
        assert (await here.play("Bob", "guess RRR"))[0] == 200
        here.hands.pass_seconds(IDLE_SECONDS - 1)
        assert await claim(here, "Bob") == "NotNow"
