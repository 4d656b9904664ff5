"""The lobby: opening a table on terms that can be played."""

from __future__ import annotations

from codepegs.errors import IllegalAgreement
from codepegs.notation import edition_line
from codepegs.players.level import check_person, is_computer, level_of
from codepegs.rules.agreement import check_games
from codepegs.storage.archive import MatchId
from codepegs.table.errors import RateLimited
from codepegs.table.seats import Holder, Invitation, Seats
from codepegs.table.table import Table

Names = tuple[str | None, str | None]


def opened(
    *,
    name: MatchId,
    edition: str,
    games: int,
    players: Names,
    hints: bool,
    holder: Holder,
    invitation: Invitation | None,
) -> Table:
    """A new table called `name`. The first of `players` makes the first code.

    One of them is the name of `holder`. The other is a computer's, which carries its
    level, or None for a friend, who comes by `invitation`. Two computers play for
    whoever watches.
    """
    terms = edition_line.read(edition)
    check_games(terms, games)
    seats = _seats(players, holder, invitation)
    table = Table(id=name, edition=terms, games=games, hints=hints, seats=seats)
    return table if seats.free is not None else table.begun()


def check_room(tables: int, *, most: int) -> None:
    """Raise RateLimited unless there may be one table more, for who sits at `tables` that are not over."""
    if tables >= most:
        raise RateLimited("tables that are not over")


def _seats(players: Names, holder: Holder, invitation: Invitation | None) -> Seats:
    people = [name for name in players if name is not None and not is_computer(name)]
    free = players.count(None)
    for name in players:
        if name is None:
            continue
        if is_computer(name):
            level_of(name)
        else:
            check_person(name)
    if free and not people:
        raise IllegalAgreement("Take a seat yourself: give your name, and leave the friend's empty.")
    if len(people) == 2:
        raise IllegalAgreement("Give your own name alone: your friend brings one along with the invitation.")
    one, two = players
    first, second = (holder if name in people else None for name in players)
    return Seats((one, two), (first, second), invitation if free else None)
