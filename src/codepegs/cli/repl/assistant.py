"""The assistant in line mode: a game on a real table, typed in row by row."""

from __future__ import annotations

from codepegs.analysis import explain
from codepegs.analysis.budget import QUICK
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import Option, weighed
from codepegs.cli.repl.console import Leave, Screen
from codepegs.cli.repl.row import answered, read, rebuilt
from codepegs.errors import CodepegsError, NotationError, NotNow, Undecided
from codepegs.notation import edition_line, position, sentences
from codepegs.notation.drawing import text
from codepegs.rules.board import Board, Row
from codepegs.rules.claim import find_contradiction
from codepegs.rules.code import Code

LISTED = 20
"""Candidates that `left` lists at most."""


class Assistant:
    """The game as far as it has been typed in, and the talk about it.

    Raises TooLarge for a board whose codes cannot be listed.
    """

    def __init__(self, screen: Screen, board: Board) -> None:
        self._screen, self.board = screen, board
        self._edition, self._evaluator = board.edition, Evaluator(board.edition, QUICK)
        self._best: Option | None = None
        self._wrong: tuple[int, ...] | None = None
        """Rows that cannot all be true; none at all where they were not found."""

    def run(self) -> None:
        """Ask and advise until the code is found."""
        edition = self._edition
        colours = ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues) + ", - empty" * edition.blanks
        pegs = sentences.counted(edition.pegs, "peg")
        self._screen.say(f"A code of {pegs} in {edition_line.write(edition)}: {colours}.")
        self._screen.say("Type help at any time.\n")
        self._look()
        while not self.board.broken or self._wrong is not None:
            line = self._screen.ask(self._prompt())
            try:
                self._do(line)
            except CodepegsError as refusal:
                self._screen.say(str(refusal))
        guess, rows = self.board.rows[-1].guess, len(self.board.rows)
        assert guess is not None
        self._screen.say(f"The code is {edition.spell(guess)}, found in {sentences.counted(rows, 'row')}.")

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
            row = read(self._edition, line, self._offered)
            self._change([*answered(self.board), row], len(answered(self.board)) + 1)

    def _undo(self) -> None:
        if not self.board.rows:
            raise NotNow("There is no row to take back.")
        number = len(self.board.rows)
        self.board = rebuilt(self._edition, self.board.rows[:-1])
        self._screen.say(f"Row {number} is taken back.\n")
        self._look()

    def _fix(self, rest: str) -> None:
        rows = list(self.board.rows)
        first, _, answer = rest.strip().partition(" ")
        number = first.rstrip(":")
        if number not in map(str, range(1, len(rows) + 1)) or not answer:
            raise NotationError("Type the number of a row and its true answer, such as fix 1 0+2.")
        index = int(number) - 1
        row = read(self._edition, answer, rows[index].guess)
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
        self.board = rebuilt(self._edition, rows)
        row = rows[number - 1]
        if row.guess is not None and row.feedback is not None:
            answer = sentences.answer(self._edition, row.feedback)
            self._screen.say(f"Row {number}, {self._edition.spell(row.guess)}: {answer}.\n")
            self._look()

    def _look(self) -> None:
        """Find out where the game stands, and say so."""
        self._best = self._wrong = None
        count = self._evaluator.count(self.board)
        if not count:
            self._blame()
        elif not self.board.broken:
            self._best = self._evaluator.best(self.board)
            if len(answered(self.board)) == self._edition.rows:
                self._screen.say(
                    f"All rows are used, {self._edition.rows} in this edition. You may go on all the same."
                )
            grade = "Best" if self._best.to_go.proved else "A good guess"
            self._screen.say(f"{explain.left(count)} {grade} is {self._edition.spell(self._best.guess)}.")

    def _blame(self) -> None:
        try:
            shown = find_contradiction(self.board)
        except Undecided:
            shown = None
        self._wrong = shown.rows if shown else ()
        for sentence in (
            sentences.proof(self._edition, shown)
            if shown
            else ["No code fits all the answers; which of them disagree was too hard to find out."]
        ):
            self._screen.say(sentence)
        row = self._wrong[-1] if self._wrong else len(self.board.rows)
        self._screen.say(f"Type undo to take the last row back, or correct one, such as fix {row} 0+2.")

    def _draw(self) -> None:
        screen = self._screen
        screen.show(
            text.draw(self.board, marked=self._wrong or (), ansi=screen.ansi, ascii_only=screen.ascii_only)
        )

    def _left(self) -> None:
        if self._wrong is not None:
            raise NotNow("No code fits all the answers.")
        codes = self._evaluator.codes(self.board)
        listed = " ".join(map(self._edition.spell, codes[:LISTED]))
        more = len(codes) - LISTED
        self._screen.say(f"{listed} and {more:,} more" if more > 0 else listed)

    def _why(self) -> None:
        guess = self._offered
        if guess is None or self._best is None:
            raise NotNow("There is no guess to explain.")
        self._screen.say(" ".join(self._reasons(guess, self._best)))

    def _reasons(self, guess: Code, best: Option) -> tuple[str, ...]:
        count = self._evaluator.count(self.board)
        if guess == best.guess:
            return explain.why(self.board, best, None, count)
        best, own = weighed(best, self._evaluator.judge(self.board, guess))
        return (explain.possibility(self.board, guess), explain.telling(own, count), explain.cost(own, best))

    def _help(self) -> None:
        keys, like = self._edition.box.keys, position.example(self._edition)
        letters = keys.black[0] + 2 * keys.white[0]
        self._screen.say(
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
