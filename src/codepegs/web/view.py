"""What somebody at a table sees, as it is sent: built by naming what goes in.

Each field of :class:`View` is a section; a change sends the sections that differ, whole.
Nothing that a codebreaker or a spectator gets depends on a hidden code, not even a
length: it all comes from a :class:`~codepegs.rules.view.MatchView`, which has none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from codepegs.notation import edition as edition_line
from codepegs.rules.claim import Proof as ShownProof
from codepegs.rules.claim import WrongAnswers
from codepegs.rules.edition import Edition
from codepegs.rules.game import Phase as GamePhase
from codepegs.rules.move import Act
from codepegs.rules.seat import Player
from codepegs.rules.view import MatchView
from codepegs.rules.view import View as GameView
from codepegs.web.table import Table


class Colour(msgspec.Struct, frozen=True):
    """A colour of the edition: its letter, its name, and its paint."""

    letter: str
    name: str
    fill: str
    ink: str


class Keys(msgspec.Struct, frozen=True):
    """The key pegs: pegs or arms, and what the exact and the other one are called."""

    style: str
    black: str
    white: str


class Terms(msgspec.Struct, frozen=True):
    """What was agreed, and what is needed to draw it."""

    edition: str
    slug: str
    title: str
    pegs: int
    colours: tuple[Colour, ...]
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
    keys: Keys
    codemaker: str
    codebreaker: str
    score_keeping: str


class Seated(msgspec.Struct, frozen=True):
    """A player: the name, the level of a computer, and whether the seat is taken."""

    name: str | None
    computer: str | None
    seated: bool


class Row(msgspec.Struct, frozen=True):
    """A row: no guess where the turn ran out of time, no feedback where none was given yet."""

    guess: str | None
    feedback: str | None


class Wrong(msgspec.Struct, frozen=True):
    """An answer that the reveal has shown to be wrong."""

    row: int
    given: str
    true: str


class Proof(msgspec.Struct, frozen=True):
    """What a claim has shown: rows that contradict each other, or answers that were wrong."""

    rows: tuple[int, ...]
    answers: tuple[Wrong, ...] | None


class Game(msgspec.Struct, frozen=True):
    """A game of the match. The code is there for its codemaker, and for all when it is revealed."""

    number: int
    replay: int
    codemaker: Player
    rows: tuple[Row, ...]
    code: str | None
    commitment: str | None
    salt: str | None
    ending: str | None
    given_up: bool
    proof: Proof | None
    points: tuple[int, int]
    hints: tuple[int, ...]


class ScorePeg(msgspec.Struct, frozen=True):
    """A score peg: its paint, and the hole it stands in."""

    paint: str
    hole: int


class Outcome(msgspec.Struct, frozen=True):
    """How the match ended; no winner is a draw, or nobody's where it was abandoned."""

    winner: Player | None
    abandoned_by: Player | None


class Offered(msgspec.Struct, frozen=True):
    """An offer that stands."""

    by: Player
    offer: str


class Timing(msgspec.Struct, frozen=True):
    """Seconds for a turn, and milliseconds left of this one when this was sent."""

    limit: int | None
    left: int | None


Phase = Literal["waiting", "setting", "guessing", "answering", "revealing", "judging", "over"]

PHASES: dict[GamePhase, Phase] = {
    GamePhase.SETTING: "setting",
    GamePhase.GUESSING: "guessing",
    GamePhase.ANSWERING: "answering",
    GamePhase.REVEALING: "revealing",
    GamePhase.JUDGING: "judging",
    GamePhase.OVER: "over",
}


class View(msgspec.Struct, frozen=True):
    """A table as one player sees it, or a spectator."""

    id: str
    version: int
    moves: int
    terms: Terms
    players: tuple[Seated, Seated]
    you: Player | None
    phase: Phase
    turn: Player | None
    legal: tuple[str, ...]
    game: Game | None
    past: tuple[Game, ...]
    points: tuple[int, int]
    score_pegs: tuple[ScorePeg, ScorePeg] | None
    outcome: Outcome | None
    offers: tuple[Offered, ...]
    rematch: str | None
    clock: Timing


WORDS = {
    Act.SET_CODE: "code",
    Act.GUESS: "guess",
    Act.ANSWER: "answer",
    Act.HINT: "hint",
    Act.GIVE_UP: "give up",
    Act.REVEAL: "reveal",
    Act.CLAIM: "claim",
    Act.ACCEPT: "accept",
    Act.ABANDON: "abandon",
}
"""The first words of moves, as they are sent, in the order in which `legal` lists them."""


def of(table: Table, player: Player | None, *, left: int | None = None) -> View:
    """What `player` sees of `table`, or a spectator for None; `left` is what the clock shows."""
    match = table.match
    hints = table.hints if match is None else match.hints_allowed
    seen = None if match is None else MatchView.of(match, player)
    games = () if seen is None else tuple(_game(game) for game in seen.games)
    return View(
        id=table.id,
        version=table.version,
        moves=table.moves,
        terms=terms(table.edition, table.games, hints),
        players=(_seated(table, 0), _seated(table, 1)),
        you=player,
        phase="waiting" if seen is None else PHASES[seen.game.phase],
        turn=None if match is None else match.turn,
        legal=() if seen is None else tuple(word for act, word in WORDS.items() if act in seen.legal),
        game=games[-1] if games else None,
        past=games[:-1],
        points=(0, 0) if seen is None else seen.points,
        score_pegs=None if seen is None else _score_pegs(seen),
        outcome=None if seen is None else _outcome(seen),
        offers=tuple(Offered(offer.by, offer.text) for offer in table.offers),
        rematch=table.rematch,
        clock=Timing(table.edition.time_limit if match is None else match.time_limit, left),
    )


@lru_cache(maxsize=256)
def terms(edition: Edition, games: int, hints: bool) -> Terms:
    box = edition.box
    return Terms(
        edition=edition_line.write(edition),
        slug=edition.slug,
        title=box.title,
        pegs=edition.pegs,
        colours=tuple(Colour(hue.letter, hue.name, hue.paint.fill, hue.paint.ink) for hue in edition.hues),
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
        keys=Keys(box.keys.style.value, box.keys.black, box.keys.white),
        codemaker=box.codemaker,
        codebreaker=box.codebreaker,
        score_keeping=box.score_keeping.value,
    )


def _seated(table: Table, player: Player) -> Seated:
    level = table.seats.level(player)
    name = table.seats.names[player]
    return Seated(name, None if level is None else level.name, name is not None)


def _game(game: GameView) -> Game:
    spell = game.board.edition.spell
    points = (game.points.codemaker, game.points.codebreaker)
    return Game(
        number=game.number,
        replay=game.replay,
        codemaker=game.codemaker,
        rows=tuple(
            Row(
                None if row.guess is None else spell(row.guess),
                None if row.feedback is None else str(row.feedback),
            )
            for row in game.board.rows
        ),
        code=None if game.code is None else spell(game.code),
        commitment=None,
        salt=None,
        ending=None if game.ending is None else game.ending.value,
        given_up=game.given_up,
        proof=None if game.proof is None else _proof(game.proof),
        points=points if game.codemaker == 0 else points[::-1],
        hints=game.hints,
    )


def _proof(proof: ShownProof) -> Proof:
    if not isinstance(proof, WrongAnswers):
        return Proof(proof.rows, None)
    wrong = tuple(Wrong(answer.row, str(answer.given), str(answer.true)) for answer in proof.answers)
    return Proof(proof.rows, wrong)


def _score_pegs(seen: MatchView) -> tuple[ScorePeg, ScorePeg] | None:
    if seen.score_pegs is None:
        return None
    one, two = seen.score_pegs
    return ScorePeg(one.paint, one.hole), ScorePeg(two.paint, two.hole)


def _outcome(seen: MatchView) -> Outcome | None:
    outcome = seen.outcome
    return None if outcome is None else Outcome(outcome.winner, outcome.abandoned_by)
