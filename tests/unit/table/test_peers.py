"""Several server processes at one archive: what one does, the others show."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from codepegs.rules.match import Match
from codepegs.rules.move import Guess
from codepegs.storage.archive import MatchId
from codepegs.table.bus import messages
from codepegs.table.bus.peers import BusPeers
from codepegs.table.table import Table
from codepegs.table.version import Version
from tests.support.asgi import INVITATION, Site, Talk
from tests.support.fleet import Fleets, fleet
from tests.support.memory_store import MemoryTables

KEY = bytes(range(32))


async def seat(fleets: Fleets, *, games: int = 2) -> MatchId:
    """Seat Ada at the first process and Bob at the second one. Both have the table in memory."""
    one, two = fleets.members
    one.table = two.table = (await one.open("Ada", players=("Ada", None), games=games)).table.id
    joined = await two.post("join", {"invitation": INVITATION, "name": "Bob"}, who="Bob")
    assert joined[0] == 200, joined
    await fleets.settle()
    return one.table


def moves(site: Site) -> int:
    """Return how many moves the copy of a process has."""
    session = site.registry.find(site.table)
    assert session is not None
    return session.table.moves


async def check_current(site: Site) -> Table:
    """Return the copy of a process, which must equal the stored table."""
    session = site.registry.find(site.table)
    assert session is not None
    assert session.table == await site.registry._store.load(site.table)
    return session.table


async def test_a_move_at_one_process_shows_at_the_other() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        async with Talk(two, f"/api/tables/{two.table}/socket", who="Bob", socket=True) as bob:
            assert (await bob.message())["view"]["moves"] == 0
            assert (await one.play("Ada", "code RGB"))[0] == 200
            change = (await bob.message())["change"]
            assert (change["moves"], change["by"], change["line"]) == (1, 0, "code hidden")
        assert (await two.play("Bob", "guess RGW"))[0] == 200
        await fleets.settle()
        assert moves(one) == moves(two) == 2


async def test_only_the_moves_of_another_process_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy of this process equals the stored table, and nothing is read twice."""
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        loads = []
        monkeypatch.setattr(MemoryTables, "keys", lambda self, match: loads.append(match))
        await one.play("Ada", "code RGB")
        await one.play("Bob", "guess RGW")
        await fleets.settle()
        assert moves(two) == 2
        assert not loads
        monkeypatch.undo()
        await check_current(two)


async def test_a_table_is_loaded_if_more_than_moves_has_changed() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        two.bus.disconnect()
        await one.play("Ada", "code RGB")
        assert (await one.post("offers", {"key": "offer", "offer": "clock 60"}, who="Ada"))[0] == 200
        two.bus.connected = True
        two.registry.check_versions()
        await fleets.settle()
        table = await check_current(two)
        assert table.offers


async def test_a_move_that_closes_an_offer_closes_it_everywhere() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        await one.post("offers", {"key": "offer", "offer": "clock 60"}, who="Ada")
        await fleets.settle()
        # Bob agrees, which is a move.
        assert (await two.post("replies", {"key": "reply", "reply": "clock 60", "yes": True}, who="Bob"))[
            0
        ] == 200
        await fleets.settle()
        table = await check_current(one)
        assert not table.offers


async def test_a_client_that_knows_more_than_the_process_is_served() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        two.bus.disconnect()
        await one.play("Ada", "code RGB")
        assert moves(two) == 0
        assert (await two.play("Bob", "guess RGW", moves=1))[0] == 200
        assert moves(two) == 2


async def test_a_repeated_move_brings_a_process_up_to_date() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        two.bus.disconnect()
        answer = await one.play("Ada", "code RGB", key="once")
        await one.play("Bob", "guess RGW")
        assert moves(two) == 0
        assert await two.play("Ada", "code RGB", key="once", moves=0) == answer
        assert moves(two) == 2
        await check_current(two)


class SlowTables(MemoryTables):
    """Archive in which somebody changes a table while it is being read, after the rows were fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Any] = []

    def keys(self, match: MatchId) -> Any:
        found = super().keys(match)
        if self.meanwhile:
            self.meanwhile.pop()()
        return found

    def moves_since(self, match: Match) -> Any:
        found = super().moves_since(match)
        if self.meanwhile:
            self.meanwhile.pop()()
        return found


async def play_while_reading(fleets: Fleets, archive: SlowTables, *, again: bool) -> None:
    """Let the second process read the table, and hear of a newer version when it has read an older one."""
    one, two = fleets.members
    await seat(fleets, games=2)
    if again:
        two.registry._unload(await two.registry.table(two.table), "")
    two.bus.disconnect()
    await one.play("Ada", "code RGB")
    two.bus.connected = True

    def meanwhile() -> None:
        # Runs in the thread that reads, while the event loop is free.
        session = one.registry.find(one.table)
        assert session is not None
        after = session.table.require_match()
        number = after.length
        archive.add_later(one.table, number, Guess(after.agreement.edition.code("RGW")), at=1)
        loop.call_soon_threadsafe(two.registry.hear, one.table, Version(session.table.version + 1))

    loop = asyncio.get_running_loop()
    archive.meanwhile = [meanwhile]
    if again:
        await two.registry.table(two.table)
    else:
        two.registry.hear(two.table, Version(2))
    await fleets.settle(100)


@pytest.mark.parametrize("again", [False, True], ids=["reloading", "loading"])
async def test_a_version_heard_while_reading_is_not_lost(again: bool) -> None:
    archive = SlowTables()
    async with fleet(archive=archive) as fleets:
        await play_while_reading(fleets, archive, again=again)
        assert moves(fleets.members[1]) == 2


@pytest.mark.parametrize("cut_off", [0, 1])
async def test_tables_are_compared_when_a_process_is_back_at_the_bus(cut_off: int) -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        fleets.members[cut_off].bus.disconnect()
        await one.play("Ada", "code RGB")
        await fleets.settle()
        assert moves(two) == 0
        fleets.members[cut_off].bus.connect()
        await fleets.settle()
        assert moves(two) == 1


async def test_without_a_bus_tables_are_compared_now_and_then() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        for bus in fleets.hub.buses:
            bus.disconnect()
        await one.play("Ada", "code RGB")
        await fleets.tick(2.1)
        assert moves(two) == 1


async def test_tables_are_compared_when_another_process_falls_silent() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        await fleets.tick(2.1)
        # It dies after the commit and before the announcement.
        fleets.hub.buses.remove(one.bus)
        one.bus.send = lambda payloads: None  # type: ignore[method-assign]
        await one.play("Ada", "code RGB")
        await fleets.settle()
        assert moves(two) == 0
        fleets.hands.pass_seconds(11)
        two.registry.tick()
        await fleets.settle()
        assert moves(two) == 1


async def test_a_deleted_table_closes_everywhere() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        table = (await one.open("Ada", players=("Ada", None))).table.id
        one.table = two.table = table
        async with Talk(two, f"/api/tables/{table}/socket", socket=True) as watching:
            await watching.message()
            await one.registry.delete(table, one.client_id("Ada"))
            assert "close" in await watching.message()
        assert two.registry.find(table) is None


async def news(talk: Talk, kind: str) -> dict[str, Any]:
    """Return the next message of a socket with this field."""
    while True:
        sent = await talk.sent.get()
        if sent["type"] == "websocket.send":
            found: dict[str, Any] = json.loads(sent["text"])
            if kind in found:
                return found


async def test_a_player_at_another_process_is_there() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        table = await seat(fleets)
        path = f"/api/tables/{table}/socket"
        session = one.registry.find(table)
        assert session is not None
        async with Talk(one, path, who="Ada", socket=True) as ada:
            async with Talk(two, path, who="Bob", socket=True):
                await fleets.settle()
                await fleets.tick()
                assert session.away(fleets.hands.monotonic()) == (None, None)
                while (await news(ada, "here"))["here"] != [True, True]:
                    pass
                for _ in range(30):
                    await fleets.tick(5)
                assert session.away(fleets.hands.monotonic())[1] is None
            for _ in range(30):
                await fleets.tick(5)
            assert (session.away(fleets.hands.monotonic())[1] or 0) >= 120


async def test_a_player_who_polls_another_process_is_there() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        table = await seat(fleets)
        await fleets.tick(3.1)
        session = one.registry.find(table)
        assert session is not None
        for _ in range(20):
            await two.registry.view(table, two.client_id("Bob"))
            await fleets.tick(10)
        assert (session.away(fleets.hands.monotonic())[1] or 0) <= 20


async def test_nobody_is_away_while_the_bus_is() -> None:
    async with fleet() as fleets:
        one = fleets.members[0]
        table = await seat(fleets)
        session = one.registry.find(table)
        assert session is not None
        one.bus.disconnect()
        for _ in range(20):
            await fleets.tick(10)
        assert session.away(fleets.hands.monotonic())[1] == 0
        one.bus.connect()
        await fleets.tick(130)
        assert (session.away(fleets.hands.monotonic())[1] or 0) >= 120


async def test_the_people_of_a_dead_process_leave() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        table = await seat(fleets)
        session = one.registry.find(table)
        assert session is not None
        async with Talk(two, f"/api/tables/{table}/socket", who="Bob", socket=True):
            await fleets.settle()
            await fleets.tick()
            assert session.away(fleets.hands.monotonic())[1] is None
            fleets.hub.buses.remove(two.bus)
            two.bus.send = lambda payloads: None  # type: ignore[method-assign]
            fleets.hands.pass_seconds(11)
            one.registry.tick()
            assert session.away(fleets.hands.monotonic())[1] == 0


async def test_a_request_to_play_reaches_the_host_at_another_process() -> None:
    async with fleet(3) as fleets:
        one, two, three = fleets.members
        for site in fleets.members:
            site.welcome("Cleo")
        table = (await one.open("Ada", players=("Ada", None))).table.id
        path = f"/api/tables/{table}/socket"
        async with (
            Talk(one, path, who="Ada", socket=True) as ada,
            Talk(two, path, who="Cleo", socket=True),
        ):
            status, _ = await three.post_to(
                f"/api/tables/{table}/asks", {"key": "k" * 22, "name": "Cleo"}, who="Cleo"
            )
            assert status == 200
            for _ in range(3):
                await fleets.tick()
            while not (asks := (await news(ada, "asks"))["asks"]):
                pass
            assert [ask["name"] for ask in asks] == ["Cleo"]
            # It stays open for as long as Cleo is connected.
            for _ in range(10):
                await fleets.tick(3)
            assert [ask.name for ask in await one.registry.asks(table, one.client_id("Ada"))] == ["Cleo"]
            body = {"key": "a1", "admit": asks[0]["id"], "yes": True}
            status, answer = await one.post_to(f"/api/tables/{table}/admissions", body, who="Ada")
            assert status == 200, answer
            await fleets.settle()
            assert two.registry.find(table).table.seats.names == ("Ada", "Cleo")  # type: ignore[union-attr]


async def test_a_declined_request_is_declined_everywhere() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        for site in fleets.members:
            site.welcome("Cleo")
        table = (await one.open("Ada", players=("Ada", None))).table.id
        path = f"/api/tables/{table}"
        async with (
            Talk(one, f"{path}/socket", who="Ada", socket=True),
            Talk(two, f"{path}/socket", who="Cleo", socket=True),
        ):
            await fleets.settle()
            asking = {"key": "k" * 22, "name": "Cleo"}
            await two.post_to(f"{path}/asks", asking, who="Cleo")
            for _ in range(3):
                await fleets.tick()
            (ask,) = await one.registry.asks(table, one.client_id("Ada"))
            await one.post_to(f"{path}/admissions", {"key": "a1", "admit": ask.id, "yes": False}, who="Ada")
            await fleets.settle()
            status, answer = await two.post_to(f"{path}/asks", asking, who="Cleo")
            assert (status, answer["refused"]["kind"]) == (403, "Forbidden")


async def test_rows_being_laid_and_phrases_go_to_other_processes() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        table = await seat(fleets)
        await one.play("Ada", "code RGB")
        await fleets.settle()
        async with Talk(one, f"/api/tables/{table}/socket", who="Ada", socket=True) as ada:
            two.registry.lay(table, two.client_id("Bob"), moves=1, pegs="R..")
            await fleets.tick()
            await fleets.tick()
            assert (await news(ada, "laid"))["laid"] == "R.."
            two.registry.say(table, two.client_id("Bob"), "Thanks")
            await fleets.settle()
            await news(ada, "said")


async def test_a_challenge_is_listed_everywhere_until_it_is_taken() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        lobbies = [site.app.state.context.lobby for site in fleets.members]
        opening = {"key": "o" * 22, "edition": "mini", "games": 2, "players": ["Ada", None]}
        opening["challenge"] = True
        status, opened = await one.post_to("/api/tables", opening, who="Ada")
        assert status == 201, opened
        await fleets.settle()
        listed = [[each.id for each in lobby.challenges(None).challenges] for lobby in lobbies]
        assert listed == [[opened["id"]]] * 2
        # The limit of a player counts all processes.
        again = opening | {"key": "p" * 22}
        assert (await two.post_to("/api/tables", again, who="Ada"))[0] == 201
        assert (await two.post_to("/api/tables", opening | {"key": "q" * 22}, who="Ada"))[0] == 409
        taken = await two.post_to(
            f"/api/tables/{opened['id']}/take", {"key": "t" * 22, "name": "Bob"}, who="Bob"
        )
        assert taken[0] == 200, taken
        await fleets.settle()
        for lobby in lobbies:
            lobby.tick()
            assert [each.id for each in lobby.challenges(None).challenges] != [opened["id"]]
            assert len(lobby.challenges(None).challenges) == 1


async def test_a_link_to_another_device_works_at_every_process() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        for site in fleets.members:
            site.welcome("Ada's phone")
        table = await seat(fleets)
        status, link = await one.post_to(f"/api/tables/{table}/transfers", {}, who="Ada")
        assert status == 200, link
        await fleets.settle()
        body = {"key": "m" * 22, "token": link["token"]}
        status, answer = await two.post_to(f"/api/tables/{table}/take-over", body, who="Ada's phone")
        assert status == 200, answer
        # It works once.
        two.welcome("Mallory")
        status, _ = await two.post_to(
            f"/api/tables/{table}/take-over", body | {"key": "n" * 22}, who="Mallory"
        )
        assert status == 403


async def test_two_equal_requests_at_two_processes_open_one_table() -> None:
    async with fleet() as fleets:
        opening = {"key": "o" * 22, "edition": "mini", "games": 2, "players": ["Ada", None]}
        answers = await asyncio.gather(
            *(site.post_to("/api/tables", opening, who="Ada") for site in fleets.members)
        )
        assert [status for status, _ in answers] == [201, 201]
        assert len({answer["id"] for _, answer in answers}) == 1


def test_a_payload_with_another_key_is_ignored() -> None:
    (payload,) = messages.write([messages.Changed("abcdefghjk", 3, 2, 1)], sender="one", key=KEY)
    assert messages.read(payload, key=KEY) == ("one", [messages.Changed("abcdefghjk", 3, 2, 1)])
    assert messages.read(payload, key=bytes(32)) == ("", [])
    assert messages.read(payload.replace("3", "4"), key=KEY) == ("", [])
    assert messages.read("", key=KEY) == ("", [])


def test_messages_of_an_unknown_kind_are_left_out() -> None:
    text = "one\n" + '["new",1]\n["changed","abcdefghjk",3,2,1,false]\n["changed","abcdefghjk","3",2,1,false]'
    payload = f"{messages._mac(text, KEY)}\n{text}"
    assert messages.read(payload, key=KEY) == ("one", [messages.Changed("abcdefghjk", 3, 2, 1)])


def test_many_messages_are_split_into_payloads() -> None:
    sent = [messages.Changed(f"table{number:05}", number, 0, 0) for number in range(1000)]
    payloads = [*messages.write(sent, sender="one", key=KEY)]
    assert len(payloads) > 1
    assert all(len(payload.encode()) < 8000 for payload in payloads)
    assert [one for payload in payloads for one in messages.read(payload, key=KEY)[1]] == sent


async def test_a_move_is_announced_after_it_is_saved_and_not_before() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        one.archive.held = []
        playing = asyncio.create_task(one.play("Ada", "code RGB"))
        while not one.archive.held:
            await asyncio.sleep(0)
        before = len(fleets.hub.payloads)
        await fleets.settle()
        assert len(fleets.hub.payloads) == before
        assert moves(two) == 0
        one.archive.release()
        assert (await playing)[0] == 200
        await fleets.settle()
        assert len(fleets.hub.payloads) > before
        assert moves(two) == 1


# Secrets -------------------------------------------------------------------------------


async def sent_on_the_bus(code: str) -> set[str]:
    """Play while a code is hidden, and return the messages between the processes.

    Who is connected is left out, because that is repeated by a real clock.
    """
    async with fleet() as fleets:
        one, two = fleets.members
        await seat(fleets)
        sockets = [
            Talk(at, f"/api/tables/{at.table}/socket", who=who, socket=True)
            for at, who in ((one, "Ada"), (two, "Bob"))
        ]
        async with sockets[0] as ada, sockets[1] as bob:
            ada.tell({"moves": 0, "laid": code})
            await fleets.tick()
            assert (await one.play("Ada", f"code {code}"))[0] == 200
            while moves(two) < 1:
                await fleets.settle(1)
            assert (await two.play("Bob", "guess RYY"))[0] == 200
            while moves(one) < 2:
                await fleets.settle(1)
            bob.tell({"moves": 2, "laid": "RY."})
            ada.tell({"say": "Thanks"})
            await fleets.tick()
            await one.post("offers", {"key": "offer", "offer": "clock 600"}, who="Ada")
            assert (await one.play("Ada", f"code {code}"))[0] == 409
            await fleets.tick()
        await fleets.tick()
        lines = [line for payload in fleets.hub.payloads for line in payload.split("\n")[2:]]
        return {line for line in lines if json.loads(line)[0] not in ("present", "heartbeat")}


async def test_no_message_between_processes_depends_on_a_code() -> None:
    one, other = await sent_on_the_bus("RGB"), await sent_on_the_bus("RKK")
    assert one == other
    assert {json.loads(line)[0] for line in one} >= {"changed", "laying", "said"}


async def test_a_message_with_a_code_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = BusPeers.announce

    def leaky(self: BusPeers, table: MatchId, version: Version, **more: Any) -> None:
        plain(self, table, version, **more)
        session: Any = self._host.find(table) if self._host is not None else None
        secret = session.table.match.game.secret if session and session.table.match else None
        if secret is not None:
            self.say(table, secret.reveal().pegs[2] > 2, "Thanks")

    monkeypatch.setattr(BusPeers, "announce", leaky)
    assert await sent_on_the_bus("RGB") != await sent_on_the_bus("RKK")
