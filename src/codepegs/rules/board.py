"""The board: the rows that both players see, without the secret."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.errors import NotNow
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback, mark


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and its answer.

    `guess` is None if the turn timed out: the row stays empty and gets no answer.
    `feedback` is None until the answer is given.
    """

    guess: Code | None
    feedback: Feedback | None

    @property
    def open(self) -> bool:
        """Whether the answer is still to come."""
        return self.guess is not None and self.feedback is None

    def fits(self, code: Code) -> bool:
        """Return whether this row's answer is true if `code` is the secret."""
        return self.guess is None or self.feedback is None or mark(self.guess, code) == self.feedback


@dataclass(frozen=True, slots=True)
class Board:
    """An edition and the rows played so far, first row first."""

    edition: Edition
    rows: tuple[Row, ...] = ()

    @property
    def full(self) -> bool:
        return len(self.rows) == self.edition.rows

    @property
    def open(self) -> bool:
        """Whether the last row has no answer yet."""
        return bool(self.rows) and self.rows[-1].open

    @property
    def broken(self) -> bool:
        """Whether the answer to the last row is all black."""
        feedback = self.rows[-1].feedback if self.rows else None
        return feedback is not None and feedback.black == self.edition.pegs

    @property
    def answered(self) -> tuple[tuple[Code, Feedback], ...]:
        """The answered guesses with their answers."""
        pairs = ((row.guess, row.feedback) for row in self.rows)
        return tuple((guess, answer) for guess, answer in pairs if guess is not None and answer is not None)

    def fits(self, code: Code) -> bool:
        """Return whether `code` is a candidate: it fits every answer."""
        return all(row.fits(code) for row in self.rows)

    def guess(self, code: Code) -> Board:
        """Return the board with one more row, still to be answered."""
        self._check_room()
        self.edition.check_guess(code)
        return Board(self.edition, (*self.rows, Row(code, None)))

    def time_out(self) -> Board:
        """Return the board with one more row, lost and empty."""
        self._check_room()
        return Board(self.edition, (*self.rows, Row(None, None)))

    def answer(self, feedback: Feedback) -> Board:
        """Return the board with its open row answered."""
        if not self.open:
            raise NotNow("There is no guess to mark yet.")
        self.edition.check_feedback(feedback)
        return Board(self.edition, (*self.rows[:-1], Row(self.rows[-1].guess, feedback)))

    def take_back(self) -> Board:
        """Return the board without its last row."""
        return Board(self.edition, self.rows[:-1])

    def _check_room(self) -> None:
        if self.open:
            raise NotNow("The last guess hasn't been marked yet.")
        if self.broken:
            raise NotNow("The code has been cracked, so there are no more guesses.")
        if self.full:
            raise NotNow(f"All {self.edition.rows} rows have been used.")
