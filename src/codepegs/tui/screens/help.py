"""Help screen: keys, and the rules of an edition."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from codepegs.notation import sentences
from codepegs.notation.edition_facts import title
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.feedback import mark
from codepegs.tui.context import AppContext
from codepegs.tui.keys import KeyList, Keys, row_keys, table_keys
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.edition_sheet import Facts
from codepegs.tui.widgets.key_line import KeyLine, spell_key
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.lines import Line, Lines, length
from codepegs.tui.widgets.panel import describe_answer
from codepegs.tui.widgets.peg import PegPainter, Span
from codepegs.tui.widgets.play_board import PlayBoard


def list_keys(screen: Screen[Any]) -> Keys:
    """Return the active keys of a screen. Keys with the same purpose share a line."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if (
            binding.description
            and active.enabled
            and (binding.action, binding.description) in _own_bindings(active.node)
        ):
            shown = binding.key_display or spell_key(binding.key)
            keys = found.setdefault(binding.description, [])
            if shown not in keys:
                keys.append(shown)
    return [(" ".join(keys), does) for does, keys in found.items()]


def _own_bindings(node: DOMNode) -> set[tuple[str, str]]:
    """Return action and description of our own bindings, without those of Textual."""
    classes = (cls for cls in type(node).__mro__ if cls.__module__.startswith("codepegs"))
    bindings = [binding for cls in classes for binding in vars(cls).get("BINDINGS", ())]
    return {(binding.action, binding.description) for binding in bindings}


_EXAMPLES = (
    ("RBYG", "RKKW", "one peg has the right colour in the right place."),
    ("RBYG", "WKRK", "one peg has the right colour, but in the wrong place."),
    ("RRBY", "RYKR", "one peg is exactly right, and two more are in the wrong place."),
    ("RBYG", "WWKK", "none of these colours is in the code."),
)
"""Codes, guesses, and what the answers say."""
_MEANING = 43
"""Column of what the answers say."""


class Examples(Lines):
    """How to play in four guesses. The rules mark them, so that the pictures cannot be wrong."""

    GROUND = "ground"

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def lines(self, width: int) -> list[Line]:
        edition, ground = DAILY_EDITION, self.look[self.GROUND]
        pegs, keys = PegPainter(edition, self._settings, self.look), KeyPainter(edition, self.look)
        found: list[Line] = [[self.say("The code          a guess           the answer", "muted")]]
        for code, guess, meaning in _EXAMPLES:
            answer = mark(edition.code(code), edition.code(guess))
            line = list[Span]()
            for letters in (code, guess):
                for colour in edition.code(letters).pegs:
                    line += [*pegs.chip(colour, ground), self.say(" ")]
                line.append(self.say("  "))
            line += keys.sign(answer.black, answer.white, ground)
            line.append(self.say(" " * (_MEANING - length(line))))
            words = wrap(f"{describe_answer(edition, answer)}: {meaning}", max(16, width - _MEANING - 2))
            found += [[*line, self.say(words[0])]]
            found += [[self.say(" " * _MEANING + each)] for each in words[1:]] + [[]]
        return found


class HelpScreen(AppScreen[None]):
    """Keys, then rules. Left and right change the edition.

    Shows the keys of `screen`, and those that build a row if it has a board. Without a
    screen, shows the keys of the match screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "lesson", "Try it: one minute"),
        Binding("left", "leaf(-1)", "Edition", key_display="←→", priority=True),
        Binding("right", "leaf(1)", show=False, priority=True),
        Binding("escape,question_mark,q", "dismiss", "Back", key_display="Esc"),
    ]
    CSS = """
    HelpScreen #page { padding: 0 2; height: 1fr; scrollbar-size: 1 1; }
    HelpScreen .heading { text-style: bold; color: $text-accent; margin-top: 1; }
    HelpScreen KeyList .heading { margin-top: 0; }
    HelpScreen .summary { margin-bottom: 1; }
    HelpScreen .introduction { margin: 1 0; }
    """

    def __init__(self, context: AppContext, edition: str, screen: Screen[Any] | None = None) -> None:
        super().__init__()
        self._app_context = context
        self.edition = edition
        self._keys = {} if screen is None else {"Keys": list_keys(screen)}
        self._has_board = screen is not None and bool(screen.query(PlayBoard))

    @property
    def _lists(self) -> dict[str, Keys]:
        edition = CATALOGUE[self.edition]
        if not self._keys:
            return table_keys(edition)
        return {**self._keys, **(row_keys(edition) if self._has_board else {})}

    def compose(self) -> ComposeResult:
        yield TitleBar("How to play")
        with VerticalScroll(id="page"):
            yield from self._page()
        yield KeyLine()

    def _page(self) -> Iterator[Widget]:
        introduction = [
            Static(_INTRODUCTION, classes="summary introduction", markup=False),
            Examples(self._app_context.store.settings),
        ]
        lists = [KeyList(heading, keys) for heading, keys in self._lists.items()]
        if self._has_board:
            yield from lists
        else:
            yield from [*lists, *introduction] if self._keys else [*introduction, *lists]
        edition = CATALOGUE[self.edition]
        yield Static(f"The rules: {title(edition)}", classes="heading", markup=False)
        pegs = sentences.pluralize(edition.pegs, "peg")
        yield Static(
            _RULES_SUMMARY.format(box=edition.box, edition=edition, pegs=pegs),
            classes="summary",
            markup=False,
        )
        yield Facts(edition)

    def action_lesson(self) -> None:
        """Open the one-minute lesson."""
        from codepegs.tui.screens.lesson import LessonScreen

        self.app.push_screen(LessonScreen(self._app_context))

    async def action_leaf(self, by: int) -> None:
        """Show the next or previous edition."""
        slugs = [*CATALOGUE]
        self.edition = slugs[(slugs.index(self.edition) + by) % len(slugs)]
        page = self.query_one("#page", VerticalScroll)
        at = page.scroll_y
        await page.remove_children()
        await page.mount_all(self._page())
        page.scroll_to(y=at, animate=False)


_INTRODUCTION = (
    "Someone hides a code of coloured pegs, and you crack it. Type a row of letters and press Enter. "
    "Each black key peg means a peg is right; each white one means right colour, wrong place. Use that for "
    "your next guess. Press t for a practice game that explains every answer."
)
_RULES_SUMMARY = (
    "The {box.codemaker} hides a code of {pegs} behind the shield. The {box.codebreaker} "
    "guesses a row of pegs and gets an answer: one {box.keys.black.name} for every peg of the right "
    "{edition.colour_word} in the right place, and one {box.keys.white.name} for every other peg of a right "
    "{edition.colour_word} in a wrong place. "
    "Key pegs don't tell you which peg they mean. You keep guessing until the code is cracked or all "
    "{edition.rows} rows are used. Then the code is revealed, the points are counted, and you swap roles."
)
