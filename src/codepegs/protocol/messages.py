"""Messages of the protocol, and how they are decoded and encoded."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import astuple

from codepegs.errors import CodepegsError
from codepegs.protocol.errors import Malformed, Refusal, RequestTooLarge, refusal
from codepegs.protocol.view import View
from codepegs.rules.edition import Answers
from codepegs.rules.feedback import mark
from codepegs.rules.match import Match
from codepegs.rules.move import Guess
from codepegs.rules.seat import PlayerNumber
from codepegs.table import moves as line

if TYPE_CHECKING:
    # A client decodes messages without loading storage or players.
    from codepegs.table.asks import Ask

MAX_MESSAGE_BYTES = 4096
"""Size limit of a message to the server."""

# Python's $ would also let a line feed at the end pass.
Key = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)", description="a client key, new for each command")
]
RequestKey = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)",
        description="a client key that nobody can guess, new for each table; it can get the seat again",
    ),
]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=100)]
Line = Annotated[str, Meta(max_length=100)]
Token = Annotated[str, Meta(max_length=100)]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. The first of `players` makes the first code; null is for a friend.

    If both are names of people, both seats are yours. In a solo game the first name is empty. `daily`
    asks for the daily code of that day: today where you are, or an earlier day if it is `friendly`.
    Anybody may take the empty seat of a `challenge`.
    """

    key: RequestKey
    edition: Annotated[str, Meta(max_length=300)]
    games: Annotated[int, Meta(ge=0, le=1_000_000)]
    players: tuple[Name | None, Name | None]
    hints: bool = False
    friendly: bool = False
    daily: date | None = None
    challenge: bool = False


class Offline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send the record of a solo game that you played offline. It counts in your statistics."""

    key: RequestKey
    record: Annotated[str, Meta(max_length=4000)]


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the empty seat of a table."""

    key: RequestKey
    invitation: Token
    name: Name


class Linking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Draw the link to a table as a QR code. `fragment` is what comes after the `#`."""

    fragment: Token = ""


class TakingOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take over your own seat from another device."""

    key: RequestKey
    token: Token


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the empty seat of an open challenge."""

    key: RequestKey
    name: Name


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make a move in a match that has `moves` moves."""

    key: Key
    moves: Count
    move: Line


class Offering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make an offer to the other player."""

    key: Key
    offer: Line


class Replying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Accept or decline an offer."""

    key: Key
    reply: Line
    yes: bool


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the host of a table for the empty seat."""

    key: RequestKey
    name: Name


class Admitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let somebody who asks to play take the empty seat, or decline the request."""

    key: Key
    admit: Annotated[str, Meta(max_length=16)]
    yes: bool


Sent = Moving | Offering | Replying | Admitting
"""Commands on a WebSocket."""

Phrase = Literal["Good game", "Nice one", "One moment", "Thanks"]
"""All that players can say to each other."""


class Laying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Show the others the row that you are laying, in a match that has `moves` moves.

    It has a letter for each hole, and a dot for one that is still free.
    """

    moves: Count
    laid: Line


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something to everybody at the table."""

    say: Phrase


Signal = Laying | Saying
"""Something a player sends for others to see. Nothing of it is stored. On a WebSocket it gets no answer."""

R = TypeVar("R", bound=msgspec.Struct)


def decode(body: bytes, kind: type[R], *, limit: int = MAX_MESSAGE_BYTES) -> R:
    """Return the decoded request, or raise Malformed or RequestTooLarge."""
    return _decode(body, kind, limit=limit)


def decode_command(body: bytes) -> Sent | Signal:
    """Return a command or a signal from a WebSocket. Its fields tell which kind it is."""
    with suppress(Malformed):
        return _decode(body, Moving)  # nearly all of them
    fields = _decode(body, dict[str, msgspec.Raw])
    for name, kind in _SENT.items():
        if name in fields:
            return _decode(body, kind)
    raise Malformed("A command needs a key and one of: move, offer, reply, admit. A signal has laid or say.")


_SENT: dict[str, type[Sent | Signal]] = {
    "move": Moving,
    "offer": Offering,
    "reply": Replying,
    "admit": Admitting,
    "laid": Laying,
    "say": Saying,
}
T = TypeVar("T")


def _decode(body: bytes, kind: type[T], *, limit: int = MAX_MESSAGE_BYTES) -> T:
    if len(body) > limit:
        raise RequestTooLarge(limit)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"The message is malformed: {_fault(str(error))}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed("The message is not a JSON object in UTF-8.") from None


def _fault(message: str) -> str:
    # An error message never repeats what was sent, because that may contain a hidden code.
    return "it has an unknown field" if "unknown field" in message else message


if TYPE_CHECKING:

    class Change(msgspec.Struct, frozen=True):
        """Declaration for type checkers of the struct below. A section that did not change is UNSET."""

        version: int
        moves: int
        line: str | None = None
        by: PlayerNumber | None = None


SECTIONS = tuple(name for name in View.__struct_fields__ if name not in ("id", "you", "version", "moves"))
"""Fields of a view that can change without a new snapshot, besides the numbers."""

if not TYPE_CHECKING:
    _types = {field.name: field.type for field in msgspec.structs.fields(View)}
    Change = msgspec.defstruct(
        "Change",
        [
            ("version", int),
            ("moves", int),
            *((name, _types[name] | UnsetType, UNSET) for name in SECTIONS),
            ("line", str | None, None),
            ("by", PlayerNumber | None, None),
        ],
        frozen=True,
        module=__name__,
        namespace={
            "__doc__": "The sections of a view that changed since the previous version, "
            "with the move and its player."
        },
    )


def diff_views(before: View, after: View, *, line: str | None, by: PlayerNumber | None) -> Change:
    """Return the sections in which two views of one seat differ.

    A running clock is always included, because subscribers have seen it at different times.
    """
    pairs = zip(View.__struct_fields__, astuple(before), astuple(after), strict=True)
    differing = {name: new for name, old, new in pairs if new is not old and new != old}
    differing |= {"version": after.version, "moves": after.moves}
    if after.clock.limit is not None:
        differing["clock"] = after.clock
    return Change(**differing, line=line, by=by)


def apply_change(view: View, change: Change) -> View:
    """Return the view after a change, as a client computes it."""
    given = {name: getattr(change, name) for name in ("version", "moves", *SECTIONS)}
    return msgspec.structs.replace(
        view, **{name: value for name, value in given.items() if value is not UNSET}
    )


class Reply(msgspec.Struct, frozen=True):
    """A move was saved as number `number`. For a guess it includes the referee's feedback."""

    key: str
    number: int
    move: str
    feedback: str | None


class Agreed(msgspec.Struct, frozen=True):
    """An offer or a reply was saved."""

    key: str
    offer: str


class Admitted(msgspec.Struct, frozen=True):
    """A request to play was admitted or declined."""

    key: str
    admit: str


Done = Reply | Agreed | Admitted
"""Replies to commands."""


def make_reply(match: Match, number: int, key: str) -> Reply:
    """Return the reply to the command that made move `number`.

    It depends only on the moves up to that one, so a repeated command gets the same reply.
    """
    games = iter(match.games)
    game, place = next(games), number
    while place >= len(game.moves):
        place -= len(game.moves)
        game = next(games)
    made = game.moves[place]
    feedback = None
    if isinstance(made, Guess) and game.board.edition.answers is Answers.REFEREE:
        if place == len(game.moves) - 1:
            feedback = game.board.rows[-1].feedback
        else:
            # The row may have been taken back since.
            assert game.secret is not None
            feedback = mark(made.code, game.secret.reveal())
    return Reply(key, number, line.write(match, made), None if feedback is None else str(feedback))


class Refused(msgspec.Struct, frozen=True):
    """A refused request. It includes the current view if the request was outdated."""

    refused: Refusal
    view: View | UnsetType = UNSET
    key: str | UnsetType = UNSET


def make_refused(error: CodepegsError, *, view: View | None = None, key: str | None = None) -> Refused:
    """Return the message for an error; on a WebSocket it has the `key` of the command."""
    return Refused(refusal(error), UNSET if view is None else view, UNSET if key is None else key)


class Viewed(msgspec.Struct, frozen=True):
    """First message of a WebSocket or stream, and after missed changes: the whole view."""

    view: View


class Changed(msgspec.Struct, frozen=True):
    """Message about one change."""

    change: Change


class Answered(msgspec.Struct, frozen=True):
    """Reply to a command on a WebSocket."""

    answer: Done


class Presence(msgspec.Struct, frozen=True):
    """Which players are connected, how many spectators, and for how many seconds people have been away.

    `idle` is for how many seconds nobody has moved.
    """

    here: tuple[bool, bool]
    watching: int
    away: tuple[int | None, int | None] = (None, None)
    idle: int = 0


class Laid(msgspec.Struct, frozen=True):
    """The row that the codebreaker is laying, in a match that has `moves` moves."""

    moves: int
    laid: str


class Said(msgspec.Struct, frozen=True):
    """Phrase that a player says."""

    by: PlayerNumber
    said: str


class Asked(msgspec.Struct, frozen=True):
    """Somebody asks to play."""

    id: str
    name: str


class Asks(msgspec.Struct, frozen=True):
    """The requests to play that you may see: all if it is your table, or else your own."""

    asks: tuple[Asked, ...]


def make_asks(asks: Iterable[Ask]) -> Asks:
    """Return the message with these requests."""
    return Asks(tuple(Asked(ask.id, ask.name) for ask in asks))


class Introduced(msgspec.Struct, frozen=True):
    """Your token for the Authorization header. Keep it secret; it is sent only once."""

    token: str


class Opened(msgspec.Struct, frozen=True):
    """A new table. A friend joins with the invitation, which only this reply contains."""

    id: str
    invitation: str | None
    view: View


class Transfer(msgspec.Struct, frozen=True):
    """A token that moves your seat to another device. It works once, for `seconds`."""

    token: str
    seconds: int


class Received(msgspec.Struct, frozen=True):
    """The table of a game that was played offline."""

    id: str


class Rematch(msgspec.Struct, frozen=True):
    """The table of the rematch. The cookie of your seat there comes with it."""

    id: str


class Deleted(msgspec.Struct, frozen=True):
    """A table that was deleted, or removed from your list."""

    deleted: str


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """One of your tables. Times are microseconds since 1970, UTC.

    `you` is null if both seats are yours. `status` says how far the match is or how it ended, in words for
    you. `turn` is the player to move, and null before and after the match. `reviewable` says that a game has
    ended with its code shown. `challenge` says that anybody may take the empty seat. `rematch_of` is the
    table before a rematch.
    """

    id: str
    edition: str
    title: str
    games: int
    names: tuple[str | None, str | None]
    you: PlayerNumber | None
    daily: date | None
    status: str
    turn: PlayerNumber | None
    game: int
    guesses: int
    points: tuple[int, int]
    winner: PlayerNumber | None
    cracked_in: int | None
    moves: int
    over: bool
    opened: int
    changed: int
    ended: int | None
    reviewable: bool
    challenge: bool
    rematch_of: str | None


MAX_PAGE = 100
"""Tables on one page of a list, at most."""


class Listing(msgspec.Struct, frozen=True):
    """A page of your list: where it is your turn first, then other unfinished matches, then finished ones.

    `next` asks for the page after this one, and is null on the last page.
    """

    tables: tuple[Listed, ...]
    next: str | None


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose empty seat anybody may take. `host` is the player who waits there.

    `summary` has the terms in a few words; all of them are in the view of the table. `makes_first_code` is
    about the player who takes the seat. `opened` is in microseconds since 1970.
    """

    id: str
    host: str
    summary: str
    edition: str
    games: int
    time_limit: int | None
    makes_first_code: bool
    opened: int


class ClosedChallenge(msgspec.Struct, frozen=True):
    """A challenge that is no longer open: somebody has taken it, or it was withdrawn or has expired."""

    id: str
    taken: bool


class Challenges(msgspec.Struct, frozen=True):
    """All open challenges, the newest first, and the ids of your own."""

    challenges: tuple[Challenge, ...]
    yours: tuple[str, ...]


class ChallengesChanged(msgspec.Struct, frozen=True):
    """Challenges that were opened and closed since the message before."""

    opened: tuple[Challenge, ...]
    closed: tuple[ClosedChallenge, ...]


encode = msgspec.json.Encoder().encode
"""Encode a message as JSON."""
