"""One of several server processes runs the clock and the computers of a table, and another one takes over."""

from __future__ import annotations

from typing import Any

from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale
from codepegs.table.ownership import SoleOwner
from codepegs.table.registry import TableRegistry
from tests.support.asgi import Talk
from tests.support.fleet import Fleets, fleet
from tests.support.memory_store import MemoryTables


class CountingTables(MemoryTables):
    """Archive that counts the moves that were not first."""

    stale = 0

    def add_later(self, *arguments: Any, **options: Any) -> Any:
        future = super().add_later(*arguments, **options)
        self.stale += isinstance(future.exception(), Stale)
        return future


async def watch_computers(fleets: Fleets) -> MatchId:
    """Let two computers play, watched at both processes, until their match is over."""
    one, two = fleets.members
    session = await one.open("Ada", players=("computer easy", "computer medium"))
    table = session.table.id
    path = f"/api/tables/{table}/socket"
    async with Talk(one, path, socket=True), Talk(two, path, socket=True):
        for _ in range(100):
            await fleets.tick(1)
            if session.table.over:
                break
    return table


async def test_two_processes_do_not_both_play_for_a_computer() -> None:
    archive = CountingTables()
    async with fleet(archive=archive) as fleets:
        table = await watch_computers(fleets)
        assert archive.rows[table].over
        assert archive.stale == 0


async def test_another_process_takes_over_when_the_owner_dies() -> None:
    async with fleet(pace=0.05) as fleets:
        one, two = fleets.members
        table = (await one.open("Ada", players=("computer easy", "computer medium"))).table.id
        path = f"/api/tables/{table}/socket"
        async with Talk(one, path, socket=True), Talk(two, path, socket=True):
            await fleets.settle()
            owner, other = (one, two) if one.locks.holds(table) else (two, one)
            assert owner.locks.holds(table)
            owner.registry._scheduler.stop()
            owner.locks.lose_all()
            for _ in range(60):
                await fleets.tick(1)
            assert other.archive.rows[table].over


async def test_the_owner_releases_a_table_where_nothing_runs() -> None:
    async with fleet() as fleets:
        one = fleets.members[0]
        session = await one.open("Ada", "mini", players=("", "Ada"), games=1)
        await fleets.settle()
        assert session.table.moves == 1
        await fleets.tick(1.1)
        assert not one.locks.holds(session.table.id)


async def test_a_clock_runs_out_once() -> None:
    archive = CountingTables()
    async with fleet(archive=archive) as fleets:
        one, two = fleets.members
        one.table = two.table = await one.seat("mini time=10 codemaker-time=10")
        path = f"/api/tables/{one.table}/socket"
        async with Talk(one, path, who="Ada", socket=True), Talk(two, path, who="Bob", socket=True):
            await fleets.settle()
            for _ in range(30):
                await fleets.tick(0.5)
            assert archive.rows[one.table].moves == 1
            assert archive.stale == 0


async def test_a_clock_without_an_owner_runs_out_at_another_process() -> None:
    async with fleet() as fleets:
        one, two = fleets.members
        one.table = two.table = await one.seat("mini time=10 codemaker-time=10")
        path = f"/api/tables/{one.table}/socket"
        async with Talk(one, path, who="Ada", socket=True), Talk(two, path, who="Bob", socket=True):
            await fleets.settle()
            for _ in range(30):
                await fleets.tick(0.5)
            owner, other = (one, two) if one.locks.holds(one.table) else (two, one)
            owner.registry._scheduler.stop()
            owner.locks.lose_all()
            before = one.archive.rows[one.table].moves
            for _ in range(30):
                await fleets.tick(0.5)
            assert one.archive.rows[one.table].moves > before
            assert other.locks.holds(one.table)


def test_a_process_alone_owns_everything() -> None:
    registry_default = TableRegistry.__init__.__kwdefaults__
    assert registry_default is not None
    assert registry_default["ownership"] is None
    assert SoleOwner().holds(MatchId("abcdefghjk"))
