"""A table with subscribers, without a server: commands go in as bytes, and bytes come out.

It does what a registry does, in one thread and without waiting, and remembers every
message that was sent.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.protocol import messages, view
from codepegs.rules import (
    Agreement,
    AllowHints,
    Code,
    Edition,
    Leave,
    Match,
    Move,
    PlayerNumber,
    Seat,
    SetClock,
    SetCode,
    TimeOut,
    find_edition,
    seat_of,
)
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale
from codepegs.table import commands, seats
from codepegs.table import moves as line
from codepegs.table.seats import ClientId, Seats
from codepegs.table.table import Effect, Rematched, Table, Transition

CLIENTS = (seats.client_id("token of player 0"), seats.client_id("token of player 1"))
STRANGER = seats.client_id("token of somebody else")
INVITATION = seats.invitation_hash("token in the link")
SALT = bytes(range(32))
EVERYBODY: tuple[PlayerNumber | None, ...] = (0, 1, None)
NAME, NEW_ID = MatchId("abcdefghij"), MatchId("klmnopqrst")


def waiting(agreement: Agreement, name: MatchId = NAME) -> Table:
    """Return a table that player 0 has opened for a friend."""
    return commands.open_table(
        table_id=name,
        edition=edition_line.write(agreement.edition),
        games=agreement.games,
        players=(agreement.players[0], None),
        hints=agreement.hints,
        client=CLIENTS[0],
        invitation=INVITATION,
    )


def seated(agreement: Agreement, name: MatchId = NAME) -> Table:
    """Return a table with both players, or with player 1 alone in a solo game.

    The two players of a friendly match are people here, so that both of them can be made to move.
    """
    if agreement.solo or agreement.friendly:
        clients = (None if agreement.solo else CLIENTS[0], CLIENTS[1])
        return Table(
            id=name,
            edition=agreement.edition,
            games=agreement.games,
            hints=agreement.hints,
            friendly=agreement.friendly,
            daily=agreement.daily,
            seats=Seats(agreement.players, clients, owners=clients),
        ).start()
    step = commands.join(
        waiting(agreement, name), client=CLIENTS[1], name=agreement.players[1], invitation=INVITATION
    )
    return step.table


def two(terms: Edition | str, games: int = 2) -> Agreement:
    """Return an agreement of Ada and Bob. Ada makes the first code."""
    return Agreement(find_edition(terms) if isinstance(terms, str) else terms, ("Ada", "Bob"), games)


def spelled(match: Match, move: Move) -> str:
    """Return a move as its player sends it."""
    if isinstance(move, SetCode | Leave):
        return line.spell(match.agreement.edition, move, seat_of(move) or Seat.SPECTATOR)
    return line.write(match, move)


class Room:
    """A table with a subscriber in each seat and a spectator."""

    def __init__(self, table: Table) -> None:
        self.table, self.salt, self.new_id = table, SALT, NEW_ID
        self.kept: list[Effect] = []
        self.views = {player: view.make_view(table, player) for player in EVERYBODY}
        self.first = dict(self.views)
        self.heard: dict[PlayerNumber | None, list[bytes]] = {
            player: [messages.encode(messages.Viewed(seen))] for player, seen in self.views.items()
        }
        self._keys = 0

    def send(self, client: ClientId | None, **fields: object) -> bytes:
        """Send a command and return the reply. A key is added if there is none."""
        self._keys += 1
        body = msgspec.json.encode({"key": f"k{self._keys}"} | fields)
        player = self.table.seats.player_of(client)
        try:
            sent = messages.decode_command(body)
            step = self._step(client, sent)
        except CodepegsError as error:
            seen = self.views[player] if isinstance(error, Stale) else None
            back = messages.encode(
                messages.make_refused(error, view=seen, key=str(fields.get("key", f"k{self._keys}")))
            )
        else:
            self.take(step)
            back = messages.encode(messages.Answered(_answer(step, sent)))
        self.heard[player].append(back)
        return back

    def _step(self, client: ClientId | None, sent: messages.Sent | messages.Signal) -> Transition:
        match sent:
            case messages.Moving(key, moves, text):
                return commands.move(
                    self.table, client=client, key=key, moves=moves, text=text, salt=self.salt
                )
            case messages.Offering(key, text):
                return commands.offer(
                    self.table, client=client, key=key, text=text, new_id=lambda: self.new_id
                )
            case messages.Replying(key, text, yes):
                return commands.reply(
                    self.table, client=client, key=key, text=text, yes=yes, new_id=lambda: self.new_id
                )
            case _:
                raise ValueError(f"{sent!r} needs more than a table.")

    def take(self, step: Transition) -> None:
        """Record the effect of a transition, then publish it."""
        if step.effect is None:
            assert step.table == self.table
            return
        assert step.table.version == self.table.version + 1
        self.table = step.table
        self.kept.append(step.effect)
        public = view.make_public_view(self.table, before=self.views[None])
        for player in EVERYBODY:
            after = view.make_seat_view(public, self.table, player)
            change = messages.diff_views(self.views[player], after, line=step.line, by=step.by)
            self.views[player] = after
            self.heard[player].append(messages.encode(messages.Changed(change)))

    def move(self, player: PlayerNumber, text: str) -> bytes:
        """Send a move for the current match and return the reply."""
        return self.send(CLIENTS[player], moves=self.table.moves, move=text)

    def make(self, move: Move) -> None:
        """Make a move by its player, by agreement, by the clock, or by the table of a solo game."""
        match, before = self.table.match, self.table.moves
        assert match is not None
        if isinstance(move, TimeOut):
            self.take(commands.time_out(self.table, code=Code(()), salt=None))
            return
        if isinstance(move, AllowHints | SetClock) or move == Leave(None):
            text = "hints" if isinstance(move, AllowHints) else line.write(match, move)
            done = self.send(CLIENTS[match.agreement.solo], offer=text)
            assert b"refused" not in done, done
            if self.table.moves == before:
                done = self.send(CLIENTS[1], reply=text, yes=True)
        elif match.agreement.solo and isinstance(move, SetCode):
            self.take(commands.play(self.table, move, by=0, salt=self.salt))
            return
        else:
            seat = seat_of(move)
            assert seat is not None
            done = self.move(match.player(seat), spelled(match, move))
        assert b"refused" not in done, done

    def play(self, moves: Iterable[Move]) -> Room:
        for move in moves:
            self.make(move)
        return self


def _answer(step: Transition, sent: messages.Sent | messages.Signal) -> messages.Reply | messages.Agreed:
    match sent:
        case messages.Moving(key):
            assert step.table.match is not None
            assert step.number is not None
            return messages.make_reply(step.table.match, step.number, key)
        case messages.Offering(key, text) | messages.Replying(key, text):
            return messages.Agreed(key, text)
        case _:
            raise ValueError(f"{sent!r} has no such answer.")


def rematch_of(room: Room) -> Table:
    """Return the table that the last transition opened."""
    last = room.kept[-1]
    assert isinstance(last, Rematched)
    return last.table
