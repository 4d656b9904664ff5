"""Keeping what happens at a table: the one step of a command that has to be durable."""

from __future__ import annotations

import asyncio
from typing import assert_never

from codepegs.errors import NotationError
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import DamagedMatch, UnknownMatch, UnknownTable
from codepegs.storage.tables import Tables
from codepegs.table import offers as offer
from codepegs.table.table import Noted, Played, Rematched, Seated, Table, Transition


async def keep(archive: Tables, before: Table, step: Transition, *, at: int) -> bool:
    """Returns when the effect of `step` on the table `before` is durable; nobody may hear of it sooner.

    False where it had been kept before, so that `before` is not how the table stands.
    """
    match step.effect:
        case Played(number, move, key):
            offers = None if step.table.offers == before.offers else offer.write(step.table.offers)
            added = await asyncio.wrap_future(
                archive.add_later(
                    before.id,
                    number,
                    move,
                    at=at,
                    seat=None if key is None else step.by,
                    key=key,
                    before=before.match,
                    after=step.table.match,
                    offers=offers,
                )
            )
            return not added.repeated
        case Noted():
            offers = offer.write(step.table.offers)
            await asyncio.wrap_future(
                archive.save_offers(before.id, version=before.version, offers=offers, at=at)
            )
        case Seated(_, holder, name, invitation):
            await asyncio.wrap_future(
                archive.join(before.id, holder=holder, name=name, invitation=invitation, at=at)
            )
        case Rematched(new):
            await asyncio.wrap_future(
                archive.rematch(before.id, version=before.version, new=new.row(), at=at)
            )
        case None:
            pass
        case _:
            assert_never(step.effect)
    return True


async def kept(archive: Tables, name: MatchId) -> Table:
    """The table as the archive has it; UnknownTable, ArchiveUnavailable or DamagedMatch where it has none."""
    return await asyncio.to_thread(_read, archive, name)


def _read(archive: Tables, name: MatchId) -> Table:
    row = archive.table(name)
    try:
        if not row.begun:
            return Table.of(row, None, {})
        match = archive.match(name)
        # What does not open its commitment has not been read; here a code without one was changed by others.
        if any(game.secret is not None and game.secret.commitment is None for game in match.games):
            raise DamagedMatch(name, "a code has lost its commitment.")
        return Table.of(row, match, archive.keys(name))
    except NotationError:
        raise DamagedMatch(name, "its offers do not read.") from None


async def forget(archive: Tables, name: MatchId) -> None:
    """Returns when the table is gone for good; UnknownTable where it is gone already."""
    try:
        await asyncio.wrap_future(archive.delete(name))
    except UnknownMatch:
        raise UnknownTable(name) from None
