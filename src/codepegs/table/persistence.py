"""Keeping what happens at a table: the one transition of a command that has to be durable."""

from __future__ import annotations

import asyncio
from typing import assert_never

from codepegs.errors import NotationError
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import DamagedMatch, UnknownMatch, UnknownTable
from codepegs.storage.tables import Tables
from codepegs.table import offers as offer
from codepegs.table.table import Joined, OffersChanged, Played, Rematched, Table, Transition


async def save(archive: Tables, before: Table, transition: Transition, *, at: int) -> bool:
    """Returns when the effect of `transition` on the table `before` is durable; nobody may hear of it sooner.

    False where it had been kept before, so that `before` is not how the table stands.
    """
    match transition.effect:
        case Played(number, move, key):
            offers = (
                None if transition.table.offers == before.offers else offer.write(transition.table.offers)
            )
            added = await asyncio.wrap_future(
                archive.add_later(
                    before.id,
                    number,
                    move,
                    at=at,
                    seat=None if key is None else transition.by,
                    key=key,
                    before=before.match,
                    after=transition.table.match,
                    offers=offers,
                )
            )
            return not added.repeated
        case OffersChanged():
            offers = offer.write(transition.table.offers)
            await asyncio.wrap_future(
                archive.save_offers(before.id, version=before.version, offers=offers, at=at)
            )
        case Joined(_, client, name, invitation):
            await asyncio.wrap_future(
                archive.join(before.id, client=client, name=name, invitation=invitation, at=at)
            )
        case Rematched(new):
            await asyncio.wrap_future(
                archive.rematch(before.id, version=before.version, new=new.to_row(), at=at)
            )
        case None:
            pass
        case _:
            assert_never(transition.effect)
    return True


async def load(archive: Tables, name: MatchId) -> Table:
    """The table as the archive has it; UnknownTable, ArchiveUnavailable or DamagedMatch where it has none."""
    return await asyncio.to_thread(_read, archive, name)


def _read(archive: Tables, name: MatchId) -> Table:
    row = archive.table(name)
    try:
        if not row.begun:
            return Table.from_row(row, None, {})
        match = archive.match(name)
        # What does not open its commitment has not been read; here a code without one was changed by others.
        if any(game.secret is not None and game.secret.commitment is None for game in match.games):
            raise DamagedMatch(name, "a code has lost its commitment.")
        return Table.from_row(row, match, archive.keys(name))
    except NotationError:
        raise DamagedMatch(name, "its offers do not read.") from None


async def delete(archive: Tables, name: MatchId) -> None:
    """Returns when the table is gone for good; UnknownTable where it is gone already."""
    try:
        await asyncio.wrap_future(archive.delete(name))
    except UnknownMatch:
        raise UnknownTable(name) from None
