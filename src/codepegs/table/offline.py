"""Solo games that were played without the server, as their players send them later.

The code of such a game was on its player's own device. So it counts in the statistics of that
player, and its table says that it was played offline.
"""

from __future__ import annotations

from dataclasses import replace

from codepegs.errors import IllegalAgreement, NotNow
from codepegs.notation import record
from codepegs.players.level import check_person
from codepegs.rules.game import Ending
from codepegs.rules.match import Match
from codepegs.storage.archive import MatchId
from codepegs.table.seats import ClientId, Seats
from codepegs.table.table import Table

MAX_DAYS = 7
"""Days for which a daily code that was played offline can be sent."""


def read_game(text: str) -> Match:
    """Return the finished solo game of a record, or raise an error that says what is wrong with it."""
    match = record.read(text)
    agreement = match.agreement
    if not agreement.solo:
        raise IllegalAgreement("Only a solo game can be played offline. Send its record.")
    check_person(agreement.players[1])
    if match.game.ending not in (Ending.BROKEN, Ending.HELD):
        raise NotNow("This game is not finished. Send it when the code is cracked, or shown.")
    return match


def make_table(match: Match, *, table_id: MatchId, owner: ClientId) -> Table:
    """Return the table of a game that was played offline, for `owner`."""
    agreement = match.agreement
    return Table(
        id=table_id,
        edition=agreement.edition,
        games=agreement.games,
        hints=agreement.hints,
        friendly=agreement.friendly,
        daily=agreement.daily,
        offline=True,
        seats=Seats(agreement.players, (None, owner), (None, owner)),
        match=replace(match, name=table_id),
    )
