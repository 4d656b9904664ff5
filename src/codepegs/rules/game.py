"""One game: a board, the secret, and the phase of play."""

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
"""Steps of hints: a nudge, a narrower clue, a guess."""


class Phase(Enum):
    """What a game waits for. Each value completes the sentence "The game waits for …"."""

    __hash__ = object.__hash__  # faster than that of Enum, which is written in Python

    SETTING = "the codemaker to set the code"
    GUESSING = "the codebreaker to guess"
    ANSWERING = "the codemaker to answer"
    REVEALING = "the codemaker to reveal the code"
    JUDGING = "the codebreaker to claim or accept the wrong answers"
    OVER = "nothing, because it is over"


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
    """A game of a match. :meth:`play` returns the game after a move, or raises an error."""

    number: int
    codemaker: PlayerNumber
    board: Board
    replay: int = 0
    """How many times this game has been void and was started again."""
    time_limit: int | None = None
    """Seconds per turn of the codebreaker, as last agreed."""
    hints_allowed: bool = False
    secret: Secret | None = None
    commitment: bytes | None = field(default=None, compare=False)
    """The commitment to the code, if the codemaker made one."""
    phase: Phase = Phase.SETTING
    ending: Ending | None = None
    """Set when the last row has been played. If answers are given by hand, that is before the reveal."""
    proof: Proof | None = None
    """The proof of the claim that voided this game."""
    moves: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None if the game is over."""
        return _TURNS.get(self.phase)

    @property
    def codebreaker(self) -> PlayerNumber:
        return other_player(self.codemaker)

    def seat(self, player: PlayerNumber | None) -> Seat:
        """Return the seat of `player` in this game. None is a spectator."""
        if player is None:
            return Seat.SPECTATOR
        return Seat.CODEMAKER if player == self.codemaker else Seat.CODEBREAKER

    @property
    def given_up(self) -> bool:
        """Whether the code held because the codebreaker gave up before the last row."""
        return self.ending is Ending.HELD and not self.board.full

    @property
    def concealed(self) -> bool:
        """Whether its record hides the code. Such a game can be shown but not played."""
        return self.secret is None and self.phase is not Phase.SETTING and not self.over

    @property
    def revealed(self) -> Code | None:
        """The code after the reveal, or None before it."""
        return self.secret.reveal() if self.secret is not None and self._code_shown else None

    @property
    def salt(self) -> bytes | None:
        """The salt of the commitment after the reveal, or None before it."""
        return self.secret.salt() if self.secret is not None and self._code_shown else None

    @property
    def may_time_out(self) -> bool:
        """Whether the clock is running."""
        return self.phase is Phase.GUESSING and self.time_limit is not None

    @property
    def hints(self) -> tuple[int, ...]:
        """The step of each hint taken, in order."""
        return tuple(move.step for move in self.moves if isinstance(move, Hint))

    @property
    def hints_left(self) -> tuple[int, ...]:
        """The steps of the hints that can be taken now. Each can be taken once per row."""
        if not self.hints_allowed or self.phase is not Phase.GUESSING:
            return ()
        since = takewhile(lambda move: isinstance(move, Hint | AllowHints | SetClock), reversed(self.moves))
        taken = {move.step for move in since if isinstance(move, Hint)}
        return tuple(step for step in HINT_STEPS if step not in taken)

    def legal(self, seat: Seat) -> frozenset[Act]:
        """Return what `seat` may do now.

        If answers are given by hand, a claim may be tried once a row is answered.
        :func:`~codepegs.rules.claim.find_claim` tells whether one would succeed.
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
        """Raise NothingToShow or NotNow if no claim can be made now."""
        if not self._by_hand:
            raise NothingToShow(
                "You cannot claim a wrong answer in this match: the computer marks every guess."
            )
        if self.over or not self._answers_given:
            raise NotNow(f"You cannot claim now. The game waits for {self.phase.value}.")

    def play(self, move: Move) -> Game:
        """Return the game after `move`, or raise an error if the move is illegal."""
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
                return self._guess(code)
            case Answer(feedback):
                return self._answer(feedback)
            case TimeOut():
                self._check(Phase.GUESSING)
                if not self.may_time_out:
                    raise NotNow("A turn cannot time out: the match has no time limit.")
                return self._go_on(self.board.time_out())
            case Hint(step):
                self._check_hint(step)
                return self
            case AllowHints():
                if self.hints_allowed:
                    raise NotNow("Hints are already allowed.")
                return replace(self, hints_allowed=True)
            case SetClock(seconds):
                check_time_limit(seconds)
                if seconds == self.time_limit:
                    raise NotNow("The time limit is already set to that.")
                return replace(self, time_limit=seconds)
            case GiveUp():
                self._check(Phase.GUESSING)
                return self._end(Ending.HELD)
            case Reveal():
                self._check(Phase.REVEALING)
                game = self._reveal()
                assert game.revealed is not None
                wrong = find_wrong_answers(game.board, game.revealed)
                return replace(game, phase=Phase.JUDGING) if wrong else game
            case Accept():
                self._check(Phase.JUDGING)
                return replace(self, phase=Phase.OVER)
            case Claim(rows):
                self.check_may_claim()
                proof = check_claim(self.board, rows, self.revealed)
                return replace(self._reveal(), ending=Ending.VOID, proof=proof)
            case Abandon(seat):
                if seat is Seat.SPECTATOR:
                    raise NotNow("A spectator cannot abandon a match.")
                game = self if self.phase is Phase.SETTING else self._reveal()
                return replace(game, phase=Phase.OVER, ending=Ending.ABANDONED)
            case _:
                assert_never(move)

    def _guess(self, code: Code) -> Game:
        self._check(Phase.GUESSING)
        board = self.board.guess(code)
        if self.secret is None or self._by_hand:
            return replace(self, board=board, phase=Phase.ANSWERING)
        return self._go_on(board.answer(mark(code, self.secret.reveal())))

    def _answer(self, feedback: Feedback) -> Game:
        self._check(Phase.ANSWERING)
        return self._go_on(self.board.answer(feedback))

    def _check_hint(self, step: int) -> None:
        self._check(Phase.GUESSING)
        if not self.hints_allowed:
            raise NotNow("Hints are not allowed in this match. Both players can agree to allow them.")
        if step not in HINT_STEPS:
            raise NotNow(f"The step of a hint is 1, 2 or 3, not {step}.")
        if step not in self.hints_left:
            raise NotNow("You have already taken this hint for this row. Take another step, or guess.")

    @property
    def _code_shown(self) -> bool:
        return self.phase in (Phase.JUDGING, Phase.OVER)

    @property
    def _answers_given(self) -> bool:
        return any(row.feedback is not None for row in self.board.rows)

    @property
    def _by_hand(self) -> bool:
        return self.board.edition.answers is Answers.HAND

    def _check(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise NotNow(f"You cannot do that now. The game waits for {self.phase.value}.")

    def _go_on(self, board: Board) -> Game:
        """Return the game after a row, ended if the code is broken or the board full."""
        game = replace(self, board=board, phase=Phase.GUESSING)
        if board.broken:
            return game._end(Ending.BROKEN)
        return game._end(Ending.HELD) if board.full else game

    def _end(self, ending: Ending) -> Game:
        """Return the game without further rows. The code is revealed at once, or by hand by the codemaker."""
        game = replace(self, ending=ending, phase=Phase.REVEALING)
        return game if self._by_hand else game._reveal()

    def _reveal(self) -> Game:
        if self.secret is None:
            raise NotNow("This game cannot end here: its record hides the code.")
        return replace(self, phase=Phase.OVER)
