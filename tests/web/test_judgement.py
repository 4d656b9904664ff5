"""A claim is decided elsewhere: whatever it takes, other tables are served meanwhile."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from codepegs.errors import Busy, TooMuch, Undecided
from codepegs.rules import Answers, Code, edition, mark
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import Contradiction, contradiction
from codepegs.storage.archive import MatchId
from codepegs.web import house, opentable
from codepegs.web.thinker import Thinker
from tests.web.asgi import Site, run, site
from tests.web.world import Ready

HUGE = edition("super", pegs=12, colours=26, rows=30, answers=Answers.HAND)


def huge(rows: int = 29) -> Board:
    """Rows, truly answered, of which it takes millions of steps to say nothing."""
    random = Random(3)
    secret, *guesses = (Code(tuple(random.choices(HUGE.kinds, k=HUGE.pegs))) for _ in range(rows + 1))
    return Board(HUGE, tuple(Row(guess, mark(guess, secret)) for guess in guesses))


class Slow(Ready):
    """Judges when it is told to, and says which boards it was shown."""

    def __init__(self) -> None:
        self.asked: list[Board] = []
        self.now = asyncio.Event()
        self.refuses: Exception | None = None

    async def judge(self, board: Board) -> Contradiction | None:
        self.asked.append(board)
        await self.now.wait()
        if self.refuses is not None:
            raise self.refuses
        return contradiction(board)


async def contradicted(here: Site) -> MatchId:
    """A table at which Bob has been answered wrongly."""
    table = await here.seat("mini answers=hand")
    for who, move in (("Ada", "code RRR"), ("Bob", "guess RRB"), ("Ada", "answer 2+0")):
        assert (await here.play(who, move))[0] == 200
    for who, move in (("Bob", "guess RRB"), ("Ada", "answer 0+0")):
        assert (await here.play(who, move))[0] == 200
    return table


async def _served_meanwhile() -> None:
    async with site() as here:
        slow = here.house._thinker = Slow()
        claimed = await contradicted(here)
        claim = asyncio.create_task(here.play("Bob", "claim", key="claim", moves=5))
        while not slow.asked:
            assert not claim.done(), "the claim was decided in the event loop"
            await asyncio.sleep(0)
        await here.seat()
        assert (await here.play("Ada", "code RRR"))[0] == 200
        assert not claim.done()
        slow.now.set()
        status, answer = await claim
        assert (status, answer["number"], answer["move"]) == (200, 5, "claim")
        kept = here.archive.match(claimed)
        assert kept.games[0].proof == Contradiction((1, 2))


def test_other_tables_are_served_while_a_claim_is_decided() -> None:
    run(_served_meanwhile())


def test_a_claim_that_is_decided_in_the_event_loop_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opentable, "Judgement", lambda: contradiction)
    with pytest.raises(AssertionError, match="event loop"):
        run(_served_meanwhile())


def test_a_board_is_looked_at_once_however_often_it_is_claimed() -> None:
    async def test() -> None:
        async with site() as here:
            slow = here.house._thinker = Slow()
            slow.now.set()
            await here.seat("mini answers=hand")
            for who, move in (("Ada", "code RRR"), ("Bob", "guess RRB"), ("Ada", "answer 2+0")):
                await here.play(who, move)
            for key in "abc":
                refused = await here.play("Bob", "claim", key=key)
                assert (refused[0], refused[1]["refused"]["kind"]) == (422, "NothingToShow")
            assert len(slow.asked) == 1
            for who, move in (("Bob", "guess RRB"), ("Ada", "answer 0+0"), ("Bob", "claim")):
                assert (await here.play(who, move))[0] == 200
            assert len(slow.asked) == 2

    run(test())


@pytest.mark.parametrize(("refusal", "status"), [(Busy(), 503), (TooMuch.time(10), 422), (Undecided(9), 422)])
def test_where_a_claim_is_not_decided_the_game_goes_on(refusal: Exception, status: int) -> None:
    async def test() -> None:
        async with site() as here:
            slow = here.house._thinker = Slow()
            slow.refuses = refusal
            slow.now.set()
            await contradicted(here)
            for key in "ab":
                answered = await here.play("Bob", "claim", key=key)
                assert (answered[0], answered[1]["refused"]["kind"]) == (status, type(refusal).__name__)
            # What cannot be decided is known; what took too long may be quicker another time.
            assert len(slow.asked) == (1 if isinstance(refusal, Undecided) else 2)
            assert (await here.play("Bob", "guess BBB"))[0] == 200

    run(test())


async def _loaded_meanwhile() -> None:
    async with site() as here:
        claimed = await contradicted(here)
        assert (await here.play("Bob", "claim"))[0] == 200
        slow = here.house._thinker = Slow()
        here.house._tables.clear()
        loaded = asyncio.create_task(here.house.table(claimed))
        while not slow.asked:
            assert not loaded.done(), "the claim was decided where the match was loaded"
            await asyncio.sleep(0.01)
        await here.seat()
        assert (await here.play("Ada", "code RRR"))[0] == 200
        assert not loaded.done()
        slow.now.set()
        match = (await loaded).table.match
        assert match is not None
        assert match.games[0].proof == Contradiction((1, 2))


def test_other_tables_are_served_while_a_match_with_a_claim_is_loaded() -> None:
    run(_loaded_meanwhile())


def test_a_claim_that_is_decided_where_the_match_is_loaded_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "Judgement", lambda _known: contradiction)
    with pytest.raises(AssertionError, match="was loaded"):
        run(_loaded_meanwhile())


def test_a_match_whose_claim_is_not_decided_now_is_not_damaged_and_is_loaded_later() -> None:
    async def test() -> None:
        async with site() as here:
            await contradicted(here)
            assert (await here.play("Bob", "claim"))[0] == 200
            slow = here.house._thinker = Slow()
            slow.now.set()
            here.house._tables.clear()
            for slow.refuses, status in ((Busy(), 503), (TooMuch.time(10), 422)):
                refused = await here.play("Ada", "code BBB", moves=6)
                assert (refused[0], refused[1]["refused"]["kind"]) == (status, type(slow.refuses).__name__)
            slow.refuses = None
            assert (await here.play("Ada", "code BBB", moves=6))[0] == 200

    run(test())


def test_a_stranger_and_a_stale_claim_make_nobody_think() -> None:
    async def test() -> None:
        async with site() as here:
            slow = here.house._thinker = Slow()
            await contradicted(here)
            here.tokens["Eve"] = "e" * 43
            assert (await here.play("Eve", "claim"))[0] == 403
            assert (await here.play("Ada", "claim"))[0] == 403
            assert (await here.play("Bob", "claim", moves=3))[0] == 409
            assert slow.asked == []

    run(test())


def test_a_process_decides_as_the_rules_do() -> None:
    async def test() -> None:
        async with Thinker() as thinker:
            (row,) = huge(1).rows
            assert row.guess is not None
            assert await thinker.judge(Board(HUGE, (row,))) is None
            lie = Row(row.guess, mark(row.guess, row.guess))
            assert await thinker.judge(Board(HUGE, (row, lie))) == Contradiction((1, 2))

    asyncio.run(test())


def test_a_process_gives_up_where_the_rules_do() -> None:
    async def test() -> None:
        async with Thinker(deadline=60) as thinker:
            with pytest.raises(Undecided):
                await thinker.judge(huge())

    asyncio.run(test())
