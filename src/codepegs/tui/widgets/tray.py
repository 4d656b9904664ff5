"""Tray of colours, or of key pegs while the player answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from textual.events import MouseDown, MouseUp
from textual.message import Message

from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.draft import AnswerDraft
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.lines import Line, Lines, length
from codepegs.tui.widgets.peg import PegPainter, Size, Span, Surface


@dataclass(frozen=True, slots=True)
class _Item:
    """A colour or key peg: its lines, the last of which has the label."""

    top: Line
    low: Line
    width: int


class Tray(Lines):
    """Colours or key pegs to click or drag, each with its key."""

    @dataclass
    class Lifted(Message):
        """The mouse button went down on an item."""

        number: int

    @dataclass
    class Picked(Message):
        """An item was clicked."""

        number: int

    def __init__(self, settings: Settings, *, ground: str = "ground", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings, self.GROUND = settings, ground
        self.edition: Edition | None = None
        self.answer_draft: AnswerDraft | None = None
        """Answer being given, if the tray shows key pegs."""
        self.struck: Collection[Colour] = ()
        """Colours that the player has struck out of the chosen hole."""
        self.tall = False
        """Whether there is space for pegs of two lines, in the middle of the window."""
        self._down: int | None = None

    def show(
        self,
        edition: Edition,
        *,
        answer_draft: AnswerDraft | None = None,
        struck: Collection[Colour] = (),
        tall: bool | None = None,
    ) -> None:
        self.struck = struck
        same = (edition, answer_draft is None) == (self.edition, self.answer_draft is None)
        layout = not same or tall not in (None, self.tall)
        self.edition, self.answer_draft = edition, answer_draft
        self.tall = self.tall if tall is None else tall
        self.refresh(layout=layout)

    # Items ----------------------------------------------------------------------------

    def _items(self, width: int) -> list[_Item]:
        """Return one item per colour, with its name if there is space, or one per key peg."""
        assert self.edition is not None
        if self.answer_draft is not None:
            return self._key_pegs(self.edition, self.answer_draft, width)
        painter = PegPainter(self.edition, self.settings, self.look)
        for named, before, after in (
            (True, 1, 2),
            (False, 1, 2),
            (False, 1, 1),
            (False, 0, 1),
            (False, 0, 0),
        ):
            items = [
                self._colour(painter, number, named=named, spaces=(before, after))
                for number in range(len(self.edition.kinds))
            ]
            if (not named or self.tall) and sum(item.width for item in items) - after <= width:
                break
        return items

    def _colour(self, painter: PegPainter, number: int, *, named: bool, spaces: tuple[int, int]) -> _Item:
        edition, ground = painter.edition, self.look[self.GROUND]
        colour = edition.kinds[number]
        letter = edition.spell(Code((colour,)))
        key = letter if self.settings.symbols == "shapes" or colour == BLANK else str(number + 1)
        digits = letter.isdigit()
        if len(key) > 1 or (digits and self.settings.symbols == "letters"):
            key = ""  # the letter on the peg is the key
        name = f" {painter.name(colour)}" if named and not digits else ""
        before, after = spaces
        if not before + after and key and self.settings.symbols == "letters":
            key = " "  # where numbers would touch the next peg, the letters do
        label = f"{' ' * before}{key}{name}{' ' * after}"
        text = [self.say(label[: 1 + len(key)], bold=True), self.say(label[1 + len(key) :], "muted")]
        cap = painter.peg(colour, 0, Size(2), Surface(ground, ground, ground))
        chip = painter.chip(colour, ground)
        if colour in self.struck:
            cap, chip = [self.say("   ")], [self.say(f"×{painter.symbol(colour)}×", "faint")]
        return _Item([*cap, self.say(" " * len(label))], [*chip, *text], 3 + len(label))

    def _key_pegs(self, edition: Edition, answer_draft: AnswerDraft, width: int) -> list[_Item]:
        keys, painter, items = edition.box.keys, KeyPainter(edition, self.look), []
        for which, key in enumerate(keys.both):
            where = (": right place", ": wrong place")[which] if width >= 62 else ""
            count = "·" if answer_draft.counts[which] is None else str(answer_draft.counts[which])
            count = f"[{count}]" if answer_draft.arm == which else f" {count} "
            spans: list[Span] = [self.say(f"{key.name[0]} ", "accent", bold=True)]
            if not (painter.arms and self.look.few):  # there the sign is the same letter
                spans += painter.sign(1 - which, which, self.look[self.GROUND])
            spans += [self.say(f" {key.name}{where} "), self.say(count, "accent", bold=True), self.say("   ")]
            items.append(_Item([self.say(" " * length(spans))], spans, length(spans)))
        return items

    def _arrange(self, width: int) -> tuple[list[Line], list[tuple[int, int, int]]]:
        """Return the lines, and where each item is: its line, its column and its width."""
        if self.edition is None:
            return [], []
        items = self._items(width)
        rows: list[list[_Item]] = [[]]
        for item in items:
            if rows[-1] and sum(each.width for each in rows[-1]) + item.width - 1 > width:
                rows.append([])
            rows[-1].append(item)
        tall = self.tall and len(rows) == 1 and not self.look.plain
        lines, places = list[Line](), list[tuple[int, int, int]]()
        for row in rows:
            x = max(0, (width - sum(item.width for item in row) + 2) // 2) if self.tall else 0
            if tall:
                lines.append([self.say(" " * x), *(span for item in row for span in item.top)])
            lines.append([self.say(" " * x), *(span for item in row for span in item.low)])
            for item in row:
                places.append((len(lines) - 1, x, item.width))
                x += item.width
        return lines, places

    def lines(self, width: int) -> list[Line]:
        return self._arrange(width)[0]

    # The mouse ------------------------------------------------------------------------

    def item_offset(self, number: int) -> tuple[int, int]:
        """Return the position of an item in the content."""
        line, x, _ = self._arrange(self.content_size.width)[1][number]
        return x, line

    def _at(self, event: MouseDown | MouseUp) -> int | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        lines, places = self._arrange(self.content_size.width)
        high = len(lines) if len({line for line, *_ in places}) == 1 else 1
        for number, (line, x, width) in enumerate(places):
            if x <= at.x < x + width and line - high < at.y <= line:
                return number
        return None

    def on_mouse_down(self, event: MouseDown) -> None:
        self._down = self._at(event)
        if self._down is not None:
            self.post_message(self.Lifted(self._down))

    def on_mouse_up(self, event: MouseUp) -> None:
        number = self._at(event)
        if number is not None and number == self._down:
            self.post_message(self.Picked(number))
        self._down = None
