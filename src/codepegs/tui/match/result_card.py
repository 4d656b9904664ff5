"""CardContent card: how a game ended, in a frame in the place of the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from textual.geometry import Size as Extent

from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback
from codepegs.tui.match.figures import Figures, History
from codepegs.tui.match.history import draw_bars
from codepegs.tui.widgets.key_line import Key
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.lines import Line, Lines, length
from codepegs.tui.widgets.motion import REST, UNROLL, Motion, Step
from codepegs.tui.widgets.peg import PegPainter, Size, Span

_AT_ONCE = 3
"""Lines that appear together while the card unrolls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardContent:
    """Content of a card."""

    headline: str
    sentences: Sequence[str] = ()
    code: Code | None = None
    """The code, if it is news."""
    figures: Figures | None = None
    """None while they are computed."""
    rated: bool = True
    """Whether skill and luck are shown, or will be."""
    history: History | None = None
    guesses: int | None = None
    """Rows of this game, if it was cracked and counts."""
    answers: Sequence[Feedback] = ()
    """Answers to the rows, which a copied result shows."""
    shared: str = ""
    """The text that was copied."""
    news: Sequence[str] = ()
    """News from the table: offers, a lost connection."""
    keys: Sequence[Key] = field(default=())


class ResultCard(Lines):
    """Draws a :class:`CardContent`. Leaves out the least important parts if it is too long for the panel."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.result: CardContent | None = None
        self.room = 100
        """Lines that there are at most."""
        self.status = ""
        """A message to the player, until the next key."""
        self._painter: PegPainter | None = None
        self.motion = Motion(self)
        self._unrolled: int | None = None

    def show(
        self, result: CardContent | None, painter: PegPainter | None = None, *, moving: bool = False
    ) -> None:
        """Show a result. A new one unrolls if it is `moving`; None hides the card."""
        new, self.result, self._painter = self.result is None, result, painter
        if result is None:
            self.motion.finish()
            self.status = ""
        elif new and moving:
            self._unroll()
        self.refresh(layout=True)

    def say_status(self, words: str) -> None:
        if words != self.status:
            self.status = words
            self.refresh(layout=True)

    @property
    def words(self) -> str:
        """All sentences on one line."""
        if self.result is None:
            return ""
        result = self.result
        texts = (result.headline, *result.sentences, *result.news, self.status)
        return " ".join(text for text in texts if text)

    def _unroll(self) -> None:
        """Let the lines appear from the top, after a rest."""
        self._unrolled = 0

        def grow() -> None:
            assert self._unrolled is not None
            self._unrolled += _AT_ONCE
            self.refresh(layout=True)

        def finish() -> None:
            self._unrolled = None
            self.refresh(layout=True)

        steps: list[Step] = [(REST, grow)]
        steps += [(UNROLL, grow) for _ in range(self.room // _AT_ONCE)]
        self.motion.start([*steps, (UNROLL, finish)])

    # Drawing --------------------------------------------------------------------------

    def get_content_height(self, container: Extent, viewport: Extent, width: int) -> int:
        return len(self.lines(width))

    def lines(self, width: int) -> list[Line]:
        if self.result is None or self._unrolled == 0:
            return []
        inner = width - 4
        body = self._fit(self.result, inner, self.room - 2)
        edge = self.say("│", "accent")
        framed = [
            [edge, self.say(" "), *line, self.say(" " * (inner - length(line) + 1)), edge] for line in body
        ]
        lines: list[Line] = [[self.say(f"╭{'─' * (width - 2)}╮", "accent")], *framed]
        lines.append([self.say(f"╰{'─' * (width - 2)}╯", "accent")])
        return lines if self._unrolled is None else lines[: self._unrolled]

    def _fit(self, result: CardContent, width: int, room: int) -> list[Line]:
        """Return the parts with blank lines between them, without those that do not fit."""
        parts = {
            "told": self._told(result, width),
            "figures": self._figures(result, width),
            "bars": self._bars(result, width),
            "history": self._history(result, width),
            "preview": self._preview(result, width),
            "shared": self._shared(result, width),
            "keys": self._keys(result, width),
        }
        chosen = {name: lines for name, lines in parts.items() if lines}
        for name in ("preview", "keys", "bars", "history", "figures"):
            blank = len(chosen) - 1
            if sum(map(len, chosen.values())) + blank > room:
                chosen.pop(name, None)
        gap = sum(map(len, chosen.values())) + len(chosen) - 1 <= room
        lines = list[Line]()
        for part in chosen.values():
            lines += [[], *part] if lines and gap else part
        return lines[:room]

    def _told(self, result: CardContent, width: int) -> list[Line]:
        lines = self.wrap(result.headline, width, "accent", bold=True)
        if result.code is not None and self._painter is not None:
            chips = [self._painter.chip(colour, self.look[self.GROUND]) for colour in result.code.pegs]
            pegs: list[Span] = [span for chip in chips for span in (*chip, self.say(" "))]
            said = self.say("The code was ")
            lines += [[said, *pegs]] if length([said, *pegs]) <= width else [[said], pegs]
        for sentence in result.sentences:
            lines += self.wrap(sentence, width, "muted")
        for sentence in (*result.news, self.status):
            lines += self.wrap(sentence, width) if sentence else []
        return lines

    def _figures(self, result: CardContent, width: int) -> list[Line]:
        """Return bars for skill and luck. Until they are computed, the bars are empty."""
        if not result.rated:
            return []
        found = result.figures or Figures()
        lines = [self._bar("Skill", found.skill, width)]
        if result.figures is None or found.luck is not None:
            lines.append(self._bar("Luck", found.luck, width))
        if found.settled is not None and result.guesses is None:
            lines += self.wrap(f"Only one code was left after row {found.settled}.", width, "muted")
        return lines

    def _bar(self, name: str, score: float | None, width: int) -> Line:
        room = max(4, width - 12)
        done = 0 if score is None else round(room * score / 100)
        number = "  …" if score is None else f"{score:>3.0f}"
        bar = [self.say("━" * done, "accent"), self.say("─" * (room - done), "line")]
        return [self.say(f"{name:<6}"), *bar, self.say(f" {number}", bold=True)]

    def _bars(self, result: CardContent, width: int) -> list[Line]:
        """Return how often each number of rows was enough. A single game needs no picture."""
        if result.history is None or result.history.results.broken < 2:
            return []
        return draw_bars(self, result.history, width, result.guesses)

    def _history(self, result: CardContent, width: int) -> list[Line]:
        if result.history is None:
            return []
        found = result.history
        parts = [] if found.streak is None else [f"Streak {found.streak}"]
        if found.results.average is not None:
            parts.append(f"average {found.results.average:.2f}")
        parts.append(f"{found.results.games} played")
        # A line breaks between two facts, not within one.
        lines = [parts[0]]
        for part in parts[1:]:
            if len(f"{lines[-1]} · {part}") <= width:
                lines[-1] += f" · {part}"
            else:
                lines.append(part)
        return [[self.say(line)] for line in lines]

    def _preview(self, result: CardContent, width: int) -> list[Line]:
        """Return what a copied result shows: the key pegs of each row."""
        if self._painter is None or result.shared or not result.answers:
            return []
        keys = KeyPainter(self._painter.edition, self.look)
        rows = (keys.answer(each.black, each.white, 0, Size(1)) for each in result.answers)
        return [self.rule("Share", width), *rows]

    def _shared(self, result: CardContent, width: int) -> list[Line]:
        if not result.shared:
            return []
        lines = self.wrap("Copied. Paste it anywhere:", width, "muted")
        return lines + [line for text in result.shared.splitlines() for line in self.wrap(text, width)]

    def _keys(self, result: CardContent, width: int) -> list[Line]:
        """Return the keys in two columns."""
        cells: list[Line] = [
            [self.say(key.name, "accent", bold=True), self.say(f" {key.label}")] for key in result.keys
        ]
        half = max(map(length, cells), default=0) + 3
        columns = 2 if 2 * half - 3 <= width else 1
        lines = list[Line]()
        for start in range(0, len(cells), columns):
            spans: list[Span] = []
            for cell in cells[start : start + columns]:
                spans += [*cell, self.say(" " * (half - length(cell)))]
            lines.append(spans[:-1])
        return lines
