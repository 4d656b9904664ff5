"""The assistant in line mode: a game on a real table, typed in row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from codepegs.analysis import explain
from codepegs.analysis.budget import QUICK
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import Option, weighed
from codepegs.cli.repl.console import Console, Leave
from codepegs.errors import CodepegsError, NotationError, NotNow, Undecided
from codepegs.notation import edition_line, position, sentences, user_input
from codepegs.notation.drawing import text
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import find_contradiction
from codepegs.rules.code import Code
from codepegs.rules.edition import MAX_ROWS, Edition

T = TypeVar("T")

LISTED = 20
"""Candidates that `left` lists at most."""


class Assistant:
    """The game as far as it has been typed in, and the talk about it.

    Raises TooLarge for a board whose codes cannot be listed.
    """

    def __init__(self, console: Console, board: Board) -> None:
        self._console, self.board = console, board
        self._edition, self._evaluator = board.edition, Evaluator(board.edition, QUICK)
        self._best: Option | None = None
        self._wrong: tuple[int, ...] | None = None
        """Rows that cannot all be true; none at all where they were not found."""

    def run(self) -> None:
        """Ask and advise until the code is found."""
        edition = self._edition
        colours = ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues) + ", - empty" * edition.blanks
        pegs = sentences.pluralize(edition.pegs, "peg")
        self._console.say(f"A code of {pegs} in {edition_line.write(edition)}: {colours}.")
        self._console.say("Type help at any time.\n")
        self._look()
        while not self.board.broken or self._wrong is not None:
            line = self._console.ask(self._prompt())
            try:
                self._do(line)
            except CodepegsError as refusal:
                self._console.say(str(refusal))
        guess, rows = self.board.rows[-1].guess, len(self.board.rows)
        assert guess is not None
        self._console.say(f"The code is {edition.spell(guess)}, found in {sentences.pluralize(rows, 'row')}.")

    @property
    def _offered(self) -> Code | None:
        """The guess that an answer alone belongs to."""
        if self.board.open:
            return self.board.rows[-1].guess
        return self._best.guess if self._best else None

    def _prompt(self) -> str:
        if self._wrong is not None:
            return "Undo, or fix a row: "
        row = len(self.board.rows) + (not self.board.open)
        if self._offered is None:
            return f"Row {row}, your guess and its answer: "
        return f"Row {row}, answer to {self._edition.spell(self._offered)}: "

    def _do(self, line: str) -> None:
        word, _, rest = line.casefold().partition(" ")
        alone = {
            "help": self._help,
            "?": self._help,
            "board": self._draw,
            "left": self._left,
            "why": self._why,
            "undo": self._undo,
        }
        if word in ("quit", "exit") and not rest:
            raise Leave
        if word in alone and not rest:
            alone[word]()
        elif word == "fix":
            self._fix(rest)
        elif self._wrong is not None:
            raise NotNow("The answers have to agree first: undo takes the last row back, fix corrects a row.")
        else:
            row = read_row(self._edition, line, self._offered)
            self._change([*answered_rows(self.board), row], len(answered_rows(self.board)) + 1)

    def _undo(self) -> None:
        if not self.board.rows:
            raise NotNow("There is no row to take back.")
        number = len(self.board.rows)
        self.board = build_board(self._edition, self.board.rows[:-1])
        self._console.say(f"Row {number} is taken back.\n")
        self._look()

    def _fix(self, rest: str) -> None:
        rows = list(self.board.rows)
        first, _, answer = rest.strip().partition(" ")
        number = first.rstrip(":")
        if number not in map(str, range(1, len(rows) + 1)) or not answer:
            raise NotationError("Type the number of a row and its true answer, such as fix 1 0+2.")
        index = int(number) - 1
        row = read_row(self._edition, answer, rows[index].guess)
        if row.feedback is None:
            raise NotationError(f"Type the answer as well, such as fix {number} {answer.upper()} 0+2.")
        rows[index] = row
        try:
            self._change(rows, index + 1)
        except NotNow:
            raise NotNow(
                f"With that answer row {number} ends the game: undo the rows after it first."
            ) from None

    def _change(self, rows: list[Row], number: int) -> None:
        """Put these rows on the board and say what row `number` is now."""
        self.board = build_board(self._edition, rows)
        row = rows[number - 1]
        if row.guess is not None and row.feedback is not None:
            answer = sentences.describe_feedback(self._edition, row.feedback)
            self._console.say(f"Row {number}, {self._edition.spell(row.guess)}: {answer}.\n")
            self._look()

    def _look(self) -> None:
        """Find out where the game stands, and say so."""
        self._best = self._wrong = None
        count = self._evaluator.count(self.board)
        if not count:
            self._blame()
        elif not self.board.broken:
            self._best = self._evaluator.best(self.board)
            if len(answered_rows(self.board)) == self._edition.rows:
                self._console.say(
                    f"All rows are used, {self._edition.rows} in this edition. You may go on all the same."
                )
            grade = "Best" if self._best.to_go.proved else "A good guess"
            self._console.say(f"{explain.left(count)} {grade} is {self._edition.spell(self._best.guess)}.")

    def _blame(self) -> None:
        try:
            shown = find_contradiction(self.board)
        except Undecided:
            shown = None
        self._wrong = shown.rows if shown else ()
        for sentence in (
            sentences.describe_proof(self._edition, shown)
            if shown
            else ["No code fits all the answers; which of them disagree was too hard to find out."]
        ):
            self._console.say(sentence)
        row = self._wrong[-1] if self._wrong else len(self.board.rows)
        self._console.say(f"Type undo to take the last row back, or correct one, such as fix {row} 0+2.")

    def _draw(self) -> None:
        console = self._console
        console.show(
            text.draw(
                self.board,
                marked=self._wrong or (),
                ansi=console.style.ansi,
                ascii_only=console.style.ascii_only,
            )
        )

    def _left(self) -> None:
        if self._wrong is not None:
            raise NotNow("No code fits all the answers.")
        codes = self._evaluator.codes(self.board)
        listed = " ".join(map(self._edition.spell, codes[:LISTED]))
        more = len(codes) - LISTED
        self._console.say(f"{listed} and {more:,} more" if more > 0 else listed)

    def _why(self) -> None:
        guess = self._offered
        if guess is None or self._best is None:
            raise NotNow("There is no guess to explain.")
        self._console.say(" ".join(self._reasons(guess, self._best)))

    def _reasons(self, guess: Code, best: Option) -> tuple[str, ...]:
        count = self._evaluator.count(self.board)
        if guess == best.guess:
            return explain.why(self.board, best, None, count)
        best, own = weighed(best, self._evaluator.judge(self.board, guess))
        return (explain.possibility(self.board, guess), explain.telling(own, count), explain.cost(own, best))

    def _help(self) -> None:
        keys, like = self._edition.box.keys, position.example_guess(self._edition)
        letters = keys.black[0] + 2 * keys.white[0]
        self._console.say(
            f"Play the guess at your table and type its answer, {keys.black} and then {keys.white}:\n"
            f"1 2, or 12, or {letters}. If you played another guess, type both: {like} 1 2.\n"
            "Codes are letters, or names or numbers of colours. You may also type:\n"
            "  undo       to take the last row back\n"
            "  fix 1 0+2  to correct the answer to row 1\n"
            f"  fix 1 {like} 0+2  to correct its guess as well\n"
            "  board      to see the rows so far\n"
            f"  left       to see codes that are still possible, up to {LISTED}\n"
            "  why        to see what speaks for the guess\n"
            "  quit       to leave"
        )


def read_row(edition: Edition, line: str, offered: Code | None) -> Row:
    """The row that a line means: an answer to the guess `offered`, or a guess, with its answer or without.

    >>> from codepegs.rules import find_edition
    >>> classic = find_edition("classic-1")
    >>> lines = ["1 2", "RBYG: bww", "red blue yellow green 1 2", "RBYG"]
    >>> [position.write_row(classic, read_row(classic, line, classic.code("RRBB"))) for line in lines]
    ['RRBB 1+2', 'RBYG 1+2', 'RBYG 1+2', 'RBYG ?']
    """
    answer, code = (
        _try_read(user_input.read_feedback, edition, line),
        _try_read(user_input.read_code, edition, line),
    )
    whole = code is not None and len(code) == edition.pegs
    if answer is not None:
        if whole and not any(map(str.isdecimal, line)):
            raise NotationError("That could be an answer or a guess. Type an answer in numbers, such as 1 2.")
        if offered is None:
            raise NotNow("There is no guess to answer: type your own guess and its answer.")
        return Row(offered, answer)
    if whole:
        return Row(code, None)
    head, colon, tail = line.partition(":")
    if colon:
        return Row(user_input.read_code(edition, head), user_input.read_feedback(edition, tail))
    words = line.replace(",", " ").split()
    rows = []
    for size in (2, 1):
        head, answer = (
            " ".join(words[:-size]),
            _try_read(user_input.read_feedback, edition, " ".join(words[-size:])),
        )
        if head and answer is not None:
            rows.append((head, answer))
            code = _try_read(user_input.read_code, edition, head)
            if code is not None and len(code) == edition.pegs:
                return Row(code, answer)
    if rows or len(words) == 1:
        # A guess that is none: reading it, or playing it, says why.
        head, answer = rows[0] if rows else (line, None)
        return Row(user_input.read_code(edition, head), answer)
    like = position.example_guess(edition)
    raise NotationError(
        f"Type an answer, such as 1 2, or a guess and its answer, such as {like} 1 2, or help."
    )


def _try_read(reader: Callable[[Edition, str], T], edition: Edition, text: str) -> T | None:
    try:
        return reader(edition, text)
    except NotationError:
        return None


def answered_rows(board: Board) -> tuple[Row, ...]:
    """The rows of a board without one that waits for its answer."""
    return board.rows[:-1] if board.open else board.rows


def build_board(edition: Edition, rows: Sequence[Row]) -> Board:
    """The rows on a new board, as far as the rules let them; longer than the edition's if need be."""
    board = Board(edition.with_rules(rows=min(MAX_ROWS, max(edition.rows, len(rows)))))
    for row in rows:
        if row.guess is None:
            board = board.time_out()
            continue
        board = board.guess(row.guess)
        board = board if row.feedback is None else board.answer(row.feedback)
    return board
