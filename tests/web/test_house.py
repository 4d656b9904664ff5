"""The house: computers play, clocks run while the server is awake, tables come and go, damage is seen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from codepegs.errors import Busy, DamagedMatch, NotKept, TooMany, TooMuch, UnknownTable
from codepegs.players import Level
from codepegs.rules import CATALOGUE, edition
from codepegs.rules.board import Board
from codepegs.rules.claim import Contradiction
from codepegs.rules.move import Move, SetCode
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.web import command
from codepegs.web.house import SWEEP
from codepegs.web.wire import Opening
from tests.web.asgi import Site, Talk, run, site
from tests.web.test_stream import listening, settled
from tests.web.world import CONFIG


async def computers(here: Site, terms: str, players: tuple[str, str], *, games: int = 2) -> None:
    """A table at which the computers of these names sit."""
    opened, invitation = await here.house.open(Opening(terms, games, players), here.holder("Ada"))
    assert invitation is None
    here.table = opened.table.id


def computed(code: str) -> Move:
    """A code as a computer makes it."""
    return SetCode(Secret(edition("mini").code(code)))


async def the_end(talk: Talk) -> dict[str, Any]:
    """The change that ends the match, after every other one."""
    message = await talk.message()
    version = message["view"]["version"]
    while True:
        if (message.get("view") or message["change"]).get("phase") == "over":
            return message
        message = await talk.message()
        version += 1
        assert message["change"]["version"] == version


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("answers", ["hand", "referee"])
def test_two_computers_play_a_whole_match(slug: str, answers: str) -> None:
    async def test() -> None:
        async with site() as here:
            await computers(here, f"{slug} answers={answers}", ("computer expert", "computer expert 2"))
            async with listening(here) as talk:
                await the_end(talk)
            assert here.archive.match(here.table).over

    run(test())


def test_two_computers_play_only_while_somebody_listens() -> None:
    async def test() -> None:
        async with site() as here:
            await computers(here, "mini", ("computer expert", "computer expert 2"), games=20)
            opened = await here.house.table(here.table)
            await settled()
            assert (opened.table.moves, opened.thinking) == (0, None)
            for _ in range(2):
                async with listening(here) as talk:
                    before = (await talk.message())["view"]["moves"]
                    for _ in range(3):
                        await talk.message()
                while opened.thinking is not None:
                    await settled()
                assert opened.table.moves >= before + 3
                assert not opened.table.over

    run(test())


def test_no_time_runs_for_two_computers_that_nobody_watches() -> None:
    async def test() -> None:
        async with site(replace(CONFIG, pace=3600)) as here:
            await computers(here, "mini time=10", ("computer expert", "computer expert 2"))
            opened = await here.house.table(here.table)
            step = command.played(opened.table, computed("RGB"), by=0, salt=bytes(32))
            await here.house.do(here.table, lambda _: step)
            for _ in range(40):
                here.hands.pass_seconds(0.5)
                here.house.tick()
                assert (await here.house.view(here.table, None)).clock.left == 10_000
            await settled()
            assert opened.table.moves == 1
            async with listening(here) as talk:
                await talk.message()
                for _ in range(22):
                    here.hands.pass_seconds(0.5)
                    here.house.tick()
                assert (await talk.message())["change"]["line"] == "timeout"

    run(test())


def test_a_table_of_two_computers_that_nobody_watches_leaves_the_memory() -> None:
    async def test() -> None:
        async with site(replace(CONFIG, keep=0)) as here:
            await computers(here, "mini", ("computer expert", "computer expert 2"))
            await settled()
            here.hands.pass_seconds(SWEEP)
            here.house.tick()
            assert here.table not in here.house._tables
            async with listening(here) as talk:
                await the_end(talk)

    run(test())


def test_who_opens_many_tables_at_once_has_no_more_than_are_allowed() -> None:
    async def test() -> None:
        async with site(replace(CONFIG, tables=5)) as here:
            await here.seat()
            opening = Opening("mini", 2, ("Ada", None))
            opened = await asyncio.gather(
                *(here.house.open(opening, here.holder(who)) for _ in range(8) for who in ("Ada", "Bob")),
                return_exceptions=True,
            )
            refused = [isinstance(one, TooMany) for one in opened]
            # Each of them sits at one table already.
            assert (refused[::2].count(False), refused[1::2].count(False)) == (4, 4)
            assert len(here.archive.rows) == 9

    run(test())


@pytest.mark.parametrize("role", [0, 1])
def test_a_person_plays_a_computer_in_either_role(role: int) -> None:
    async def test() -> None:
        async with site() as here:
            names: tuple[str, str] = ("Ada", "computer steady") if role == 0 else ("computer steady", "Ada")
            opened, _ = await here.house.open(Opening("mini", 1, names), here.holder("Ada"))
            here.table = opened.table.id
            async with listening(here, "Ada") as talk:
                if role == 0:
                    await here.play("Ada", "code RGB")
                else:
                    while (await here.house.view(here.table, None)).phase != "guessing":
                        await settled()
                    await here.play("Ada", "give up")
                assert "over" in str(await the_end(talk))

    run(test())


class Sees:
    """Notes what the thinker is shown, and thinks of nothing."""

    def __init__(self, refusal: Exception) -> None:
        self.refusal = refusal
        self.views: list[MatchView] = []

    async def guess(self, view: MatchView, level: Level, seed: int) -> Move:
        self.views.append(view)
        raise self.refusal

    async def judge(self, board: Board) -> Contradiction | None:
        raise self.refusal

    async def run(self, *_: object, within: float | None = None) -> Any:
        raise self.refusal


@pytest.mark.parametrize("refusal", [Busy(), TooMuch.memory(1)])
def test_where_the_engine_has_no_time_a_computer_plays_a_guess_that_fits(refusal: Exception) -> None:
    async def test() -> None:
        async with site() as here:
            thinker = Sees(refusal)
            here.house._turns._thinker = thinker
            await computers(here, "mini", ("computer perfect", "computer perfect 2"))
            async with listening(here) as talk:
                await the_end(talk)
            assert thinker.views
            for view in thinker.views:
                assert view.game.seat is Seat.CODEBREAKER
                assert view.game.code is None

    run(test())


def test_a_computer_whose_move_cannot_be_kept_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.web.turns.AGAIN", 0)

    async def test() -> None:
        async with site() as here:
            await here.seat()
            real, failures = here.archive.add_later, iter(range(3))

            def sometimes(*given: Any, **more: Any) -> Any:
                answer = real(*given, **more)
                if next(failures, None) is not None:
                    answer = type(answer)()
                    answer.set_exception(NotKept("the disk is full"))
                return answer

            here.archive.add_later = sometimes
            await computers(here, "mini", ("computer expert", "computer expert 2"))
            async with listening(here) as talk:
                while not (await here.house.table(here.table)).table.over:
                    await talk.message()
            assert here.archive.match(here.table) == (await here.house.table(here.table)).table.match

    run(test())


def test_a_turn_runs_out_of_time_only_while_the_server_is_awake() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat("mini time=10")
            await here.play("Ada", "code RGB")
            # The process slept for an hour, or the machine did.
            here.hands.pass_seconds(3600)
            here.house.tick()
            await settled()
            assert (await here.house.view(here.table, None)).moves == 1
            # The wall clock jumps.
            here.hands.day += 10**13
            here.house.tick()
            await settled()
            assert (await here.house.view(here.table, None)).moves == 1
            async with listening(here) as talk:
                assert (await talk.message())["view"]["clock"] == {"limit": 10, "left": 10_000}
                for _ in range(22):
                    here.hands.pass_seconds(0.5)
                    here.house.tick()
                assert (await talk.message())["change"]["line"] == "timeout"

    run(test())


def test_a_restart_gives_the_whole_turn_back() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat("mini time=10")
            await here.play("Ada", "code RGB")
            for _ in range(18):
                here.hands.pass_seconds(0.5)
                here.house.tick()
            assert (await here.house.view(here.table, None)).clock.left == 1000
            async with site(archive=here.archive) as later:
                later.table = here.table
                assert (await later.house.view(later.table, None)).clock.left == 10_000

    run(test())


def test_a_table_that_nobody_needs_leaves_the_memory_and_comes_back() -> None:
    async def test() -> None:
        async with site(replace(CONFIG, keep=60)) as here:
            table = await here.seat()
            await here.play("Ada", "code RGB")
            before = await here.house.view(table, here.holder("Bob"))
            async with listening(here) as talk:
                await talk.message()
                here.hands.pass_seconds(60 + SWEEP)
                here.house.tick()
                assert table in here.house._tables
            await settled()
            here.hands.pass_seconds(60 + SWEEP)
            here.house.tick()
            assert table not in here.house._tables
            assert await here.house.view(table, here.holder("Bob")) == before

    run(test())


def test_a_table_whose_clock_runs_stays_in_memory() -> None:
    async def test() -> None:
        async with site(replace(CONFIG, keep=0)) as here:
            table = await here.seat("mini time=10")
            await here.play("Ada", "code RGB")
            here.hands.pass_seconds(SWEEP)
            here.house.tick()
            assert table in here.house._tables

    run(test())


def test_a_damaged_match_is_said_to_be_and_ends_there() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            async with listening(here, "Bob") as talk:
                await talk.message()
                opened = await here.house.table(here.table)
                opened.doubtful = True

                def damaged(_: object) -> None:
                    raise DamagedMatch(here.table, "move 0 is RGB.")

                here.archive.match = damaged
                status, body = await here.play("Ada", "code RGB")
                assert (status, body["refused"]["kind"]) == (409, "DamagedMatch")
                assert "RGB" not in str(body)
                closed = await talk.message()
                assert "changed by other hands" in closed["reason"]
            async with Talk(here, f"/api/tables/{here.table}") as again:
                assert b"changed by other hands" in await again.whole()
                assert again.status == 409

    run(test())


def test_a_table_that_was_deleted_is_gone() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            async with listening(here) as talk:
                await talk.message()
                here.archive.delete(here.table)
                assert (await here.play("Ada", "code RGB"))[0] == 404
                assert (await talk.message())["close"] == 1001
            with pytest.raises(UnknownTable):
                await here.house.table(here.table)

    run(test())


def test_fifty_who_join_at_once_get_one_seat() -> None:
    async def test() -> None:
        async with site() as here:
            opened, invitation = await here.house.open(Opening("mini", 2, ("Ada", None)), here.holder("Ada"))
            here.table = opened.table.id
            friends = [f"Friend {number}" for number in range(50)]
            here.tokens |= {name: f"{number:043}" for number, name in enumerate(friends)}
            joined = await asyncio.gather(
                *(here.post("join", {"invitation": invitation, "name": name}, who=name) for name in friends)
            )
            assert sorted(status for status, _ in joined) == [200] + [409] * 49

    run(test())


def test_of_two_moves_at_once_one_is_played() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            answers = await asyncio.gather(
                *(here.play("Ada", code, key=code[-3:], moves=0) for code in ("code RGB", "code YYY"))
            )
            assert [status for status, _ in answers] == [200, 409]
            assert answers[1][1]["view"]["moves"] == 1

    run(test())


def test_a_move_is_kept_to_the_end_when_its_sender_goes_away() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            here.archive.held = []
            async with listening(here, "Ada") as talk:
                talk.tell({"key": "one", "moves": 0, "move": "code RGB"})
                while not here.archive.held:
                    await settled()
                talk.task.cancel()
            here.archive.release()
            while (await here.house.view(here.table, None)).moves == 0:
                await settled()

    run(test())


def test_goodbye_waits_for_what_is_being_kept() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            here.archive.held = []
            sending = asyncio.create_task(here.play("Ada", "code RGB", moves=0))
            while not here.archive.held:
                await settled()
            leaving = asyncio.create_task(here.house.farewell())
            await settled()
            assert not leaving.done()
            here.archive.release()
            assert (await sending)[0] == 200
            await leaving

    run(test())


def test_who_is_there_is_told_to_everybody() -> None:
    async def test() -> None:
        async with site() as here:
            await here.seat()
            async with listening(here, "Ada") as talk:
                async with listening(here), listening(here, "Bob"):
                    await settled()
                    here.house.tick()
                    await settled()
                    assert '{"here":[true,true],"watching":1}' in str(list(talk.sent._queue))  # type: ignore[attr-defined]
                await settled()
                here.house.tick()
                await settled()
                assert '{"here":[true,false],"watching":0}' in str(list(talk.sent._queue))  # type: ignore[attr-defined]

    run(test())
