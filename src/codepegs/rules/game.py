"""One game: a board, the secret behind its shield, and how far they have come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile
from typing import assert_never

from codepegs.errors import NothingToShow, NotNow
from codepegs.rules.board import Board
from codepegs.rules.claim import Proof, check_claim, find_wrong_answers
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers, check_time_limit
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.move import (
    Abandon,
    Accept,
    Act,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    HiddenCode,
    Hint,
    Move,
    Reveal,
    SetClock,
    SetCode,
    TimeOut,
)
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret

HINT_STEPS = (1, 2, 3)
"""A nudge, something narrower, a guess."""


class Phase(Enum):
    """What a game waits for; each value ends the sentence "The game waits for …"."""

    SETTING = "the codemaker to set the code"
    GUESSING = "the codebreaker to guess"
    ANSWERING = "the codemaker to answer"
    REVEALING = "the codemaker to reveal the code"
    JUDGING = "the codebreaker to claim or accept the wrong answers"
    OVER = "nothing: it is over"


class Ending(Enum):
    """How a game ended."""

    BROKEN = "broken"
    HELD = "held"
    VOID = "void"
    ABANDONED = "abandoned"


_TURNS = {
    Phase.SETTING: Seat.CODEMAKER,
    Phase.GUESSING: Seat.CODEBREAKER,
    Phase.ANSWERING: Seat.CODEMAKER,
    Phase.REVEALING: Seat.CODEMAKER,
    Phase.JUDGING: Seat.CODEBREAKER,
}

_ACTS = {
    Phase.SETTING: {Act.SET_CODE},
    Phase.GUESSING: {Act.GUESS, Act.GIVE_UP},
    Phase.ANSWERING: {Act.ANSWER},
    Phase.REVEALING: {Act.REVEAL},
    Phase.JUDGING: {Act.CLAIM, Act.ACCEPT},
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a match: :meth:`play` gives the game after a move, or refuses it."""

    number: int
    codemaker: PlayerNumber
    board: Board
    replay: int = 0
    """How often this game has been voided and begun again."""
    time_limit: int | None = None
    """Seconds for a turn of the codebreaker, as agreed last."""
    hints_allowed: bool = False
    secret: Secret | None = None
    commitment: bytes | None = field(default=None, compare=False)
    """What fixes the code before its reveal, where its codemaker committed to it."""
    phase: Phase = Phase.SETTING
    ending: Ending | None = None
    """Set as soon as no more rows will be played, which by hand is before the reveal."""
    proof: Proof | None = None
    """What the claim showed that voided this game."""
    moves: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def turn(self) -> Seat | None:
        """The seat that the game waits for; None when it is over."""
        return _TURNS.get(self.phase)

    @property
    def codebreaker(self) -> PlayerNumber:
        return other_player(self.codemaker)

    def seat(self, player: PlayerNumber | None) -> Seat:
        """Where `player` sits in this game; None is a spectator."""
        if player is None:
            return Seat.SPECTATOR
        return Seat.CODEMAKER if player == self.codemaker else Seat.CODEBREAKER

    @property
    def given_up(self) -> bool:
        """Whether the code held because the codebreaker gave up before the last row."""
        return self.ending is Ending.HELD and not self.board.full

    @property
    def concealed(self) -> bool:
        """Whether it was read from a record that hides its code: then it can be looked at, not played."""
        return self.secret is None and self.phase is not Phase.SETTING and not self.over

    @property
    def revealed(self) -> Code | None:
        """The code once its shield is down, and None until then."""
        return self.secret.reveal() if self.secret is not None and self._shown else None

    @property
    def salt(self) -> bytes | None:
        """What opens the commitment, once the shield is down, and None until then."""
        return self.secret.salt() if self.secret is not None and self._shown else None

    @property
    def may_time_out(self) -> bool:
        """Whether the clock of the turn runs."""
        return self.phase is Phase.GUESSING and self.time_limit is not None

    @property
    def hints(self) -> tuple[int, ...]:
        """The step of each hint that was taken, first one first."""
        return tuple(move.step for move in self.moves if isinstance(move, Hint))

    @property
    def hints_left(self) -> tuple[int, ...]:
        """The steps of the hints that can be taken now: each is taken once for a row."""
        if not self.hints_allowed or self.phase is not Phase.GUESSING:
            return ()
        since = takewhile(lambda move: isinstance(move, Hint | AllowHints | SetClock), reversed(self.moves))
        taken = {move.step for move in since if isinstance(move, Hint)}
        return tuple(step for step in HINT_STEPS if step not in taken)

    def legal(self, seat: Seat) -> frozenset[Act]:
        """What `seat` may do now.

        A claim may be tried from the first answered row on, where answers are given by
        hand; whether there is one to make, :func:`~codepegs.rules.claim.find_claim` says.
        """
        if self.concealed:
            return frozenset()
        acts = _ACTS[self.phase] if self.turn is seat else set()
        if seat is Seat.CODEBREAKER and self.hints_left:
            acts = acts | {Act.HINT}
        if seat is Seat.CODEBREAKER and self._by_hand and self._answers_given and not self.over:
            acts = acts | {Act.CLAIM}
        return frozenset(acts)

    def check_may_claim(self) -> None:
        """Raise unless this is a time for claims, whatever rows they name."""
        if not self._by_hand:
            raise NothingToShow("The referee answers, and always truly: there is nothing to claim.")
        if self.over or not self._answers_given:
            raise NotNow(f"There is nothing to claim now. The game waits for {self.phase.value}.")

    def play(self, move: Move) -> Game:
        """The game after `move`, or a refusal that leaves this one as it is."""
        return replace(self._after(move), moves=(*self.moves, move))

    def _after(self, move: Move) -> Game:
        match move:
            case SetCode(secret):
                self._check(Phase.SETTING)
                self.board.edition.check_secret(secret.reveal())
                return replace(self, secret=secret, commitment=secret.commitment, phase=Phase.GUESSING)
            case HiddenCode(commitment):
                self._check(Phase.SETTING)
                return replace(self, commitment=commitment, phase=Phase.GUESSING)
            case Guess(code):
                return self._guessed(code)
            case Answer(feedback):
                return self._answered(feedback)
            case TimeOut():
                self._check(Phase.GUESSING)
                if not self.may_time_out:
                    raise NotNow("No time limit was agreed, so no turn runs out of time.")
                return replace(self, board=self.board.time_out())._settled()
            case Hint(step):
                self._check_hint(step)
                return self
            case AllowHints():
                if self.hints_allowed:
                    raise NotNow("Hints are allowed already.")
                return replace(self, hints_allowed=True)
            case SetClock(seconds):
                check_time_limit(seconds)
                if seconds == self.time_limit:
                    raise NotNow("The clock is set like this already.")
                return replace(self, time_limit=seconds)
            case GiveUp():
                self._check(Phase.GUESSING)
                return self._ended(Ending.HELD)
            case Reveal():
                self._check(Phase.REVEALING)
                game = self._shield_down()
                assert game.revealed is not None
                wrong = find_wrong_answers(game.board, game.revealed)
                return replace(game, phase=Phase.JUDGING) if wrong else game
            case Accept():
                self._check(Phase.JUDGING)
                return replace(self, phase=Phase.OVER)
            case Claim(rows):
                self.check_may_claim()
                proof = check_claim(self.board, rows, self.revealed)
                return replace(self._shield_down(), ending=Ending.VOID, proof=proof)
            case Abandon(seat):
                if seat is Seat.SPECTATOR:
                    raise NotNow("A spectator cannot abandon a match.")
                game = self if self.phase is Phase.SETTING else self._shield_down()
                return replace(game, phase=Phase.OVER, ending=Ending.ABANDONED)
            case _:
                assert_never(move)

    def _guessed(self, code: Code) -> Game:
        self._check(Phase.GUESSING)
        game = replace(self, board=self.board.guess(code), phase=Phase.ANSWERING)
        if self.secret is None or self._by_hand:
            return game
        return game._answered(mark(code, self.secret.reveal()))

    def _answered(self, feedback: Feedback) -> Game:
        self._check(Phase.ANSWERING)
        return replace(self, board=self.board.answer(feedback), phase=Phase.GUESSING)._settled()

    def _check_hint(self, step: int) -> None:
        self._check(Phase.GUESSING)
        if not self.hints_allowed:
            raise NotNow("Hints are not allowed in this match, unless both players agree on them.")
        if step not in HINT_STEPS:
            raise NotNow(f"A hint is of step 1, 2 or 3, not {step}.")
        if step not in self.hints_left:
            raise NotNow("That hint was taken for this row: take another step, or guess.")

    @property
    def _shown(self) -> bool:
        return self.phase in (Phase.JUDGING, Phase.OVER)

    @property
    def _answers_given(self) -> bool:
        return any(row.feedback is not None for row in self.board.rows)

    @property
    def _by_hand(self) -> bool:
        return self.board.edition.answers is Answers.HAND

    def _check(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise NotNow(f"Not now: the game waits for {self.phase.value}.")

    def _settled(self) -> Game:
        """The game after a row: ended if that was the last one it needs."""
        if self.board.broken:
            return self._ended(Ending.BROKEN)
        return self._ended(Ending.HELD) if self.board.full else self

    def _ended(self, ending: Ending) -> Game:
        """No more rows. The referee lowers the shield at once; by hand it is the codemaker's move."""
        game = replace(self, ending=ending, phase=Phase.REVEALING)
        return game if self._by_hand else game._shield_down()

    def _shield_down(self) -> Game:
        if self.secret is None:
            raise NotNow("The code of this game is hidden, and a game that ends has to show it.")
        return replace(self, phase=Phase.OVER)
