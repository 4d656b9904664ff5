"""The board: the rows both players see. It has no secret."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codepegs.errors import NotNow
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback, mark


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and its answer.

    `guess` is None where the turn ran out of time: such a row stays empty and gets no
    answer. `feedback` is None there, and where the answer is still to come.
    """

    guess: Code | None
    feedback: Feedback | None

    @property
    def open(self) -> bool:
        """Whether it waits for its answer."""
        return self.guess is not None and self.feedback is None

    def fits(self, code: Code) -> bool:
        """Whether this row's answer would be true if `code` were the secret."""
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
        """Whether the last row waits for its answer."""
        return bool(self.rows) and self.rows[-1].open

    @property
    def broken(self) -> bool:
        """Whether the last row was answered with nothing but black."""
        feedback = self.rows[-1].feedback if self.rows else None
        return feedback is not None and feedback.black == self.edition.pegs

    @property
    def answered(self) -> tuple[tuple[Code, Feedback], ...]:
        """The guesses that have been answered, with their answers."""
        pairs = ((row.guess, row.feedback) for row in self.rows)
        return tuple((guess, answer) for guess, answer in pairs if guess is not None and answer is not None)

    def fits(self, code: Code) -> bool:
        """Whether `code` is a candidate: whether every answer would be true of it."""
        return all(row.fits(code) for row in self.rows)

    def guess(self, code: Code) -> Board:
        """The board with one more row, which waits for its answer."""
        self._check_room()
        self.edition.check_guess(code)
        return replace(self, rows=(*self.rows, Row(code, None)))

    def time_out(self) -> Board:
        """The board with one more row, spent and empty."""
        self._check_room()
        return replace(self, rows=(*self.rows, Row(None, None)))

    def answer(self, feedback: Feedback) -> Board:
        """The board with its open row answered."""
        if not self.open:
            raise NotNow("No row waits for an answer: a guess comes first.")
        self.edition.check_feedback(feedback)
        return replace(self, rows=(*self.rows[:-1], replace(self.rows[-1], feedback=feedback)))

    def _check_room(self) -> None:
        if self.open:
            raise NotNow("The last row waits for its answer.")
        if self.broken:
            raise NotNow("The code is broken: no more rows are played.")
        if self.full:
            raise NotNow(f"All rows are used, {self.edition.rows} in this edition.")
