"""Read-only board: the shield, the rows and their key pegs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.geometry import Region
from textual.geometry import Size as Extent
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from codepegs.rules.board import Row
from codepegs.rules.code import Colour
from codepegs.rules.game import Phase
from codepegs.rules.seat import Seat
from codepegs.rules.view import View
from codepegs.tui.look import Look, look_of, pen
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.draft import AnswerDraft, Draft
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.motion import KEY_PEG, OPEN, PULSE, Motion, Step
from codepegs.tui.widgets.peg import SIZES, PegPainter, Size, Span

_PANEL = 29
"""Columns next to the board for a panel and the space between them."""


class BoardView(ScrollView, can_focus=False):
    """Draws a :class:`~codepegs.rules.view.View`, with row 1 at the bottom and the code above all rows.

    It gets only what the player may see. If the rows do not fit, they scroll below the
    code, and the current row stays visible.
    """

    DEFAULT_CSS = "BoardView { width: 40; height: auto; max-height: 100%; scrollbar-size: 1 1; }"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings = settings
        self.scale_, self.frame = SIZES[0], 1
        self.fits_itself = True
        """Whether it chooses its size from the space around it."""
        self._last_sizes: tuple[Extent, ...] | None = None
        self.game: View | None = None
        self.marked: frozenset[int] = frozenset()
        self.draft: Draft | None = None
        """Row being built: the code before it is set, else the next guess."""
        self.answer_draft: AnswerDraft | None = None
        """Answer being given to the open row."""
        self.laid: tuple[Colour | None, ...] = ()
        """Row that a player at another screen is building."""
        self.held: frozenset[int] = frozenset()
        """Holes of the row being built whose pegs stay for the next guess."""
        self._painters: tuple[PegPainter, KeyPainter] | None = None
        self.motion = Motion(self)
        self._keys_shown: int | None = None
        """Key pegs of the last row that have appeared, while they appear."""
        self._pegs_shown: int | None = None
        """Pegs of the code that have appeared, while the shield opens."""
        self._pulse = False
        self._drop: int | None = None
        """Frame of the peg that falls into the chosen hole."""

    def show(
        self, game: View, *, marked: Collection[int] = (), then: Callable[[], None] | None = None
    ) -> None:
        """Show a game. Highlight the rows in `marked`, counted from 1.

        What is new on the board appears step by step, and `then` is called after that.
        """
        if self.motion.running and game == self.game:
            return
        self.motion.finish()
        before, self.game, self.marked = self.game, game, frozenset(marked)
        if self.fits_itself:
            self._fit_around()
        if self.settings.animation != "none" and before is not None:
            self._move(before, game)
        self.redraw()
        if then is not None and self.motion.running:
            self.motion.after(then)
        elif then is not None:
            then()

    def repaint(self) -> None:
        """Draw everything again with the present settings and theme."""
        self._painters = None
        self.redraw()

    def redraw(self) -> None:
        """Draw the whole board again, and scroll to the current row."""
        self.refresh()
        self._scroll_to_current()

    # Motion ---------------------------------------------------------------------------

    def _move(self, before: View, game: View) -> None:
        """Let a new answer and a revealed code appear one peg after another."""
        if (before.number, before.replay) != (game.number, game.replay):
            return
        rows, steps = game.board.rows, list[Step]()
        fresh = len(rows) >= len(before.board.rows) and rows and rows[-1].feedback is not None
        if fresh and (len(rows) > len(before.board.rows) or before.board.open):
            feedback = rows[-1].feedback
            assert feedback is not None
            self._keys_shown = 0
            for count in range(1, feedback.black + feedback.white + 1):
                steps.append((KEY_PEG, lambda count=count: self._set_motion(keys=count)))  # type: ignore[misc]
            steps.append((KEY_PEG, lambda: self._set_motion()))
            if game.code is not None and feedback.black == game.board.edition.pegs:
                for lit in (True, False, True, False):
                    steps.append((PULSE, lambda lit=lit: self._set_motion(pulse=lit)))  # type: ignore[misc]
        if game.code is not None and before.code is None and game.ending is not None:
            self._pegs_shown = 0
            for count in range(1, game.board.edition.pegs):
                steps.append((OPEN, lambda count=count: self._set_motion(pegs=count)))  # type: ignore[misc]
            steps.append((OPEN, lambda: self._set_motion(pegs=None)))
        self.motion.start(steps)

    def _set_motion(self, *, keys: int | None = None, pegs: int | None = -1, pulse: bool = False) -> None:
        self._keys_shown, self._pulse = keys, pulse
        if pegs != -1:
            self._pegs_shown = pegs
        self.refresh()

    # Geometry -------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        return look_of(self)

    @property
    def painter(self) -> PegPainter:
        return self._paint()[0]

    def _paint(self) -> tuple[PegPainter, KeyPainter]:
        assert self.game is not None
        edition, look = self.game.board.edition, self.look
        if (
            self._painters is None
            or self._painters[0].edition is not edition
            or self._painters[0].look is not look
        ):
            self._painters = PegPainter(edition, self.settings, look), KeyPainter(edition, look)
        return self._painters

    @property
    def _top(self) -> int:
        """Lines above the rows: the edge and the code."""
        return self.scale_.top + (self.frame == 2)

    @property
    def current(self) -> int:
        """Current row, counted from 1: the next one to change, or the last one after the game."""
        assert self.game is not None
        played, rows = len(self.game.board.rows), self.game.board.edition.rows
        return played if self.game.board.open or self.game.ending else min(played + 1, rows)

    def hole_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Return row (0 for the code) and place of the hole at a point of the content."""
        if self.game is None:
            return None
        edition = self.game.board.edition
        place = self.scale_.place(x + self.scroll_offset.x - self.scale_.margin, edition.pegs)
        if place is None or y < 0:
            return None
        if y < self._top:
            return 0, place
        row = edition.rows - (y + self.scroll_offset.y - self._top) // self.scale_.number
        return (row, place) if row >= 1 else None

    def row_region(self, number: int) -> Region:
        """Return the region of the slot of a row (0 for the code) in the content."""
        assert self.game is not None
        lines, edition = self.scale_.number, self.game.board.edition
        y = int(self.frame == 2)
        if number:
            y = self._top + (edition.rows - number) * lines - self.scroll_offset.y
        x = self.scale_.margin - self.scroll_offset.x
        return Region(x, y, self.scale_.slot(edition.pegs), lines)

    def fit(self, size: Size, frame: int, height: int) -> None:
        """Take a size, with 0 to 2 lines of frame. Rows that do not fit into `height` scroll."""
        if self.game is None:
            return
        edition = self.game.board.edition
        self.scale_, self.frame = size, frame
        self.virtual_size = Extent(size.width(edition), size.height(edition, frame))
        bar = self.virtual_size.height > height
        self.styles.width = min(self.virtual_size.width + bar, self.app.size.width)
        self.styles.height = min(self.virtual_size.height, height)
        self.redraw()

    def _fit_around(self) -> None:
        """Choose the largest size that leaves space for a panel."""
        if self.game is None or not isinstance(self.parent, Widget) or not self.parent.size:
            return
        edition, room = self.game.board.edition, self.parent.size.height
        for size in SIZES:
            fits = size.height(edition, 0) <= room or size.number == 1
            if fits and size.width(edition) + _PANEL <= self.app.size.width:
                break
        self.fit(size, min(2, max(0, room - size.height(edition, 0))), room)

    def on_mount(self) -> None:
        # Its size depends on the space available, so it subscribes to layout changes.
        self.screen.screen_layout_refresh_signal.subscribe(self, self._on_layout)

    def _on_layout(self, screen: Screen[object]) -> None:
        above = self.parent.size if isinstance(self.parent, Widget) else self.size
        room = self.app.size, above, self.size
        if room != self._last_sizes:
            self._last_sizes = room
            if self.fits_itself:
                self._fit_around()
            self._scroll_to_current()

    def _scroll_to_current(self) -> None:
        if self.game is None:
            return
        lines = self.scale_.number
        line = (self.game.board.edition.rows - self.current) * lines
        room = self.scrollable_content_region.height - self._top - (self.frame > 0)
        if line < self.scroll_offset.y:
            self.scroll_to(y=line, animate=False)
        elif line + lines > self.scroll_offset.y + room:
            self.scroll_to(y=line + lines - room, animate=False)

    # Drawing --------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        look = self.look
        if self.game is None:
            return Strip.blank(self.size.width, pen(None, look["ground"]))
        strip = Strip([Segment(text, style) for text, style in self._line(y) if text])
        left = self.scroll_offset.x
        return strip.crop_extend(left, left + self.size.width, pen(None, look["board"]))

    def _line(self, y: int) -> list[Span]:
        assert self.game is not None
        size, width = self.scale_, self.virtual_size.width
        if self.frame == 2 and y == 0:
            return [self._frame_line(width, "▗▄▖", "edge")]
        if self.frame and y == self.size.height - 1:
            return [self._frame_line(width, "▝▀▘", "foot")]
        line = y - (self.frame == 2)
        if line < size.number:
            return self._code(line)
        if line < size.top:
            tone = self.look["faint" if self.look.few else "edge"]
            return [(("─" if self.look.few else "▔") * width, pen(tone, self.look["board"]))]
        back, part = divmod(line - size.top + self.scroll_offset.y, size.number)
        number = self.game.board.edition.rows - back
        return self._row(number, part) if number >= 1 else []

    def _frame_line(self, width: int, shape: str, role: str) -> Span:
        if self.look.few:
            return "─" * width, pen(self.look["edge"], self.look["ground"])
        return f"{shape[0]}{shape[1] * (width - 2)}{shape[2]}", pen(self.look[role], self.look["ground"])

    def _code(self, line: int) -> list[Span]:
        """Return a line of the shield, or of the code that this seat may see."""
        assert self.game is not None
        game, size, board = self.game, self.scale_, self.look["board"]
        setting = self.draft is not None and game.phase is Phase.SETTING
        middle = line == size.middle
        margin = ("▶ " if setting and middle else "").rjust(size.margin)
        spans = [(margin, pen(self.look["mark"], board))]
        word = ""
        if setting and self.draft is not None:
            spans += self._slot(self.draft.pegs, line, lit=True, hole=self.draft.hole)
            word = " yours"
        elif game.code is None:
            spans += self._lid(line)
        elif self._pegs_shown is None:
            spans += self._slot(game.code.pegs, line)
            word = " yours" if game.seat is Seat.CODEMAKER and game.ending is None else ""
        else:
            shown = self._pegs_shown
            cut = 1 + shown * (size.peg + size.gap) if shown else 0
            spans += [*_crop(self._slot(game.code.pegs, line), 0, cut), *_crop(self._lid(line), cut)]
        return [*spans, (word if middle else "", pen(self.look["number"], board))]

    def _lid(self, line: int) -> list[Span]:
        """Return a line of the shield: a lid over slot and key pegs, with a question mark over every hole."""
        look, size, edition, board = self.look, self.scale_, self.painter.edition, self.look["board"]
        inner = size.slot(edition.pegs) + size.keys(edition)
        marks = ("?".center(size.peg) + " " * size.gap) * edition.pegs if line == size.middle else ""
        text, edge = marks.ljust(inner), pen(look["shield"], board)
        if look.few and line == size.middle:
            ask = pen(look["text"], board, bold=True)
            return [("▒", edge), *(("▒", edge) if mark == " " else (mark, ask) for mark in text)]
        if look.few:
            return [(("▁" if line < size.middle else "▔") * (inner + 1), edge)]
        if line == 0 and size.number > 1:
            return [(f"▗{'▄' * inner}▖", pen(look["shield_cap"], board))]
        ink = pen(look["shield_ink"], look["shield"], bold=True)
        return [("▐", edge), (text, ink), ("▌", edge)]

    def _row(self, number: int, line: int) -> list[Span]:
        assert self.game is not None
        board, size = self.game.board, self.scale_
        row = board.rows[number - 1] if number <= len(board.rows) else None
        last = number == len(board.rows)
        now = number == self.current and self.game.ending is None and self._keys_shown is None
        now = now and self.game.phase is not Phase.SETTING
        won = last and self._won and not self.motion.running
        lit = now or won or number in self.marked or (last and self._pulse)
        spans = [
            self._number(number, line, "▶" if now else "★" if won else " ", lit=lit, played=row is not None)
        ]
        if row is not None and row.guess is None:
            spans += self._slot((None,) * board.edition.pegs, line)
            text = [(" time's up", pen(self.look["number"], self.look["board"]))]
            return [spans[0], *text] if line == size.middle else spans
        building = now and row is None and self.game.phase is Phase.GUESSING
        if building and self.draft is not None:
            spans += self._slot(self.draft.pegs, line, lit=True, hole=self.draft.hole)
        else:
            pegs: Sequence[Colour | None] = (None,) * board.edition.pegs
            if row is not None and row.guess is not None:
                pegs = row.guess.pegs
            elif building and self.laid:
                pegs = self.laid
            spans += self._slot(pegs, line, lit=lit)
        return [*spans, (" ", pen(None, self.look["board"])), *self._keys(row, line, last=last)]

    @property
    def _won(self) -> bool:
        assert self.game is not None
        rows = self.game.board.rows
        feedback = rows[-1].feedback if rows and self.game.ending is not None else None
        return feedback is not None and feedback.black == self.game.board.edition.pegs

    def _number(self, number: int, line: int, arrow: str, *, lit: bool, played: bool) -> Span:
        look, size = self.look, self.scale_
        if number in self.marked:
            arrow = ">"
        text = f"{arrow}{number:>2} ".rjust(size.margin) if line == size.middle else " " * size.margin
        role = "mark" if lit else "number" if played else "number_off"
        return text, pen(look[role], look["board"], bold=lit)

    def _slot(
        self, pegs: Sequence[Colour | None], line: int, *, lit: bool = False, hole: int | None = None
    ) -> list[Span]:
        drop = self._drop if hole is not None else None
        held = self.held if hole is not None else ()
        return self.painter.slot(pegs, line, self.scale_, lit=lit, hole=hole, drop=drop, held=held)

    def _keys(self, row: Row | None, line: int, *, last: bool) -> list[Span]:
        keys, size = self._paint()[1], self.scale_
        if row is not None and row.feedback is not None:
            black, white = row.feedback.black, row.feedback.white
            if last and self._keys_shown is not None:
                black = min(black, self._keys_shown)
                white = min(white, self._keys_shown - black)
            return keys.answer(black, white, line, size)
        if row is not None and self.answer_draft is not None:
            return keys.answer(*self.answer_draft.counts, line, size, arm=self.answer_draft.arm)
        return keys.answer(0, 0, line, size, played=False)


def _crop(spans: list[Span], start: int, stop: int | None = None) -> list[Span]:
    """Return the columns from `start` to `stop`. All characters are one column wide."""
    found, at = list[Span](), 0
    for text, style in spans:
        found.append((text[max(0, start - at) : None if stop is None else max(0, stop - at)], style))
        at += len(text)
    return found
