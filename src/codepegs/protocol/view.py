"""View of a table as one seat sees it, in the form that is sent.

Each field of :class:`View` is a section. A change contains the sections that differ. Nothing
that a codebreaker or spectator gets depends on a hidden code, not even a length: every view is
made from that of a spectator, which has no code, and only the codemaker's adds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec

from codepegs.notation import edition_line, headlines, sentences
from codepegs.rules.board import Row as BoardRow
from codepegs.rules.claim import find_wrong_answers
from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending
from codepegs.rules.game import Game as PlayedGame
from codepegs.rules.game import Phase as GamePhase
from codepegs.rules.match import Match
from codepegs.rules.move import Act
from codepegs.rules.points import ScorePeg as RulesPeg
from codepegs.rules.points import game_points, score_pegs
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View as GameView

if TYPE_CHECKING:
    # A client decodes views without loading storage or players.
    from codepegs.table.table import Table

# Views refer to no cycles, so the garbage collector need not look at those that are made for every move.
Phase = Literal["waiting", "setting", "guessing", "answering", "over"]

PHASES: dict[GamePhase, Phase] = {
    GamePhase.SETTING: "setting",
    GamePhase.GUESSING: "guessing",
    GamePhase.ANSWERING: "answering",
    GamePhase.OVER: "over",
}


class Colour(msgspec.Struct, frozen=True):
    """A colour of the edition: its letter, name and paint."""

    letter: str
    name: str
    fill: str
    ink: str


class KeyPeg(msgspec.Struct, frozen=True):
    """A kind of key peg: what players call one and several of them, and the name of its paint."""

    name: str
    plural: str
    paint: str


class Keys(msgspec.Struct, frozen=True):
    """The key pegs: pegs or arms, the exact kind (`black`) and the misplaced kind (`white`)."""

    style: str
    black: KeyPeg
    white: KeyPeg


class Terms(msgspec.Struct, frozen=True):
    """The terms of a match as first agreed, with what is needed to draw it.

    In a `shared` match two people play at one screen. An `offline` game was sent when it was over.
    """

    edition: str
    slug: str
    title: str
    pegs: int
    colours: tuple[Colour, ...]
    colour_word: str
    blanks: bool
    code_repeats: bool
    guess_repeats: bool
    rows: int
    scoring: str
    least_wins: bool
    bonus: int
    award: int
    even: bool
    answers: str
    games: int
    hints: bool
    solo: bool
    friendly: bool
    shared: bool
    offline: bool
    daily: str | None
    codemaker_time: int | None
    keys: Keys
    codemaker: str
    codebreaker: str
    score_keeping: str


class Seated(msgspec.Struct, frozen=True):
    """A player: the name, the level if it is a computer, and whether the seat is taken."""

    name: str | None
    computer: str | None
    seated: bool


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row. It has no guess if the time ran out, and no feedback before it is answered."""

    guess: str | None
    feedback: str | None


class Wrong(msgspec.Struct, frozen=True):
    """A wrong answer."""

    row: int
    given: str
    true: str


class Proof(msgspec.Struct, frozen=True):
    """Why a game is void: the wrong answers, and their rows."""

    rows: tuple[int, ...]
    answers: tuple[Wrong, ...]


class Game(msgspec.Struct, frozen=True, gc=False):
    """A game of the match. The code is included for its codemaker, and for all once it is revealed.

    A game can be reviewed when it is over and its code is revealed. `hints` and `hints_left` are steps
    of hints: those taken, and those that can be taken for the next row. `hints_allowed` and
    `time_limit` are as last agreed. `ended` says in sentences how it ended.
    """

    number: int
    replay: int
    codemaker: PlayerNumber
    rows: tuple[Row, ...]
    code: str | None
    commitment: str | None
    salt: str | None
    ending: str | None
    ended: tuple[str, ...]
    given_up: bool
    reviewable: bool
    proof: Proof | None
    points: tuple[int, int]
    hints: tuple[int, ...]
    hints_left: tuple[int, ...]
    hints_allowed: bool
    time_limit: int | None


class ScorePeg(msgspec.Struct, frozen=True, gc=False):
    """A score peg: its paint and its hole."""

    paint: str
    hole: int


class Outcome(msgspec.Struct, frozen=True):
    """How the match ended. Without a winner it is a draw, a match that both stopped, or a solo game.

    `cracked_in` is the number of rows of a solo game, or null if the code was not cracked.
    """

    winner: PlayerNumber | None
    abandoned_by: PlayerNumber | None
    stopped: bool
    cracked_in: int | None


class Offered(msgspec.Struct, frozen=True):
    """An open offer."""

    by: PlayerNumber
    offer: str


class Timing(msgspec.Struct, frozen=True, gc=False):
    """Seconds for the turn that is running, and milliseconds left of it when the view was sent."""

    limit: int | None
    left: int | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A table as one player or a spectator sees it.

    `status` is a headline for this viewer: whose turn it is, or how the match ended. `told` says in
    sentences what the last move did, and `agreed` all terms as they are agreed now.
    """

    id: str
    version: int
    moves: int
    terms: Terms
    players: tuple[Seated, Seated]
    you: PlayerNumber | None
    phase: Phase
    turn: PlayerNumber | None
    status: str
    legal: tuple[str, ...]
    game: Game | None
    past: tuple[Game, ...]
    points: tuple[int, int]
    score_pegs: tuple[ScorePeg, ScorePeg] | None
    outcome: Outcome | None
    offers: tuple[Offered, ...]
    rematch: str | None
    clock: Timing
    told: tuple[str, ...]
    agreed: tuple[str, ...]


ACT_WORDS = {
    Act.SET_CODE: "code",
    Act.GUESS: "guess",
    Act.ANSWER: "answer",
    Act.HINT: "hint",
    Act.GIVE_UP: "give up",
    Act.CLAIM: "claim",
    Act.OWN_UP: "own up",
    Act.TAKE_BACK: "take back",
    Act.LEAVE: "leave",
}
"""First word of each move, in the order of `legal`."""


def make_view(table: Table, player: PlayerNumber | None, *, left: int | None = None) -> View:
    """Return what `player`, or a spectator for None, sees of `table`; `left` is from the clock."""
    return make_seat_view(make_public_view(table, left=left), table, player)


def make_public_view(table: Table, *, left: int | None = None, before: View | None = None) -> View:
    """Return what a spectator sees of `table`; `left` is from the clock.

    `before` is an earlier view of a spectator. Reusing its unchanged parts is faster and gives an
    equal view.
    """
    match = table.match
    if match is None:
        return _make_waiting_view(table)
    if before is None or before.game is None:
        before = _make_waiting_view(table)
    past = before.past + tuple([_game(match, each) for each in match.games[len(before.past) : -1]])
    # Points change when a game ends.
    points = before.points if len(before.past) == len(past) and not match.over else match.points
    outcome, pegs = match.outcome, score_pegs(match.game, points)
    return msgspec.structs.replace(
        before,
        version=table.version,
        moves=table.moves,
        phase=PHASES[match.game.phase],
        turn=match.turn,
        status=_status(match, None),
        game=_game(match, match.game, before.game),
        past=past,
        points=points,
        score_pegs=None if pegs is None else (_score_peg(pegs[0]), _score_peg(pegs[1])),
        outcome=None if outcome is None else Outcome(**asdict(outcome)),
        offers=_offers(table),
        rematch=table.rematch,
        clock=Timing(match.game.turn_limit, left),
        told=table.told,
        agreed=_agreed(table, match, before),
    )


def _make_waiting_view(table: Table) -> View:
    """Return what a spectator sees of a table whose match has not begun."""
    return View(
        id=table.id,
        version=table.version,
        moves=0,
        terms=_terms(table),
        players=(_player(table, 0), _player(table, 1)),
        you=None,
        phase="waiting",
        turn=None,
        status="Waiting for a second player",
        legal=(),
        game=None,
        past=(),
        points=(0, 0),
        score_pegs=None,
        outcome=None,
        offers=_offers(table),
        rematch=table.rematch,
        clock=Timing(table.edition.time_limit, None),
        told=(),
        agreed=table.agreed,
    )


def make_seat_view(public: View, table: Table, player: PlayerNumber | None) -> View:
    """Return the view of `player`: that of a spectator, with what only this player may see or do.

    The games before the one in play are the same for all seats, because their codes are revealed. Two
    people at one screen read how their match ended in the words for spectators.
    """
    match, game = table.match, public.game
    if player is None:
        return public
    if match is None or game is None:
        return msgspec.structs.replace(public, you=player, status="Waiting for your friend")
    seat = match.game.seat(player)
    if seat is Seat.CODEMAKER and match.game.secret is not None:
        code = match.agreement.edition.spell(match.game.secret.reveal())
        game = msgspec.structs.replace(game, code=code)
    return msgspec.structs.replace(
        public,
        you=player,
        status=public.status if match.over and table.seats.shared else _status(match, player),
        legal=_spell_acts(match.legal(seat)),
        game=game,
    )


def make_terms(
    edition: Edition,
    games: int,
    *,
    hints: bool = False,
    solo: bool = False,
    friendly: bool = False,
    shared: bool = False,
    offline: bool = False,
    daily: date | None = None,
) -> Terms:
    """Return the terms of a match."""
    box = edition.box
    return Terms(
        edition=edition_line.write(edition),
        slug=edition.slug,
        title=box.title,
        pegs=edition.pegs,
        colours=tuple(Colour(hue.letter, hue.name, hue.paint.fill, hue.paint.ink) for hue in edition.hues),
        colour_word=edition.colour_word,
        blanks=edition.blanks,
        code_repeats=edition.code_repeats,
        guess_repeats=edition.guess_repeats,
        rows=edition.rows,
        scoring=edition.scoring.value,
        least_wins=edition.scoring.least_wins,
        bonus=edition.bonus,
        award=box.award,
        even=edition.even,
        answers=edition.answers.value,
        games=games,
        hints=hints,
        solo=solo,
        friendly=friendly,
        shared=shared,
        offline=offline,
        daily=None if daily is None else daily.isoformat(),
        codemaker_time=edition.codemaker_time,
        keys=Keys(box.keys.style.value, *(KeyPeg(key.name, key.plural, key.paint) for key in box.keys.both)),
        codemaker=box.codemaker,
        codebreaker=box.codebreaker,
        score_keeping=box.score_keeping.value,
    )


def _agreed(table: Table, match: Match, before: View) -> tuple[str, ...]:
    game = before.game
    same = game is not None and (game.hints_allowed, game.time_limit) == (
        match.hints_allowed,
        match.time_limit,
    )
    return before.agreed if same else table.agreed


def _offers(table: Table) -> tuple[Offered, ...]:
    return tuple([Offered(offer.by, offer.text) for offer in table.offers])


@cache
def _spell_acts(acts: frozenset[Act]) -> tuple[str, ...]:
    return tuple(word for act, word in ACT_WORDS.items() if act in acts)


def _terms(table: Table) -> Terms:
    return make_terms(
        table.edition,
        table.games,
        hints=table.hints,
        solo=table.solo,
        friendly=table.friendly,
        shared=table.seats.shared,
        offline=table.offline,
        daily=table.daily,
    )


def _player(table: Table, player: PlayerNumber) -> Seated:
    level = table.seats.level(player)
    name = table.seats.names[player]
    return Seated(name, None if level is None else level.name, name is not None)


def _status(match: Match, player: PlayerNumber | None) -> str:
    outcome = match.outcome
    if outcome is None:
        return headlines.describe_turn(match.agreement, match.game, player)
    void = match.game.ending is Ending.VOID
    return headlines.describe_outcome(match.agreement, match.points, outcome, player, void=void)


def _game(match: Match, game: PlayedGame, before: Game | None = None) -> Game:
    """Return a game as a spectator sees it: its code and salt are those that it has revealed."""
    edition, code, salt, earned = match.agreement.edition, game.revealed, game.salt, game_points(game)
    points = (earned.codemaker, earned.codebreaker)
    same = before is not None and (before.number, before.replay) == (game.number, game.replay)
    return Game(
        number=game.number,
        replay=game.replay,
        codemaker=game.codemaker,
        rows=_rows(game.board.rows, edition, before.rows if before and same else ()),
        code=None if code is None else edition.spell(code),
        commitment=None if game.commitment is None else game.commitment.hex(),
        salt=None if salt is None else salt.hex(),
        ending=None if game.ending is None else game.ending.value,
        ended=() if game.ending is None else _describe_ending(match, game),
        given_up=game.given_up,
        reviewable=code is not None,
        proof=None if game.proof is None else _proof(game),
        points=points if game.codemaker == 0 else points[::-1],
        hints=game.hints,
        hints_left=game.hints_left,
        hints_allowed=game.hints_allowed,
        time_limit=game.time_limit,
    )


def _describe_ending(match: Match, game: PlayedGame) -> tuple[str, ...]:
    return tuple(sentences.describe_ending(match.agreement, GameView.of(game, Seat.SPECTATOR)))


def _rows(rows: Sequence[BoardRow], edition: Edition, known: tuple[Row, ...]) -> tuple[Row, ...]:
    # Only the last row can change: it may have been answered, or taken back.
    known = known[: len(rows)]
    if known and known[-1].guess is not None and known[-1].feedback is None:
        known = known[:-1]
    return known + tuple(
        Row(
            None if row.guess is None else edition.spell(row.guess),
            None if row.feedback is None else str(row.feedback),
        )
        for row in rows[len(known) :]
    )


def _proof(game: PlayedGame) -> Proof | None:
    found = None if game.revealed is None else find_wrong_answers(game.board, game.revealed)
    if found is None:
        return None
    return Proof(
        found.rows, tuple(Wrong(each.row, str(each.given), str(each.true)) for each in found.answers)
    )


def _score_peg(peg: RulesPeg) -> ScorePeg:
    return ScorePeg(peg.paint, peg.hole)
