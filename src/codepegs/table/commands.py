"""Commands: what becomes of a table by what is sent to it.

Each gives a :class:`~codepegs.table.table.Step`: the table after it, and the one thing to
keep before anybody hears of it. A refusal is raised, and leaves the table as it was.
"""

from __future__ import annotations

from dataclasses import replace

from codepegs.errors import NotationError, NotNow
from codepegs.notation.commitment import sealed
from codepegs.rules.game import Game
from codepegs.rules.match import Match
from codepegs.rules.move import ACTS, Abandon, Claim, Move, SetCode, TimeOut, seat_of
from codepegs.rules.seat import PlayerNumber, Seat, other
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import KeyReused, Stale
from codepegs.table import moves as line
from codepegs.table import offers
from codepegs.table.errors import NoOffer, NotYourMove
from codepegs.table.offers import REMATCH, Offer
from codepegs.table.seats import Holder, Invitation, Seats
from codepegs.table.table import Noted, Played, Rematched, Seated, Table, Transition


def join(table: Table, *, holder: Holder, name: str, invitation: Invitation) -> Transition:
    """The friend sits down, and the match begins. To say so twice changes nothing more."""
    free, player = table.seats.free, table.seats.player(holder)
    if free is None and player is not None and table.seats.names[player] == name:
        return Transition(table, None, by=player)
    seats = table.seats.taken(table.id, holder=holder, name=name, invitation=invitation)
    assert free is not None
    after = replace(table, seats=seats, notes=table.notes + 1).begun()
    return Transition(after, Seated(free, holder, name, invitation), by=free)


def check_withdrawal(table: Table, *, holder: Holder | None) -> None:
    """Raise unless `holder` may take the table back: it is theirs, and nobody else has sat down."""
    table.sitting(holder)
    if table.match is not None:
        raise NotNow("Not now: the match has begun. It can be abandoned, or played to its end.")


def move(table: Table, *, holder: Holder | None, key: str, moves: int, text: str, salt: bytes) -> Transition:
    """A player's move: `text` as :mod:`codepegs.table.moves` reads it, on a match of `moves` moves.

    The same command under the same key is answered again, and played once.
    """
    player = table.sitting(holder)
    match = table.playing()
    number = table.keys.get((player, key))
    if number is not None:
        if number != moves or not _same(match, number, text):
            raise KeyReused(key)
        return Transition(table, None, by=player, number=number)
    seat = match.game.seat(player)
    made = line.read(text, match, seat)
    _check_sent(table, match, made, by=seat, moves=moves)
    return played(table, made, by=player, salt=salt, key=key)


def claimed_game(table: Table, *, holder: Holder | None, key: str, moves: int) -> Game | None:
    """Return the game to search for the rows of a claim, or None if the claim was made before.

    Raises what `move` raises for a claim of any rows.
    """
    player = table.sitting(holder)
    match = table.playing()
    if (player, key) in table.keys:
        return None
    _check_sent(table, match, Claim(()), by=match.game.seat(player), moves=moves)
    match.game.check_may_claim()
    return match.game


def _check_sent(table: Table, match: Match, made: Move, *, by: Seat, moves: int) -> None:
    """Raise unless the sender has seen the latest move, and the move is one of their seat."""
    if moves != table.moves:
        raise Stale(table.id, moves, table.moves)
    whose = seat_of(made)
    if whose is not None and whose is not by and not match.over:
        raise NotYourMove(
            f"It is for the {whose.value} to {ACTS[type(made)].value}: you are the {by.value} now."
        )


def played(
    table: Table, made: Move, *, by: PlayerNumber | None, salt: bytes | None = None, key: str | None = None
) -> Transition:
    """The table after a move from whoever may make it: here a computer's, or one that both agreed on.

    A code is committed to with `salt`, 32 bytes that nobody can guess.
    """
    match = table.playing()
    if isinstance(made, SetCode) and salt is not None:
        made = sealed(match, made.secret.reveal(), salt=salt)
    number, after = table.moves, match.play(made)
    keys = table.keys if key is None or by is None else {**table.keys, (by, key): number}
    return Transition(
        replace(table, match=after, keys=keys, offers=offers.standing(table.offers, made, over=after.over)),
        Played(number, made, key),
        by=by,
        line=line.write(match, made),
        number=number,
    )


def time_out(table: Table) -> Transition:
    """The turn ran out of time."""
    return played(table, TimeOut(), by=None)


def offer(table: Table, *, holder: Holder | None, key: str, text: str, fresh: MatchId) -> Transition:
    """A player proposes something. A computer says yes at once; so does who has proposed the same.

    `fresh` names the new table, should there be one.
    """
    player = table.sitting(holder)
    if _settled(table, player, key, text):
        return Transition(table, None, by=player)
    _check_offer(table, text)
    them = other(player)
    if table.seats.level(them) or _stands(table, them, text):
        return _agreed(table, text, by=player, key=key, fresh=fresh)
    if _stands(table, player, text):
        return Transition(table, None, by=player)
    made = Offer(player, text)
    kept = (stands for stands in table.offers if (stands.by, stands.kind) != (player, made.kind))
    return _noted(table, (*kept, made), by=player)


def reply(
    table: Table, *, holder: Holder | None, key: str, text: str, yes: bool, fresh: MatchId
) -> Transition:
    """A player says yes or no to an offer. A no to one's own takes it back."""
    player = table.sitting(holder)
    if not yes:
        offers.check(text)
        kept = tuple(stands for stands in table.offers if stands.text != text)
        return Transition(table, None, by=player) if kept == table.offers else _noted(table, kept, by=player)
    if _settled(table, player, key, text):
        return Transition(table, None, by=player)
    offers.check(text)
    if not _stands(table, other(player), text):
        raise NoOffer("Nothing like that is offered to you: look at the table again, or offer it yourself.")
    _check_offer(table, text)
    return _agreed(table, text, by=player, key=key, fresh=fresh)


def _settled(table: Table, player: PlayerNumber, key: str, text: str) -> bool:
    """Whether this command has been here before and brought what it says."""
    number = table.keys.get((player, key))
    if number is not None:
        offers.check(text)
        if text == REMATCH or table.playing().moves[number] != offers.move(text):
            raise KeyReused(key)
        return True
    return text == REMATCH and table.rematch is not None


def _check_offer(table: Table, text: str) -> None:
    """Raise unless both could agree on this now."""
    offers.check(text)
    match = table.playing()
    if text != REMATCH:
        match.play(offers.move(text))
    elif not match.over:
        raise NotNow("Not now: a rematch can be agreed on when the match is over.")


def _stands(table: Table, by: PlayerNumber, text: str) -> bool:
    return any((stands.by, stands.text) == (by, text) for stands in table.offers)


def _agreed(table: Table, text: str, *, by: PlayerNumber, key: str, fresh: MatchId) -> Transition:
    """What both agreed on is done."""
    if text != REMATCH:
        return played(table, offers.move(text), by=by, key=key)
    one, two = table.seats.players
    first, second = table.seats.holders
    again = Table(
        id=fresh,
        edition=table.edition,
        games=table.games,
        hints=table.hints,
        seats=Seats((two, one), (second, first)),
    ).begun()
    after = replace(table, rematch=fresh, offers=(), notes=table.notes + 1)
    return Transition(after, Rematched(again), by=by)


def _noted(table: Table, kept: tuple[Offer, ...], *, by: PlayerNumber) -> Transition:
    return Transition(replace(table, offers=kept, notes=table.notes + 1), Noted(), by=by)


def _same(match: Match, number: int, text: str) -> bool:
    """Whether `text` spells the move that was made as `number`."""
    made = match.moves[number]
    seat = made.seat if isinstance(made, Abandon) else match.game.seat(0)
    try:
        sent = line.read(text, match, seat)
    except NotationError:
        return False
    return sent == made or (text == line.CLAIM and isinstance(made, Claim))
