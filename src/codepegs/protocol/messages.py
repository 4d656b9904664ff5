"""The wire: every message as it is read and written."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from codepegs.errors import CodepegsError
from codepegs.protocol.errors import Malformed, Refusal, RequestTooLarge, refusal
from codepegs.protocol.view import Game, Offered, Outcome, Phase, ScorePeg, Seated, Terms, Timing, View
from codepegs.rules.edition import Answers
from codepegs.rules.match import Match
from codepegs.rules.move import Guess, TimeOut
from codepegs.rules.seat import PlayerNumber
from codepegs.table import moves as line

MAX_MESSAGE_BYTES = 4096
"""Bytes of a message to the server, at most."""

# Python's $ would also let a line feed at the end pass.
Key = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)", description="a client key, new for each command")
]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=100)]
Line = Annotated[str, Meta(max_length=100)]
Token = Annotated[str, Meta(max_length=100)]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table. The first of `players` makes the first code; null is for a friend."""

    edition: Annotated[str, Meta(max_length=300)]
    games: Annotated[int, Meta(ge=0, le=1_000_000)]
    players: tuple[Name | None, Name | None]
    hints: bool = False


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sits down in the free seat of a table."""

    invitation: Token
    name: Name


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Makes a move on a match of `moves` moves."""

    key: Key
    moves: Count
    move: Line


class Offering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Proposes something to the other player."""

    key: Key
    offer: Line


class Replying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says yes or no to an offer."""

    key: Key
    reply: Line
    yes: bool


Sent = Moving | Offering | Replying
"""What a socket takes."""

R = TypeVar("R", bound=msgspec.Struct)


def decode(body: bytes, kind: type[R], *, limit: int = MAX_MESSAGE_BYTES) -> R:
    """The request of that kind, or Malformed: its numbers are whole, its fields known, its texts not long."""
    return _decode(body, kind, limit=limit)


def decode_command(body: bytes) -> Sent:
    """What came over a socket: its fields tell which kind of command it is."""
    fields = _decode(body, dict[str, msgspec.Raw])
    for name, kind in _SENT.items():
        if name in fields:
            return _decode(body, kind)
    raise Malformed("A command has a key, and one of: move, offer, reply.")


_SENT: dict[str, type[Sent]] = {"move": Moving, "offer": Offering, "reply": Replying}
T = TypeVar("T")


def _decode(body: bytes, kind: type[T], *, limit: int = MAX_MESSAGE_BYTES) -> T:
    if len(body) > limit:
        raise RequestTooLarge(limit)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"The message does not say what it should: {_fault(str(error))}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed("The message is no JSON object in UTF-8.") from None


def _fault(message: str) -> str:
    # A refusal repeats nothing that was sent: it may be shown, and a code may have been meant.
    return "it has a field that is not known here" if "unknown field" in message else message


class Change(msgspec.Struct, frozen=True):
    """The sections of a view that have changed since the version before, and what was done by whom."""

    version: int
    moves: int
    terms: Terms | UnsetType = UNSET
    players: tuple[Seated, Seated] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    turn: PlayerNumber | UnsetType | None = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    game: Game | UnsetType | None = UNSET
    past: tuple[Game, ...] | UnsetType = UNSET
    points: tuple[int, int] | UnsetType = UNSET
    score_pegs: tuple[ScorePeg, ScorePeg] | UnsetType | None = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    offers: tuple[Offered, ...] | UnsetType = UNSET
    rematch: str | UnsetType | None = UNSET
    clock: Timing | UnsetType = UNSET
    line: str | None = None
    by: PlayerNumber | None = None


SECTIONS = tuple(name for name in Change.__struct_fields__ if name not in ("version", "moves", "line", "by"))


def diff_views(before: View, after: View, *, line: str | None, by: PlayerNumber | None) -> Change:
    """What `after` has that `before`, of the same seat, has not; and the clock, where there is one.

    Readers saw the clock at different moments, so that what is new to them is not told by `before`.
    """
    differing = {
        name: getattr(after, name) for name in SECTIONS if getattr(after, name) != getattr(before, name)
    }
    if after.clock.limit is not None:
        differing["clock"] = after.clock
    return Change(after.version, after.moves, **differing, line=line, by=by)


def apply_change(view: View, change: Change) -> View:
    """The view after a change: what a client does with it."""
    given = {name: getattr(change, name) for name in ("version", "moves", *SECTIONS)}
    return msgspec.structs.replace(
        view, **{name: value for name, value in given.items() if value is not UNSET}
    )


class Reply(msgspec.Struct, frozen=True):
    """A move was made, and kept, as number `number`; a referee's answer to a guess comes along."""

    key: str
    number: int
    move: str
    feedback: str | None


class Agreed(msgspec.Struct, frozen=True):
    """An offer or a reply has been taken down."""

    key: str
    offer: str


def make_reply(match: Match, number: int, key: str) -> Reply:
    """The answer to the command that made move `number`.

    It is made of the moves up to that one, so that it stays the same however far the
    match has gone on.
    """
    games = iter(match.games)
    game, place = next(games), number
    while place >= len(game.moves):
        place -= len(game.moves)
        game = next(games)
    made = game.moves[place]
    feedback = None
    if isinstance(made, Guess) and game.board.edition.answers is Answers.REFEREE:
        row = sum(isinstance(past, Guess | TimeOut) for past in game.moves[:place])
        feedback = str(game.board.rows[row].feedback)
    return Reply(key, number, line.write(match, made), feedback)


class Refused(msgspec.Struct, frozen=True):
    """What a refused request gets; the current view comes along where the request was out of date."""

    refused: Refusal
    view: View | UnsetType = UNSET
    key: str | UnsetType = UNSET


def make_refused(error: CodepegsError, *, view: View | None = None, key: str | None = None) -> Refused:
    """The message for a refusal, with the `view` where the request was out of date, the `key` on a socket."""
    return Refused(refusal(error), UNSET if view is None else view, UNSET if key is None else key)


class Viewed(msgspec.Struct, frozen=True):
    """The first message of a socket or stream."""

    view: View


class Changed(msgspec.Struct, frozen=True):
    """A later message."""

    change: Change


class Answered(msgspec.Struct, frozen=True):
    """On a socket: the answer to a command."""

    answer: Reply | Agreed


class Presence(msgspec.Struct, frozen=True):
    """Who is there: each player, and how many spectators."""

    here: tuple[bool, bool]
    watching: int


class Introduced(msgspec.Struct, frozen=True):
    """Who you are, for the Authorization header: keep it to yourself, it is not told again."""

    token: str


class Opened(msgspec.Struct, frozen=True):
    """A new table. The invitation goes to a friend, who joins with it; it is not told again."""

    id: str
    invitation: str | None
    view: View


class Withdrawn(msgspec.Struct, frozen=True):
    """A table that was taken back: it is forgotten, and its invitation opens nothing."""

    withdrawn: str


class Listed(msgspec.Struct, frozen=True):
    """A table that you sit at. Times are microseconds since 1970, UTC."""

    id: str
    edition: str
    games: int
    names: tuple[str | None, str | None]
    you: PlayerNumber | None
    moves: int
    over: bool
    opened: int
    changed: int


encode = msgspec.json.Encoder().encode
"""Any message as bytes."""
