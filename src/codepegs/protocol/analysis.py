"""Messages of the analysis board and the opening explorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from codepegs.notation import position
from codepegs.notation.review import RatedGuess, WrongRow
from codepegs.protocol.view import Row, Terms, make_terms
from codepegs.rules.board import Board

if TYPE_CHECKING:
    # A client reads these messages without the analysis.
    from codepegs.analysis.opening import Opening as FoundOpening
    from codepegs.analysis.opening import TreeGuess as FoundGuess
    from codepegs.analysis.splits import Split as FoundSplit


class Split(msgspec.Struct, frozen=True):
    """How a guess splits the codes left: how many it leaves on average and at most, and its answers.

    It says nothing about the guesses that follow. `possible` is whether it can be the code itself.
    """

    guess: str
    possible: bool
    leaves: float
    leaves_at_most: int
    parts: int


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Analysis of a position: `codes` that fit all answers, of the `size` of the edition.

    `best` is the best guess, or a good one if it is not proved, and `rival` the most informative
    guess that can be the code. `asked` rates the guess of the request, or of an unanswered last row;
    `ruled_out_by` has the rows that it contradicts. `guesses` are those that leave the fewest codes.
    If no code fits, `contradiction` has the rows that contradict each other. If no guess comes next,
    or too many would have to be compared, the fields are null or empty. `sentences` explain it all.
    """

    position: str
    terms: Terms
    rows: tuple[Row, ...]
    size: int
    codes: int
    sentences: tuple[str, ...]
    contradiction: tuple[int, ...] = ()
    best: RatedGuess | None = None
    rival: RatedGuess | None = None
    asked: RatedGuess | None = None
    ruled_out_by: tuple[WrongRow, ...] = ()
    guesses: tuple[Split, ...] = ()


class TreeGuess(msgspec.Struct, frozen=True):
    """A guess of a strategy tree, and the average of guesses from here on, including this one.

    `average` is null unless it is proved that no strategy needs fewer in the rows left.
    """

    guess: str
    average: float | None


class OpeningPart(msgspec.Struct, frozen=True):
    """A possible answer: its chance, the codes it leaves, and the best reply, or null if none is known."""

    answer: str
    chance: float
    codes: int
    reply: TreeGuess | None


class ExploredOpening(msgspec.Struct, frozen=True, kw_only=True):
    """Exploration of a first or second guess: the codes that each answer leaves.

    `best` is the guess of a strategy tree, or null if there is none for this board. `guess` is the
    one that `parts` are about: that of the request, or else the best. `patterns` has one first guess
    of each pattern, those that leave the fewest codes first; it is empty after the first row and on
    large boards.
    """

    position: str
    terms: Terms
    size: int
    codes: int
    best: TreeGuess | None
    guess: str | None
    parts: tuple[OpeningPart, ...]
    patterns: tuple[Split, ...]


def make_rows(board: Board) -> tuple[Row, ...]:
    """Return the rows of a board as a message has them."""
    edition = board.edition
    return tuple(
        Row(
            None if row.guess is None else edition.spell(row.guess),
            None if row.feedback is None else str(row.feedback),
        )
        for row in board.rows
    )


def make_split(board: Board, found: FoundSplit) -> Split:
    guess = board.edition.spell(found.guess)
    return Split(guess, found.possible, found.leaves, found.leaves_at_most, found.parts)


def make_opening(board: Board, found: FoundOpening, patterns: tuple[FoundSplit, ...]) -> ExploredOpening:
    edition = board.edition

    def spell(guess: FoundGuess | None) -> TreeGuess | None:
        return None if guess is None else TreeGuess(edition.spell(guess.guess), guess.average)

    return ExploredOpening(
        position=position.write(board),
        terms=make_terms(edition, 1),
        size=edition.size,
        codes=found.codes,
        best=spell(found.best),
        guess=None if found.guess is None else edition.spell(found.guess),
        parts=tuple(
            OpeningPart(str(part.answer), part.chance, part.codes, spell(part.reply)) for part in found.parts
        ),
        patterns=tuple(make_split(board, split) for split in patterns),
    )
