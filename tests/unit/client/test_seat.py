"""Seats at a server: they play like local ones, also through connections that are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from itertools import count
from typing import Any

import httpx
import pytest

from codepegs.client import NoConnection, RemoteSeat
from codepegs.client import seat as client_seat
from codepegs.errors import NothingToShow, NotNow
from codepegs.notation import edition_line, record
from codepegs.rules.code import Colour
from codepegs.rules.move import Claim, Guess, Leave, SetCode
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.secret import Secret
from codepegs.storage.errors import Stale, UnknownTable
from codepegs.table.commands import GONE_SECONDS_WITHOUT_CLOCK
from codepegs.table.errors import NotSeated, NotYourMove
from codepegs.table.keyboard import Keyboard
from codepegs.table.view import TableView
from tests.support.asgi import INVITATION, Site, site
from tests.support.remote import AppTransport, Fault
from tests.support.story import AGAINST_A_COMPUTER, BY_HAND, SOLO, Story, check_heard
from tests.unit.table import test_story as story

MINI = edition_line.read("mini")


class Hall:
    """A server with remote seats, whose waits take no time."""

    def __init__(self, here: Site) -> None:
        self.site, self.transport = here, AppTransport(here)
        self.now, self.slept = 0.0, list[float]()
        self.seats: list[RemoteSeat] = []
        self._keys = count()

    async def sit(
        self, who: str | None = None, table: str | None = None, *, timeout: float = 60, **more: Any
    ) -> RemoteSeat:
        seat = RemoteSeat(
            "http://testserver",
            table or self.site.table,
            None if who is None else self.site.tokens[who],
            transport=self.transport,
            sleep=self._sleep,
            clock=lambda: self.now,
            new_key=lambda: f"key-{next(self._keys)}",
            **more,
        )
        self.seats.append(seat)
        return await seat.connect(timeout=timeout)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    @property
    def moves(self) -> int:
        return self.site.registry._sessions[self.site.table].table.moves


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    async with site() as running:
        here = Hall(running)
        await running.seat("mini", games=2)
        yield here
        for seat in here.seats:
            await seat.close()
        assert here.transport.streams == set()


async def until(seat: RemoteSeat, done: Callable[[TableView], bool]) -> TableView:
    async with asyncio.timeout(20):
        async for view in seat.changes():
            if done(view):
                return view
    raise AssertionError("the table was closed")


def code(text: str) -> SetCode:
    return SetCode(Secret(MINI.code(text)))


def guess(text: str) -> Guess:
    return Guess(MINI.code(text))


async def test_what_is_sent_returns_only_when_the_view_shows_it(hall: Hall) -> None:
    ada, bob = await hall.sit("Ada"), await hall.sit("Bob")
    await _returns_late(hall, ada.play(code("RGB"), at=0))
    assert ada.view.moves == 1
    await bob.at(ada.view.version)
    await _returns_late(hall, bob.offer("hints"))
    assert len(bob.view.offers) == 1
    await _returns_late(hall, ada.reply("hints", yes=True))
    assert (ada.view.offers, ada.view.moves) == ((), 2)
    hall.transport.flowing.clear()
    await hall.site.play("Bob", "guess RRR")
    late = asyncio.create_task(ada.play(code("RGB"), at=2))
    await _settle()
    hall.transport.flowing.set()
    with pytest.raises(Stale):
        await late
    assert ada.view.moves == 3


async def _returns_late(hall: Hall, sending: Coroutine[Any, Any, None]) -> None:
    hall.transport.flowing.clear()
    task = asyncio.create_task(sending)
    await _settle()
    assert not task.done()
    hall.transport.flowing.set()
    await task


async def _settle() -> None:
    """Let everything happen that needs no time."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_refusals_have_the_types_of_a_local_table(hall: Hall) -> None:
    ada, bob, eve = await hall.sit("Ada"), await hall.sit("Bob"), await hall.sit()
    await ada.play(code("RGB"), at=0)
    with pytest.raises(Stale) as stale:
        await bob.play(guess("RGB"), at=0)
    assert (stale.value.number, bob.view.moves) == (0, 1)
    with pytest.raises(NotYourMove):
        await ada.play(guess("RGB"), at=1)
    with pytest.raises(NothingToShow):
        await bob.play(Claim(()), at=1)
    with pytest.raises(NotSeated):
        await eve.offer("hints")
    with pytest.raises(NotNow):
        await bob.hint()
    with pytest.raises(NotNow):
        await bob.rematch()


async def test_no_such_table_and_no_such_server(hall: Hall) -> None:
    with pytest.raises(UnknownTable):
        await hall.sit("Ada", "zzzzzzzzzz")
    hall.transport.reachable = False
    with pytest.raises(NoConnection):
        await hall.sit("Ada", timeout=3)
    assert sum(hall.slept) <= 3


FAULTS: list[list[Fault]] = [
    ["unreachable"],
    ["lost before"],
    ["lost after"],
    ["lost after", "unreachable", "lost before", "lost after"],
]


@pytest.mark.parametrize("faults", FAULTS, ids=", ".join)
async def test_a_move_through_lost_connections_is_made_once(hall: Hall, faults: list[Fault]) -> None:
    ada = await hall.sit("Ada")
    hall.transport.faults = faults[:]
    await ada.play(code("RGB"), at=0)
    assert (ada.view.moves, hall.moves) == (1, 1)
    assert hall.transport.requests.count("POST moves") == len(faults) + 1
    assert hall.slept == sorted(hall.slept)


async def test_a_move_that_gets_no_reply_for_long_is_given_up(hall: Hall) -> None:
    ada = await hall.sit("Ada", retry_timeout=5)
    hall.transport.faults = ["unreachable"] * 100
    with pytest.raises(NoConnection):
        await ada.play(code("RGB"), at=0)
    assert hall.moves == 0


async def test_a_lost_stream_is_shown_and_comes_back_with_what_was_missed(hall: Hall) -> None:
    ada, bob = await hall.sit("Ada"), await hall.sit("Bob", retry_timeout=5)
    following = asyncio.create_task(until(bob, lambda view: not view.online))
    await asyncio.sleep(0)
    hall.transport.reachable = False
    hall.transport.cut()
    lost = await following
    assert (lost.online, lost.moves, bob.view.online) == (False, 0, False)
    await hall.site.play("Ada", "code RGB")
    async with asyncio.timeout(60):
        while hall.now < 1000:
            await asyncio.sleep(0)
    hall.transport.reachable = True
    back = await until(bob, lambda view: view.online)
    assert (back.moves, back.told) == (1, ("Ada has set the code.",))
    await bob.play(guess("RGB"), at=1)
    await until(ada, lambda view: view.moves == 2)


async def test_the_time_left_counts_down_from_its_arrival(hall: Hall) -> None:
    ada, bob = await hall.sit("Ada"), await hall.sit("Bob")
    await ada.offer("clock 60")
    await bob.reply("clock 60", yes=True)
    await ada.play(code("RGB"), at=1)
    await bob.at(ada.view.version)
    assert bob.view.left == 60_000
    hall.now += 1.5
    assert bob.view.left == 58_500
    hall.now += 100
    assert bob.view.left == 0


async def test_the_view_says_who_is_connected(hall: Hall) -> None:
    ada = await hall.sit("Ada")
    hall.site.registry.tick()
    await until(ada, lambda view: view.present == (True, False))
    bob = await hall.sit("Bob")
    hall.site.registry.tick()
    await until(ada, lambda view: view.present == (True, True))
    await bob.close()
    await asyncio.sleep(0)
    hall.site.registry.tick()
    await until(ada, lambda view: view.present == (True, False))


async def test_the_codemaker_sees_the_row_that_the_other_player_is_laying(hall: Hall) -> None:
    registry, clients = hall.site.registry, hall.site.registry._sessions[hall.site.table].table.seats.clients
    ada, bob, eve = await hall.sit("Ada"), await hall.sit("Bob"), await hall.sit()
    await ada.play(code("RGB"), at=0)

    async def lay(pegs: str, moves: int) -> None:
        registry.lay(hall.site.table, clients[1], moves=moves, pegs=pegs)
        registry.tick()

    await lay("K.R", 1)
    for seat in (ada, eve):
        await until(seat, lambda view: view.laid == (5, None, 0))
    assert not bob.view.laid, "Bob sees his own row anyway."
    await ada.offer("clock 60")
    offered = await until(ada, lambda view: bool(view.offers))
    assert offered.laid == (5, None, 0), "An offer leaves the row alone."
    await bob.play(guess("RRR"), at=1)
    assert not (await until(ada, lambda view: view.moves == 2)).laid
    await lay("KKK", 1)
    await lay("Y..", 2)
    shown = await until(ada, lambda view: bool(view.laid))
    assert shown.laid == (2, None, None), "A row for an earlier position is ignored."


def rows_sent(hall: Hall) -> int:
    return hall.transport.requests.count("POST laid")


async def test_a_seat_never_sends_a_code_or_the_row_of_somebody_who_waits(hall: Hall) -> None:
    ada, bob, eve = await hall.sit("Ada"), await hall.sit("Bob"), await hall.sit()
    row = (Colour(0), Colour(1), Colour(2))
    for seat in (ada, bob, eve):  # Ada sets the code
        seat.lay(row)
    await ada.play(code("RGB"), at=0)
    for seat in (ada, eve):  # Bob guesses
        seat.lay(row)
    await _settle()
    assert rows_sent(hall) == 0


async def test_a_row_is_not_sent_while_nobody_looks(hall: Hall) -> None:
    await hall.site.play("Ada", "code RGB")
    bob = await hall.sit("Bob")
    hall.site.registry.tick()
    await until(bob, lambda view: view.moves == 1 and view.present == (False, True))
    bob.lay((Colour(0), None, None))
    await _settle()
    assert rows_sent(hall) == 0
    await hall.sit()
    hall.site.registry.tick()
    await _settle()
    bob.lay((Colour(0), None, None))
    await _settle()
    assert rows_sent(hall) == 1, "A spectator looks."


async def test_a_row_that_cannot_be_sent_is_lost(hall: Hall) -> None:
    ada, bob = await hall.sit("Ada"), await hall.sit("Bob")
    await ada.play(code("RGB"), at=0)
    await bob.at(ada.view.version)
    hall.transport.faults = ["lost before"]
    bob.lay((Colour(0), None, None))
    await _settle()
    assert rows_sent(hall) == 1
    bob.lay((Colour(0), Colour(1), None))
    await _settle()
    hall.site.registry.tick()
    await until(ada, lambda view: view.laid == (0, 1, None))


async def test_closing_ends_the_changes_and_leaves_no_task(hall: Hall) -> None:
    before = asyncio.all_tasks()
    ada = await hall.sit("Ada")
    ended = asyncio.create_task(_count(ada))
    await asyncio.sleep(0)
    await ada.close()
    assert await ended >= 1
    assert asyncio.all_tasks() - before == set()
    assert [view.moves async for view in ada.changes()] == [0]


async def _count(seat: RemoteSeat) -> int:
    return len([view async for view in seat.changes()])


async def test_a_table_that_is_withdrawn_ends_the_changes_with_an_error(hall: Hall) -> None:
    session = await hall.site.open("Ada", games=1, players=("Ada", None))
    eve = await hall.sit(None, session.table.id)
    assert eve.view.match is None
    await hall.site.registry.delete(session.table.id, hall.site.client_id("Ada"))
    with pytest.raises(UnknownTable):
        await until(eve, lambda view: False)


@pytest.mark.parametrize(("told", "waited"), [("2", 2), ("999999999", 60), ("-1", 0.05), ("1e9", 0.05)])
async def test_a_busy_server_says_when_the_stream_may_come_back(hall: Hall, told: str, waited: float) -> None:
    ada = await hall.sit("Ada")
    replies = iter([httpx.Response(503, headers={"retry-after": told}, json={})])
    plain = hall.transport.handle_async_request

    async def busy(request: httpx.Request) -> httpx.Response:
        found = next(replies, None)
        return await plain(request) if found is None else found

    hall.transport.handle_async_request = busy  # type: ignore[method-assign]
    hall.transport.cut()
    await until(ada, lambda view: not view.online)
    await until(ada, lambda view: view.online)
    assert hall.slept[-1] == pytest.approx(waited, abs=0.1)


async def test_a_fault_while_reading_the_stream_reaches_who_connects(hall: Hall) -> None:
    async def fail(request: httpx.Request) -> httpx.Response:
        raise ZeroDivisionError

    hall.transport.handle_async_request = fail  # type: ignore[method-assign]
    with pytest.raises(NoConnection) as raised:
        await hall.sit("Ada")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


async def test_a_server_that_says_nothing_is_given_up(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_seat, "CONNECT_MARGIN", -3)
    hall.transport.flowing.clear()
    with pytest.raises(NoConnection):
        await asyncio.wait_for(hall.sit("Ada", timeout=3), 20)
    hall.transport.flowing.set()


async def open_table(here: Site, story: Story) -> None:
    """Open the table of a story. In one of two people, Bob joins."""
    one, two = story.players
    invites = story.players == ("Ada", "Bob")
    players = (one, None if invites else two)
    here.table = (await here.open("Ada", story.edition, games=story.games, players=players)).table.id
    if invites:
        assert (await here.post("join", {"invitation": INVITATION, "name": two}, who=two))[0] == 200


@pytest.mark.parametrize("told", [BY_HAND, AGAINST_A_COMPUTER, SOLO])
async def test_every_seat_at_a_server_hears_the_same_sentences(hall: Hall, told: Story) -> None:
    await open_table(hall.site, told)
    keyboards = {"": Keyboard({}, await hall.sit())}
    for who in {step.who for step in told.steps}:
        player: PlayerNumber = 0 if told.players[0] == who else 1
        seat = await hall.sit(who)
        keyboards[who] = Keyboard({player: seat}, seat)
    heard: dict[str, list[str]] = {who: [] for who in keyboards}
    listeners = [asyncio.create_task(story.listen(keyboards[who], heard[who])) for who in keyboards]
    for step in told.steps:
        await story.play(hall.site.registry, keyboards[step.who], step)
    async with asyncio.timeout(20):
        await asyncio.gather(*listeners)
    match = record.read(await keyboards["Ada"].record())
    for sentences in heard.values():
        check_heard(match, sentences)


async def test_a_player_who_is_gone_is_claimed_through_a_seat(hall: Hall) -> None:
    ada = await hall.sit("Ada")
    with pytest.raises(NotNow):
        await ada.play(Leave(Seat.CODEBREAKER), at=0)
    hall.site.hands.pass_seconds(GONE_SECONDS_WITHOUT_CLOCK)
    await ada.play(Leave(Seat.CODEBREAKER), at=0)
    assert ada.view.over
