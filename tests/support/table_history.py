"""Scripted changes at tables, and a check which of them a store still has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from codepegs.errors import CodepegsError
from codepegs.rules import Agreement, Guess, Match, Move, Secret, SetCode, find_edition
from codepegs.rules.seat import PlayerNumber
from codepegs.storage import Added, MatchId, TableRow, Tables, new_id
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, VersionConflict

TERMS = find_edition("super", rows=30)
AGREED = Agreement(TERMS, ("Ada", "Bob"), games=2)


@dataclass(frozen=True, slots=True)
class Deed:
    """Change that was requested. `version` is that of the table after it; a move has a number."""

    what: str
    table: MatchId
    version: int
    number: int = 0
    move: Move | None = None


def guess(number: int) -> Guess:
    """Return a guess for each number. None breaks a code of only the last colour."""
    letters = [hue.letter for hue in TERMS.hues[:-1]]
    return Guess(TERMS.code("".join(letters[number // 7**place % 7] for place in range(TERMS.pegs))))


def moves() -> Iterator[Move]:
    yield SetCode(Secret(TERMS.code(TERMS.hues[-1].letter * TERMS.pegs)))
    for number in range(29):
        yield guess(number)


Ask = Callable[[], Future[Added] | Future[TableRow]]


def steps(tables: Tables, *, length: int, name: MatchId | None = None) -> Iterator[tuple[Deed, Ask]]:
    """Yield the changes of one table. Request each of them when the one before is done."""
    name, before, version = name or new_id(SYSTEM_RANDOM), Match.start(AGREED), 1
    row = TableRow(name, TERMS, 2, ("Ada", None), ("ada", None), ("ada", None), invitation="please")
    yield Deed("open", name, 0), partial(tables.open, row, at=0)
    join = partial(tables.join, name, client="bob", owner="bob", name="Bob", invitation="please", at=1)
    yield Deed("join", name, version), join
    for number, move in zip(range(length), moves(), strict=False):
        version += 1
        seat: PlayerNumber = 1 if number else 0
        yield (
            Deed("move", name, version, number, move),
            partial(
                tables.add_later, name, number, move, at=number, seat=seat, key=f"k{number}", before=before
            ),
        )
        before = before.play(move)
        if number % 5 == 4:
            note = partial(tables.save_offers, name, version=version, offers=f"offer {number}", at=number)
            version += 1
            yield Deed("note", name, version), note


def already_stored(tables: Tables, deed: Deed, error: CodepegsError) -> bool:
    """Return whether a repeated change was refused because it is stored already."""
    try:
        row = tables.table(deed.table)
    except CodepegsError:
        return False
    if deed.what == "open":
        return isinstance(error, ArchiveUnavailable)
    return deed.what == "note" and isinstance(error, VersionConflict) and row.version == deed.version


def missing(tables: Tables, deeds: list[Deed]) -> list[str]:
    """Return the changes that are not stored. Every match must be readable too."""
    lost = []
    for name in {deed.table for deed in deeds}:
        here = [deed for deed in deeds if deed.table == name]
        try:
            row = tables.table(name)
            stored = tables.match(name).moves if row.begun else ()
        except CodepegsError as error:
            lost.append(str(error))
            continue
        for deed in here:
            there = row.version >= deed.version and (deed.what != "join" or row.clients == ("ada", "bob"))
            if not there or (deed.move is not None and stored[deed.number : deed.number + 1] != (deed.move,)):
                lost.append(f"{deed.what} {deed.number} at version {row.version}")
    return lost
