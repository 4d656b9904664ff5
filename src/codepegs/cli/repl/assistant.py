"""The assistant: suggests guesses for a game on a real board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from codepegs.analysis import explain
from codepegs.analysis.budget import QUICK
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import EvaluatedGuess, compare
from codepegs.cli.picture import Picture
from codepegs.cli.repl.console import Console, Leave
from codepegs.errors import CodepegsError, NotationError, NotNow, Undecided
from codepegs.notation import edition_line, position, sentences, user_input
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import find_contradiction
from codepegs.rules.code import Code
from codepegs.rules.edition import MAX_ROWS, Edition

T = TypeVar("T")

MAX_LISTED = 20
"""How many candidates `left` lists at most."""


class Assistant:
    """Asks for answers and suggests guesses until the code is found.

    Raises TooLarge for a board whose codes cannot be listed.
    """

    def __init__(self, console: Console, board: Board) -> None:
        self._console, self.board = console, board
        self._edition, self._evaluator = board.edition, Evaluator(board.edition, QUICK)
        self._best: EvaluatedGuess | None = None
        self._contradiction: tuple[int, ...] | None = None
        """Rows that contradict each other, or () if the answers do but the rows were not found."""

    def run(self) -> None:
        """Talk with the user until the code is found."""
        edition = self._edition
        colours = ", ".join(hue.label for hue in edition.hues) + ", - empty" * edition.blanks
        pegs = sentences.pluralize(edition.pegs, "peg")
        self._console.say(f"Cracking a code of {pegs} in {edition_line.write(edition)}: {colours}.")
        self._console.say("Type help at any time.\n")
        self._analyse()
        while not self.board.broken or self._contradiction is not None:
            line = self._console.ask(self._prompt())
            try:
                self._do(line)
            except CodepegsError as error:
                self._console.say(str(error))
        guess, rows = self.board.rows[-1].guess, len(self.board.rows)
        assert guess is not None
        self._console.say(
            f"The code is {edition.spell(guess)}, cracked in {sentences.pluralize(rows, 'guess', 'guesses')}."
        )

    @property
    def _offered(self) -> Code | None:
        """The guess that an answer without a guess belongs to."""
        if self.board.open:
            return self.board.rows[-1].guess
        return self._best.guess if self._best else None

    def _prompt(self) -> str:
        if self._contradiction is not None:
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
        elif self._contradiction is not None:
            raise NotNow(
                "The answers contradict each other. Type undo to remove the last row, or fix to correct one."
            )
        else:
            row = read_row(self._edition, line, self._offered)
            self._change([*answered_rows(self.board), row], len(answered_rows(self.board)) + 1)

    def _undo(self) -> None:
        if not self.board.rows:
            raise NotNow("There is no row to remove.")
        number = len(self.board.rows)
        self.board = build_board(self._edition, self.board.rows[:-1])
        self._console.say(f"Row {number} is removed.\n")
        self._analyse()

    def _fix(self, rest: str) -> None:
        rows = list(self.board.rows)
        first, _, answer = rest.strip().partition(" ")
        number = first.rstrip(":")
        if number not in map(str, range(1, len(rows) + 1)) or not answer:
            raise NotationError("Type the number of a row and its correct answer, such as fix 1 0+2.")
        index = int(number) - 1
        row = read_row(self._edition, answer, rows[index].guess)
        if row.feedback is None:
            raise NotationError(f"Type the answer too, such as fix {number} {answer.upper()} 0+2.")
        rows[index] = row
        try:
            self._change(rows, index + 1)
        except NotNow:
            raise NotNow(
                f"With that answer, row {number} ends the game. Undo the rows after it first."
            ) from None

    def _change(self, rows: list[Row], number: int) -> None:
        """Replace the rows of the board, and confirm row `number`."""
        self.board = build_board(self._edition, rows)
        row = rows[number - 1]
        if row.guess is not None and row.feedback is not None:
            answer = sentences.describe_feedback(self._edition, row.feedback)
            self._console.say(f"Row {number}, {self._edition.spell(row.guess)}: {answer}.\n")
            self._analyse()

    def _analyse(self) -> None:
        """Analyse the board, and print the best guess or the contradiction."""
        self._best = self._contradiction = None
        count = self._evaluator.count(self.board)
        if not count:
            self._explain_contradiction()
        elif not self.board.broken:
            self._best = self._evaluator.best(self.board)
            if len(answered_rows(self.board)) == self._edition.rows:
                self._console.say("You've used all the rows of this edition, but you can carry on.")
            grade = "The best guess" if self._best.to_go.proved else "A good guess"
            best = f"{grade} is {self._edition.spell(self._best.guess)}."
            self._console.say(" ".join([explain.left(count), best, *explain.prospects(self._best)]))

    def _explain_contradiction(self) -> None:
        try:
            shown = find_contradiction(self.board)
        except Undecided:
            shown = None
        self._contradiction = shown.rows if shown else ()
        for sentence in (
            sentences.describe_proof(self._edition, shown)
            if shown
            else ["No code fits all the answers. It would take too long to find out which rows disagree."]
        ):
            self._console.say(sentence)
        row = self._contradiction[-1] if self._contradiction else len(self.board.rows)
        self._console.say(f"Type undo to remove the last row, or correct one, for example: fix {row} 0+2")

    def _draw(self) -> None:
        picture = Picture(self.board, marked=self._contradiction or ())
        self._console.show(picture.text(self._console.style))

    def _left(self) -> None:
        if self._contradiction is not None:
            raise NotNow("No code fits all the answers.")
        codes = self._evaluator.codes(self.board)
        listed = " ".join(map(self._edition.spell, codes[:MAX_LISTED]))
        more = len(codes) - MAX_LISTED
        self._console.say(f"{listed} and {more:,} more" if more > 0 else listed)

    def _why(self) -> None:
        guess = self._offered
        if guess is None or self._best is None:
            raise NotNow("There is no guess to explain.")
        self._console.say(sentences.spell_out(" ".join(self._reasons(guess, self._best))))

    def _reasons(self, guess: Code, best: EvaluatedGuess) -> tuple[str, ...]:
        count = self._evaluator.count(self.board)
        if guess == best.guess:
            return explain.best_guess(self.board, best, None, count)
        best, own = compare(best, self._evaluator.evaluate(self.board, guess))
        return (
            explain.possibility(self.board, guess),
            explain.information(own, count),
            explain.cost(own, best),
        )

    def _help(self) -> None:
        keys, like = self._edition.box.keys, position.example_guess(self._edition)
        letters = keys.black.name[0] + 2 * keys.white.name[0]
        self._console.say(
            "Play the guess on your board and type its answer, "
            f"first {keys.black.plural}, then {keys.white.plural}:\n"
            f"1 2, or 12, or {letters}. If you played another guess, type both: {like} 1 2.\n"
            "Type codes in letters, or in names or numbers of colours. You can also type:\n"
            "  undo       remove the last row\n"
            "  fix 1 0+2  correct the answer to row 1\n"
            f"  fix 1 {like} 0+2  correct its guess too\n"
            "  board      show the rows so far\n"
            f"  left       list up to {MAX_LISTED} codes that are still possible\n"
            "  why        explain the suggested guess\n"
            "  quit       leave"
        )


def read_row(edition: Edition, line: str, offered: Code | None) -> Row:
    """Return the row of a line: an answer to the guess `offered`, or a guess with or without its answer.

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
            raise NotationError("That could be an answer or a guess. Type answers in numbers, such as 1 2.")
        if offered is None:
            raise NotNow("There is no guess to answer. Type your own guess and its answer.")
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
        # Not a valid guess: reading or playing it raises the error that says why.
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
    """Return the rows of a board that have an answer."""
    return board.rows[:-1] if board.open else board.rows


def build_board(edition: Edition, rows: Sequence[Row]) -> Board:
    """Return a board with these rows. It may be longer than the edition's, up to MAX_ROWS."""
    board = Board(edition.with_rules(rows=min(MAX_ROWS, max(edition.rows, len(rows)))))
    for row in rows:
        if row.guess is None:
            board = board.time_out()
            continue
        board = board.guess(row.guess)
        board = board if row.feedback is None else board.answer(row.feedback)
    return board
