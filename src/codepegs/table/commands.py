"""Commands: pure functions from a table to a transition.

A :class:`~codepegs.table.table.Transition` has the table after the command and the effect
to save before anybody learns of it. A command that is refused raises an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from codepegs.errors import IllegalAgreement, NotationError, NotNow
from codepegs.notation import edition_line
from codepegs.notation.commitment import commit
from codepegs.notation.sentences import is_computer
from codepegs.players.level import check_friendly, check_person, level_of
from codepegs.rules.agreement import NOBODY, check_terms
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.feedback import mark
from codepegs.rules.game import Game, Phase
from codepegs.rules.match import Match
from codepegs.rules.move import ACTS, Answer, Claim, Guess, Leave, Move, SetCode, TimeOut, seat_of
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import KeyReused, NotInvited, Stale, VersionConflict
from codepegs.table import moves as line
from codepegs.table import offers
from codepegs.table.asks import Ask, make_ask_id
from codepegs.table.errors import CodeNotReady, Forbidden, NoOffer, NotYourMove
from codepegs.table.offers import REMATCH, STOP, Offer
from codepegs.table.seats import PLAYER_NUMBERS, ClientId, InvitationHash, Seats, shared_clients
from codepegs.table.table import (
    Deleted,
    Joined,
    OffersChanged,
    Played,
    Rematched,
    SeatMoved,
    Table,
    Transition,
)

Names = tuple[str | None, str | None]
NewId = Callable[[], MatchId]
"""Returns the id of a new table. It is called only if a rematch opens, and may refuse that by an error."""
Away = tuple[float | None, float | None]
"""For how many seconds each player has not been connected; None for one who is there."""

GONE_SECONDS = 120.0
"""After so long without a connection, a player of a match with a clock can be claimed gone."""
GONE_SECONDS_WITHOUT_CLOCK = 3 * 24 * 60 * 60.0
IDLE_SECONDS = 600.0
"""After so long without a move, a player can be claimed gone if only the other one has a clock."""


def open_table(
    *,
    table_id: MatchId,
    edition: str,
    games: int,
    players: Names,
    client: ClientId,
    owner: ClientId | None = None,
    invitation: InvitationHash | None,
    hints: bool = False,
    friendly: bool = False,
    daily: date | None = None,
    challenge: bool = False,
) -> Table:
    """Return a new table. The first of `players` makes the first code.

    One name is that of `client`. The other is a computer's, which includes its level, or
    None for a friend who joins by `invitation`, or `NOBODY` in a solo game. Two computers are
    allowed as well. Two names of people give `client` both seats: they play at one screen. Anybody
    may take the empty seat of a `challenge`. The table counts for `owner`, by default the client
    itself.
    """
    terms = edition_line.read(edition)
    check_terms(terms, games, solo=players[0] == NOBODY, hints=hints, friendly=friendly, daily=daily)
    check_friendly(players, friendly=friendly and daily is None)
    seats = _seats(players, client, owner or client, invitation)
    if challenge and seats.empty_seat is None:
        raise IllegalAgreement("A challenge needs an empty seat. Give only your own name.")
    table = Table(
        id=table_id,
        edition=terms,
        games=games,
        hints=hints,
        friendly=friendly,
        daily=daily,
        seats=seats,
        challenge=challenge,
    )
    return table if seats.empty_seat is not None else table.start()


def check_reopened(table: Table, asked: Table, *, key: str) -> None:
    """Raise KeyReused unless `table` was opened as `asked`, perhaps with a friend who has joined since."""
    free = asked.seats.empty_seat
    same = all(
        not table.seats.automatic(player) if player == free else _seat(table, player) == _seat(asked, player)
        for player in PLAYER_NUMBERS
    )
    played = asked.offline and asked.require_match().moves != table.require_match().moves
    if not same or played or _terms(table) != _terms(asked):
        raise KeyReused(key)


def _seat(table: Table, player: PlayerNumber) -> tuple[str | None, ClientId | None]:
    return table.seats.names[player], table.seats.clients[player]


def _terms(table: Table) -> tuple[object, ...]:
    terms = (table.edition, table.games, table.hints, table.friendly, table.daily)
    return (*terms, table.offline, table.challenge)


def _seats(players: Names, client: ClientId, owner: ClientId, invitation: InvitationHash | None) -> Seats:
    one, two = players
    solo = one == NOBODY
    people = [name for name in players[solo:] if name is not None and not is_computer(name)]
    free = players.count(None)
    for name in players[solo:]:
        if name is None:
            continue
        if is_computer(name):
            level_of(name)
        else:
            check_person(name)
    if solo and not people:
        raise IllegalAgreement("Give your own name for a solo game.")
    if free and not people:
        raise IllegalAgreement("Give your own name, and leave the other name empty for your friend.")
    if len(people) == 2:
        return Seats(players, shared_clients(client), (owner, owner))
    first, second = (client if name in people else None for name in players)
    mine, theirs = (owner if name in people else None for name in players)
    return Seats((one, two), (first, second), (mine, theirs), invitation if free else None)


def join(
    table: Table,
    *,
    client: ClientId,
    owner: ClientId | None = None,
    name: str,
    invitation: InvitationHash,
    key: str | None = None,
) -> Transition:
    """Seat an invited player and start the match. Joining twice with the same name has no effect.

    The seat counts for `owner`, by default the client itself. `key` is that of the request if the
    client id depends on it.
    """
    free, player, owner = table.seats.empty_seat, table.seats.player_of(client), owner or client
    if free is None and player is not None and table.seats.names[player] == name:
        return Transition(table, None, by=player)
    if player is not None and key is not None:
        raise KeyReused(key)
    seats = table.seats.join(table.id, client=client, owner=owner, name=name, invitation=invitation)
    assert free is not None
    after = replace(table, seats=seats, notes=table.notes + 1).start()
    return Transition(after, Joined(free, client, owner, name, invitation), by=free)


def take(table: Table, *, client: ClientId, owner: ClientId, name: str, key: str | None) -> Transition:
    """Take the empty seat of a challenge and start the match. Taking it twice has no effect.

    See :func:`join`.
    """
    if not table.challenge:
        raise NotInvited(table.id)
    invitation = table.seats.invitation or InvitationHash("")
    return join(table, client=client, owner=owner, name=name, invitation=invitation, key=key)


def expire_challenge(table: Table) -> Transition:
    """Delete a challenge that nobody has taken."""
    if table.match is not None:
        return Transition(table, None)
    return Transition(table, Deleted("This challenge has expired. Create another one."))


def is_seated(table: Table, *, client: ClientId, owner: ClientId, name: str, key: str | None) -> bool:
    """Return whether a client that asks for the empty seat has it already.

    Raises what joining under this name would raise.
    """
    invitation = table.seats.invitation or InvitationHash("")
    judged = join(table, client=client, owner=owner, name=name, invitation=invitation, key=key)
    return judged.effect is None


def admit(table: Table, *, client: ClientId | None, ask: Ask | None, ask_id: str) -> Transition:
    """Give the empty seat to somebody who asks to play, and start the match.

    `ask` is the request with `ask_id`, or None if it is no longer open. Admitting twice has no effect.
    """
    player = table.require_player(client)
    seated = table.seats.clients[other_player(player)]
    if seated is not None and make_ask_id(table.id, seated) == ask_id:
        return Transition(table, None, by=player)
    if table.match is not None:
        raise NotNow("Not now: the match has started.")
    if ask is None or table.seats.invitation is None:
        raise NotNow("This request to play is no longer open. Wait for another one.")
    return join(table, client=ask.client, owner=ask.owner, name=ask.name, invitation=table.seats.invitation)


def check_movable(table: Table, *, client: ClientId | None) -> PlayerNumber:
    """Return the player whose seat can move to another device, or raise an error that says why not."""
    player = table.require_player(client)
    if table.seats.shared:
        raise NotNow("Both of you play on this device, so your seats stay here.")
    if table.daily is not None:
        raise NotNow("There is one try at a daily code, so it stays on this device.")
    return player


def move_seat(table: Table, *, player: PlayerNumber | None, client: ClientId, owner: ClientId) -> Transition:
    """Give the seat of `player` to another client. Moving it there twice has no effect.

    `player` is None if the link that was used is not valid, or no longer.
    """
    if player is None:
        seated = table.seats.player_of(client)
        if seated is None:
            raise Forbidden("This link is no longer valid. Make a new one on the device where you play.")
        return Transition(table, None, by=seated)
    if owner == table.seats.owners[other_player(player)]:
        raise Forbidden("This device plays the other seat. Open the link on another one.")
    moved = table.seats.move(player, client=client, owner=owner)
    return Transition(
        replace(table, seats=moved, notes=table.notes + 1), SeatMoved(player, client, owner), by=player
    )


def delete(table: Table, *, client: ClientId | None) -> Transition:
    """Delete an unfinished solo game or match against the computer, or a table that nobody has joined.

    A match between people ends only by its rules, and there is one try at a daily code.
    """
    player = table.require_player(client)
    if table.match is None:
        reason = "This table was withdrawn by the player who opened it."
    elif table.over:
        raise NotNow("Not now: the match is over. You can remove it from your list of games.")
    elif table.daily is not None:
        raise NotNow("There is one try at a daily code, so you cannot delete it. You can give up.")
    elif table.seats.automatic(other_player(player)):
        reason = "This game was deleted by its player."
    else:
        raise NotNow("Not now: the match has started. You can finish it or leave it.")
    return Transition(table, Deleted(reason), by=player)


def expire(table: Table, *, version: int) -> Transition:
    """End a match without a recent move, or delete its table if nobody loses by it.

    Solo games and tables that wait for a player are deleted. Otherwise the player to move has left
    the match, or their opponent if a computer is to move. Two computers stop without a winner.
    Raises VersionConflict if the table has changed since it was at `version`.
    """
    if table.version != version:
        raise VersionConflict(table.id, version, table.version)
    match = table.match
    if match is None or match.agreement.solo:
        return Transition(table, Deleted("This table was deleted, because nobody has moved for a long time."))
    turn = match.turn
    assert turn is not None
    people = (player for player in (turn, other_player(turn)) if not table.seats.automatic(player))
    absent = next(people, None)
    return play(table, Leave(None if absent is None else match.game.seat(absent)), by=None)


def move(
    table: Table,
    *,
    client: ClientId | None,
    key: str,
    moves: int,
    text: str,
    salt: bytes | None,
    away: Away = (None, None),
    idle: float = 0,
) -> Transition:
    """Play the move that a client sent as `text`, for a match that has `moves` moves.

    Sending the same command with the same `key` again returns the first result. `away` says
    for how many seconds each player has not been connected, and `idle` for how many nobody has moved.
    They matter only if the other player is gone.
    """
    player = table.require_player(client)
    match = table.require_match()
    number = table.keys.get((player, key))
    if number is not None:
        if number != moves or not _is_same_move(match, number, text, player):
            raise KeyReused(key)
        return Transition(table, None, by=player, number=number)
    seat = match.game.seat(player)
    move = line.read(text, match, seat)
    if text == line.GONE:
        them = other_player(player)
        _check_gone(table, match, them, away[them], idle)
        _check_sent(table, match, move, by=None, moves=moves)
    else:
        _check_sent(table, match, move, by=seat, moves=moves)
    if isinstance(move, Guess) and match.game.phase is Phase.SETTING and table.automatic_turn is not None:
        raise CodeNotReady
    return play(table, move, by=player, salt=salt, key=key)


def idle_limit(match: Match) -> float | None:
    """Return after how many seconds without a move the player to move can be claimed gone.

    None means never, because a clock runs for them.
    """
    if match.game.turn_limit is not None:
        return None
    clocked = match.time_limit is not None or match.agreement.edition.codemaker_time is not None
    return IDLE_SECONDS if clocked else GONE_SECONDS_WITHOUT_CLOCK


def _check_gone(table: Table, match: Match, them: PlayerNumber, away: float | None, idle: float) -> None:
    """Raise NotNow unless the other player has been away, or has not moved, for long enough."""
    name = table.seats.player_names[them]
    if table.seats.automatic(them) or table.seats.shared:
        raise NotNow("Only a person at another screen can be gone. You can leave the match yourself.")
    patience = idle_limit(match) if match.turn == them else None
    if patience is not None and idle >= patience:
        return
    if away is None and patience is not None:
        after = "3 days" if patience == GONE_SECONDS_WITHOUT_CLOCK else "10 minutes"
        raise NotNow(f"{name} may still move. After {after} without a move you win the match.")
    if away is None:
        raise NotNow(f"{name} is not away. You can offer to stop, or leave the match.")
    clocked = match.time_limit is not None
    limit, words = (GONE_SECONDS, "2 minutes") if clocked else (GONE_SECONDS_WITHOUT_CLOCK, "3 days")
    if away < limit:
        raise NotNow(f"{name} may come back. After {words} without a connection you win the match.")


def find_claimed_game(table: Table, *, client: ClientId | None, key: str, moves: int) -> Game | None:
    """Return the game to search for the rows of a claim, or None if the claim was made before.

    Raises what `move` raises for a claim of any rows.
    """
    player = table.require_player(client)
    match = table.require_match()
    if (player, key) in table.keys:
        return None
    _check_sent(table, match, Claim(()), by=match.game.seat(player), moves=moves)
    match.game.check_may_be_wrong()
    return match.game


def check_laid(table: Table, *, client: ClientId | None, moves: int, pegs: str) -> PlayerNumber:
    """Return the player who is laying `pegs` as the next guess. A dot is a free hole.

    Raises NotSeated, NotYourMove unless it is the codebreaker who guesses now, and NotationError.
    Nobody can show a code that is being set.
    """
    player = table.require_player(client)
    match = table.require_match()
    game, edition = match.game, table.edition
    if moves != table.moves:
        return player
    if game.phase is not Phase.GUESSING or game.seat(player) is not Seat.CODEBREAKER:
        raise NotYourMove("Only the row of a player who guesses now can be shown.")
    letters = {hue.letter for hue in edition.hues} | {"."} | ({"-"} if edition.blanks else set())
    if len(pegs) != edition.pegs or not letters.issuperset(pegs):
        raise NotationError(f"A row has {edition.pegs} letters of colours, or dots for free holes.")
    return player


def _check_sent(table: Table, match: Match, move: Move, *, by: Seat | None, moves: int) -> None:
    """Raise an error unless the client has seen the latest move, and the move is one of seat `by`."""
    if moves != table.moves:
        raise Stale(table.id, moves, table.moves)
    whose = seat_of(move)
    if by is not None and whose is not None and whose is not by and not match.over:
        box = table.edition.box
        titles = {Seat.CODEMAKER: box.codemaker, Seat.CODEBREAKER: box.codebreaker}
        raise NotYourMove(
            f"Only the {titles[whose]} can {ACTS[type(move)].value}. You are the {titles[by]} now."
        )


def play(
    table: Table, move: Move, *, by: PlayerNumber | None, salt: bytes | None = None, key: str | None = None
) -> Transition:
    """Play a move without checking who sent it.

    A code gets a commitment with `salt`, which must be 32 unpredictable bytes. A solo game needs none.
    """
    match = table.require_match()
    if isinstance(move, SetCode) and move.secret is not None and salt is not None:
        move = move if match.agreement.solo else commit(match, move.secret.reveal(), salt=salt)
    number, after = table.moves, match.play(move)
    keys = table.keys if key is None or by is None else {**table.keys, (by, key): number}
    return Transition(
        replace(
            table,
            match=after,
            keys=keys,
            offers=offers.remaining(table.offers, move, over=after.over),
            codemaker_late=False,
        ),
        Played(number, move, key),
        by=by,
        line=line.write(match, move),
        number=number,
    )


def player_of(table: Table, move: Move) -> PlayerNumber | None:
    """Return the player of a stored move that no client sent: the computer to move, or nobody."""
    return table.automatic_turn if isinstance(move, SetCode | Guess | Answer) else None


def time_out(table: Table, *, code: Code, salt: bytes | None) -> Transition:
    """End a turn that has run out of time.

    A codebreaker loses the row. For a codemaker the program sets `code`, or answers. Raises NotNow
    if the turn has no limit.
    """
    game = table.require_match().game
    move: Move = TimeOut()
    if game.turn_limit is not None and game.phase is Phase.SETTING:
        move = SetCode(Secret(code))
    elif game.turn_limit is not None and game.phase is Phase.ANSWERING:
        guess = game.board.rows[-1].guess
        assert guess is not None
        assert game.secret is not None
        move = Answer(mark(guess, game.secret.reveal()))
    step = play(table, move, by=None, salt=salt)
    late = not isinstance(move, TimeOut)
    return replace(step, table=replace(step.table, codemaker_late=late))


def find_board_to_count(table: Table, *, client: ClientId | None, number: int | None = None) -> Board:
    """Return the board of a game, by default the one in play, whose codes left `client` may know.

    Raises NotNow otherwise. The codemaker and spectators may always know them, the codebreaker if hints
    are allowed or the game is over.
    """
    match = table.require_match()
    game = next((each for each in reversed(match.games) if number in (None, each.number)), None)
    if game is None:
        raise NotNow(f"There is no game {number} in this match yet.")
    seat = game.seat(table.seats.player_of(client))
    if seat is Seat.CODEBREAKER and not match.hints_allowed and not game.over:
        raise NotNow("You may count the codes that are left only if hints are allowed.")
    return game.board


def offer(table: Table, *, client: ClientId | None, key: str, text: str, new_id: NewId) -> Transition:
    """Make an offer. A computer accepts at once, and so does a player who has made the same offer.

    Two people at one screen have agreed before they press the button.
    """
    player = table.require_player(client)
    if _is_repeat(table, player, key, text):
        return Transition(table, None, by=player)
    _check_offer(table, text)
    them = other_player(player)
    if text == STOP and table.seats.automatic(them):
        raise NotNow(
            "A computer does not agree to stop. You can leave the match, which gives it to the computer."
        )
    if table.seats.shared or table.seats.automatic(them) or _is_open(table, them, text):
        return _carry_out(table, text, by=player, key=key, new_id=new_id)
    if _is_open(table, player, text):
        return Transition(table, None, by=player)
    new = Offer(player, text)
    remaining = (stands for stands in table.offers if (stands.by, stands.kind) != (player, new.kind))
    return _set_offers(table, (*remaining, new), by=player)


def reply(
    table: Table, *, client: ClientId | None, key: str, text: str, yes: bool, new_id: NewId
) -> Transition:
    """Accept or decline an offer. Declining your own offer withdraws it."""
    player = table.require_player(client)
    if not yes:
        offers.check(text)
        remaining = tuple(stands for stands in table.offers if stands.text != text)
        return (
            Transition(table, None, by=player)
            if remaining == table.offers
            else _set_offers(table, remaining, by=player)
        )
    if _is_repeat(table, player, key, text):
        return Transition(table, None, by=player)
    offers.check(text)
    if not _is_open(table, other_player(player), text):
        raise NoOffer("There is no such offer. You can make it yourself.")
    _check_offer(table, text)
    return _carry_out(table, text, by=player, key=key, new_id=new_id)


def _is_repeat(table: Table, player: PlayerNumber, key: str, text: str) -> bool:
    """Return whether this command was executed before; raise KeyReused if the key was another's."""
    number = table.keys.get((player, key))
    if number is not None:
        offers.check(text)
        if text == REMATCH or table.require_match().moves[number] != offers.to_move(text):
            raise KeyReused(key)
        return True
    return text == REMATCH and table.rematch is not None


def _check_offer(table: Table, text: str) -> None:
    """Raise an error unless the players could agree on this now."""
    offers.check(text)
    match = table.require_match()
    if text != REMATCH:
        match.play(offers.to_move(text))
    elif not match.over:
        raise NotNow("Not now: you can offer a rematch when the match is over.")
    elif table.daily is not None:
        raise NotNow("There is one daily code per day. Come back tomorrow, or play a solo game.")


def _is_open(table: Table, by: PlayerNumber, text: str) -> bool:
    return any((stands.by, stands.text) == (by, text) for stands in table.offers)


def _carry_out(table: Table, text: str, *, by: PlayerNumber, key: str, new_id: NewId) -> Transition:
    """Execute an offer that both players agree on."""
    if text != REMATCH:
        return play(table, offers.to_move(text), by=by, key=key)
    again = Table(
        id=new_id(),
        edition=table.edition,
        games=table.games,
        hints=table.hints,
        friendly=table.friendly,
        seats=table.seats if table.solo else table.seats.swap(),
    ).start()
    after = replace(table, rematch=again.id, offers=(), notes=table.notes + 1)
    return Transition(after, Rematched(again), by=by)


def _set_offers(table: Table, remaining: tuple[Offer, ...], *, by: PlayerNumber) -> Transition:
    return Transition(replace(table, offers=remaining, notes=table.notes + 1), OffersChanged(), by=by)


def _is_same_move(match: Match, number: int, text: str, player: PlayerNumber) -> bool:
    """Return whether `text`, sent by `player`, is the move with this number."""
    move = match.moves[number]
    try:
        # The seat matters only for leaving, which ends the match, so the last game has the right one.
        sent = line.read(text, match, match.game.seat(player))
    except NotationError:
        return False
    return sent == move or (text == line.CLAIM and isinstance(move, Claim))
