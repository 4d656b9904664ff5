"""Claims at a server: the pool finds their rows, so other tables are served meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import pytest

from codepegs.compute.errors import BudgetExceeded
from codepegs.errors import Busy, Undecided
from codepegs.rules import Contradiction
from tests.support.asgi import Site, site
from tests.support.world import Ready

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Slow(Ready):
    """Finds rows when it is told to, and notes what it was sent."""

    def __init__(self, here: Site, *, refuses: Exception | None = None) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.addresses: list[str] = []
        self.now = asyncio.Event()
        self.refuses = refuses
        here.app.state.context.compute = self

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        self.asked.append(args)
        self.addresses.append(address)
        await self.now.wait()
        if self.refuses is not None:
            raise self.refuses
        return function(*args)


async def play(here: Site, *script: tuple[str, str]) -> None:
    for who, move in script:
        status, body = await here.play(who, move)
        assert status == 200, body


async def contradicted(here: Site) -> None:
    """Seat Ada and Bob at a table at which two answers to Bob contradict each other."""
    await here.seat("mini answers=hand")
    await play(here, ("Ada", "code RRR"), ("Bob", "guess RRB"), ("Ada", "answer 2+0"))
    await play(here, ("Bob", "guess RRB"), ("Ada", "answer 0+0"))


async def test_the_search_for_a_claim_blocks_no_other_table() -> None:
    async with site() as here:
        slow = Slow(here)
        await contradicted(here)
        claimed = here.table
        claim = asyncio.create_task(here.play("Bob", "claim", key="claim", moves=5))
        while not slow.asked:
            assert not claim.done(), "the rows were found in the event loop"
            await asyncio.sleep(0)
        await here.seat()
        await play(here, ("Ada", "code RRR"))
        assert not claim.done()
        slow.now.set()
        status, answer = await claim
        assert (status, answer["number"], answer["move"]) == (200, 5, "claim rows 1 2")
        assert here.archive.match(claimed).games[0].proof == Contradiction((1, 2))


async def test_a_program_may_name_the_rows_itself() -> None:
    async with site() as here:
        slow = Slow(here)
        slow.now.set()
        await contradicted(here)
        board = (await here.registry.table(here.table)).table.require_match().game.board
        wrong = ((1,), (2, 1), (1, 3), (1, 1, 2))
        for rows in wrong:
            text = f"claim rows {' '.join(map(str, rows))}"
            status, body = await here.play("Bob", text, key=text.replace(" ", "-"))
            assert (status, body["refused"]["kind"]) == (422, "NothingToShow")
        status, body = await here.play("Bob", "claim rows", key="none")
        assert (status, body["refused"]["kind"]) == (400, "NotationError")
        await play(here, ("Bob", "claim rows 1 2"))
        # The pool checks them, because that can take as long as many moves.
        assert slow.asked == [(board, rows) for rows in (*wrong, (1, 2))]


async def test_a_claim_sent_again_under_its_key_is_answered_again() -> None:
    async with site() as here:
        await contradicted(here)
        first = await here.play("Bob", "claim", key="claim", moves=5)
        slow = Slow(here)
        assert first[0] == 200
        assert await here.play("Bob", "claim", key="claim", moves=5) == first
        assert await here.play("Bob", "claim rows 1 2", key="claim", moves=5) == first
        for text in ("claim rows 1", "own up"):
            status, body = await here.play("Bob", text, key="claim", moves=5)
            assert (status, body["refused"]["kind"]) == (409, "KeyReused")
        assert (await here.registry.table(here.table)).table.moves == 6
        assert slow.asked == []


@pytest.mark.parametrize(
    ("refusal", "status"), [(Busy(), 503), (BudgetExceeded.time(10), 422), (Undecided(9), 422)]
)
async def test_a_search_that_fails_changes_nothing(refusal: Exception, status: int) -> None:
    async with site() as here:
        slow = Slow(here, refuses=refusal)
        slow.now.set()
        await contradicted(here)
        for key in "ab":
            found, body = await here.play("Bob", "claim", key=key)
            assert (found, body["refused"]["kind"]) == (status, type(refusal).__name__)
        assert (await here.registry.table(here.table)).table.moves == 5
        await play(here, ("Bob", "guess BBB"))


async def test_a_claim_comes_too_late_if_the_match_goes_on_during_the_search() -> None:
    async with site() as here:
        slow = Slow(here)
        await contradicted(here)
        claim = asyncio.create_task(here.play("Bob", "claim", key="claim"))
        while not slow.asked:
            await asyncio.sleep(0)
        await play(here, ("Bob", "guess BBB"))
        slow.now.set()
        status, body = await claim
        assert (status, body["refused"]["kind"]) == (409, "Stale")


async def test_nobody_searches_for_a_claim_that_cannot_be_made() -> None:
    async with site() as here:
        slow = Slow(here)
        await contradicted(here)
        here.welcome("Eve")
        assert (await here.play("Eve", "claim"))[0] == 403
        assert (await here.play("Ada", "claim"))[0] == 403
        assert (await here.play("Bob", "claim", moves=3))[0] == 409
        assert slow.asked == []


async def test_a_match_with_a_claim_is_loaded_without_a_search() -> None:
    async with site() as here:
        await contradicted(here)
        await play(here, ("Bob", "claim"))
        async with site(archive=here.archive) as there:
            slow = Slow(there)
            match = (await there.registry.table(here.table)).table.require_match()
            assert match.games[0].proof == Contradiction((1, 2))
            assert slow.asked == []
