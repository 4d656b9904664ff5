"""One game: a board, the secret, and the phase of play."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile
from typing import assert_never

from codepegs.errors import NothingToShow, NotNow
from codepegs.rules.board import Board
from codepegs.rules.box import Box
from codepegs.rules.claim import Proof, WrongAnswers, check_claim, find_wrong_answers
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers, check_time_limit
from codepegs.rules.feedback import mark
from codepegs.rules.move import (
    SEATS,
    Act,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    Hint,
    Leave,
    Move,
    OwnUp,
    SetClock,
    SetCode,
    TakeBack,
    TimeOut,
)
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret

HINT_STEPS = (1, 2, 3)
"""Steps of hints: a nudge, a narrower clue, a guess."""


RowMove = Guess | Answer | TimeOut
"""Moves that fill or answer a row."""
OtherMove = AllowHints | Claim | GiveUp | Hint | Leave | OwnUp | SetClock | SetCode | TakeBack


class Phase(Enum):
    """What a game waits for."""

    __hash__ = object.__hash__  # faster than that of Enum, which is written in Python

    SETTING = "set the code"
    GUESSING = "guess"
    ANSWERING = "mark the guess"
    OVER = "over"

    def describe(self, box: Box) -> str:
        """Return a sentence about what the game waits for, with the titles of the seats in this box."""
        if self is Phase.OVER:
            return "The game is over."
        title = box.codemaker if _TURNS[self] is Seat.CODEMAKER else box.codebreaker
        return f"Waiting for the {title} to {self.value}."


class Ending(Enum):
    """How a game ended."""

    BROKEN = "broken"
    HELD = "held"
    VOID = "void"
    STOPPED = "stopped"
    ABANDONED = "abandoned"


_TURNS = {
    Phase.SETTING: Seat.CODEMAKER,
    Phase.GUESSING: Seat.CODEBREAKER,
    Phase.ANSWERING: Seat.CODEMAKER,
}

_ACTS = {
    Phase.SETTING: {Act.SET_CODE},
    Phase.GUESSING: {Act.GUESS, Act.GIVE_UP},
    Phase.ANSWERING: {Act.ANSWER},
}
"""The acts of each phase. Other acts depend on the board and the terms."""


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
    solo: bool = False
    """Whether nobody scores in it."""
    friendly: bool = False
    """Whether rows may be taken back."""
    secret: Secret | None = None
    commitment: bytes | None = field(default=None, compare=False)
    """The commitment to the code, if the codemaker made one."""
    phase: Phase = Phase.SETTING
    ending: Ending | None = None
    proof: Proof | None = None
    """Why this game is void."""
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
        """The code once the game is over, or None before that."""
        return self.secret.reveal() if self.secret is not None and self.over else None

    @property
    def salt(self) -> bytes | None:
        """The salt of the commitment once the game is over, or None before that."""
        return self.secret.salt() if self.secret is not None and self.over else None

    @property
    def turn_limit(self) -> int | None:
        """Seconds for the turn that is running, or None if no clock runs."""
        if self.phase is Phase.GUESSING:
            return self.time_limit
        return None if self.over else self.board.edition.codemaker_time

    @property
    def hints(self) -> tuple[int, ...]:
        """The step of each hint taken, in order."""
        if not self.hints_allowed:
            return ()
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
        :func:`~codepegs.rules.claim.find_claim` tells whether one would succeed. A hint may be tried too:
        it is refused if the answers contradict each other. Whether they do is not told in advance.
        """
        if self.over or self.concealed or Seat(seat) is Seat.SPECTATOR:
            return frozenset()
        acts = {*_ACTS[self.phase]}
        if self.hints_left:
            acts.add(Act.HINT)
        if self._by_hand and self._answers_given:
            acts |= {Act.CLAIM, Act.OWN_UP}
        if self._may_take_back:
            acts.add(Act.TAKE_BACK)
        own = {act for act in acts if SEATS[act] is seat}
        return frozenset(own if self.solo and seat is Seat.CODEMAKER else own | {Act.LEAVE})

    def check_may_be_wrong(self) -> None:
        """Raise NothingToShow or NotNow if no answer can have been wrong so far."""
        self._check_not_over()
        if not self._by_hand:
            raise NothingToShow("There is nothing to claim: the computer marks every guess in this match.")
        if not self._answers_given:
            raise NotNow(f"There are no answers yet. {self._waiting}")

    def play(self, move: Move) -> Game:
        """Return the game after `move`, or raise an error if the move is illegal."""
        self._check_not_over()
        if not isinstance(move, Move):
            raise TypeError("A move is a value such as Guess(edition.code('RRBB')), not text or a code.")
        if not isinstance(move, RowMove):
            return replace(self._after(move), moves=(*self.moves, move))
        board = self._fill_row(move)
        phase = Phase.ANSWERING if board.open else Phase.GUESSING
        game = replace(self, board=board, phase=phase, moves=(*self.moves, move))
        if board.broken:
            return game._end(Ending.BROKEN)
        return game._end(Ending.HELD) if board.full and not board.open else game

    def _fill_row(self, move: RowMove) -> Board:
        """Return the board after a guess, an answer, or a turn that ran out of time."""
        match move:
            case Guess(code):
                self._check(Phase.GUESSING)
                board = self.board.guess(code)
                if self.secret is None or self._by_hand:
                    return board
                return board.answer(mark(code, self.secret.reveal()))
            case Answer(feedback):
                self._check(Phase.ANSWERING)
                return self.board.answer(feedback)
            case TimeOut():
                self._check(Phase.GUESSING)
                if self.time_limit is None:
                    raise NotNow("Nobody can run out of time: this match has no time limit.")
                return self.board.time_out()
            case _:
                assert_never(move)

    def _after(self, move: OtherMove) -> Game:
        match move:
            case SetCode(Secret() as secret):
                self._check(Phase.SETTING)
                self.board.edition.check_secret(secret.reveal())
                return replace(self, secret=secret, commitment=secret.commitment, phase=Phase.GUESSING)
            case SetCode(_, commitment):
                self._check(Phase.SETTING)
                return replace(self, commitment=commitment, phase=Phase.GUESSING)
            case Hint(step):
                self._check_hint(step)
                return self
            case AllowHints():
                if self.hints_allowed:
                    raise NotNow("Hints are already on.")
                return replace(self, hints_allowed=True)
            case SetClock(seconds):
                check_time_limit(seconds)
                if seconds == self.time_limit:
                    raise NotNow("That is already the time limit.")
                return replace(self, time_limit=seconds)
            case GiveUp():
                self._check(Phase.GUESSING)
                return self._end(Ending.HELD)
            case Claim(rows):
                self.check_may_be_wrong()
                return self._void(check_claim(self.board, rows))
            case OwnUp():
                self.check_may_be_wrong()
                wrong = self._wrong_answers()
                if wrong is None:
                    raise NothingToShow("All your answers were right, so the game goes on.")
                return self._void(wrong)
            case TakeBack():
                self._check(Phase.GUESSING)
                if not self._may_take_back:
                    raise NotNow(
                        "You can take back a guess only in a friendly match, once it has been marked."
                    )
                return replace(self, board=self.board.take_back())
            case Leave(seat):
                if seat is Seat.SPECTATOR:
                    raise NotNow("A spectator cannot leave a match.")
                if self.solo and seat is not Seat.CODEBREAKER:
                    raise NotNow("Only the player can leave a solo game.")
                return self._over(Ending.STOPPED if seat is None else Ending.ABANDONED)
            case _:
                assert_never(move)

    def _check_hint(self, step: int) -> None:
        self._check(Phase.GUESSING)
        if not self.hints_allowed:
            raise NotNow("Hints are off in this match. You can turn them on if you both agree.")
        if step not in HINT_STEPS:
            raise NotNow(f"There are three hints per guess: 1, 2 and 3, not {step}.")
        if step not in self.hints_left:
            raise NotNow("You've already had that hint. Take another one, or guess.")

    @property
    def _answers_given(self) -> bool:
        return any(row.feedback is not None for row in self.board.rows)

    @property
    def _may_take_back(self) -> bool:
        return self.friendly and not self.solo and self.phase is Phase.GUESSING and bool(self.board.rows)

    @property
    def _by_hand(self) -> bool:
        return self.board.edition.answers is Answers.HAND

    @property
    def _waiting(self) -> str:
        return self.phase.describe(self.board.edition.box)

    def _check_not_over(self) -> None:
        if self.over:
            raise NotNow(self._waiting)

    def _check(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise NotNow(f"You can't do that now. {self._waiting}")

    def _end(self, ending: Ending) -> Game:
        """Return the game after its last row. It is void if the reveal shows wrong answers."""
        wrong = self._wrong_answers()
        return self._over(ending) if wrong is None else self._void(wrong)

    def _void(self, proof: Proof) -> Game:
        return replace(self._over(Ending.VOID), proof=proof)

    def _over(self, ending: Ending) -> Game:
        if self.concealed:
            raise NotNow("This game can't end here, because the record hides its code.")
        return replace(self, phase=Phase.OVER, ending=ending)

    def _wrong_answers(self) -> WrongAnswers | None:
        return None if self.secret is None else find_wrong_answers(self.board, self.secret.reveal())
