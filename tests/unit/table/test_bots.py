"""Computers at a table. Two computers play only while somebody watches."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise, repeat
from random import Random
from typing import Any

import pytest

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import Busy
from codepegs.players import LEVELS, Level
from codepegs.players.hard_codes import HardCodes, find_hard_codes
from codepegs.rules import Edition, Match, find_edition
from codepegs.rules.move import Move, SetCode
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.table import commands
from codepegs.table.bots import choose_move
from codepegs.table.registry import SWEEP_SECONDS
from tests.support.asgi import Site, Talk, site
from tests.support.strategies import two
from tests.support.world import Ready
from tests.unit.server.api.test_stream import listening, settled


async def computers(here: Site, terms: str, players: tuple[str, str], *, games: int = 2) -> None:
    """Open a table for two computers."""
    here.table = (await here.open("Ada", terms, games=games, players=players)).table.id


def computed(code: str) -> Move:
    """Return a move that sets a code."""
    return SetCode(Secret(find_edition("mini").code(code)))


async def the_end(talk: Talk) -> dict[str, Any]:
    """Return the message that ends the match, and check the versions before it."""
    message = await talk.message()
    version = message["view"]["version"]
    while True:
        if (message.get("view") or message["change"]).get("phase") == "over":
            return message
        message = await talk.message()
        version += 1
        assert message["change"]["version"] == version


@pytest.mark.parametrize("answers", ["hand", "referee"])
async def test_two_computers_play_a_whole_match(here: Site, answers: str) -> None:
    await computers(here, f"mini answers={answers}", ("computer expert", "computer expert 2"))
    async with listening(here) as talk:
        await the_end(talk)
    assert here.archive.match(here.table).over


async def test_two_computers_play_only_while_somebody_watches(here: Site) -> None:
    await computers(here, "mini", ("computer expert", "computer expert 2"), games=20)
    session = await here.registry.table(here.table)
    await settled()
    assert (session.table.moves, session.bot_task) == (0, None)
    for _ in range(2):
        async with listening(here) as talk:
            before = (await talk.message())["view"]["moves"]
            for _ in range(3):
                await talk.message()
        while session.bot_task is not None:
            await settled()
        assert session.table.moves >= before + 3
        assert not session.table.over


async def test_the_clock_is_paused_while_nobody_watches_two_computers() -> None:
    async with site(pace=3600) as here:
        await computers(here, "mini time=10", ("computer expert", "computer expert 2"))
        session = await here.registry.table(here.table)
        step = commands.play(session.table, computed("RGB"), by=0, salt=bytes(32))
        await here.registry.execute(here.table, lambda _: step)
        for _ in range(40):
            here.hands.pass_seconds(0.5)
            here.registry.tick()
            assert (await here.registry.view(here.table, None)).clock.left == 10_000
        await settled()
        assert session.table.moves == 1
        async with listening(here) as talk:
            await talk.message()
            for _ in range(22):
                here.hands.pass_seconds(0.5)
                here.registry.tick()
            assert (await talk.message())["change"]["line"] == "timeout"


async def test_an_unwatched_table_of_two_computers_is_unloaded() -> None:
    async with site(keep=0) as here:
        await computers(here, "mini", ("computer expert", "computer expert 2"))
        await settled()
        here.hands.pass_seconds(SWEEP_SECONDS)
        here.registry.tick()
        assert here.table not in here.registry._sessions
        async with listening(here) as talk:
            await the_end(talk)


async def test_a_computer_waits_between_consecutive_moves() -> None:
    async with site(pace=3600) as here:
        session = await here.open("Ada", "super", games=1, players=("Ada", "computer medium"))
        here.table = session.table.id
        await here.play("Ada", "code RRRRR")
        while not session.table.require_match().game.board.rows:
            await settled()
        for _ in range(20):
            await settled()
        assert len(session.table.require_match().game.board.rows) == 1, "the first at once, the others later"


@pytest.mark.parametrize(("limit", "pause"), [(None, 5.0), (60, 5.0), (4, 1.0)])
async def test_the_delay_of_a_computer_never_exceeds_the_clock(limit: int | None, pause: float) -> None:
    async with site(pace=5) as here:
        match = Match.start(two(find_edition("mini", time_limit=limit)))
        assert here.app.state.context.bot_delay(match) == pause


class Failing(Ready):
    """Pool that fails to guess, and fails to guess quickly as long as there are `refusals`."""

    def __init__(self, here: Site, error: Exception, refusals: Iterable[Exception] = ()) -> None:
        self.error, self.refusals = error, iter(refusals)
        self.views: list[MatchView] = []
        here.registry._scheduler._compute = self

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        self.views.append(view)
        raise self.error

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        self.views.append(view)
        for error in self.refusals:
            raise error
        return await super().guess_quickly(view, level, seed)


class Noting(Ready):
    """Pool that notes the addresses for which it guesses."""

    def __init__(self, here: Site) -> None:
        self.addresses: list[str] = []
        here.registry._scheduler._compute = self

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        self.addresses.append(address)
        return await super().guess(view, level, seed)


def talk_from(here: Site, address: str, what: str = "", **more: Any) -> Talk:
    """Return a request about the table from an address."""
    talk = Talk(here, f"/api/tables/{here.table}{what}", **more)
    talk.scope["client"] = (address, 1)
    return talk


async def test_a_computer_guesses_for_the_address_of_the_player(here: Site) -> None:
    pool = Noting(here)
    session = await here.open("Ada", games=1, players=("Ada", "computer expert"))
    here.table = session.table.id
    code = {"key": "code", "moves": 0, "move": "code RGB"}
    async with talk_from(here, "10.0.0.1", "/moves", who="Ada", body=code) as talk:
        assert b"code" in await talk.whole()
    for spectator in (None, "Bob"):
        async with talk_from(here, "10.0.0.2", who=spectator) as talk:
            assert b"Ada" in await talk.whole()
    async with listening(here) as talk:
        await the_end(talk)
    assert set(pool.addresses) == {"10.0.0.1"}
    assert session.address == "10.0.0.1"


async def test_two_computers_guess_for_the_address_of_a_spectator(here: Site) -> None:
    pool = Noting(here)
    await computers(here, "mini", ("computer expert", "computer expert 2"))
    async with talk_from(here, "10.0.0.2", "/socket", socket=True) as talk:
        await the_end(talk)
    assert set(pool.addresses) == {"10.0.0.2"}


async def watched_match(here: Site) -> Counter[str]:
    """Let two computers play a match, and return how often each way to choose a move was used."""
    sources = Counter[str]()
    here.registry._scheduler._observer.bot_moved = lambda source: sources.update([source])  # type: ignore[method-assign]
    await computers(here, "mini", ("computer perfect", "computer perfect 2"))
    async with asyncio.timeout(120), listening(here) as talk:
        await the_end(talk)
    return sources


@pytest.mark.parametrize("error", [Busy(), BudgetExceeded.memory(1)])
async def test_a_quick_guess_is_the_fallback_when_the_pool_fails(here: Site, error: Exception) -> None:
    pool = Failing(here, error)
    sources = await watched_match(here)
    assert sources["server"] == 2, "the codes"
    assert sources["fallback"] == len(pool.views) / 2
    assert not sources["pool"]
    for view in pool.views:
        assert view.game.seat is Seat.CODEBREAKER
        assert view.game.code is None
    for game in here.archive.match(here.table).games:
        assert all(row.fits(later.guess) for row, later in pairwise(game.board.rows))


@pytest.mark.parametrize(
    ("error", "refusals", "waited"),
    [
        pytest.param(WorkerCrashed(), repeat(WorkerCrashed()), 0, id="a random guess is the last resort"),
        pytest.param(Busy(), [Busy()] * 5, 5, id="it waits while the pool is full"),
    ],
)
async def test_a_computer_plays_on_without_the_pool(
    here: Site, monkeypatch: pytest.MonkeyPatch, error: Exception, refusals: Iterable[Exception], waited: int
) -> None:
    monkeypatch.setattr("codepegs.table.scheduler.RETRY_SECONDS", 0)
    pool = Failing(here, error, refusals)
    assert (await watched_match(here))["fallback"] == len(pool.views) / 2 - waited


async def test_a_computer_retries_when_its_move_cannot_be_saved(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codepegs.table.scheduler.RETRY_SECONDS", 0)

    await here.seat()
    real, failures = here.archive.add_later, iter(range(3))

    def sometimes(*given: Any, **more: Any) -> Any:
        answer = real(*given, **more)
        if next(failures, None) is not None:
            answer = type(answer)()
            answer.set_exception(ArchiveUnavailable("the disk is full"))
        return answer

    here.archive.add_later = sometimes
    await computers(here, "mini", ("computer expert", "computer expert 2"))
    async with listening(here) as talk:
        while not (await here.registry.table(here.table)).table.over:
            await talk.message()
    assert here.archive.match(here.table) == (await here.registry.table(here.table)).table.match


@pytest.mark.parametrize("busy", [False, True])
async def test_a_pool_lists_hard_codes_but_does_not_learn_the_code(
    monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    """A busy pool makes the code a random one."""
    classic, asked = find_edition("classic-1"), []

    async def run(function: Callable[[Edition], HardCodes], edition: Edition, *, address: str) -> HardCodes:
        asked.append((function, edition))
        if busy:
            raise Busy("The server is busy.")
        return function(edition)

    pool = Ready()
    monkeypatch.setattr(pool, "run", run)
    match = Match.start(replace(two(classic), players=("computer perfect", "Ada")))
    codes = set()
    for seed in range(50):
        move, source = await choose_move(match, 0, LEVELS["perfect"], compute=pool, random=Random(seed))
        assert isinstance(move, SetCode)
        assert move.secret is not None
        assert source == "server"
        codes.add(bytes(map(classic.kinds.index, move.secret.reveal().pegs)))
    assert (codes <= set(find_hard_codes(classic))) != busy
    assert set(asked) == {(find_hard_codes, classic)}
