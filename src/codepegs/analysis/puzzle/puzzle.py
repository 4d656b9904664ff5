"""Puzzles: positions with exactly one answer. A puzzle object does not contain its answer.

>>> from codepegs.rules import find_edition
>>> mini = find_edition("mini")
>>> puzzle = make(mini, Theme.ONE_CODE, Difficulty.HARD, "a seed")
>>> puzzle.id
'one-code:mini:GYK=1+0,YRB=0+1,RYB=1+0,BKW=0+1:e800'
>>> judge(puzzle, mini.code("RRR")).wrong
WrongAnswer(row=1, given=Feedback(black=1, white=0), true=Feedback(black=0, white=0))
>>> read(puzzle.id) == puzzle
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from codepegs.analysis.puzzle.best_guess import Comparison
from codepegs.analysis.puzzle.candidate_sets import CodeSet, sets_for
from codepegs.analysis.puzzle.prng import Prng
from codepegs.engine.choice import rows_left
from codepegs.errors import NoPuzzle
from codepegs.notation import edition_line, puzzle_id
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import WrongAnswer, find_wrong_answers
from codepegs.rules.code import Code
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.edition import MAX_ROWS, Edition
from codepegs.rules.feedback import mark

MAX_PUZZLE_ROWS = 12
"""Limit of rows: the proof tries every selection of them."""
MAX_DRAWS = 100
"""Guesses drawn for one puzzle before starting over."""
MAX_EFFORT = 100_000_000
"""Limit of marks for one puzzle. Counted, not timed, so that all machines find the same puzzle."""
_DRAW_EFFORT = 1_000
"""Added per guess drawn: on small boards drawing takes most of the time."""
_PROOF_EFFORT = 4
"""Added per guess of the board for the proof of a best guess."""


MAX_ROWS_TO_FIX_HOLE = {Difficulty.EASY: 2, Difficulty.MEDIUM: 3, Difficulty.HARD: MAX_ROWS}
"""The most rows that must be combined to fix a first hole."""
MIN_CODES_LEFT = 3
MAX_CODES_LEFT = {Difficulty.EASY: 4, Difficulty.MEDIUM: 8, Difficulty.HARD: 16}
"""The most codes left if the task is to find the best guess. With two it would be too easy."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board and the task on it. The answer is not stored: `answer` computes it."""

    board: Board
    theme: Theme
    difficulty: Difficulty

    @property
    def id(self) -> str:
        """The ID of the puzzle, one line of text."""
        return puzzle_id.write(self.theme, self.board)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt.

    If the task is to find the code, `wrong` is the first row that rules out a wrong one. If it
    is to find the best guess, `total` is the sum of guesses over the codes left if this guess
    comes next and the best ones follow, and `lost` is how many of them the rows left do not
    find.
    """

    right: bool
    wrong: WrongAnswer | None = None
    total: int | None = None
    lost: int | None = None


# Generation -------------------------------------------------------------------------------


def make(edition: Edition, theme: Theme, difficulty: Difficulty, seed: str) -> Puzzle:
    """Generate the puzzle of a seed, always the same one. Raises NoPuzzle if none was found.

    A :class:`~codepegs.analysis.puzzle.prng.Prng` draws codes and guesses. It is seeded with
    the version of this algorithm, the edition, the theme, the difficulty and the seed.
    """
    sets = sets_for(edition)
    lines = ("codepegs puzzle 1", edition_line.write(edition), theme.value, difficulty.value, seed)
    prng = Prng("\n".join(lines))
    enough = 1 if theme.asks_for_code else MAX_CODES_LEFT[difficulty]
    effort = 0
    while effort < MAX_EFFORT:
        rows, marks = _draw_rows(edition, prng, enough)
        effort += marks
        if not 0 < len(rows) <= min(MAX_PUZZLE_ROWS, edition.rows - 1):
            continue
        board = Board(edition, tuple(rows))
        if not theme.asks_for_code:
            effort += _PROOF_EFFORT * len(sets.space.guesses)
        if _difficulty(board, theme, difficulty) is difficulty:
            return Puzzle(board, theme, difficulty)
    raise NoPuzzle(
        f"We found no {difficulty.value} puzzle with the theme {theme.value} for this board. "
        "Choose another difficulty, theme or edition."
    )


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day, one for everyone."""
    return make(DAILY_EDITION, Theme.ONE_CODE, Difficulty.MEDIUM, f"day {day.isoformat()}")


def read(text: str) -> Puzzle:
    """Read a puzzle from its ID, and prove that it is one."""
    theme, board = puzzle_id.read(text)
    if len(board.rows) > MAX_PUZZLE_ROWS:
        raise NoPuzzle(f"A puzzle has at most {MAX_PUZZLE_ROWS} rows.")
    difficulty = _difficulty(board, theme)
    if difficulty is None:
        raise NoPuzzle(f"These rows don't make a puzzle with the theme {theme.value}: {_CONDITIONS[theme]}.")
    return Puzzle(board, theme, difficulty)


_CONDITIONS = {
    Theme.ONE_CODE: "exactly one code must fit them, and every row must be needed",
    Theme.BEST_GUESS: f"they must leave {MIN_CODES_LEFT} to {MAX_CODES_LEFT[Difficulty.HARD]} codes and "
    "one best guess, and every row must be needed",
}


def _draw_rows(edition: Edition, prng: Prng, enough: int) -> tuple[list[Row], int]:
    """Draw rows that leave at most `enough` codes, all of them needed; return them and the effort.

    The list is empty if the draws were not enough.
    """
    sets, kinds, pegs = sets_for(edition), edition.kinds, edition.pegs
    secret = Code(prng.row(kinds, pegs, repeats=edition.code_repeats))
    rows: list[Row] = []
    parts: list[CodeSet] = []
    left, effort = sets.all, 0
    for _ in range(MAX_DRAWS):
        if rows and left.bit_count() <= enough:
            return [rows[number] for number in sets.find_needed(parts)], effort
        effort += _DRAW_EFFORT
        guess = Code(prng.row(kinds, pegs, repeats=edition.guess_repeats))
        row = Row(guess, mark(guess, secret))
        if guess == secret:
            continue
        effort += edition.size
        part = sets.fits(row)
        if left & part != left:
            rows.append(row)
            parts.append(part)
            left &= part
    return [], effort


# Proof ------------------------------------------------------------------------------


def _difficulty(board: Board, theme: Theme, wanted: Difficulty | None = None) -> Difficulty | None:
    """Return the difficulty of a board as a puzzle; None if it is not a puzzle, or not as `wanted`.

    This proves that there is exactly one answer and that every row is needed.
    """
    sets = sets_for(board.edition)
    parts = [sets.fits(row) for row in board.rows]
    count = sets.intersect(parts).bit_count()
    if len(sets.find_needed(parts)) < len(parts):
        return None
    if theme.asks_for_code:
        return _level(len(sets.find_foothold(parts)), MAX_ROWS_TO_FIX_HOLE) if count == 1 else None
    if not MIN_CODES_LEFT <= count <= MAX_CODES_LEFT[Difficulty.HARD]:
        return None
    level = _level(count, MAX_CODES_LEFT)
    if wanted not in (None, level):
        return None  # skip the expensive proof
    return level if len(_comparison(board).best()) == 1 else None


def _level(number: int, most: Mapping[Difficulty, int]) -> Difficulty:
    return next(difficulty for difficulty in Difficulty if number <= most[difficulty])


@lru_cache(maxsize=8)
def _comparison(board: Board) -> Comparison:
    space = sets_for(board.edition).space
    return Comparison(space, space.candidates(board), rows_left(board))


def compare_guesses(puzzle: Puzzle) -> Comparison:
    """Return a comparison of all guesses on the codes that a puzzle leaves."""
    return _comparison(puzzle.board)


# Answers ------------------------------------------------------------------------------


def judge(puzzle: Puzzle, code: Code) -> Verdict:
    """Check an attempt. Raises IllegalCode if the edition does not allow the code."""
    edition = puzzle.board.edition
    edition.check_guess(code)
    if puzzle.theme.asks_for_code:
        edition.check_secret(code)
        shown = find_wrong_answers(puzzle.board, code)
        return Verdict(shown is None, shown.answers[0] if shown else None)
    comparison, space = compare_guesses(puzzle), sets_for(edition).space
    number = space.number(code)
    result = comparison.result(number)
    return Verdict(comparison.best() == (number,), total=result.guesses, lost=result.lost)


def answer(puzzle: Puzzle) -> Code:
    """Return the answer: the code, or the best guess."""
    sets = sets_for(puzzle.board.edition)
    if puzzle.theme.asks_for_code:
        return sets.codes(sets.intersect(map(sets.fits, puzzle.board.rows)))[0]
    return sets.space.code(compare_guesses(puzzle).best()[0])
