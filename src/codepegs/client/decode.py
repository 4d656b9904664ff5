"""Views that a server sent, as the values that local tables use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

import msgspec

from codepegs.notation import edition_line
from codepegs.notation.sentences import escape_unprintable
from codepegs.protocol import view as wire
from codepegs.protocol.errors import ServerRefused
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import WrongAnswer, WrongAnswers
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Ending, Phase
from codepegs.rules.match import Outcome
from codepegs.rules.points import Points, ScorePeg
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import MatchView, View
from codepegs.table import offers
from codepegs.table.offers import Offer
from codepegs.table.view import TableView

_TABLE_ID = re.compile("[a-z0-9]{10}", re.ASCII)
_PHASES = {word: phase for phase, word in wire.PHASES.items()}
_ACTS = {word: act for act, word in wire.ACT_WORDS.items()}

read_edition = lru_cache(maxsize=16)(edition_line.read)
"""Read an edition line. A client reads the same few again and again."""


def to_table_view(sent: wire.View) -> TableView:
    """Return the view as a local table would show it to the same seat.

    Raises a CodepegsError if it is not a view of this version. Text of the server is safe to print.
    """
    try:
        return _table_view(sent)
    except (KeyError, ValueError):
        raise ServerRefused(
            "NotHere", "The server sent a match that this version cannot show. Update codepegs."
        ) from None


def _table_view(sent: wire.View) -> TableView:
    one, two = (None if each.name is None else escape_unprintable(each.name) for each in sent.players)
    for name in (sent.id, sent.rematch):
        if name is not None and not _TABLE_ID.fullmatch(name):
            raise ValueError("This is not the ID of a table.")
    for offered in sent.offers:
        offers.check(offered.offer)
    return TableView(
        id=sent.id,
        version=sent.version,
        moves=sent.moves,
        names=(one, two),
        you=sent.you,
        match=_match(sent),
        turn=sent.turn,
        offers=tuple(Offer(offered.by, offered.offer) for offered in sent.offers),
        rematch=sent.rematch,
        left=sent.clock.left,
        told=tuple(map(escape_unprintable, sent.told)),
        agreed=tuple(map(escape_unprintable, sent.agreed)),
    )


def to_board(edition: Edition, rows: Sequence[wire.Row]) -> Board:
    """Return the board with these rows."""
    return Board(
        edition,
        tuple(
            Row(
                None if row.guess is None else edition.code(row.guess),
                None if row.feedback is None else Feedback.parse(row.feedback),
            )
            for row in rows
        ),
    )


def to_laid(edition: Edition, text: str) -> tuple[Colour | None, ...]:
    """Return the row that another player is laying, or () if it has another length.

    A dot, or what is not a colour, is a free hole.

    >>> to_laid(edition_line.read("classic-2"), "R-.B")
    (0, 26, None, 1)
    """
    colours = {edition.spell(Code((colour,))): colour for colour in edition.kinds}
    return tuple(map(colours.get, text)) if len(text) == edition.pegs else ()


def spell_laid(edition: Edition, pegs: Sequence[Colour | None]) -> str:
    """Return a row being laid as text. A dot is a free hole.

    >>> spell_laid(edition_line.read("classic-2"), (Colour(0), None))
    'R.'
    """
    return "".join("." if colour is None else edition.spell(Code((colour,))) for colour in pegs)


def _match(sent: wire.View) -> MatchView | None:
    one, two = (player.name for player in sent.players)
    if sent.game is None or one is None or two is None:
        return None
    edition, pegs = read_edition(sent.terms.edition), sent.score_pegs
    legal = frozenset(_ACTS[word] for word in sent.legal)
    game = replace(
        _game(sent.game, edition, sent.you, _PHASES[sent.phase]),
        turn=None if sent.turn is None else _seat(sent.game, sent.turn),
        legal=legal,
        turn_limit=sent.clock.limit,
    )
    return MatchView(
        player=sent.you,
        agreement=Agreement(
            edition,
            (one, two),
            sent.terms.games,
            sent.terms.hints,
            sent.terms.friendly,
            None if sent.terms.daily is None else date.fromisoformat(sent.terms.daily),
        ),
        games=(*(_game(past, edition, sent.you, Phase.OVER) for past in sent.past), game),
        points=sent.points,
        score_pegs=None if pegs is None else (_score_peg(pegs[0]), _score_peg(pegs[1])),
        outcome=None if sent.outcome is None else Outcome(**msgspec.structs.asdict(sent.outcome)),
        legal=legal,
    )


def _seat(game: wire.Game, player: PlayerNumber | None) -> Seat:
    if player is None:
        return Seat.SPECTATOR
    return Seat.CODEMAKER if player == game.codemaker else Seat.CODEBREAKER


def _game(sent: wire.Game, edition: Edition, you: PlayerNumber | None, phase: Phase) -> View:
    """Return a game as a view in which nobody is to move."""
    return View(
        seat=_seat(sent, you),
        number=sent.number,
        replay=sent.replay,
        codemaker=sent.codemaker,
        board=to_board(edition, sent.rows),
        code=None if sent.code is None else edition.code(sent.code),
        commitment=None if sent.commitment is None else bytes.fromhex(sent.commitment),
        salt=None if sent.salt is None else bytes.fromhex(sent.salt),
        phase=phase,
        turn=None,
        ending=None if sent.ending is None else Ending(sent.ending),
        given_up=sent.given_up,
        reviewable=sent.reviewable,
        proof=None if sent.proof is None else _proof(sent.proof),
        points=Points(*(sent.points if sent.codemaker == 0 else sent.points[::-1])),
        legal=frozenset(),
        time_limit=sent.time_limit,
        turn_limit=None,
        hints_allowed=sent.hints_allowed,
        hints=sent.hints,
        hints_left=sent.hints_left,
    )


def _proof(sent: wire.Proof) -> WrongAnswers:
    return WrongAnswers(
        tuple(
            WrongAnswer(wrong.row, Feedback.parse(wrong.given), Feedback.parse(wrong.true))
            for wrong in sent.answers
        )
    )


def _score_peg(sent: wire.ScorePeg) -> ScorePeg:
    return ScorePeg(sent.paint, sent.hole)
