"""Table of a review: three numbers, a line for each row, and the chosen row in words."""

from __future__ import annotations

from itertools import chain, repeat

from codepegs.notation.review import GameReview, RatedGuess, RowReview
from codepegs.notation.sentences import pluralize
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.tui.look import pen
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.lines import Line, Lines, length
from codepegs.tui.widgets.peg import PegPainter, Size, Span, Surface

_LUCK = ((85, "▲▲", "very lucky"), (60, "▲", "lucky"), (40, "·", "average"), (15, "▼", "unlucky"))
_BAR = 8


def rate_luck(fortune: float | None) -> tuple[str, str]:
    """Return how lucky an answer was, as a sign and in words."""
    if fortune is None:
        return "·", "no luck involved: only one answer was possible"
    for least, sign, words in _LUCK:
        if fortune >= least:
            return sign, words
    return "▼▼", "very unlucky"


class ReviewTable(Lines):
    """Draws the review of a game. Columns that do not fit are left out, the last ones first."""

    GROUND = "ground"

    def __init__(self, edition: Edition, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._edition, self._settings = edition, settings
        self.review: GameReview | None = None
        self.chosen = 0
        self.par: float | None = None
        self.tried = ""
        """The result of another guess, in words."""
        self.room = 100
        """Lines that there are."""

    def show(self, review: GameReview | None, *, par: float | None = None) -> None:
        if review is not self.review:
            self.chosen, self.tried = 0, ""
        self.review, self.par = review, par
        self.refresh(layout=True)

    def choose(self, by: int) -> None:
        """Choose another row."""
        if self.review is not None and self.review.rows:
            self.chosen = min(max(self.chosen + by, 0), len(self.review.rows) - 1)
            self.tried = ""
            self.refresh(layout=True)

    def say_tried(self, words: str) -> None:
        self.tried = words
        self.refresh(layout=True)

    # Drawing --------------------------------------------------------------------------

    def lines(self, width: int) -> list[Line]:
        review = self.review
        if review is None or not review.rows:
            return []
        painter = PegPainter(self._edition, self._settings, self.look)
        high = 2 if 2 * len(review.rows) + 12 <= self.room and not self.look.plain else 1
        head: list[Line] = [[], *self._numbers(review, width), [], self._header(width)]
        taken = sum(hint.row == review.rows[self.chosen].row for hint in review.totals.hints)
        tail = [[], *self._words(review.rows[self.chosen], taken, painter, width)]
        # If the rows do not fit, show those around the chosen one.
        fitting = max(1, (self.room - len(head) - len(tail)) // high)
        first = min(max(0, self.chosen - fitting // 2), max(0, len(review.rows) - fitting))
        for index, row in enumerate(review.rows[first : first + fitting], start=first):
            head += [
                self._row(row, painter, line, index == self.chosen, width) for line in range(2 - high, 2)
            ]
        return [*head, *tail]

    def _numbers(self, review: GameReview, width: int) -> list[Line]:
        rows, skill, luck = len(review.rows), review.totals.skill, review.totals.fortune
        hints = len(review.totals.hints)
        parts = [
            (
                str(rows),
                "guess" if rows == 1 else "guesses",
                "" if self.par is None else f"par {self.par:.2f}",
            )
        ]
        parts += [(f"{skill:.0f}", "skill", "of 100")] if skill is not None else []
        parts += [(f"{luck:.0f}", "luck", "of 100")] if luck is not None else []
        parts += [(str(hints), "hint" if hints == 1 else "hints", "taken")] if hints else []
        space = " " * max(0, (width - 15 * len(parts)) // 2)
        top, low = [self.say(space)], [self.say(space)]
        for number, name, below in parts:
            top += [self.say(f"{number:>3} ", "accent", bold=True), self.say(f"{name:<11}", bold=True)]
            low.append(self.say(f"    {below:<11}", "muted"))
        return [top, low]

    def _widths(self, width: int) -> tuple[int, int, int, int, int]:
        """Return the widths of the columns: guess and best, answer, codes, how good, luck. 0 is left out."""
        guess, answer = 4 * self._edition.pegs, max(8, self._edition.pegs + 3)
        codes, good, luck = 15, _BAR + 6, 6
        used = 5 + guess + answer + codes
        if used + good > width:
            return guess, answer, codes, 0, 0
        return guess, answer, codes, good, luck if used + good + luck + guess <= width else 0

    def _header(self, width: int) -> Line:
        guess, answer, codes, good, luck = self._widths(width)
        text = f"     {'guess':<{guess}}{'answer':<{answer}}{'codes left':<{codes}}"
        text += f"{'how good':<{good}}" if good else ""
        text += f"{'luck':<{luck}}best guess" if luck else ""
        return [self.say(text[:width], "muted")]

    def _row(self, row: RowReview, painter: PegPainter, line: int, chosen: bool, width: int) -> Line:
        spans = self._row_spans(row, painter, line, chosen, width)
        if not (chosen and line):
            return spans
        # The chosen row stands on a band.
        ground, band = pen(None, self.look[self.GROUND]).bgcolor, pen(None, self.look["board"])
        spans.append(self.say(" " * (width - length(spans))))
        return [(text, style + band if style.bgcolor == ground else style) for text, style in spans]

    def _row_spans(
        self, row: RowReview, painter: PegPainter, line: int, chosen: bool, width: int
    ) -> list[Span]:
        guess, answer, codes, good, luck = self._widths(width)
        number = f"{'▶' if chosen else ' '} {row.row:>2} " if line else " " * 5
        spans: list[Span] = [self.say(number, "accent" if chosen else "muted", bold=chosen)]
        spans += (
            self._code(painter, row.guess, line)
            if row.guess
            else [self.say("time's up"[:guess] if line else "")]
        )
        spans.append(self.say(" " * (5 + guess - length(spans))))
        if not line:
            if luck and row.best is not None and row.best.guess != row.guess:
                spans.append(self.say(" " * (5 + guess + answer + codes + good + luck - length(spans))))
                spans += self._code(painter, row.best.guess, 0)
            return spans
        if row.answer is not None:
            keys = KeyPainter(self._edition, self.look)
            counts = Feedback.parse(row.answer)
            spans += keys.answer(counts.black, counts.white, 0, Size(1))
        spans.append(self.say(" " * (5 + guess + answer - length(spans))))
        spans.append(self.say(f"{row.left:>6,} → {row.left_after:<{codes - 9},}", bold=chosen))
        if good:
            score = row.skill
            done = 0 if score is None else round(_BAR * score / 100)
            spans += [self.say("━" * done, "accent"), self.say("─" * (_BAR - done), "line")]
            spans.append(self.say(f"{'' if score is None else f'{score:.0f}':>4}  ", bold=True))
        if luck:
            spans.append(self.say(f"{rate_luck(row.fortune)[0]:<{luck}}"))
            if row.best is not None and row.best.guess == row.guess:
                spans.append(self.say("your guess", "muted"))
            elif row.best is not None:
                spans += self._code(painter, row.best.guess, 1)
        return spans

    def _code(self, painter: PegPainter, text: str, line: int) -> list[Span]:
        ground = self.look[self.GROUND]
        spans: list[Span] = []
        for colour in self._edition.code(text).pegs:
            flat = Surface(ground, ground, ground)
            spans += painter.peg(colour, 0, Size(2), flat) if line == 0 else painter.chip(colour, ground)
            spans.append(self.say(" "))
        return spans

    def _words(self, row: RowReview, hints: int, painter: PegPainter, width: int) -> list[Line]:
        """Return the chosen row in words."""
        codes = pluralize(row.left, "code")
        lines: list[Line] = [
            *self._fact(f"Row {row.row}", f"{codes} left before this guess, {row.left_after:,} after.", width)
        ]
        if row.skill is not None and row.played is not None:
            good = f"{row.skill:.0f} of 100: {describe_guess(row.played)}"
            lines += self._fact("How good", good, width)
            lines += self._fact("Luck", f"{rate_luck(row.fortune)[1].capitalize()}.", width)
        if hints:
            lines += self._fact("Hints", f"{hints} taken before this guess.", width)
        if row.best is not None:
            same = row.best.guess == row.guess
            said = " your guess" if same else f" leaves {row.best.leaves:,.1f} on average"
            lines.append(
                [self.say(f" {'Best':<10}", "muted"), *self._code(painter, row.best.guess, 1), self.say(said)]
            )
        if self.tried:
            lines += self._fact("Instead", self.tried, width)
        return lines

    def _fact(self, topic: str, words: str, width: int) -> list[Line]:
        topics = chain([topic], repeat(""))
        return [[self.say(f" {next(topics):<10}", "muted"), *line] for line in self.wrap(words, width - 11)]


def describe_guess(guess: RatedGuess) -> str:
    """Return what a guess can tell, before its answer is known."""
    answers = pluralize(len(guess.answers), "possible answer")
    return f"{answers}, {guess.leaves:,.1f} codes left on average."
