"""Tray of colours, or of key pegs while the player answers."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.events import MouseDown, MouseUp
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.draft import AnswerDraft
from codepegs.tui.widgets.peg import PegPainter


class Tray(Widget):
    """Colours or key pegs to click or drag, each with its key."""

    DEFAULT_CSS = "Tray { height: auto; max-height: 50%; padding: 0 1; text-wrap: nowrap; }"

    @dataclass
    class Lifted(Message):
        """The mouse button went down on an item."""

        number: int

    @dataclass
    class Picked(Message):
        """An item was clicked."""

        number: int

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings = settings
        self.edition: Edition | None = None
        self.answer_draft: AnswerDraft | None = None
        """Answer being given, if the tray shows key pegs."""
        self.held: int | None = None
        """Colour picked for the next hole that is clicked."""
        self._down: int | None = None

    def show(
        self, edition: Edition, *, answer_draft: AnswerDraft | None = None, held: int | None = None
    ) -> None:
        self.edition, self.answer_draft, self.held = edition, answer_draft, held
        self.refresh(layout=True)

    def _items(self) -> list[Text]:
        """Return one item per colour, or per key peg."""
        if self.edition is None:
            return []
        painter = PegPainter(self.edition, self.settings)
        if self.answer_draft is not None:
            return self._key_pegs(painter, self.answer_draft)
        items = []
        for colour in self.edition.kinds:
            paint = painter.paint(colour)
            symbol = painter.symbol(colour)
            tile = Style(color=paint.ink, bgcolor=paint.fill, bold=True)
            # The key to press, unless it is on the peg.
            letter = f" {self.edition.spell(Code((colour,)))}" if self.settings.symbols == "shapes" else ""
            text = Text.assemble((f" {symbol} ", tile), f"{letter} {painter.name(colour)}")
            if self.held == colour:
                text = Text.assemble(("▸", "bold"), text)
            items.append(text)
        return items

    def _key_pegs(self, painter: PegPainter, answer_draft: AnswerDraft) -> list[Text]:
        keys, items = painter.edition.box.keys, []
        for which, name in enumerate((keys.black, keys.white)):
            where = "right place" if which == 0 else "wrong place"
            count = "?" if answer_draft.counts[which] is None else answer_draft.counts[which]
            said = f"[{count}]" if answer_draft.arm == which else f" {count} "
            glyph, ground = painter.key(which)
            items.append(Text.assemble((f" {glyph} ", ground), f" {name}, {where} {said}"))
        return items

    def _columns(self, width: int) -> tuple[int, int]:
        """Return the width of an item and the number of items per line."""
        items = self._items()
        cell = max((item.cell_len for item in items), default=1) + 2
        return cell, max(1, min(len(items), width // cell))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        _, columns = self._columns(width)
        return max(1, -(-len(self._items()) // columns))

    def render(self) -> Text:
        cell, columns = self._columns(self.size.width)
        lines: list[Text] = []
        for index, item in enumerate(self._items()):
            if index % columns == 0:
                lines.append(Text())
            item.pad_right(cell - item.cell_len)
            lines[-1].append_text(item)
        return Text("\n").join(lines)

    def item_offset(self, number: int) -> tuple[int, int]:
        """Return the position of an item in the content."""
        cell, columns = self._columns(self.size.width)
        return number % columns * cell, number // columns

    def _at(self, x: int, y: int) -> int | None:
        cell, columns = self._columns(self.size.width)
        column = x // cell
        number = y * columns + column
        return number if column < columns and 0 <= number < len(self._items()) else None

    def on_mouse_down(self, event: MouseDown) -> None:
        at = event.get_content_offset(self)
        self._down = self._at(at.x, at.y) if at is not None else None
        if self._down is not None:
            self.post_message(self.Lifted(self._down))

    def on_mouse_up(self, event: MouseUp) -> None:
        at = event.get_content_offset(self)
        number = self._at(at.x, at.y) if at is not None else None
        if number is not None and number == self._down:
            self.post_message(self.Picked(number))
        self._down = None
