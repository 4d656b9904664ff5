"""Read-only board: the shield, the rows and their key pegs."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from codepegs.rules.board import Row
from codepegs.rules.game import Phase
from codepegs.rules.view import View
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.draft import AnswerDraft, Draft
from codepegs.tui.widgets.peg import PegPainter, Scale, Span, style
from codepegs.tui.widgets.status import StatusLine
from codepegs.tui.widgets.wood import BOARD, CHALK, HOLE_RIM, MARK, MARKED, RIM, SHIELD

_MARGIN = 5
"""Cells for a marker and the row number."""
_KEY_GAP = 2
"""Cells between the code pegs and the key pegs."""
_SIDE_WIDTHS = {True: 42, False: 36}
"""Minimum width of the panel next to a board with tall pegs, or with gaps between pegs."""


class BoardView(ScrollView, can_focus=False):
    """Draws a :class:`~codepegs.rules.view.View`, with row 1 at the bottom and the code above all rows.

    It gets only what the player may see. If the rows do not fit, they scroll below the
    code, and the current row stays visible.
    """

    DEFAULT_CSS = f"""
    BoardView {{
        width: 40;
        height: auto;
        max-height: 100%;
        background: {BOARD};
        border: round {HOLE_RIM};
        scrollbar-size: 1 1;
        scrollbar-background: {RIM};
        scrollbar-color: {HOLE_RIM};
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings = settings
        self.scale_ = Scale()
        self._last_sizes: tuple[Size, ...] | None = None
        self.game: View | None = None
        self.marked: frozenset[int] = frozenset()
        self.draft: Draft | None = None
        """Row being built: the code before it is set, else the next guess."""
        self.answer_draft: AnswerDraft | None = None
        """Answer being given to the open row."""

    def show(self, game: View, *, marked: Collection[int] = ()) -> None:
        """Show a game. Highlight the rows in `marked`, counted from 1."""
        self.game, self.marked = game, frozenset(marked)
        self._fit()
        self.redraw()

    def redraw(self) -> None:
        """Draw the whole board again, and scroll to the current row."""
        self.refresh()
        self._scroll_to_current()

    # Geometry -------------------------------------------------------------------------

    @property
    def painter(self) -> PegPainter:
        assert self.game is not None
        return PegPainter(self.game.board.edition, self.settings)

    @property
    def _top(self) -> int:
        """Lines above the rows: the code and a separator."""
        return self.scale_.lines + 1

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
        place = self.scale_.place(x + self.scroll_offset.x - _MARGIN, edition.pegs)
        if place is None or y < 0:
            return None
        if y < self.scale_.lines:
            return 0, place
        line = y + self.scroll_offset.y - self._top
        row = edition.rows - line // self.scale_.lines
        return (row, place) if line >= 0 and row >= 1 else None

    def _width(self, scale: Scale) -> int:
        edition = self.painter.edition
        return _MARGIN + scale.pegs(edition.pegs) + _KEY_GAP + self.painter.keys_width(scale) + 1

    def _fit(self) -> None:
        """Choose the largest peg size that fits, and set the width."""
        if self.game is None or not isinstance(self.parent, Widget) or not self.parent.size:
            return
        edition, room = self.game.board.edition, self.parent.size.height - 2
        # A long status message takes lines from the board, which then scrolls but keeps its scale.
        extra_lines = sum(said.extra_lines for said in self.screen.query(StatusLine))
        self.scale_ = Scale(gap=0)
        for scale in (Scale(tall=True), Scale()):
            lines = scale.lines * (edition.rows + 1) + 1
            roomy = self._width(scale) + _SIDE_WIDTHS[scale.tall] <= self.app.size.width
            if roomy and (not scale.tall or lines <= room + extra_lines):
                self.scale_ = scale
                break
        width = self._width(self.scale_)
        self.virtual_size = Size(width, self._top + self.scale_.lines * edition.rows)
        bar = 1 if self.virtual_size.height > room else 0
        self.styles.height = min(self.virtual_size.height, room) + 2
        self.styles.width = min(width + 2 + bar, max(20, self.app.size.width - 19))

    def on_mount(self) -> None:
        # Its size depends on the space available, so it subscribes to layout changes.
        self.screen.screen_layout_refresh_signal.subscribe(self, self._on_layout)

    def _on_layout(self, screen: Screen[object]) -> None:
        above = self.parent.size if isinstance(self.parent, Widget) else self.size
        room = self.app.size, above, self.size
        if room != self._last_sizes:
            self._last_sizes = room
            self._fit()
            self._scroll_to_current()

    def _scroll_to_current(self) -> None:
        if self.game is None:
            return
        lines, top = self.scale_.lines, self._top
        line = (self.game.board.edition.rows - self.current) * lines
        room = self.scrollable_content_region.height - top
        if line < self.scroll_offset.y:
            self.scroll_to(y=line, animate=False)
        elif line + lines > self.scroll_offset.y + room:
            self.scroll_to(y=line + lines - room, animate=False)

    # Drawing --------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        plain = style(CHALK, BOARD)
        if self.game is None:
            return Strip.blank(self.size.width, plain)
        if y < self.scale_.lines:
            spans = self._code(y)
        elif y < self._top:
            spans = [("─" * self.virtual_size.width, style(HOLE_RIM, BOARD))]
        else:
            line = y + self.scroll_offset.y - self._top
            back, part = divmod(line, self.scale_.lines)
            number = self.game.board.edition.rows - back
            spans = self._row(number, part) if number >= 1 else []
        strip = Strip([Segment(text, look) for text, look in spans])
        left = self.scroll_offset.x
        return strip.crop_extend(left, left + self.size.width, plain)

    def _code(self, part: int) -> list[Span]:
        assert self.game is not None
        plain, middle = style(CHALK, BOARD), part == self.scale_.lines // 2
        edition = self.game.board.edition
        if self.draft is not None and self._setting_code:
            pegs, word = self._pegs(self.draft.pegs, part, self.draft.hole), " your code"
        elif self.game.code is not None:
            pegs, word = self._pegs(self.game.code.pegs, part), " code"
        else:
            pegs = [("▒" * self.scale_.pegs(edition.pegs), style(HOLE_RIM, SHIELD))]
            word = " shield"
        return [(" " * _MARGIN, plain), *pegs, (word if middle else "", plain)]

    @property
    def _setting_code(self) -> bool:
        assert self.game is not None
        return self.game.phase is Phase.SETTING

    def _row(self, number: int, part: int) -> list[Span]:
        assert self.game is not None
        board, middle = self.game.board, part == self.scale_.lines // 2
        plain = style(CHALK, BOARD)
        row = board.rows[number - 1] if number <= len(board.rows) else None
        spans = [self._margin(number, middle=middle)]
        drafted = self.draft is not None and not self._setting_code and number == len(board.rows) + 1
        if drafted and self.draft is not None:
            spans += self._pegs(self.draft.pegs, part, self.draft.hole)
        elif row is None or row.guess is None:
            spans += self._pegs((None,) * board.edition.pegs, part)
        else:
            spans += self._pegs(row.guess.pegs, part)
        spans.append((" " * _KEY_GAP, plain))
        return [*spans, *self._keys(row)] if middle else spans

    def _margin(self, number: int, *, middle: bool) -> Span:
        assert self.game is not None
        pointed = number in self.marked
        if not middle:
            return "▐" + " " * (_MARGIN - 1) if pointed else " " * _MARGIN, style(
                MARK if pointed else CHALK, BOARD
            )
        if pointed:
            return f">{number:>3} ", style(MARK, MARKED, bold=True)
        now = number == self.current and self.game.ending is None
        return f"{'▸' if now else ' '}{number:>3} ", style(CHALK, BOARD, bold=now)

    def _pegs(self, pegs: Collection[int | None], part: int, hole: int | None = None) -> list[Span]:
        spans: list[Span] = []
        for place, colour in enumerate(pegs):
            if place and self.scale_.gap:
                spans.append((" " * self.scale_.gap, style(CHALK, BOARD)))
            spans += self.painter.peg(colour, part, self.scale_, chosen=place == hole)  # type: ignore[arg-type]
        return spans

    def _keys(self, row: Row | None) -> list[Span]:
        if row is None:
            return [] if self.painter.arms else self.painter.keys(0, 0, self.scale_)
        if row.guess is None:
            return [("time up", style(MARK, BOARD))]
        if row.feedback is not None:
            return self.painter.answer(row.feedback, self.scale_)
        if self.answer_draft is None:
            return [("?", style(MARK, BOARD, bold=True))]
        return self.painter.keys(*self.answer_draft.counts, self.scale_, self.answer_draft.arm)

    def row_region(self, number: int) -> Region:
        """Return the region of a row (0 for the code) in the content, for tests that click on it."""
        assert self.game is not None
        lines, rows = self.scale_.lines, self.game.board.edition.rows
        y = 0 if number == 0 else self._top + (rows - number) * lines - self.scroll_offset.y
        return Region(_MARGIN - self.scroll_offset.x, y, self.scale_.pegs(self.painter.edition.pegs), lines)
